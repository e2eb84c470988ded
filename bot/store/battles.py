"""Battles: begun, moved, ended, found."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Row, Select, and_, bindparam, func, null, or_, select, union_all
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import learners
from bot.store.learners import LearnerRow
from bot.store.raids import broken_with
from bot.store.shards import Shards
from bot.store.tables import answer, battle, learner, question, raid
from bot.store.upsert import add_once


class BattleRow(NamedTuple):
    """One battle and its challenger; `guild` is 0 in a direct message and at a shell."""

    id: int
    challenger: LearnerRow
    guild: int
    channel: int | None
    message: int | None
    language: str
    tier: str
    secret: int
    started: datetime
    ended: datetime | None
    ending: str | None


class ShownRow(NamedTuple):
    """What a public message shows of a battle: the turn it is at, and how it ended, if it has."""

    id: int
    message: int | None
    turn: int
    ending: str | None


async def begin(
    db: AsyncConnection, *, learner_id: int, guild: int, language: str, tier: str, secret: int, at: datetime
) -> int | None:
    """Begin a battle and return its id, or None if this learner has one open in this guild."""
    row = {
        "learner_id": learner_id,
        "guild": guild,
        "language": language,
        "tier": tier,
        "secret": secret,
        "started": at,
    }
    return await add_once(db, battle, row)


async def find(db: AsyncConnection, id: int) -> BattleRow | None:
    """Return the battle of that id, or None."""
    return await _one(db, _rows().where(battle.c.id == id))


def find_all(db: Connection, ids: Collection[int]) -> Sequence[BattleRow]:
    """Return the battles of these ids, as many as there are."""
    return [_made(row) for row in db.execute(OF_IDS, {"ids": list(ids)}).all()]


async def find_open(db: AsyncConnection, learner_id: int, guild: int) -> BattleRow | None:
    """Return the learner's open battle in a guild, or None."""
    return await _one(
        db, _rows().where(battle.c.learner_id == learner_id, battle.c.guild == guild, battle.c.ended.is_(None))
    )


async def move(db: AsyncConnection, id: int, channel: int | None, message: int | None) -> None:
    """Remember where a battle's public message stands now; what it shows is another matter."""
    await db.execute(battle.update().where(battle.c.id == id).values(channel=channel, message=message, shown=None))


async def end(db: AsyncConnection, id: int, ending: str, at: datetime) -> None:
    """Close an open battle; one that is closed keeps its ending."""
    open_one = (battle.c.id == id) & battle.c.ended.is_(None)
    await db.execute(battle.update().where(open_one).values(ending=ending, ended=at, shown=None))


def end_all(db: Connection, endings: Mapping[int, str], at: datetime) -> None:
    """Close open battles, each with its ending; those that are closed keep theirs."""
    if endings:
        db.execute(END, [{"this": id, "ending": ending, "ended": at} for id, ending in endings.items()])


async def end_anew(db: AsyncConnection, id: int, ending: str) -> None:
    """Give a closed battle another ending, because the answers that made it are judged anew."""
    closed_one = (battle.c.id == id) & battle.c.ended.is_not(None)
    await db.execute(battle.update().where(closed_one).values(ending=ending, shown=None))


async def reopen(db: AsyncConnection, id: int) -> None:
    """Open a closed battle again."""
    await db.execute(battle.update().where(battle.c.id == id).values(ended=None, ending=None, shown=None))


async def show(db: AsyncConnection, shown: Collection[ShownRow]) -> None:
    """Remember what public messages show; nothing is, of one that another has replaced, or of an ending taken back."""
    rows = [{"this": row.id, "in": row.message, "turn": row.turn, "as": row.ending or ""} for row in shown]
    if rows:
        await db.execute(SHOW, rows)


async def unshown(db: AsyncConnection, shards: Shards, since: datetime) -> Sequence[int]:
    """Return the battles in guilds of these shards whose public message may not show how they stand.

    Those that are open, and those ended since then. A message shows a turn no more once that was answered.
    """
    placed = and_(battle.c.message.is_not(None), shards.own(battle.c.guild))
    unknown = select(battle.c.id).where(
        placed, battle.c.shown.is_(None), or_(battle.c.ended.is_(None), battle.c.ended > since)
    )
    answered = (
        select(answer.c.id)
        .join(question, question.c.id == answer.c.question_id)
        .where(question.c.battle_id == battle.c.id, question.c.turn == battle.c.shown, answer.c.attempt.is_not(None))
    )
    past = select(battle.c.id).where(placed, battle.c.ended.is_(None), answered.exists())
    return sorted((await db.execute(union_all(unknown, past))).scalars())


async def first_broken(db: AsyncConnection, learner_id: int, since: datetime | None = None) -> datetime | None:
    """Return when the learner first broke a wall, alone or in a raid, since that moment; None if they have not."""
    alone = select(battle.c.ended).where(battle.c.learner_id == learner_id, battle.c.ending == "broken")
    walls = union_all(alone, select(raid.c.ended).where(broken_with(learner_id))).subquery()
    first = select(func.min(walls.c.ended))
    if since is not None:
        first = first.where(walls.c.ended >= since)
    found: datetime | None = (await db.execute(first)).scalar_one()
    return found


def _rows() -> Select[Any]:
    c = battle.c
    return select(
        *learners.COLUMNS,
        c.id,
        c.guild,
        c.channel,
        c.message,
        c.language,
        c.tier,
        c.secret,
        c.started,
        c.ended,
        c.ending,
    ).join(learner, learner.c.id == c.learner_id)


# Made once: making a statement costs more than running it.
OF_IDS: Final = _rows().where(battle.c.id.in_(bindparam("ids", expanding=True)))
END: Final = battle.update().where(battle.c.id == bindparam("this"), battle.c.ended.is_(None)).values({"shown": null()})
SHOW: Final = (
    battle.update()
    .where(
        battle.c.id == bindparam("this"),
        battle.c.message == bindparam("in"),
        func.coalesce(battle.c.ending, "") == bindparam("as"),
    )
    .values(shown=bindparam("turn"))
)


async def _one(db: AsyncConnection, query: Select[Any]) -> BattleRow | None:
    row = (await db.execute(query)).one_or_none()
    return None if row is None else _made(row)


def _made(row: Row[Any]) -> BattleRow:
    of_learner = len(learners.COLUMNS)
    return BattleRow(row[of_learner], LearnerRow._make(row[:of_learner]), *row[of_learner + 1 :])
