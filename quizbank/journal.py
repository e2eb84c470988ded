"""What a verification has proved so far, kept line by line, so that an interrupted one can be taken up again.

A journal speaks for the very sources it was written from: of any others it knows nothing.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any, TextIO

from quizbank.bank import Bank
from quizbank.certificate import Certificate, Number

SOURCES = ("engine", "quizbank")  # beside the pack's own
WITNESSES = ("sympy", "torch")

Key = tuple[str, tuple[tuple[str, Number], ...]]  # a family, and a problem's numbers


class Journal:
    """A file of proved problems; it is begun anew unless it is to be taken up and fits the sources."""

    def __init__(self, file: Path, *, resume: bool) -> None:
        self._file = file
        self._resume = resume
        self._open: TextIO | None = None

    def begin(self, bank: Bank) -> dict[Key, Certificate]:
        """Open the journal for writing and return what it has already proved."""
        stamp = fingerprint(bank.pack)
        known = dict(proved(self._file, stamp, bank)) if self._resume else {}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._open = self._file.open("w", encoding="utf-8")
        self._write({"sources": stamp})
        self.add(list(known.values()))
        return known

    def add(self, certificates: Sequence[Certificate]) -> None:
        """Keep what was proved; it is on its way to the disk when this returns."""
        for certificate in certificates:
            self._write({"family": certificate.family, "problem": certificate.dump_problem()})

    def finish(self) -> None:
        """Throw the journal away: nothing is left to take up."""
        self.close()
        self._file.unlink(missing_ok=True)

    def close(self) -> None:
        """Close the file; what was kept stays."""
        if self._open is not None:
            self._open.close()

    def _write(self, entry: Mapping[str, Any]) -> None:
        assert self._open is not None  # begun
        self._open.write(json.dumps(entry, ensure_ascii=False) + "\n")
        self._open.flush()


def proved(file: Path, stamp: str, bank: Bank) -> Iterator[tuple[Key, Certificate]]:
    """Yield what a journal of the same sources has; a line cut off by the interruption ends it."""
    if not file.is_file():
        return
    entries = whole_lines(file.read_text(encoding="utf-8"))
    if next(entries, None) != {"sources": stamp}:
        return
    for entry in entries:
        family = bank.families[entry["family"]]
        certificate = Certificate.load(entry["problem"], family.facts())
        yield key_of(certificate.family, certificate.numbers), certificate


def whole_lines(text: str) -> Iterator[dict[str, Any]]:
    """Yield the entries of a journal up to the first that was not written to its end."""
    for line in text.split("\n")[:-1]:
        try:
            yield json.loads(line)
        except json.JSONDecodeError:
            return


def key_of(family: str, numbers: Mapping[str, Number]) -> Key:
    """Return a problem in a form that can be looked up."""
    return family, tuple(sorted(numbers.items()))


def fingerprint(pack: str) -> str:
    """Return a digest of every source a proof rests on: ours, the pack's, and the versions of both witnesses."""
    digest = sha256("".join(f"{name}={version(name)};" for name in WITNESSES).encode())
    for package in dict.fromkeys((*SOURCES, pack)):
        root = Path(str(files(package)))
        for file in sorted(each for each in root.rglob("*") if each.suffix in (".py", ".toml")):
            digest.update(f"{file.relative_to(root)}\n".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()
