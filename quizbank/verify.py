"""Derives and measures the bank afresh in worker processes, and compares it with the committed certificates."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache
from multiprocessing import get_context
from pathlib import Path

from quizbank.archive import write_archive
from quizbank.bank import Bank, open_bank
from quizbank.certificate import Certificate, Number
from quizbank.family import Family
from quizbank.journal import Journal, key_of
from quizbank.report import Refusal, Report
from quizbank.testimony import Disagreement, meets

CHUNK = 16  # problems a worker takes at a time: enough to pay for the journey, few enough to show progress

Numbers = Mapping[str, Number]
Wanted = Mapping[str, Sequence[Numbers]]  # by family
Progress = Callable[[int, int], None]  # problems done, problems in all


def verify(
    bank: Bank,
    families: Collection[str] | None = None,
    sample: int | None = None,
    write: bool = False,
    *,
    workers: int = 1,
    journal: Journal | None = None,
    progress: Progress = lambda done, total: None,
    clock: Callable[[], float] = time.perf_counter,
) -> Report:
    """Prove all problems, or those of some families, or `sample` of each; with `write`, commit what was proved.

    What the journal has proved already is not proved again; it is thrown away once all is done. KeyError names a family
    that is not there; ValueError where a sample would be written, which would lose the others.
    """
    if write and sample is not None:
        raise ValueError("a sample cannot be written: the other problems would be lost")
    start = clock()
    chosen = list(bank.families) if families is None else list(families)
    wanted = {name: thinned([each.numbers for each in bank.families[name].every()], sample) for name in chosen}
    report, fresh = gather(bank, wanted, workers, journal, progress)
    if write:
        commit(bank, fresh)
    else:
        report.stale = list(compare(bank, fresh, whole=sample is None))
    report.seconds = clock() - start
    return report


def gather(
    bank: Bank, wanted: Wanted, workers: int, journal: Journal | None, progress: Progress
) -> tuple[Report, dict[str, list[Certificate]]]:
    """Return what was found of all wanted problems, and the certificates of those that held, in order."""
    known = {} if journal is None else journal.begin(bank)
    left = {name: [each for each in problems if key_of(name, each) not in known] for name, problems in wanted.items()}
    report, total = Report(families=len(wanted)), sum(map(len, wanted.values()))
    report.problems = report.agreed = total - sum(map(len, left.values()))
    for outcomes in prove_all(bank.pack, left, workers):
        proved = [each for each in outcomes if isinstance(each, Certificate)]
        if journal is not None:
            journal.add(proved)
        known.update((key_of(each.family, each.numbers), each) for each in proved)
        report.disagreed += [each for each in outcomes if isinstance(each, Refusal)]
        report.problems += len(outcomes)
        report.agreed += len(proved)
        progress(report.problems, total)
    if journal is not None:
        journal.finish()
    keys = {name: [key_of(name, each) for each in problems] for name, problems in wanted.items()}
    return report, {name: [known[key] for key in of_family if key in known] for name, of_family in keys.items()}


def thinned(problems: Sequence[Numbers], sample: int | None) -> Sequence[Numbers]:
    """Return `sample` of the problems, evenly spread and always the same, or all of them."""
    if sample is None or sample >= len(problems):
        return problems
    return [problems[place * len(problems) // sample] for place in range(sample)]


def prove_all(pack: str, wanted: Wanted, workers: int) -> Iterator[list[Certificate | Refusal]]:
    """Yield the outcomes of some problems at a time, in order, from spawned processes of one torch thread each."""
    tasks = [
        (pack, name, problems[first : first + CHUNK])
        for name, problems in wanted.items()
        for first in range(0, len(problems), CHUNK)
    ]
    if tasks:
        with ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=one_thread) as pool:
            yield from pool.map(prove, tasks)


def one_thread() -> None:
    """Keep torch, not yet imported here, to one thread: its workers spin at barriers and starve each other."""
    os.environ["OMP_NUM_THREADS"] = "1"


def prove(task: tuple[str, str, Sequence[Numbers]]) -> list[Certificate | Refusal]:
    """Prove some problems of one family, in a worker."""
    pack, name, problems = task
    return [outcome_of(opened(pack).families[name](**numbers)) for numbers in problems]


def outcome_of(problem: Family) -> Certificate | Refusal:
    """Return a problem's certificate, or why it has none: a witness that breaks is heard as one that disagrees."""
    try:
        return problem.certify()
    except Disagreement as disagreement:
        return Refusal(problem.id, problem.numbers, disagreement.reason, disagreement.values)
    except Exception as error:
        return Refusal(problem.id, problem.numbers, "raised", {"error": f"{type(error).__name__}: {error}"})


@cache
def opened(pack: str) -> Bank:
    """Return the worker's own bank, opened once."""
    return open_bank(pack)


def compare(bank: Bank, fresh: Mapping[str, Sequence[Certificate]], whole: bool) -> Iterator[Refusal]:
    """Yield where a committed certificate is missing, differs, or belongs to no problem any more."""
    for name, certificates in fresh.items():
        committed = {key_of(name, each.numbers): each for each in bank.certificates.get(name, ())}
        for certificate in certificates:
            known = committed.pop(key_of(name, certificate.numbers), None)
            if known is None:
                yield Refusal(name, certificate.numbers, "uncommitted")
            elif not same(known, certificate):
                yield Refusal(name, certificate.numbers, "differs")
        if whole:
            for gone in committed.values():
                yield Refusal(name, gone.numbers, "orphaned")


def same(known: Certificate, fresh: Certificate) -> bool:
    """Tell whether two certificates say the same; the last digits of a float may differ from machine to machine."""
    if known.measured == fresh.measured or float(fresh.bound) == 0 or fresh.key.value is None:
        return known == fresh
    near = meets(float(known.measured), fresh.key, float(fresh.bound))
    return near and replace(known, measured=fresh.measured) == fresh


def commit(bank: Bank, fresh: Mapping[str, Sequence[Certificate]]) -> None:
    """Write the proved problems beside their halls; families that were not proved this time keep theirs."""
    for hall in bank.halls.values():
        if not hall.families.keys() & fresh.keys():
            continue
        kept = {name: fresh.get(name, bank.certificates.get(name, ())) for name in hall.families}
        write_archive(Path(str(hall.folder)), {name: problems for name, problems in kept.items() if problems})
