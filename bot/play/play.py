"""The use cases, behind one door: whoever shows the game, in Discord or at a shell, shows what comes back from here."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial

from bot.play import explaining, meeting, readings
from bot.play.board.boards import Boards
from bot.play.counsel.cost import CostForm, CostSheet, cost, cost_of_text
from bot.play.counsel.counsel import Counsel, ask, tell
from bot.play.counsel.pacing import Paces
from bot.play.desk.desk import Desk
from bot.play.house import House
from bot.play.meeting import Arrival
from bot.play.privacy import Privacy
from bot.play.raid.raids import Raids
from bot.play.review.reminders import Reminders
from bot.play.review.reviews import Reviews
from bot.play.scene import Battle, Exhibit, Language, Learner, Path, Place, Say, Scene, Sent, Tier, TourMap
from bot.play.showing import Showings
from bot.play.study.studies import Studies
from bot.play.tour import beats, moves, tour
from bot.play.tour.map import map_of
from bot.play.tour.paths import path_of
from bot.play.wall import answering, battles
from bot.play.wall.answering import Entry, Heard
from bot.play.wall.gathering import Gathering
from bot.store import battles as battle_rows
from bot.store import guilds, learners
from bot.store.shards import WHOLE, Shards
from bot.store.store import Store
from bot.workshop.workshop import Workshop
from quizbank.bank import Bank
from quizbank.picture import Picture


class Play:
    """The game. Every method reads or writes the store, and returns values only."""

    def __init__(
        self,
        store: Store,
        bank: Bank,
        workshop: Workshop,
        *,
        clock: Callable[[], datetime],
        secrets: Callable[[int], int],
        shards: Shards = WHOLE,
    ) -> None:
        self.house = House(store, bank, workshop, clock, secrets, shards)
        self.boards = Boards(self.house)
        self._paces = Paces()
        self._arrivals = Gathering(partial(meeting.settle, self.house))
        self._records = Gathering(partial(battles.recall_records, self.house))
        self._entries = Gathering(partial(answering.settle, self.house))
        self.desk = Desk(self.house)
        self.raids = Raids(self.house)
        self.reviews = Reviews(self.house)
        self.reminders = Reminders(self.house, self.reviews)
        self.privacy = Privacy(self.house)
        self.studies = Studies(self.house)
        self.showings = Showings(self.house)

    async def meet(self, id: int, *, name: str = "", locale: str = "") -> Learner:
        """Return a learner, remembered by the name they bear now; the language is theirs, or their client's."""
        return await self._arrivals.take(Arrival(id, name, locale))

    async def speak(self, learner: Learner, language: Language) -> Learner:
        """Remember the language a learner chose."""
        async with self.house.store.writing() as db:
            await learners.speak(db, learner.id, language)
        return learner._replace(language=language)

    async def picture(self, learner: Learner, *, text_only: bool) -> Learner:
        """Remember whether a learner wants words in the place of pictures."""
        async with self.house.store.writing() as db:
            await learners.picture(db, learner.id, text_only=text_only)
        return learner._replace(text_only=text_only)

    async def reward(self, guild: int, role: int | None) -> None:
        """Remember which role a guild gives to whoever breaks the wall; None for no role."""
        async with self.house.store.writing() as db:
            await guilds.reward(db, guild, role)

    async def reward_of(self, guild: int) -> int | None:
        """Return the role a guild gives to whoever breaks the wall, or None."""
        async with self.house.store.reading() as db:
            return await guilds.find_reward(db, guild)

    async def fight(
        self, learner: Learner, *, tier: Tier = "adept", place: Place | None = None, secret: int | None = None
    ) -> Scene:
        """Begin a battle with the wall, or go on with the open one; `secret` makes its draws repeatable."""
        return await battles.fight(self.house, learner, tier, place or Place(), secret)

    async def battle(self, battle_id: int) -> Battle | None:
        """Return a battle as it stands, or None."""
        record = await self._records.take(battle_id)
        return None if record is None else record.battle

    async def open_battle(self, learner: Learner, guild: int | None) -> Battle | None:
        """Return the learner's open battle in a guild, or None."""
        async with self.house.store.reading() as db:
            row = await battle_rows.find_open(db, learner.id, guild or 0)
        return None if row is None else await battles.stand(self.house, row.id)

    async def scene(self, battle_id: int, learner: Learner) -> Scene:
        """Return the scene a battle waits in, as this learner is to see it."""
        return battles.awaited(learner, await battles.stand(self.house, battle_id))

    async def public(self, battle_id: int) -> Scene | None:
        """Return the scene a battle waits in, as everyone sees it; None where it is nowhere to be seen."""
        return await battles.public(self.house, await self._records.take(battle_id))

    async def answer(
        self,
        battle_id: int,
        turn: int,
        attempt: int,
        learner: Learner,
        text: str,
        *,
        interaction: int | None = None,
        at: datetime | None = None,
    ) -> Scene:
        """Answer a battle's question; raises a RefusalError where it cannot be answered (any more)."""
        heard = await self.hear(battle_id, turn, attempt, learner, text, interaction=interaction, at=at)
        return await answering.answered(self.house, heard)

    async def hear(
        self,
        battle_id: int,
        turn: int,
        attempt: int,
        who: Learner | Arrival,
        text: str,
        *,
        interaction: int | None = None,
        at: datetime | None = None,
    ) -> Heard:
        """Keep an answer to a battle's question, of one met before or of one who is met with it."""
        return await self._entries.take(Entry(battle_id, turn, attempt, who, self._sent(text, interaction, at)))

    async def verdict(self, heard: Heard) -> Scene:
        """Answer like `answer`, and leave what comes next to be asked when it is wanted: the sooner this is known."""
        return await answering.verdict(self.house, heard)

    async def choose_reading(
        self, answer_id: int, place: int, learner: Learner, *, interaction: int | None = None
    ) -> Scene:
        """Say which reading of an ambiguous text was meant."""
        return await readings.choose_reading(self.house, answer_id, place, learner, self._sent("", interaction, None))

    async def abandon(self, learner: Learner, guild: int | None = None) -> Scene:
        """Leave the open battle."""
        return await battles.abandon(self.house, learner, guild)

    async def moved(self, battle_id: int, place: Place) -> None:
        """Remember where a battle's public message stands."""
        async with self.house.store.writing() as db:
            await battle_rows.move(db, battle_id, place.channel, place.message)

    async def enter(self, learner: Learner, hall: str | None = None) -> Scene:
        """Enter the tour where the learner was, or a hall by its id."""
        return await tour.enter(self.house, learner, hall)

    async def prove(self, learner: Learner, hall: str) -> Scene:
        """Let the learner prove a hall by answering, without walking it."""
        return await tour.prove(self.house, learner, hall)

    async def map(self, learner: Learner) -> TourMap:
        """Return every door of the tour as it stands for this learner."""
        return await map_of(self.house, learner.id)

    async def path(self, learner: Learner) -> Path:
        """Return the learner's own path: halls, skills, what they first believed and when they saw it."""
        return await path_of(self.house, learner.id)

    async def walk(
        self, walk_id: int, beat: str, learner: Learner, move: str, *, interaction: int | None = None
    ) -> Scene:
        """Make a move in a hall: "next", "choose:<token>" or "turn:<value>"."""
        return await moves.move(self.house, walk_id, beat, learner, move, interaction)

    async def reply(
        self,
        walk_id: int,
        beat: str,
        attempt: int,
        learner: Learner,
        text: str,
        *,
        interaction: int | None = None,
        at: datetime | None = None,
    ) -> Scene:
        """Answer a question in a hall."""
        return await moves.reply(self.house, walk_id, beat, attempt, learner, self._sent(text, interaction, at))

    async def exhibit(self, late: Exhibit) -> Picture | None:
        """Return the picture that a scene could not wait for; None if it does not come."""
        return await beats.follow_up(self.house, late)

    async def hint(self, question_id: int) -> Say:
        """Return a question's hint; raises NoBattleError if there is no such question."""
        return await explaining.hint(self.house, question_id)

    async def explain(self, question_id: int, learner: Learner) -> tuple[Say, ...]:
        """Return a question's worked solution, to its learner: once they answered it, or a session asks it no more."""
        return await explaining.explain(self.house, question_id, learner)

    async def ask(self, learner: Learner, text: str) -> Counsel:
        """Ask the elder: what he can reckon, what he teaches, or that he does not know."""
        return await ask(self.house, self._paces, learner, text)

    async def tell(self, learner: Learner, teaching: str) -> Counsel:
        """Have the elder tell one thing he teaches, by its id."""
        return await tell(self.house, learner, teaching)

    async def cost(self, learner: Learner, form: CostForm) -> CostSheet:
        """Return what attention costs; raises UnreckonedError where that cannot be told."""
        return await cost(self.house, learner, form)

    async def cost_of_text(self, learner: Learner, text: str) -> CostSheet:
        """Return what attention costs for numbers typed freely; raises UnreckonedError where they are no setting."""
        return await cost_of_text(self.house, learner, text)

    def _sent(self, text: str, interaction: int | None, at: datetime | None) -> Sent:
        return Sent(text, at or self.house.clock(), interaction)
