"""Learners who storm one wall together: they come, begin, strike, leave and come back."""

from __future__ import annotations

import asyncio

from sqlalchemy import func, select

from bot.cogs.frame.ids import Touch
from bot.cogs.raid.raids import placard
from bot.play.judging import COUNTED
from bot.play.posing import posed
from bot.play.raid.raid import FOUGHT_OUT, Raid, ending_of
from bot.play.scene import Asked
from bot.store.questions import Home
from bot.store.tables import answer, question, raid
from tests.durability.answerer import Answerer
from tests.durability.battle import TIERS
from tests.durability.placard import host_of, untrue
from tests.durability.scenario import World
from tests.standin.interaction import Interaction, custom_ids
from tests.standin.payloads import CHANNELS

ENOUGH = 400  # steps in which any raid is brought to its end
WHILE = 0.05  # seconds between two looks of one who waits for others
LEAVING, ASKING = 0.03, 0.05  # shares of steps: to leave; to ask by command where the raid stands
HAPPENED = ("deserted",)  # the endings that no answer makes, and that may befall these learners


class Raider(Answerer):
    """One of those in the raid of a channel."""

    channel = CHANNELS[1]
    acknowledging = frozenset({"why", "raidread", "raidhint"})

    def __init__(self, world: World, learner: int, *, leads: bool = False) -> None:
        super().__init__(world, learner, leads=leads)
        self._touches: list[str] = []  # of what was seen last
        self._host = host_of(world)

    async def step(self) -> None:
        raid = await self._raid()
        if raid is None:
            if not self.honest:
                await self._call()
            return
        fighter = raid.fighter(self.learner)
        here = fighter is not None and fighter.here
        if not self.honest and self.chance(ASKING):
            await self._call()
        elif not self.honest and here and self.chance(LEAVING):
            await self._leave(raid)
        elif raid.standing:
            await self._strike(raid)
        elif not here:
            await self._touch(raid, "raidjoin")
        elif self._begins(raid):
            await self._touch(raid, "raidstart")
        else:
            await asyncio.sleep(WHILE)

    async def finish(self) -> None:
        self.honest = True
        for _ in range(ENOUGH):
            await self.step()
            if await self._raid() is None:
                return

    async def disorder(self, absent: float) -> str | None:
        raids = await self._all() if self.leads else []
        return next(iter([amiss for each in raids if (amiss := await self._untrue(each))]), None)

    async def asked(self) -> Asked | None:
        raid = await self._raid()
        mine = () if raid is None else await posed(self.world.play.house, Home("raid", raid.id), self.learner)
        return mine[-1].asked if mine else None

    async def amiss(self) -> tuple[str, ...]:
        if not self.leads:
            return ()
        raids = await self._all()
        left = [f"raid {each.id} is not brought to its end" for each in raids if each.ending is None]
        false = [f"raid {each.id} ended {each.ending}" for each in raids if each.ending and not self._truly_ended(each)]
        return (*left, *false, *await self._twice())

    def _begins(self, raid: Raid) -> bool:
        host = raid.fighter(raid.host)
        return raid.host == self.learner or host is None or not host.here

    def _truly_ended(self, raid: Raid) -> bool:
        if raid.ending in FOUGHT_OUT:
            return raid.ending == ending_of(raid.siege)
        return raid.ending in HAPPENED and not raid.here

    async def _call(self) -> None:
        self._look(await self.command("wall raid", tier=self.world.random.choice(TIERS)))

    async def _strike(self, raid: Raid) -> None:
        door = self._door(raid, "raidask")
        if door is None:
            await self._call()
            return
        for seen in await self.answer(door):
            self._look(seen)

    async def _leave(self, raid: Raid) -> None:
        await self._touch(raid, "raidleave")
        await self._touch(raid, "raidgo")

    async def _touch(self, raid: Raid, kind: str) -> None:
        """Touch what is to be seen; ask where the raid stands if it is not."""
        door = self._door(raid, kind)
        if door is None:
            await self._call()
        else:
            self._look(await self.press(door))

    def _door(self, raid: Raid, kind: str) -> str | None:
        placard = self.world.discord.rest.messages.get(raid.place.message or 0, {})
        touches = (*custom_ids(placard), *self._touches)
        return next((each for each in touches if each == str(Touch(kind, (raid.id,)))), None)

    def _look(self, shown: Interaction | None) -> None:
        self._touches = [] if shown is None else shown.touches

    async def _raid(self) -> Raid | None:
        return await self.world.play.raids.open_in(self.channel)

    async def _all(self) -> list[Raid]:
        async with self.world.play.house.store.reading() as db:
            ids = (await db.execute(select(raid.c.id).where(raid.c.channel == self.channel))).scalars().all()
        return [found for id in ids if (found := await self.world.play.raids.find(id)) is not None]

    async def _untrue(self, raid: Raid) -> str | None:
        screen = await placard(self._host, raid, 0)
        return untrue(self.world, f"raid {raid.id}, {raid.ending or 'open'},", raid.place, screen)

    async def _twice(self) -> list[str]:
        """Return the questions that more than one answer counts for."""
        counted = select(answer.c.question_id).join(question, question.c.id == answer.c.question_id)
        of_raids = counted.where(question.c.raid_id.is_not(None), answer.c.kind.in_(COUNTED))
        async with self.world.play.house.store.reading() as db:
            rows = await db.execute(of_raids.group_by(answer.c.question_id).having(func.count() > 1))
        return [f"question {id} was answered twice" for id in rows.scalars()]
