"""What the clock brings about in sessions: rounds that are over, sessions that are idle, plans whose time has come."""

from __future__ import annotations

from datetime import datetime, timedelta
from functools import partial

from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.house import House
from bot.play.study.study import Turned
from bot.play.study.study_heartbeat import account_for_absence
from bot.play.study.study_plans import open_due
from bot.play.study.study_turns import finish, turn
from bot.play.study.study_views import owing
from bot.store import studies, study_plans, study_rounds
from bot.store.shards import Shards
from bot.store.studies import StudyRow
from bot.store.study_rounds import RoundRow
from engine.rules import study as rules

LEEWAY = timedelta(seconds=2)  # what was sent in time may still be on its way
UNMOVED = timedelta(minutes=10)  # a round in which nothing happens moves on
IDLE = timedelta(minutes=30)  # a session in which nobody does anything ends


async def due(house: House, now: datetime) -> Turned:
    """Do what is due in guilds of this process; several with the same may, and each thing is done once.

    Where no session is open and no plan's time has come, nothing is at stake: one look is all it costs.
    """
    if not await house.store.read(partial(at_stake, shards=house.shards, now=now)):
        return Turned()
    await account_for_absence(house, now)
    async with house.store.reading() as db:
        waiting = await study_rounds.due(db, house.shards, now, unmoved=now - UNMOVED, unseen=now - IDLE)
    changed = [study_id for study_id in waiting if await move(house, study_id, now)]
    begun, missed = await open_due(house, now)
    return Turned(tuple(changed), begun, missed)


def at_stake(db: Connection, shards: Shards, now: datetime) -> bool:
    """Whether a session of these shards is open, or the time of a plan has come."""
    return studies.anything_open(db, shards) or study_plans.anything_due(db, shards, now)


async def move(house: House, study_id: int, now: datetime) -> bool:
    """Move one session on, if that is due; whether it did."""
    async with house.store.writing() as db:
        row = await studies.locked(db, study_id)
        if row is None or row.ended is not None:
            return False
        round = await study_rounds.latest(db, study_id)
        if row.touched <= now - IDLE:
            await finish(db, row, round, "idle", now)
            return True
        if round is None or row.paused is not None or not await over(db, row, round, now):
            return False
        await turn(house, db, row, round, now)
        return True


async def over(db: AsyncConnection, row: StudyRow, round: RoundRow, now: datetime) -> bool:
    """Whether a round's phase is over by the clock: by its last personal deadline, or because nothing happens in it."""
    if max(row.touched, round.turned) <= now - UNMOVED:
        return True
    if round.phase not in ("first", "second"):
        return round.deadline is not None and round.deadline <= now
    if round.closes is not None and round.closes + LEEWAY <= now:
        return True
    if round.deadline is None or round.deadline + LEEWAY > now:
        return False
    owed = await study_rounds.owed(db, row.id, round.id, owing(row, round))
    return rules.last_moment(round.deadline, row.seconds or 0, owed.extra) + LEEWAY <= now
