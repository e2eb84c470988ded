"""Answers: every text a learner sent, as it was judged then and as it stands judged now."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, FromClause, Select, and_, func, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import answer, correction
from bot.store.upsert import add_all_once, add_once


class AnswerRow(NamedTuple):
    """One text; `kind`, `line` and `echo` are its latest judgement. `attempt` is None where it was no answer."""

    id: int
    question_id: int
    learner_id: int
    attempt: int | None
    text: str
    kind: str
    line: str
    echo: str | None
    interaction: int | None


async def add(
    db: AsyncConnection,
    *,
    question_id: int,
    learner_id: int,
    attempt: int | None,
    text: str,
    kind: str,
    line: str,
    echo: str | None,
    reader: int,
    interaction: int | None,
    at: datetime,
) -> int | None:
    """Keep a text and return its id, or None if this attempt, or this interaction, is kept already."""
    row = {
        "question_id": question_id,
        "learner_id": learner_id,
        "attempt": attempt,
        "text": text,
        "kind": kind,
        "line": line,
        "echo": echo,
        "reader": reader,
        "interaction": interaction,
        "at": at,
    }
    return await add_once(db, answer, row)


def add_all(db: Connection, rows: Sequence[Mapping[str, Any]]) -> Mapping[int, int]:
    """Keep texts, one for each question, given as for `add`; return the ids of those not kept before, by question."""
    return add_all_once(db, answer, rows, by="question_id")


async def correct(
    db: AsyncConnection, answer_id: int, *, kind: str, line: str, echo: str | None, reader: int, at: datetime
) -> None:
    """Add a later judgement of an answer; what was judged before stays on record."""
    row = {"answer_id": answer_id, "kind": kind, "line": line, "echo": echo, "reader": reader, "at": at}
    await db.execute(correction.insert().values(row))


async def find(db: AsyncConnection, id: int) -> AnswerRow | None:
    """Return the answer of that id, or None."""
    row = (await db.execute(_rows().where(answer.c.id == id))).one_or_none()
    return None if row is None else AnswerRow(*row)


async def of_interaction(db: AsyncConnection, interaction: int) -> AnswerRow | None:
    """Return the answer that came by that interaction, or None."""
    row = (await db.execute(_rows().where(answer.c.interaction == interaction))).one_or_none()
    return None if row is None else AnswerRow(*row)


async def of_questions(db: AsyncConnection, questions: Collection[int]) -> Sequence[AnswerRow]:
    """Return every text sent to these questions, in the order of arrival."""
    query = _rows().where(answer.c.question_id.in_(questions)).order_by(answer.c.id)
    return [AnswerRow(*row) for row in await db.execute(query)]


async def everything(db: AsyncConnection, after: int = 0, limit: int = 1000) -> Sequence[AnswerRow]:
    """Return a page of all answers by id, from the one after `after`."""
    query = _rows().where(answer.c.id > after).order_by(answer.c.id).limit(limit)
    return [AnswerRow(*row) for row in await db.execute(query)]


def standing_kind() -> ColumnElement[str]:
    """Return the column of an answer's latest verdict; select it from `judged()`."""
    return func.coalesce(correction.c.kind, answer.c.kind)


def judged() -> FromClause:
    """Return answers beside their latest correction, if any."""
    return corrected(answer)


def corrected(answers: FromClause) -> FromClause:
    """Return what holds answers beside the latest correction of each, if any."""
    later = correction.alias("later")
    latest = select(func.max(later.c.id)).where(later.c.answer_id == answer.c.id).scalar_subquery()
    return answers.outerjoin(correction, and_(correction.c.answer_id == answer.c.id, correction.c.id == latest))


def _columns() -> tuple[ColumnElement[Any], ...]:
    a, c = answer.c, correction.c
    return (
        a.id,
        a.question_id,
        a.learner_id,
        a.attempt,
        a.text,
        standing_kind(),
        func.coalesce(c.line, a.line),
        func.coalesce(c.echo, a.echo),
        a.interaction,
    )


def _rows() -> Select[Any]:
    return select(*_columns()).select_from(judged())
