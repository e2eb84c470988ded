"""A learner who fights the wall: right, wrong, unreadable, in two ways, on two sheets at once."""

from __future__ import annotations

from sqlalchemy import select

from bot.play import battles
from bot.play.scene import Asked, Battle
from bot.store import answers
from bot.store.battles import find_open
from bot.store.tables import battle
from tests.durability.scenario import Scenario, Tally, World
from tests.play.stage import right, trapped
from tests.standin.interaction import MODAL, Interaction
from tests.standin.payloads import GUILD

ENOUGH = 60  # steps in which any battle is brought to its end
NO_ANSWER = ("what?", "22,6", "𝒪(n", "7 or 8")  # cannot be read, or in two ways


class Fighter(Scenario):
    """Fights, and begins again when it is over."""

    def __init__(self, world: World, learner: int) -> None:
        super().__init__(world, learner)
        self._button: str | None = None
        self._sent: list[tuple[Interaction, str]] = []
        self._honest = False  # from now on only right answers

    async def step(self) -> None:
        if self._button is None:
            self._look(await self.answered(self.world.discord.command(self.learner, "wall fight", tier=self._tier())))
            return
        twice = not self._honest and self._chance(0.1)
        sheets = [await self._open(button) for button in [self._button] * (1 + twice)]
        opened = [sheet for sheet in sheets if sheet is not None]
        if not opened:
            return
        text = await self._text()
        sent = [self.world.discord.submit(self.learner, sheet, text) for sheet in opened]
        self._sent += [(each, text) for each in sent]
        for each in sent:
            self._look(await self.answered(each))

    async def finish(self) -> None:
        self._honest = True
        for _ in range(ENOUGH):
            await self.step()
            if await self._battle() is None:
                return

    async def tally(self) -> Tally:
        left = await self._battle()
        stuck = () if left is None else (f"battle {left.id} of {self.learner} is not brought to its end",)
        return sum([await self._of(*each) for each in self._sent], Tally(stuck=stuck + await self._misended()))

    async def _of(self, interaction: Interaction, text: str) -> Tally:
        """Hold what was said to one answer against what is stored of it."""
        async with self.world.play.house.store.reading() as db:
            row = await answers.of_interaction(db, interaction.id)
        seen, kept, messages = acknowledged(interaction), row is not None, len(interaction.messages)
        amiss = (seen and not kept) or (row is not None and row.text != text)
        return Tally(
            sent=1,
            acknowledged=int(seen),
            silent=int(kept and not interaction.seen.is_set()),
            lost=(f"{interaction.id} of {self.learner} is not kept as it was acknowledged",) if amiss else (),
            doubled=(f"{interaction.id} was answered with {messages} messages",) if messages > 1 else (),
        )

    async def _misended(self) -> tuple[str, ...]:
        """Return the battles that ended otherwise than their answers make them end."""
        async with self.world.play.house.store.reading() as db:
            ids = (await db.execute(select(battle.c.id).where(battle.c.learner_id == self.learner))).scalars().all()
        all_of = [await battles.recall(self.world.play.house, id) for id in ids]
        ended = [each for each in all_of if each is not None and each.ending is not None]
        return tuple(f"battle {each.id} ended {each.ending}" for each in ended if each.ending != each.outcome.value)

    async def _open(self, button: str) -> str | None:
        """Open a sheet and return its id; None if another thing was shown."""
        shown = await self.answered(self.world.discord.press(self.learner, button))
        if shown is not None and shown.kind == MODAL:
            return shown.touches[0]
        self._look(shown)
        return None

    def _look(self, shown: Interaction | None) -> None:
        """Remember the button that leads on; without one, the way leads back to the wall by command."""
        touches = [] if shown is None else shown.touches
        self._button = next((each for each in touches if each.startswith("ge1:ask:")), None)

    async def _text(self) -> str:
        battle = await self._battle()
        asked: Asked | None = None if battle is None else battle.asked
        if asked is None:
            return "1"
        if self._honest or self._chance(0.4):
            return right(asked)
        if self._chance(0.2):
            return self.world.random.choice(NO_ANSWER)
        return trapped(asked) if asked.certificate.traps and self._chance(0.5) else "1"

    async def _battle(self) -> Battle | None:
        """Return the open battle, as the store has it."""
        async with self.world.play.house.store.reading() as db:
            row = await find_open(db, self.learner, GUILD)
        return None if row is None else await battles.recall(self.world.play.house, row.id)

    def _tier(self) -> str:
        return self.world.random.choice(("apprentice", "adept", "elder"))

    def _chance(self, share: float) -> bool:
        return self.world.random.random() < share


def acknowledged(interaction: Interaction) -> bool:
    """Whether a verdict was seen: it offers the solution, or the same question again and not to bring the wall."""
    kinds = {touch.split(":")[1] for touch in interaction.touches if touch.startswith("ge1:")}
    return "why" in kinds or "read" in kinds or ("ask" in kinds and "bring" not in kinds)
