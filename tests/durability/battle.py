"""A learner who fights the wall alone."""

from __future__ import annotations

from sqlalchemy import select

from bot.play.scene import Asked, Battle
from bot.play.wall import battles
from bot.store.battles import find_open
from bot.store.tables import battle
from tests.durability.answerer import Answerer, kinds
from tests.durability.scenario import World
from tests.standin.interaction import Interaction
from tests.standin.payloads import GUILD

ENOUGH = 60  # steps in which any battle is brought to its end
TIERS = ("apprentice", "adept", "elder")


class Fighter(Answerer):
    """Fights, and begins again when it is over."""

    acknowledging = frozenset({"why", "read"})

    def __init__(self, world: World, learner: int, *, leads: bool = False) -> None:
        super().__init__(world, learner, leads=leads)
        self._button: str | None = None

    async def step(self) -> None:
        if self._button is None:
            self._look(await self.command("wall fight", tier=self.world.random.choice(TIERS)))
            return
        for seen in await self.answer(self._button):
            self._look(seen)

    async def finish(self) -> None:
        self.honest = True
        for _ in range(ENOUGH):
            await self.step()
            if await self._battle() is None:
                return

    async def asked(self) -> Asked | None:
        battle = await self._battle()
        return None if battle is None else battle.asked

    async def amiss(self) -> tuple[str, ...]:
        async with self.world.play.house.store.reading() as db:
            ids = (await db.execute(select(battle.c.id).where(battle.c.learner_id == self.learner))).scalars().all()
        recalled = [await battles.recall(self.world.play.house, id) for id in ids]
        of_mine = [each for each in recalled if each is not None]
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

    async def _battle(self) -> Battle | None:
        """Return the open battle, as the store has it."""
        async with self.world.play.house.store.reading() as db:
            row = await find_open(db, self.learner, GUILD)
        return None if row is None else await battles.recall(self.world.play.house, row.id)
