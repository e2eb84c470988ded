"""Who is in a session and who holds it: coming and going, the host's acts, and how it passes on to another."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.house import House
from bot.play.scene import Learner
from bot.play.study.study import Study
from bot.play.study.study_heartbeat import now
from bot.play.study.study_refusals import (
    HeirNotInError,
    HostPresentError,
    NotHostError,
    NotInError,
    NotStartedError,
    PausedError,
    StudyOverError,
)
from bot.play.study.study_turns import finish, locked, next_round, settle, turn
from bot.play.study.study_views import owing, recall, view
from bot.store import studies, study_rounds
from bot.store.studies import StudyRow
from bot.store.study_rounds import RoundRow
from engine.rules import study as rules
from engine.rules.study import Phase

SILENT = timedelta(minutes=3)  # a host from whom nothing was heard for so long may be replaced


class Held(NamedTuple):
    """A session under its lock, at a moment."""

    db: AsyncConnection
    row: StudyRow
    round: RoundRow | None
    now: datetime


@asynccontextmanager
async def holding(house: House, study_id: int, learner: Learner, *, host: bool) -> AsyncIterator[Held]:
    """Give an open session under its lock to a learner who acts; raises NotHostError if only its host may."""
    moment = await now(house)
    async with house.store.writing() as db:
        row, round = await locked(db, study_id)
        if host and row.host_id != learner.id:
            raise NotHostError
        await studies.touch(db, study_id, learner.id, moment)
        yield Held(db, row, round, moment)


async def standing(house: House, study_id: int) -> Study:
    """Return a session as it stands."""
    async with house.store.reading() as db:
        return await view(db, house.bank, study_id)


async def join(house: House, learner: Learner, study_id: int) -> Study:
    """Come in."""
    async with holding(house, study_id, learner, host=False) as held:
        await studies.join(held.db, study_id, learner.id, held.now)
    return await standing(house, study_id)


async def leave(house: House, learner: Learner, study_id: int) -> Study:
    """Leave; with the last one the session ends, and a round that waited for this one alone moves on."""
    async with holding(house, study_id, learner, host=False) as held:
        if not await studies.leave(held.db, study_id, learner.id, held.now):
            raise NotInError
        if await studies.present(held.db, study_id) == 0:
            await finish(held.db, held.row, held.round, "deserted", held.now)
        else:
            await settle(house, held.db, held.row, held.round, held.now)
    return await standing(house, study_id)


async def start(house: House, learner: Learner, study_id: int) -> Study:
    """Begin the first round."""
    async with holding(house, study_id, learner, host=True) as held:
        await studies.join(held.db, study_id, learner.id, held.now)
        if await studies.start(held.db, study_id, held.now):
            await next_round(house, held.db, held.row, None, held.now)
    return await standing(house, study_id)


async def shown(house: House, study_id: int, number: int, at: datetime) -> bool:
    """Start the clock of a round whose message stands; False if it has none, or is past."""
    await now(house)
    async with house.store.writing() as db:
        row = await studies.locked(db, study_id)
        if row is None or row.ended is not None or row.paused is not None:
            return False
        round = await study_rounds.latest(db, study_id)
        by = rules.deadline(at, row.seconds)
        if round is None or round.number != number or by is None:
            return False
        return await study_rounds.start_clock(db, round.id, by)


async def pause(house: House, learner: Learner, study_id: int) -> Study:
    """Stop the clocks."""
    async with holding(house, study_id, learner, host=True) as held:
        if held.row.started is None:
            raise NotStartedError
        await studies.pause(held.db, study_id, held.now)
    return await standing(house, study_id)


async def resume(house: House, learner: Learner, study_id: int) -> Study:
    """Let the clocks run again, put off by as long as they stood."""
    async with holding(house, study_id, learner, host=True) as held:
        began = held.row.paused
        if began is not None and await studies.resume(held.db, study_id, held.now):
            await studies.stopped(held.db, study_id, began, held.now)
            await study_rounds.put_off(held.db, held.now - began, study_id)
            row, round = await locked(held.db, study_id)
            await settle(house, held.db, row, round, held.now)
    return await standing(house, study_id)


async def stop(house: House, learner: Learner, study_id: int) -> Study:
    """End the session."""
    async with holding(house, study_id, learner, host=True) as held:
        await finish(held.db, held.row, held.round, "stopped", held.now)
    return await standing(house, study_id)


async def skip(house: House, learner: Learner, study_id: int, number: int, phase: Phase) -> Study:
    """Move on from one phase of one round; if that is past already, nothing happens."""
    with suppress(StudyOverError):
        async with holding(house, study_id, learner, host=True) as held:
            if held.row.paused is not None:
                raise PausedError
            if held.round is not None and (held.round.number, held.round.phase) == (number, phase):
                await turn(house, held.db, held.row, held.round, held.now)
    return await standing(house, study_id)


async def awaited(house: House, study_id: int, besides: Learner) -> int:
    """Return how many others still owe an answer in the open round."""
    async with house.store.reading() as db:
        row, round = await recall(db, study_id), await study_rounds.latest(db, study_id)
        if round is None or round.phase not in ("first", "second"):
            return 0
        return await study_rounds.owing_beside(db, study_id, round.id, owing(row, round), besides.id)


async def take_over(house: House, learner: Learner, study_id: int) -> Study:
    """Become the host in place of one who has left or gone silent."""
    async with holding(house, study_id, learner, host=False) as held:
        if held.row.host_id != learner.id:
            host = await studies.member(held.db, study_id, held.row.host_id)
            gone = host is not None and host.left is not None
            if not gone and held.row.host_seen > held.now - SILENT:
                raise HostPresentError(SILENT // timedelta(minutes=1))
            await studies.hand_over(held.db, study_id, learner.id, held.now)
        await studies.join(held.db, study_id, learner.id, held.now)
    return await standing(house, study_id)


async def hand_over(house: House, learner: Learner, study_id: int, heir: int) -> Study:
    """Make another who is present the host; raises HeirNotInError where they are not."""
    async with holding(house, study_id, learner, host=True) as held:
        member = await studies.member(held.db, study_id, heir)
        if member is None or member.left is not None:
            raise HeirNotInError
        await studies.hand_over(held.db, study_id, heir, held.now)
    return await standing(house, study_id)


async def lost(house: House, study_id: int) -> Study:
    """End a lobby whose message can stand nowhere, and pause what runs."""
    moment = await now(house)
    async with house.store.writing() as db:
        row = await studies.locked(db, study_id)
        if row is not None and row.ended is None and row.started is None:
            await studies.end(db, study_id, "unreachable", moment)
        elif row is not None:
            await studies.pause(db, study_id, moment)
    return await standing(house, study_id)
