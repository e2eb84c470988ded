"""The heartbeat of sessions: until when anyone looked at the clock. What nobody was up for counts for nobody."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.play.house import House
from bot.store import memos, studies, study_rounds

HEARTBEAT = "study.heartbeat"  # the memo; of a process among several, with its shards after it
BEAT = timedelta(seconds=5)
ABSENCE = timedelta(seconds=10)  # from here on nobody was up


async def now(house: House) -> datetime:
    """Return the moment, with any absence before it accounted for: nothing is begun or ended on a clock that stood."""
    moment = house.clock()
    await account_for_absence(house, moment)
    return moment


async def account_for_absence(house: House, moment: datetime) -> None:
    """Note that the clock is looked at; if it was not for a while, put off by that whatever waits, and only once."""
    shards = house.shards
    name = HEARTBEAT if shards.whole else f"{HEARTBEAT}.{shards}"
    async with house.store.reading() as db:
        last = await memos.find(db, name)
    if last is None:
        await house.store.remember(name, moment.isoformat())
        return
    absent = moment - datetime.fromisoformat(last)
    if absent < BEAT:
        return
    async with house.store.writing() as db:
        first = await memos.exchange(db, name, last, moment.isoformat())
        if first and absent > ABSENCE:
            await studies.absent(db, shards, moment - absent, moment)
            await study_rounds.put_off(db, absent, shards)
