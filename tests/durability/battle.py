"""A learner who fights the wall alone."""

from __future__ import annotations

from sqlalchemy import select, union_all

from bot.cogs.wall.wall_placard import placard
from bot.play.scene import Asked, Battle
from bot.play.wall import battles
from bot.store.battles import find_open
from bot.store.tables import battle, raid, study
from tests.durability.answerer import Answerer, kinds
from tests.durability.placard import host_of, stray, untrue
from tests.durability.scenario import World
from tests.standin.interaction import Interaction
from tests.standin.payloads import CHANNELS, GUILD

ENOUGH = 60  # steps in which any battle is brought to its end
TIERS = ("apprentice", "adept", "elder")
WALLS = (CHANNELS[0], *CHANNELS[4:])  # one each: nobody alive fights as fast as they do, and a channel has its pace
TAKING = 0.03  # share of steps: someone takes the wall down


class Fighter(Answerer):
    """Fights, and begins again when it is over."""

    acknowledging = frozenset({"why", "read"})

    def __init__(self, world: World, learner: int, *, leads: bool = False) -> None:
        super().__init__(world, learner, leads=leads)
        self.channel = WALLS[learner % len(WALLS)]
        self._button: str | None = None
        self._host = host_of(world)

    async def step(self) -> None:
        if self._button is None:
            self._look(await self.command("wall fight", tier=self.world.random.choice(TIERS)))
            return
        if not self.honest and self.chance(TAKING):
            await self._take_down()
        for seen in await self.answer(self._button):
            self._look(seen)

    async def finish(self) -> None:
        self.honest = True
        for _ in range(ENOUGH):
            await self.step()
            if await self._battle() is None:
                return

    async def disorder(self, absent: float) -> str | None:
        battles = [each for each in await self._all() if each.place.message is not None]
        untrue = next(iter([amiss for each in battles if (amiss := self._untrue(each))]), None)
        return untrue or (stray(self.world, await self._placed()) if self.leads else None)

    async def asked(self) -> Asked | None:
        battle = await self._battle()
        return None if battle is None else battle.asked

    async def amiss(self) -> tuple[str, ...]:
        of_mine = await self._all()
        left = [each for each in of_mine if each.ending is None]
        false = [each for each in of_mine if each.ending is not None and each.ending != each.outcome.value]
        return (
            *(f"battle {each.id} of {self.learner} is not brought to its end" for each in left),
            *(f"battle {each.id} ended {each.ending}" for each in false),
        )

    def acknowledged(self, interaction: Interaction) -> bool:
        """Whether a verdict was seen; it may also offer the same question again, and not to bring the wall."""
        found = kinds(interaction)
        return super().acknowledged(interaction) or ("ask" in found and "bring" not in found)

    def _look(self, shown: Interaction | None) -> None:
        """Remember the button that leads on; without one, the way leads back to the wall by command."""
        touches = [] if shown is None else shown.touches
        self._button = next((each for each in touches if each.startswith("ge1:ask:")), None)

    async def _take_down(self) -> None:
        """Have whoever looks after the channel take down the wall: it is put up anew after the next answer."""
        battle = await self._battle()
        message = None if battle is None else battle.place.message
        if message is not None and self.world.discord.rest.messages.pop(message, None) is not None:
            self.world.taken_down.add(message)

    async def _all(self) -> list[Battle]:
        """Return every battle of this learner, as the store has it."""
        async with self.world.play.house.store.reading() as db:
            ids = (await db.execute(select(battle.c.id).where(battle.c.learner_id == self.learner))).scalars().all()
        recalled = [await battles.recall(self.world.play.house, id) for id in ids]
        return [each for each in recalled if each is not None]

    async def _placed(self) -> set[int | None]:
        """Return every public message that the store knows of, whatever it shows."""
        async with self.world.play.house.store.reading() as db:
            rows = await db.execute(union_all(*(select(each.c.message) for each in (battle, raid, study))))
            return set(rows.scalars())

    def _untrue(self, battle: Battle) -> str | None:
        what = f"battle {battle.id}, {battle.ending or 'open'},"
        if battle.ending is None and battle.asked is None:
            return f"the wall of {what} asks nothing"
        screen = placard(self._host.pen(battle.learner.language), battles.awaited(battle.learner, battle), None)
        return untrue(self.world, what, battle.place, screen)

    async def _battle(self) -> Battle | None:
        """Return the open battle, as the store has it."""
        async with self.world.play.house.store.reading() as db:
            row = await find_open(db, self.learner, GUILD)
        return None if row is None else await battles.recall(self.world.play.house, row.id)
