"""What an answer can be: a closed set of kinds, and a closed set of lines that say so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

VerdictKind = Literal["correct", "diagnosed", "incorrect", "invalid", "ambiguous", "ungradable"]
Line = Literal[
    "right",
    "wrong",
    "rounded",
    "sign",
    "off-by-unit",
    "bits-for-bytes",
    "thousandfold",
    "mac-for-flop",
    "flop-for-mac",
    "invalid",
    "ambiguous",
    "ungradable",
]
LINES: tuple[str, ...] = get_args(Line)  # beside these, "trap.<name>" for every trap of the certificate


@dataclass(frozen=True, slots=True)
class Verdict:
    """What an answer is: a closed kind, and the line that says so."""

    kind: VerdictKind
    line: str


RIGHT = Verdict("correct", "right")
WRONG = Verdict("incorrect", "wrong")
UNGRADABLE = Verdict("ungradable", "ungradable")


def diagnosed(line: str) -> Verdict:
    """Return the verdict of an answer whose mistake has a name."""
    return Verdict("diagnosed", line)
