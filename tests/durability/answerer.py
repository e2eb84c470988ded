"""A learner who sends texts in, and in the end holds each of them against what is kept of it."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from bot.play.scene import Asked
from bot.store import answers
from tests.durability.scenario import Scenario, Tally, World
from tests.play.stage import right, trapped
from tests.standin.interaction import MODAL, Interaction, words
from tests.standin.payloads import CHANNEL

NO_ANSWER = ("what?", "22,6", "𝒪(n", "7 or 8")  # cannot be read, or in two ways
RIGHTLY, UNREADABLY, TWICE = 0.4, 0.2, 0.1  # shares: of all texts, of those that are not right; of two sheets at once


class Answerer(Scenario):
    """Sends in what is right, wrong, unreadable, in two ways; sometimes on two sheets of one question."""

    channel: int = CHANNEL
    acknowledging: ClassVar[frozenset[str]]  # what can be touched on a verdict, and never on a refusal

    def __init__(self, world: World, learner: int, *, leads: bool = False) -> None:
        super().__init__(world, learner, leads=leads)
        self.honest = False  # from now on only right answers
        self._sent: list[tuple[Interaction, str]] = []

    @abstractmethod
    async def asked(self) -> Asked | None:
        """Return the learner's own open question, as the store has it."""

    @abstractmethod
    async def amiss(self) -> tuple[str, ...]:
        """Return what does not hold of the games that were played, once all is over."""

    def acknowledged(self, interaction: Interaction) -> bool:
        """Whether a verdict was seen."""
        return bool(kinds(interaction) & self.acknowledging)

    async def tally(self) -> Tally:
        return sum([await self._of(*each) for each in self._sent], Tally(stuck=(*self.unsettled, *await self.amiss())))

    async def command(self, path: str, **options: str | int) -> Interaction | None:
        """Give a command, and return what was seen."""
        return await self.answered(self.world.discord.command(self.learner, path, where=self.channel, **options))

    async def press(self, button: str) -> Interaction | None:
        """Press a button, and return what was seen."""
        return await self.answered(self.world.discord.press(self.learner, button, where=self.channel))

    async def answer(self, button: str) -> list[Interaction]:
        """Open a sheet or two of one question, send in what is written on them, and return whatever was seen."""
        twice = not self.honest and self.chance(TWICE)
        shown = [seen for _ in range(1 + twice) if (seen := await self.press(button)) is not None]
        sheets = [each.touches[0] for each in shown if each.kind == MODAL]
        if not sheets:
            return shown
        text = self._text(await self.asked())
        sent = [self.world.discord.submit(self.learner, sheet, text, where=self.channel) for sheet in sheets]
        self._sent += [(each, text) for each in sent]
        return [seen for each in sent if (seen := await self.answered(each)) is not None]

    def chance(self, share: float) -> bool:
        """Whether something befalls that does so often."""
        return self.world.random.random() < share

    def _text(self, asked: Asked | None) -> str:
        if asked is None:
            return "1"
        if self.honest or self.chance(RIGHTLY):
            return right(asked)
        if self.chance(UNREADABLY):
            return self.world.random.choice(NO_ANSWER)
        return trapped(asked) if asked.certificate.traps and self.chance(0.5) else "1"

    async def _of(self, interaction: Interaction, text: str) -> Tally:
        """Hold what was said to one answer against what is stored of it."""
        async with self.world.play.house.store.reading() as db:
            row = await answers.of_interaction(db, interaction.id)
        seen, kept, messages = self.acknowledged(interaction), row is not None, len(interaction.messages)
        amiss = (seen and not kept) or (row is not None and row.text != text)
        return Tally(
            sent=1,
            acknowledged=int(seen),
            silent=int(kept and not interaction.seen.is_set()),
            lost=(f"{interaction.id} of {self.learner} is not kept as it was acknowledged",) if amiss else (),
            doubled=(f"{interaction.id} was answered with {messages}: {said(interaction)}",) if messages > 1 else (),
        )


def said(interaction: Interaction) -> list[list[str]]:
    """Return the words of every message that answers an interaction."""
    return [list(words(body)) for body in interaction.messages.values()]


def kinds(interaction: Interaction) -> set[str]:
    """Return the kinds of all that can be touched in what was seen."""
    return {touch.split(":")[1] for touch in interaction.touches if touch.startswith("ge1:")}
