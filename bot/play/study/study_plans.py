"""Sessions that open by themselves at their time, and reminders of them for those who asked."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.house import House
from bot.play.scene import Language, Learner, Place
from bot.play.study.study import MemberView, Plan, Reminder, Settings
from bot.play.study.study_opening import opened, settled
from bot.play.study.study_refusals import NoPlanError, NotHostError, UnfitError
from bot.store import guilds, study_plans
from bot.store.study_plans import PlanRow

AHEAD = timedelta(days=366)  # the furthest a plan may lie
SOON = timedelta(minutes=15)  # before its time, whoever asked is reminded
LATE = timedelta(hours=1)  # after its time a plan that could not open is given up


async def plan(house: House, host: Learner, place: Place, settings: Settings, starts: datetime) -> Plan:
    """Plan a session."""
    now = house.clock()
    if not now < starts <= now + AHEAD:
        raise UnfitError("starts")
    fit = await settled(house, place, settings)
    async with house.store.writing() as db:
        row = {
            "host_id": host.id,
            "guild": place.guild,
            "channel": place.channel,
            "language": (await guilds.settings(db, place.guild or 0)).language or host.language,
            "settings": fit.dump(),
            "starts": starts,
        }
        return view(await found(db, await study_plans.add(db, row)))


async def plans(house: House, guild: int) -> tuple[Plan, ...]:
    """Return what is to come in a guild."""
    async with house.store.reading() as db:
        return tuple(view(row) for row in await study_plans.to_come(db, guild))


async def find(house: House, plan_id: int) -> Plan:
    """Return a plan, whatever became of it."""
    async with house.store.reading() as db:
        return view(await found(db, plan_id))


async def announced(house: House, plan_id: int, event: int | None) -> None:
    """Remember Discord's event of a plan."""
    async with house.store.writing() as db:
        await study_plans.announced(db, plan_id, event)


async def cancel(house: House, learner: Learner, plan_id: int, trusted: bool) -> Plan:
    """Cancel a plan that waits."""
    async with house.store.writing() as db:
        row = await found(db, plan_id)
        if row.host_id != learner.id and not trusted:
            raise NotHostError
        if not await study_plans.cancel(db, plan_id, house.clock()):
            raise NoPlanError
        return view(await found(db, plan_id))


async def remind(house: House, plan_id: int, learner: Learner, on: bool) -> Plan:
    """Remember whether the learner wants to be reminded of a plan that waits."""
    async with house.store.writing() as db:
        row = await found(db, plan_id)
        if row.study_id is not None or row.cancelled is not None:
            raise NoPlanError
        await study_plans.remind(db, plan_id, learner.id, on=on)
        return view(await found(db, plan_id))


async def reminders_due(house: House, now: datetime) -> tuple[Reminder, ...]:
    """Return whom to remind now: taken before they are told, so that nobody is ever told twice."""
    async with house.store.writing() as db:
        taken = await study_plans.claim_reminders(db, house.shards, now, now + SOON)
        about = {id: await found(db, id) for id in {each.plan_id for each in taken}}
    return tuple(
        Reminder(view(row := about[each.plan_id]), each.learner_id, cast(Language, each.language or row.language))
        for each in taken
    )


async def not_reminded(house: House, plan_id: int, learner_id: int) -> None:
    """Note that a reminder did not arrive."""
    async with house.store.writing() as db:
        await study_plans.undelivered(db, plan_id, learner_id)


async def reminders_kept(house: House, learner: Learner) -> tuple[Plan, ...]:
    """Return the waiting plans whose reminder did not reach the learner, once."""
    async with house.store.writing() as db:
        return tuple(view(row) for row in await study_plans.take_undelivered(db, learner.id))


async def open_due(house: House, now: datetime) -> tuple[tuple[Plan, ...], tuple[Plan, ...]]:
    """Open the plans whose time has come; return those opened, and those given up after waiting for too long."""
    async with house.store.reading() as db:
        waiting = await study_plans.due(db, house.shards, now)
    begun, missed = [], []
    for row in waiting:
        if now - row.starts > LATE:
            async with house.store.writing() as db:
                if await study_plans.cancel(db, row.id, now):
                    missed.append(view(await found(db, row.id)))
        elif (plan := await open_one(house, row, now)) is not None:
            begun.append(plan)
    return tuple(begun), tuple(missed)


async def open_one(house: House, row: PlanRow, now: datetime) -> Plan | None:
    """Open one plan's session; None if its channel is taken as yet, or another process was first."""
    plan = view(row)
    try:
        async with house.store.writing() as db:
            study_id = await opened(house, db, row.host_id, plan.language, plan.place, plan.settings, now)
            if study_id is None:
                return None
            if not await study_plans.begin(db, row.id, study_id):
                raise NoPlanError
            return view(await found(db, row.id))
    except NoPlanError:  # cancelled, or begun by another, in between: what was opened here is undone
        return None


async def found(db: AsyncConnection, plan_id: int) -> PlanRow:
    """Return a plan's row; raises NoPlanError."""
    row = await study_plans.find(db, plan_id)
    if row is None:
        raise NoPlanError
    return row


def view(row: PlanRow) -> Plan:
    """Return a plan from its row."""
    settings = Settings.load(row.settings)
    return Plan(
        id=row.id,
        host=MemberView(row.host_id, None if row.hidden or not settings.named else row.name),
        place=Place(row.guild, row.channel),
        language=cast(Language, row.language),
        settings=settings,
        starts=row.starts,
        event=row.event,
        study_id=row.study_id,
        cancelled=row.cancelled,
        reminded=row.reminded,
    )
