"""`gauss-elder bank verify`, carried out: every problem derived and measured afresh, in processes of their own."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec

from platformdirs import user_cache_path
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from bot.cli.errors import CommandError, WrongUseError
from bot.cli.settled import writable
from bot.cli.words import say
from quizbank.bank import open_bank
from quizbank.journal import Journal
from quizbank.report import Refusal, Report
from quizbank.verify import verify

JOURNAL = "verify.jsonl"  # in the user's cache: what an interrupted run proved

Told = Callable[[int, int], None]  # problems done, problems in all


def prove(families: Sequence[str] | None, sample: int | None, *, write: bool, resume: bool, as_json: bool) -> bool:
    """Verify the bank, print what was found, and return whether all of it held."""
    if find_spec("torch") is None:
        raise CommandError("no_torch")
    if write and sample is not None:
        raise WrongUseError("sample_unwritten")
    bank = open_bank()
    unknown = next((name for name in families or () if name not in bank.families), None)
    if unknown is not None:
        raise WrongUseError("no_family", name=unknown)
    with shown_progress() as progress:
        journal = Journal(writable(user_cache_path("gauss-elder")) / JOURNAL, resume=resume)
        workers = os.cpu_count() or 1
        report = verify(bank, families or None, sample, write, workers=workers, journal=journal, progress=progress)
    if as_json:
        print(json.dumps(report.dump(), ensure_ascii=False))
    else:
        print("\n".join(spoken(report)))
    return report.held


def spoken(report: Report) -> Iterator[str]:
    """Yield the report line by line, whatever did not hold first."""
    for refusal in report.disagreed:
        yield told("bank.disagreement", refusal)
    for refusal in report.stale:
        yield told("bank.stale", refusal)
    yield say(
        "bank.verified",
        families=say("bank.families", count=report.families),
        problems=say("bank.problems", count=report.problems),
        agreed=report.agreed,
        seconds=round(report.seconds, 1),
    )
    if not report.held:
        yield say("bank.not_held")


def told(key: str, refusal: Refusal) -> str:
    """Return a refusal as a line."""
    reason = say(f"bank.reason.{refusal.reason}", **refusal.values)
    return say(key, family=refusal.family, numbers=json.dumps(dict(refusal.numbers)), reason=reason)


@contextmanager
def shown_progress() -> Iterator[Told]:
    """Give what reports progress: a bar on the error stream where a person looks, else nothing."""
    if not sys.stderr.isatty():
        yield lambda done, total: None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(say("bank.verifying"), total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
