"""Questions: each a problem put to one learner, with the certificate it was asked by."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple, cast

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.tables import HOMES, question, withdrawal
from bot.store.upsert import add_once

HomeKind = Literal["battle", "walk", "raid", "round", "review", "sitting"]
Problem = tuple[str, str]  # a family's id and the canonical JSON of the numbers


class Home(NamedTuple):
    """Where a question belongs: a battle, a walk, a raid, a round of a study session, a review, a sitting."""

    kind: HomeKind
    id: int


class QuestionRow(NamedTuple):
    """One question as asked, in the one place it belongs to."""

    id: int
    learner_id: int
    battle_id: int | None
    walk_id: int | None
    raid_id: int | None
    round_id: int | None
    review_id: int | None
    sitting_id: int | None
    beat: str | None
    turn: int
    certificate: Mapping[str, Any]
    remeasured: str | None

    @property
    def home(self) -> Home:
        """Where it belongs."""
        ids = {home: getattr(self, f"{home}_id") for home in HOMES}
        return next(Home(cast(HomeKind, kind), id) for kind, id in ids.items() if id is not None)


COLUMNS = tuple(question.c[name] for name in QuestionRow._fields)  # what a row is made of, in its order


def canonical(numbers: Mapping[str, Any]) -> str:
    """Return the one JSON text of a problem's numbers."""
    return json.dumps(numbers, sort_keys=True, separators=(",", ":"))


async def ask(
    db: AsyncConnection,
    *,
    home: Home,
    learner_id: int,
    turn: int,
    certificate: Mapping[str, Any],
    at: datetime,
    remeasured: str | None = None,
    beat: str | None = None,
) -> int | None:
    """Put a question and return its id, or None if one stands at that turn already."""
    row = {
        f"{home.kind}_id": home.id,
        "learner_id": learner_id,
        "beat": beat,
        "turn": turn,
        "family": certificate["facts"]["id"],
        "numbers": dict(certificate["numbers"]),
        "certificate": dict(certificate),
        "remeasured": remeasured,
        "asked": at,
    }
    return await add_once(db, question, row)


async def find(db: AsyncConnection, id: int) -> QuestionRow | None:
    """Return the question of that id, or None."""
    row = (await db.execute(_rows().where(question.c.id == id))).one_or_none()
    return None if row is None else QuestionRow(*row)


async def find_all(db: AsyncConnection, ids: Collection[int]) -> Sequence[QuestionRow]:
    """Return the questions of these ids, as many as there are."""
    return await _all(db, _rows().where(question.c.id.in_(ids))) if ids else ()


async def of_home(db: AsyncConnection, home: Home, learner_id: int | None = None) -> Sequence[QuestionRow]:
    """Return what was asked in one place, of one learner or of all, in the order it was asked."""
    here = question.c[f"{home.kind}_id"] == home.id
    if learner_id is not None:
        here &= question.c.learner_id == learner_id
    return await _all(db, _rows().where(here).order_by(question.c.id))


async def at_beat(db: AsyncConnection, walk_id: int, beat: str) -> Sequence[QuestionRow]:
    """Return what was asked at one beat of a walk, in order."""
    here = (question.c.walk_id == walk_id) & (question.c.beat == beat)
    return await _all(db, _rows().where(here).order_by(question.c.turn))


async def asked_problems(db: AsyncConnection, learner_id: int, families: Sequence[str]) -> frozenset[Problem]:
    """Return the problems of these families that the learner has been asked before."""
    mine = (question.c.learner_id == learner_id) & question.c.family.in_(families)
    rows = await db.execute(select(question.c.family, question.c.numbers).where(mine))
    return frozenset((family, canonical(numbers)) for family, numbers in rows)


async def withdrawn_problems(db: AsyncConnection) -> frozenset[Problem]:
    """Return the problems on which the two witnesses have disagreed."""
    rows = await db.execute(select(withdrawal.c.family, withdrawal.c.numbers))
    return frozenset((family, numbers) for family, numbers in rows)


async def withdraw(db: AsyncConnection, problem: Problem, key: str, measured: str, at: datetime) -> None:
    """Never ask a problem again, and keep both witnesses' values."""
    family, numbers = problem
    exists = select(withdrawal.c.family).where(withdrawal.c.family == family, withdrawal.c.numbers == numbers)
    if (await db.execute(exists)).one_or_none() is None:
        row = {"family": family, "numbers": numbers, "key": key, "measured": measured, "at": at}
        await db.execute(withdrawal.insert().values(row))


def _rows() -> Select[Any]:
    return select(*COLUMNS)


async def _all(db: AsyncConnection, query: Select[Any]) -> Sequence[QuestionRow]:
    return [QuestionRow(*row) for row in await db.execute(query)]
