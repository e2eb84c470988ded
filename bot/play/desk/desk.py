"""A teacher's desk: work, statistics, appeals and a server's choices, behind one door."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, cast

from sqlalchemy.exc import SQLAlchemyError

from bot.play.desk import appealing, class_statistics, sittings
from bot.play.desk.classes import (
    Absent,
    Appeal,
    Choices,
    ClassList,
    Cohort,
    CohortKind,
    Decision,
    HandIn,
    Item,
    News,
    Outcome,
    Overview,
    Sitting,
    Told,
    Work,
)
from bot.play.desk.moments import known_zone
from bot.play.desk.syllabus import families_named, near, offered, skill_name
from bot.play.house import House
from bot.play.scene import Language, Learner, Place, Sent
from bot.store import classes, guilds
from quizbank.paper import paper
from quizbank.typeset import key_as_markdown, sheet_as_markdown

SESSIONS = 10  # study sessions to choose from
PROBE = "desk.check"  # the note that is written to see whether one can be
TITLE = 100  # characters of an assignment's or a season's name


class Desk:
    """The use cases of whoever teaches, and of those they teach. Who may use them is for the caller to ask."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def choices(self, guild: int) -> Choices:
        """Return what a server has chosen."""
        async with self._house.store.reading() as db:
            row = await guilds.settings(db, guild)
        listed = (row.channels, row.tiers, row.season, row.named)
        return Choices(guild, row.role, row.teachers, cast("Language | None", row.language), row.zone, *listed)

    async def choose(self, guild: int, **chosen: Any) -> None:
        """Remember some of a server's choices, by the names of Choices."""
        async with self._house.store.writing() as db:
            await guilds.choose(db, guild, **chosen)

    async def choose_zone(self, guild: int, name: str) -> None:
        """Remember by which clock a server lives; raises DeskRefusalError for a zone there is not."""
        await self.choose(guild, zone=known_zone(name))

    async def begin_season(self, guild: int, name: str) -> None:
        """Begin a season now: its board starts empty, and that of the one before stays as it was."""
        await self.choose(guild, season=name.strip()[:60], season_began=self._house.clock())

    async def database_well(self) -> bool:
        """Whether the database takes a note."""
        try:
            await self._house.store.remember(PROBE, self._house.clock().isoformat())
        except (SQLAlchemyError, OSError):
            return False
        return True

    @property
    def workshop_ready(self) -> bool:
        """Whether the workshop has warmed up."""
        return self._house.workshop.ready

    async def cohort(self, kind: CohortKind, id: int, guild: int) -> Cohort:
        """Return a cohort of a server; raises DeskRefusalError if it is another's, or none."""
        return await class_statistics.cohort_of(self._house, kind, id, guild)

    async def sessions(self, guild: int) -> Sequence[tuple[int, datetime]]:
        """Return a server's study sessions, the newest first, each with when it was started."""
        async with self._house.store.reading() as db:
            return await classes.sessions(db, guild, limit=SESSIONS)

    async def overview(self, cohort: Cohort) -> Overview:
        """Return how a cohort holds each skill."""
        return await class_statistics.overview(self._house, cohort)

    async def items(self, cohort: Cohort, skill: str) -> tuple[Item, ...]:
        """Return how each question of a skill served."""
        return await class_statistics.items(self._house, cohort, skill)

    async def absent(self, cohort: Cohort, teacher: Learner, roster: Mapping[int, str] | None = None) -> Absent:
        """Return who has not taken part, of a role's members or of everyone ever met in the server."""
        return await class_statistics.absent(self._house, cohort, teacher.id, roster)

    async def class_list(self, cohort: Cohort) -> ClassList:
        """Return a cohort learner by learner."""
        return await class_statistics.class_list(self._house, cohort)

    def offered(self, typed: str, language: Language) -> list[tuple[str, str]]:
        """Return what may be named, as is offered while one types: a name, and what to send for it."""
        return offered(self._house.bank, typed, language)

    def near(self, name: str, language: Language) -> tuple[str, ...]:
        """Return what may have been meant by a name that is none, as it is called, the likeliest first."""
        return near(self._house.bank, name, language)

    def skill(self, skill: str, language: Language) -> str:
        """Return a skill's name."""
        return skill_name(self._house.bank, skill, language)

    def paper(self, named: str, number: int, language: Language) -> tuple[str, str]:
        """Return a sheet and its key as Markdown; the same number, the same sheet."""
        sheet = paper(self._house.bank, families_named(self._house.bank, named), number, language)
        return sheet_as_markdown(sheet), key_as_markdown(sheet)

    async def set_work(
        self,
        teacher: Learner,
        guild: int,
        title: str,
        named: str,
        *,
        due: str | None = None,
        attempts: int = 1,
        paper: int | None = None,
    ) -> Work:
        """Set work for a server; raises DeskRefusalError where what is named, or the date, is not to be had."""
        title = title.encode("utf-8", "replace").decode().replace("\0", "")[:TITLE]
        return await sittings.set_work(
            self._house, teacher, guild, title, named, due=due, attempts=attempts, paper=paper
        )

    async def work(self, work_id: int, guild: int | None) -> Work:
        """Return some work of a server; raises DeskRefusalError if there is none of that id."""
        return await sittings.find(self._house, work_id, guild)

    async def placard(self, work_id: int) -> Work | None:
        """Return some work, of whichever server, for its own public message; None if there is none of that id."""
        return await sittings.placard(self._house, work_id)

    async def works(self, guild: int, *, only_open: bool = False) -> tuple[Work, ...]:
        """Return a server's work, the newest first."""
        return await sittings.works(self._house, guild, only_open=only_open)

    async def hand_ins(self, work_id: int) -> tuple[HandIn, ...]:
        """Return what each learner made of some work."""
        return await sittings.hand_ins(self._house, work_id)

    async def close(self, work_id: int, guild: int) -> Work:
        """Close some work."""
        return await sittings.close(self._house, work_id, guild)

    async def close_due(self) -> Sequence[int]:
        """Close what has fallen due; return what was closed just now."""
        return await sittings.close_due(self._house)

    async def moved(self, work_id: int, place: Place) -> None:
        """Remember where the public message of some work stands."""
        await sittings.moved(self._house, work_id, place)

    async def sit_down(self, learner: Learner, work_id: int, guild: int | None, at: datetime) -> Sitting:
        """Take up some work, or go on with it."""
        return await sittings.sit_down(self._house, learner, work_id, guild, at)

    async def sitting(self, learner: Learner, sitting_id: int, at: datetime) -> Sitting:
        """Return the learner's own sitting as it stands at that moment."""
        return await sittings.stand(self._house, learner, sitting_id, at)

    async def answer(self, learner: Learner, sitting_id: int, turn: int, attempt: int, sent: Sent) -> Told:
        """Answer a question of a sitting."""
        return await sittings.answer(self._house, learner, sitting_id, turn, attempt, sent)

    async def choose_reading(self, learner: Learner, answer_id: int, place: int, sent: Sent) -> Told:
        """Say which reading of an ambiguous text was meant."""
        return await sittings.choose_reading(self._house, learner, answer_id, place, sent)

    async def appeal(self, learner: Learner, answer_id: int) -> Outcome:
        """Say that an answer of one's own was right after all; return how that stands."""
        return await appealing.appeal(self._house, learner, answer_id)

    async def appeals(self, guild: int, after: int = 0) -> Appeal | None:
        """Return the oldest appeal that waits, of those after an id; beyond the last, the first again."""
        return await appealing.waiting(self._house, guild, after)

    async def appeals_waiting(self, guild: int) -> int:
        """Return how many appeals wait."""
        return await appealing.count_waiting(self._house, guild)

    async def decide(self, teacher: Learner, appeal_id: int, guild: int, *, accept: bool) -> Decision:
        """Decide an appeal; the first to decide has decided."""
        return await appealing.decide(self._house, teacher, appeal_id, guild, accept=accept)

    async def news(self, learner: Learner) -> tuple[News, ...]:
        """Return what a learner has not been told yet."""
        return await appealing.news(self._house, learner)

    async def told(self, news: Sequence[News]) -> None:
        """Remember that a learner has been told."""
        await appealing.told(self._house, news)
