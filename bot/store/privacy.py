"""A learner's whole record: found, dumped, handed to nobody, deleted; and a guild's, deleted.

What belongs to one learner alone goes with them. What they shared with others stays as the others know it, in the hands
of a stranger who has no name, and of whom there is another in each game. Where the tables name a learner is read from
the tables themselves, so that a new one is not forgotten.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import Column, ColumnElement, Select, Table, func, insert, select, union
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import battles, raids, scores, studies, tallies
from bot.store.shards import Shards
from bot.store.tables import (
    answer,
    appeal,
    assignment,
    battle,
    correction,
    guild,
    learner,
    metadata,
    question,
    raid,
    raid_member,
    ruling,
    score_day,
    sitting,
    study,
    study_member,
    study_round,
    unscored,
    walk,
)
from bot.store.tables.columns import EPOCH
from bot.store.upsert import add_once

Leave = Callable[[AsyncConnection, int, int, datetime], Any]

TITLE: Final = "…"  # what is left of one that a learner typed
HIDDEN: Final = frozenset({"secret", "certificate"})  # columns that would tell what is asked next, and its key


class Game(NamedTuple):
    """Something shared: where it names a learner, which questions are asked in it, how one leaves while it runs."""

    table: Table
    seats: tuple[tuple[Column[Any], Column[Any]], ...]  # a learner, and the game it names them in
    asked: Callable[[int], ColumnElement[bool]] | None = None
    leave: Leave | None = None
    shared: ColumnElement[bool] | None = None  # which of them are; None = all


async def abandon(db: AsyncConnection, battle_id: int, _learner_id: int, at: datetime) -> None:
    """Leave a battle."""
    await battles.end(db, battle_id, "abandoned", at)


async def hand_in(db: AsyncConnection, sitting_id: int, _learner_id: int, at: datetime) -> None:
    """Leave a sitting."""
    await db.execute(sitting.update().where(sitting.c.id == sitting_id).values(ended=at))


def ruled(home: Column[Any]) -> Select[Any]:
    """Return the places of questions on which a teacher has ruled, for that holds for others as well."""
    decided = question.join(answer, answer.c.question_id == question.c.id).join(
        appeal, appeal.c.answer_id == answer.c.id
    )
    return select(home).select_from(decided.join(ruling, ruling.c.appeal_id == appeal.c.id)).where(home.is_not(None))


GAMES: Final = (
    Game(
        raid,
        ((raid.c.host_id, raid.c.id), (raid_member.c.learner_id, raid_member.c.raid_id)),
        lambda id: question.c.raid_id == id,
        raids.leave,
    ),
    Game(
        study,
        ((study.c.host_id, study.c.id), (study_member.c.learner_id, study_member.c.study_id)),
        lambda id: question.c.round_id.in_(select(study_round.c.id).where(study_round.c.study_id == id)),
        studies.leave,
    ),
    Game(assignment, ((assignment.c.teacher_id, assignment.c.id),)),
    Game(
        battle,
        ((battle.c.learner_id, battle.c.id),),
        lambda id: question.c.battle_id == id,
        abandon,
        battle.c.id.in_(ruled(question.c.battle_id)),
    ),
    Game(
        sitting,
        ((sitting.c.learner_id, sitting.c.id),),
        lambda id: question.c.sitting_id == id,
        hand_in,
        sitting.c.id.in_(ruled(question.c.sitting_id)),
    ),
)
ALONE: Final = (walk, question, answer)  # what belongs to these is the learner's whose they are
EMPTIED: Final = frozenset({appeal.c.teacher_id})  # where nobody need be named


class PersonRow(NamedTuple):
    """What a learner is known by, and what they have chosen."""

    name: str  # as last seen; untrusted
    met: datetime
    hidden: bool
    language: str | None
    zone: str | None
    remind: int | None  # the hour


async def person(db: AsyncConnection, id: int) -> PersonRow | None:
    """Return what a learner is known by, or None."""
    columns = (learner.c[name] for name in PersonRow._fields)
    row = (await db.execute(select(*columns).where(learner.c.id == id))).one_or_none()
    return None if row is None else PersonRow(*row)


async def hide(db: AsyncConnection, id: int, *, hidden: bool) -> None:
    """Remember whether a learner wants to be named nowhere."""
    await db.execute(learner.update().where(learner.c.id == id).values(hidden=hidden))


async def placed(db: AsyncConnection, id: int) -> Sequence[tuple[int | None, int, int]]:
    """Return guild, channel and message of each of a learner's walls that stands in public, the newest first."""
    c = battle.c
    rows = select(c.guild, c.channel, c.message).where(
        c.learner_id == id, c.channel.is_not(None), c.message.is_not(None)
    )
    return [(row.guild or None, row.channel, row.message) for row in await db.execute(rows.order_by(c.id.desc()))]


async def hold(db: AsyncConnection, id: int) -> bool:
    """Let nothing more be written for a learner until the transaction ends; whether there is one of that id."""
    return (await db.execute(select(learner.c.id).where(learner.c.id == id).with_for_update())).first() is not None


async def games(db: AsyncConnection, id: int) -> Sequence[tuple[Game, int]]:
    """Return everything a learner shares with others."""
    found = []
    for game in GAMES:
        named = union(*(select(of).where(seat == id) for seat, of in game.seats))
        theirs = select(game.table.c.id).where(game.table.c.id.in_(named)).order_by(game.table.c.id)
        if game.shared is not None:
            theirs = theirs.where(game.shared)
        found += [(game, each) for each in (await db.execute(theirs)).scalars()]
    return found


async def hand_over(db: AsyncConnection, game: Game, game_id: int, id: int, stranger: int, at: datetime) -> None:
    """Put a new learner without a name in a learner's place in a game; of what they sent, the verdicts stay."""
    await db.execute(insert(learner).values(id=stranger, name="", text_only=False, met=EPOCH))
    if game.leave is not None and await _runs(db, game, game_id):
        await game.leave(db, game_id, id, at)
    for seat, of in game.seats:
        await db.execute(seat.table.update().where(of == game_id, seat == id).values({seat: stranger}))
    if game.table is assignment:
        await db.execute(assignment.update().where(assignment.c.id == game_id).values(title=TITLE))
    if game.asked is not None:
        await _hand_over_answers(db, game.asked(game_id), id, stranger)


async def erase(db: AsyncConnection, id: int) -> None:
    """Delete what belongs to a learner alone, and the learner; of their answers it stays known how many there were."""
    await tallies.take(db, answer.c.learner_id == id)
    await scores.forget(db, id)
    for column in EMPTIED:
        await db.execute(column.table.update().where(column == id).values({column: None}))
    for column in naming(learner.c.id):
        await uproot(db, column.table, column == id)
    await db.execute(unscored.delete().where(unscored.c.learner_id == id))
    await db.execute(learner.delete().where(learner.c.id == id))


async def left_before(db: AsyncConnection, shards: Shards, moment: datetime, limit: int) -> Sequence[int]:
    """Return guilds of these shards that the bot was taken out of before a moment."""
    gone = select(guild.c.id).where(guild.c.left < moment, shards.own(guild.c.id))
    rows = await db.execute(gone.order_by(guild.c.id).limit(limit))
    return list(rows.scalars())


async def left_guilds(db: AsyncConnection) -> frozenset[int]:
    """Return every guild that the bot was taken out of."""
    return frozenset((await db.execute(select(guild.c.id).where(guild.c.left.is_not(None)))).scalars())


async def known_guilds(db: AsyncConnection) -> frozenset[int]:
    """Return every guild that the bot was ever seen in; where a learner alone brought it, it was in none."""
    return frozenset((await db.execute(select(guild.c.id))).scalars())


async def enter_guilds(db: AsyncConnection, ids: Collection[int]) -> None:
    """Take note of guilds that the bot is in."""
    for id in ids:
        await add_once(db, guild, {"id": id})


async def erase_guild(db: AsyncConnection, id: int) -> None:
    """Delete all that was done in a guild, and the guild."""
    there = select(score_day.c.learner_id).where(score_day.c.guild == id).distinct()
    await db.execute(insert(unscored).from_select(["learner_id"], there))
    await scores.forget_guild(db, id)
    for table in _guilds_own():
        await uproot(db, table, (table.c.id if table is guild else table.c.guild) == id)


async def uproot(db: AsyncConnection, table: Table, which: ColumnElement[bool]) -> None:
    """Delete rows, and before them all that refers to them."""
    for column in naming(*table.primary_key.columns):
        key = next(iter(column.foreign_keys)).column
        await uproot(db, column.table, column.in_(select(key).where(which)))
    await db.execute(table.delete().where(which))


async def dump(db: AsyncConnection, id: int) -> Mapping[str, Sequence[Mapping[str, Any]]]:
    """Return every row that is a learner's, by table: no id of another's, and no question's key."""
    found: dict[str, list[dict[str, Any]]] = {}
    for table, which in own(id):
        columns = [column for column in table.c if column.name not in HIDDEN]
        rows = await db.execute(select(*columns).where(which).order_by(*table.primary_key.columns))
        others = {column.name for column in naming(learner.c.id) if column.table is table}
        found[table.name] = [
            {name: None if name in others and value != id else value for name, value in row.items()}
            for row in rows.mappings()
        ]
    return found


async def count(db: AsyncConnection, id: int) -> Mapping[str, int]:
    """Return how many rows are a learner's, by table."""
    counts = {}
    for table, which in own(id):
        counts[table.name] = int((await db.execute(select(func.count()).select_from(table).where(which))).scalar_one())
    return counts


def own(id: int) -> Iterator[tuple[Table, ColumnElement[bool]]]:
    """Yield each table that may hold something of a learner's, and which of its rows do."""
    for table in metadata.sorted_tables:
        named = [column == id for column in table.c if column in set(naming(learner.c.id))]
        named += [learner.c.id == id] if table is learner else []
        named += [unscored.c.learner_id == id] if table is unscored else []
        named += list(_through(table, id))
        if named:
            yield table, _any(named)


def naming(*keys: Column[Any]) -> Sequence[Column[Any]]:
    """Return the columns that refer to one of these, in the order of the tables."""
    columns = (column for table in metadata.sorted_tables for column in table.c)
    return [column for column in columns if any(each.column in keys for each in column.foreign_keys)]


def _through(table: Table, id: int) -> Iterator[ColumnElement[bool]]:
    """Yield which rows are a learner's because they belong to something that is theirs alone."""
    for parent in ALONE:
        for column in naming(parent.c.id):
            if column.table is table:
                yield column.in_(select(parent.c.id).where(parent.c.learner_id == id))


def _any(named: Iterable[ColumnElement[bool]]) -> ColumnElement[bool]:
    first, *others = named
    for each in others:
        first |= each
    return first


def _guilds_own() -> Collection[Table]:
    return [table for table in reversed(metadata.sorted_tables) if "guild" in table.c or table is guild]


async def _runs(db: AsyncConnection, game: Game, id: int) -> bool:
    ended = select(game.table.c.ended).where(game.table.c.id == id)
    return (await db.execute(ended)).scalar_one_or_none() is None


async def _hand_over_answers(db: AsyncConnection, asked: ColumnElement[bool], id: int, stranger: int) -> None:
    theirs = question.c.learner_id == id
    sent = answer.c.question_id.in_(select(question.c.id).where(asked)) & (answer.c.learner_id == id)
    told = correction.c.answer_id.in_(select(answer.c.id).where(sent))
    await uproot(db, appeal, appeal.c.answer_id.in_(select(answer.c.id).where(sent)) & appeal.c.decided.is_(None))
    await db.execute(correction.update().where(told).values(echo=None))
    await db.execute(answer.update().where(sent).values(learner_id=stranger, text="", echo=None, interaction=None))
    await db.execute(question.update().where(asked, theirs).values(learner_id=stranger))
