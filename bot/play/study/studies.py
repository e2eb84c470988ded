"""Study sessions: a group answers the same kind of question, each with numbers of their own, at the group's pace."""

from __future__ import annotations

from datetime import datetime, timedelta

from bot.play.house import House
from bot.play.scene import Asked, Language, Learner, Place, Sent
from bot.play.study import study_answers as rounds
from bot.play.study import study_clock as clock
from bot.play.study import study_hosting as hosting
from bot.play.study import study_opening as opening
from bot.play.study import study_plans as planning
from bot.play.study import study_report as reports
from bot.play.study import study_subjects as subjects
from bot.play.study.study import OwnRound, Plan, Reminder, Report, Settings, Study, Subject, Told, Turned
from bot.play.study.study_refusals import UnfitError
from bot.play.study.study_views import view
from bot.store import studies
from engine.rules.study import Phase

MOST_EXTRA = 300  # percent
NOTHING = timedelta()


class Studies:
    """Every method reads or writes the store and returns values; what may not be done raises a RefusalError.

    Hosts' acts are refused to anyone else, learners' acts outside the phase they belong to; nothing refused changes
    anything. Whoever shows a session renews what it shows after every act that returns.
    """

    def __init__(self, house: House) -> None:
        self._house = house

    # --- what it may be about ---

    def subjects(self, text: str) -> tuple[str, ...]:
        """Return the ids of the halls and skills named in a text, by id or name in either language, parted by commas.

        Raises NoSubjectError, which carries the name that is none.
        """
        return subjects.find(self._house.bank, text)

    def suggest(self, text: str, language: Language) -> tuple[Subject, ...]:
        """Return at most 25 subjects whose name begins like, or holds, the last name in the text."""
        return subjects.suggest(self._house.bank, text, language)

    def near(self, name: str) -> tuple[Subject, ...]:
        """Return the subjects that may have been meant by a name that is none, at most three, the likeliest first."""
        return subjects.near(self._house.bank, name)

    def named(self, subject: str) -> Subject:
        """Return the subject of that id."""
        return subjects.named(self._house.bank, subject)

    # --- the session ---

    async def open(self, host: Learner, place: Place, settings: Settings) -> Study:
        """Open a lobby with its host in it; `place` needs guild and channel.

        Raises StudyOpenError, which carries the standing session, if the channel has one; NoSubjectError; UnfitError if
        the rounds (1–20), the seconds (10–600) or peer voting in a race cannot be.
        """
        return await opening.open_study(self._house, host, place, settings)

    async def join(self, learner: Learner, study_id: int) -> Study:
        """Come in, at any time; a second time changes nothing."""
        return await hosting.join(self._house, learner, study_id)

    async def leave(self, learner: Learner, study_id: int) -> Study:
        """Leave: nobody waits for them any more; when the last one leaves, the session ends `deserted`."""
        return await hosting.leave(self._house, learner, study_id)

    async def start(self, learner: Learner, study_id: int) -> Study:
        """Begin the first round; only the host may."""
        return await hosting.start(self._house, learner, study_id)

    async def shown(self, study_id: int, number: int, at: datetime) -> bool:
        """Start the clock of a round whose message stands now, if it has one that does not run; whether it was started.

        The first sheet opened starts it as well.
        """
        return await hosting.shown(self._house, study_id, number, at)

    async def pause(self, learner: Learner, study_id: int) -> Study:
        """Stop all clocks; answers are refused until it goes on, save those sent before. Only the host may."""
        return await hosting.pause(self._house, learner, study_id)

    async def resume(self, learner: Learner, study_id: int) -> Study:
        """Go on: every deadline moves by as long as it was paused. Only the host may."""
        return await hosting.resume(self._house, learner, study_id)

    async def stop(self, learner: Learner, study_id: int) -> Study:
        """End it; the report tells what was done until then. Only the host may."""
        return await hosting.stop(self._house, learner, study_id)

    async def skip(self, learner: Learner, study_id: int, number: int, phase: Phase) -> Study:
        """Move on from that phase of that round, to the next phase, round, or the end; only the host may.

        If it has moved on already, nothing happens and it is returned as it stands.
        """
        return await hosting.skip(self._house, learner, study_id, number, phase)

    async def awaited(self, study_id: int, *, besides: Learner) -> int:
        """Return how many others who are present have not done with the round that is open; none where none is."""
        return await hosting.awaited(self._house, study_id, besides)

    async def take_over(self, learner: Learner, study_id: int) -> Study:
        """Become the host, if the host has left or been silent for three minutes; comes in as well."""
        return await hosting.take_over(self._house, learner, study_id)

    async def hand_over(self, learner: Learner, study_id: int, heir: int) -> Study:
        """Make another who is present the host; only the host may."""
        return await hosting.hand_over(self._house, learner, study_id, heir)

    # --- a learner's part ---

    async def question(self, study_id: int, learner: Learner, *, at: datetime | None = None) -> Asked:
        """Return the learner's own question of the open round, putting it on first sight (`at`); brings them in.

        `asked.attempt` is what the next answer must bear.
        """
        return await rounds.question(self._house, study_id, learner, at)

    async def answer(
        self,
        study_id: int,
        number: int,
        attempt: int,
        learner: Learner,
        text: str,
        *,
        interaction: int | None = None,
        at: datetime | None = None,
    ) -> Told:
        """Judge and keep a text sent in a round; the same interaction twice counts once and is told the same.

        Raises NoStudyError, StudyOverError, NotStartedError, PausedError, RoundOverError, NoTimeError or AnsweredError;
        none of them keeps anything.
        """
        sent = self._sent(text, interaction, at)
        return await rounds.answer(self._house, study_id, number, attempt, learner, sent)

    async def choose_reading(
        self,
        answer_id: int,
        place: int,
        learner: Learner,
        *,
        interaction: int | None = None,
        at: datetime | None = None,
    ) -> Told:
        """Say which reading of an ambiguous text was meant."""
        sent = self._sent("", interaction, at)
        return await rounds.choose_reading(self._house, answer_id, place, learner, sent)

    async def own(self, study_id: int, learner: Learner) -> tuple[OwnRound, ...]:
        """Return the rounds as this learner alone may see them."""
        return await reports.own(self._house, study_id, learner)

    async def extra(self, learner: Learner) -> int:
        """Return how many percent more time the learner has; nobody else is told."""
        async with self._house.store.reading() as db:
            return await studies.extra(db, learner.id)

    async def give_extra(self, learner: Learner, percent: int) -> int:
        """Give the learner that much more time (0–300) from now on, everywhere, and return it."""
        if not 0 <= percent <= MOST_EXTRA:
            raise UnfitError("extra", most=MOST_EXTRA)
        async with self._house.store.writing() as db:
            await studies.give_extra(db, learner.id, percent)
        return percent

    # --- how it stands ---

    async def standing(self, study_id: int) -> Study:
        """Return a session as everyone may see it; raises NoStudyError."""
        return await hosting.standing(self._house, study_id)

    async def open_in(self, channel: int) -> Study | None:
        """Return the session that is open in a channel, or None."""
        async with self._house.store.reading() as db:
            row = await studies.find_open(db, channel)
            return None if row is None else await view(db, self._house.bank, row.id)

    async def underway(self, lately: timedelta = NOTHING) -> tuple[int, ...]:
        """Return every session of this process that is not over, or has ended lately."""
        async with self._house.store.reading() as db:
            return tuple(await studies.underway(db, self._house.shards, self._house.clock() - lately))

    async def report(self, study_id: int) -> Report:
        """Return what the group knows by its answers so far."""
        return await reports.report(self._house, study_id)

    async def placed(self, study_id: int) -> Place | None:
        """Return where its message stands; None if there is no such session, or its message could stand nowhere."""
        async with self._house.store.reading() as db:
            row = await studies.find(db, study_id)
        return None if row is None or row.ending == "unreachable" else Place(row.guild, row.channel, row.message)

    async def moved(self, study_id: int, place: Place) -> None:
        """Remember where its message stands from now on."""
        async with self._house.store.writing() as db:
            await studies.move(db, study_id, place.channel, place.message)

    async def lost(self, study_id: int) -> Study:
        """Take note that its message can stand nowhere: a lobby ends `unreachable`, what runs is paused."""
        return await hosting.lost(self._house, study_id)

    # --- the clock ---

    async def due(self, now: datetime) -> Turned:
        """Do all that is due by the clock; at least every five seconds, by any number of processes."""
        return await clock.due(self._house, now)

    # --- plans ---

    async def plan(self, host: Learner, place: Place, settings: Settings, starts: datetime) -> Plan:
        """Plan a session that opens by itself; raises UnfitError if that moment has passed or lies a year ahead."""
        return await planning.plan(self._house, host, place, settings, starts)

    async def plans(self, guild: int) -> tuple[Plan, ...]:
        """Return what is still to come in a guild, soonest first."""
        return await planning.plans(self._house, guild)

    async def find_plan(self, plan_id: int) -> Plan:
        """Return a plan; raises NoPlanError."""
        return await planning.find(self._house, plan_id)

    async def announced(self, plan_id: int, event: int | None) -> None:
        """Remember Discord's scheduled event of a plan."""
        await planning.announced(self._house, plan_id, event)

    async def cancel_plan(self, learner: Learner, plan_id: int, *, trusted: bool = False) -> Plan:
        """Cancel a plan: its host may, and whoever is trusted with the guild."""
        return await planning.cancel(self._house, learner, plan_id, trusted)

    async def remind(self, plan_id: int, learner: Learner, *, on: bool) -> Plan:
        """Remind the learner of a plan, or no more."""
        return await planning.remind(self._house, plan_id, learner, on)

    async def reminders_due(self, now: datetime) -> tuple[Reminder, ...]:
        """Return whom to remind now, each only ever once, even by several processes."""
        return await planning.reminders_due(self._house, now)

    async def not_reminded(self, plan_id: int, learner: Learner) -> None:
        """Take note that a reminder could not be delivered."""
        await planning.not_reminded(self._house, plan_id, learner.id)

    async def reminders_kept(self, learner: Learner) -> tuple[Plan, ...]:
        """Return the waiting plans whose reminder could not be delivered, each once, to be told to who is seen."""
        return await planning.reminders_kept(self._house, learner)

    def _sent(self, text: str, interaction: int | None, at: datetime | None) -> Sent:
        return Sent(text, at or self._house.clock(), interaction)
