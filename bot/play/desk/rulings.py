"""What a teacher has ruled to be right holds in their server for everyone, also from then on.

Asked only where the reader's own verdict is wrong, in the transaction that keeps the answer: one statement for all that
are kept together, by an index that holds nothing but the few problems a teacher ever ruled on. Nothing is remembered in
the process, so that a ruling holds at once in all of them.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.judging import RULED, WRONG
from bot.play.scene import Judged
from bot.store import appeals
from bot.store.questions import Problem, canonical


async def ruled(db: AsyncConnection, judged: Judged) -> Judged:
    """Return a verdict as it holds where the question was asked: right, if a teacher there ruled so."""
    return (await db.run_sync(all_ruled, {0: judged}))[0]


def all_ruled(db: Connection, judged: Mapping[int, Judged]) -> dict[int, Judged]:
    """Return verdicts as they hold where their questions were asked, each under its key."""
    wrong = {each.asked.id for each in judged.values() if each.kind in WRONG and each.echo is not None}
    if not wrong:
        return dict(judged)
    right = {(row.question_id, row.echo) for row in appeals.rulings(db, wrong)}
    return {at: corrected(each) if (each.asked.id, each.echo) in right else each for at, each in judged.items()}


def corrected(judged: Judged) -> Judged:
    """Return a verdict as a teacher gave it."""
    return judged._replace(kind="correct", line=RULED) if judged.kind in WRONG else judged


def problem_asked(judged: Judged) -> Problem:
    """Return which problem was answered."""
    return judged.asked.certificate.family, canonical(judged.asked.numbers)
