"""Derives and measures the bank afresh in worker processes, and compares it with the committed certificates."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from quizbank.archive import write_archive
from quizbank.bank import Bank, open_bank
from quizbank.certificate import Certificate, Number
from quizbank.testimony import Disagreement, meets

CHUNK = 16  # problems a worker takes at a time: enough to pay for the journey, few enough to show progress

Numbers = Mapping[str, Number]
Progress = Callable[[int, int], None]  # problems done, problems in all


@dataclass(frozen=True)
class Refusal:
    """One problem that did not hold, and why."""

    family: str
    numbers: Numbers
    reason: str


@dataclass
class Report:
    """What was found; `held` is whether the bank may be asked as it stands."""

    families: int = 0
    problems: int = 0
    agreed: int = 0
    disagreed: list[Refusal] = field(default_factory=list)  # the witnesses differ
    stale: list[Refusal] = field(default_factory=list)  # they agree, and the committed certificate says otherwise
    seconds: float = 0.0

    @property
    def held(self) -> bool:
        """Whether all witnesses agreed and all committed certificates are fresh."""
        return not self.disagreed and not self.stale

    def dump(self) -> dict[str, Any]:
        """Return the JSON of `bank verify --json`."""
        return {
            "families": self.families,
            "problems": self.problems,
            "agreed": self.agreed,
            "disagreed": [vars(refusal) for refusal in self.disagreed],
            "stale": [vars(refusal) for refusal in self.stale],
            "seconds": round(self.seconds, 3),
        }


def verify(
    bank: Bank,
    families: Collection[str] | None = None,
    sample: int | None = None,
    write: bool = False,
    *,
    workers: int = 1,
    progress: Progress = lambda done, total: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Report:
    """Prove all problems, or those of some families, or `sample` of each; with `write`, commit what was proved.

    KeyError names a family that is not there; ValueError where a sample would be written, which would lose the others.
    """
    if write and sample is not None:
        raise ValueError("a sample cannot be written: the other problems would be lost")
    start = clock()
    chosen = list(bank.families) if families is None else list(families)
    wanted = {name: thinned([each.numbers for each in bank.families[name].every()], sample) for name in chosen}
    total = sum(len(problems) for problems in wanted.values())
    report = Report(families=len(chosen))
    fresh: dict[str, list[Certificate]] = {name: [] for name in chosen}
    for outcome in prove_all(bank.pack, wanted, workers):
        report.problems += 1
        if isinstance(outcome, Refusal):
            report.disagreed.append(outcome)
        else:
            report.agreed += 1
            fresh[outcome.family].append(outcome)
        progress(report.problems, total)
    if write:
        commit(bank, fresh)
    else:
        report.stale = list(compare(bank, fresh, whole=sample is None))
    report.seconds = clock() - start
    return report


def thinned(problems: Sequence[Numbers], sample: int | None) -> Sequence[Numbers]:
    """Return `sample` of the problems, evenly spread and always the same, or all of them."""
    if sample is None or sample >= len(problems):
        return problems
    return [problems[place * len(problems) // sample] for place in range(sample)]


def prove_all(pack: str, wanted: Mapping[str, Sequence[Numbers]], workers: int) -> Iterator[Certificate | Refusal]:
    """Yield the outcome of each problem, in order, from spawned processes of one torch thread each."""
    tasks = [
        (pack, name, problems[first : first + CHUNK])
        for name, problems in wanted.items()
        for first in range(0, len(problems), CHUNK)
    ]
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=one_thread) as pool:
        for outcomes in pool.map(prove, tasks):
            yield from outcomes


def one_thread() -> None:
    """Keep torch, not yet imported here, to one thread: its workers spin at barriers and starve each other."""
    os.environ["OMP_NUM_THREADS"] = "1"


def prove(task: tuple[str, str, Sequence[Numbers]]) -> list[Certificate | Refusal]:
    """Prove some problems of one family, in a worker."""
    pack, name, problems = task
    family = opened(pack).families[name]
    outcomes: list[Certificate | Refusal] = []
    for numbers in problems:
        try:
            outcomes.append(family(**numbers).certify())
        except Disagreement as disagreement:
            outcomes.append(Refusal(name, disagreement.numbers, disagreement.reason))
    return outcomes


@cache
def opened(pack: str) -> Bank:
    """Return the worker's own bank, opened once."""
    return open_bank(pack)


def compare(bank: Bank, fresh: Mapping[str, Sequence[Certificate]], whole: bool) -> Iterator[Refusal]:
    """Yield where a committed certificate is missing, differs, or belongs to no problem any more."""
    for name, certificates in fresh.items():
        committed = {key_of(each.numbers): each for each in bank.certificates.get(name, ())}
        for certificate in certificates:
            known = committed.pop(key_of(certificate.numbers), None)
            if known is None:
                yield Refusal(name, certificate.numbers, "has no committed certificate")
            elif not same(known, certificate):
                yield Refusal(name, certificate.numbers, "differs from its committed certificate")
        if whole:
            for gone in committed.values():
                yield Refusal(name, gone.numbers, "is committed and no problem of the family")


def same(known: Certificate, fresh: Certificate) -> bool:
    """Tell whether two certificates say the same; the last digits of a float may differ from machine to machine."""
    if float(fresh.bound) == 0:
        return known == fresh
    near = meets(float(known.measured), fresh.key, float(fresh.bound))
    return near and replace(known, measured=fresh.measured) == fresh


def key_of(numbers: Numbers) -> tuple[tuple[str, Number], ...]:
    """Return numbers in a form that can be looked up."""
    return tuple(sorted(numbers.items()))


def commit(bank: Bank, fresh: Mapping[str, Sequence[Certificate]]) -> None:
    """Write the proved problems beside their halls; families that were not proved this time keep theirs."""
    for hall in bank.halls.values():
        if not hall.families.keys() & fresh.keys():
            continue
        kept = {name: fresh.get(name, bank.certificates.get(name, ())) for name in hall.families}
        write_archive(Path(str(hall.folder)), {name: problems for name, problems in kept.items() if problems})
