"""Learners in a study session: each round waits for everyone; or it is a race, against the clock and each other."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from discord.utils import utcnow
from sqlalchemy import func, select

from bot.cogs.frame.ids import Touch
from bot.cogs.study.study_placard import public_screen
from bot.play.judging import COUNTED
from bot.play.posing import posed
from bot.play.scene import Asked
from bot.play.study.study import Round, Study
from bot.play.study.study_heartbeat import ABSENCE
from bot.play.study.study_views import votes_of
from bot.store import study_rounds
from bot.store.questions import Home
from bot.store.tables import answer, question, study, study_member, study_round
from engine.rules import study as rules
from engine.rules.study import Pace
from tests.durability.answerer import Answerer
from tests.durability.placard import host_of, untrue
from tests.durability.scenario import World
from tests.standin.interaction import custom_ids
from tests.standin.payloads import CHANNELS

ENOUGH = 180.0  # seconds in which any session is brought to its end
WHILE = 0.05  # seconds between two looks of one who waits for others
SOON = timedelta(seconds=5)
SUBJECT, ROUNDS, SECONDS = "dial", 2, 60
ASKING = 0.03  # share of steps: to ask by command where the session stands


@dataclass(frozen=True)
class Clocked:
    """A round's clock as a bot that died left it."""

    study_id: int
    number: int
    deadline: datetime


class Student(Answerer):
    """One of those in the session of a channel, where each round waits for everyone."""

    channel = CHANNELS[2]
    acknowledging = frozenset({"why", "studyread", "studyask"})
    pace: ClassVar[Pace] = "everyone"

    def __init__(self, world: World, learner: int, *, leads: bool = False) -> None:
        super().__init__(world, learner, leads=leads)
        self._touches: list[str] = []  # of what was seen last
        self._left: Clocked | None = None
        self._host = host_of(world)

    async def step(self) -> None:
        study = await self._study()
        if study is None:
            if not self.honest:
                await self._open()
        elif not self.honest and self.chance(ASKING):
            await self.command("study status")
        elif study.state == "lobby":
            await self._gather(study)
        elif study.state == "paused":
            await self._touch(study, "studyresume")
        else:
            await self._take_part(study)

    async def finish(self) -> None:
        self.honest = True
        end = asyncio.get_running_loop().time() + ENOUGH
        while await self._study() is not None and asyncio.get_running_loop().time() < end:
            await self.step()

    async def asked(self) -> Asked | None:
        study = await self._study()
        if study is None or study.round is None:
            return None
        mine = await posed(self.world.play.house, Home("round", study.round.id), self.learner)
        return mine[-1].asked if mine else None

    async def remember(self) -> None:
        study = await self._study() if self.leads else None
        now = None if study is None else study.round
        running = study is not None and study.state == "running"
        self._left = None
        if study is None or not running or now is None or now.phase != "first" or now.deadline is None:
            return
        due = now.deadline <= utcnow() + SOON or now.done >= now.present  # before anyone can look at it again
        if not due:
            self._left = Clocked(study.id, now.number, now.deadline)

    async def disorder(self, absent: float) -> str | None:
        if not self.leads:
            return None
        put_off = await self._not_put_off(timedelta(seconds=absent))
        studies = [await self.world.play.studies.standing(id) for id in await self._ids()]
        untrue = [amiss for each in studies if (amiss := await self._untrue(each))]
        return put_off or next(iter(untrue), None)

    async def amiss(self) -> tuple[str, ...]:
        if not self.leads:
            return ()
        studies = [await self.world.play.studies.standing(id) for id in await self._ids()]
        return (
            *(f"session {each.id} is {each.state}, {each.ending}" for each in studies if each.ending != "finished"),
            *[fault for each in studies for fault in await self._of_rounds(each)],
            *await self._too_often(),
        )

    async def _open(self) -> None:
        clock = {} if self.pace == "everyone" else {"seconds": SECONDS}
        await self.command("study start", about=SUBJECT, rounds=ROUNDS, pace=self.pace, **clock)

    async def _gather(self, study: Study) -> None:
        if all(each.id != self.learner for each in study.members):
            await self._touch(study, "studyjoin")
        elif study.host.id == self.learner:
            await self._touch(study, "studystart")
        else:
            await asyncio.sleep(WHILE)

    async def _take_part(self, study: Study) -> None:
        now = study.round
        if now is not None and now.phase == "closed" and study.host.id == self.learner:
            await self._touch(study, "studynext", now.number, now.phase)
        elif now is not None and await self._owes(now):
            await self._answer(study)
        else:
            await asyncio.sleep(WHILE)

    async def _owes(self, now: Round) -> bool:
        """Whether this learner still owes an answer in a round that is heard."""
        mine = await posed(self.world.play.house, Home("round", now.id), self.learner)
        counted = mine[-1].counted if mine else ()
        given, right = (
            {each.attempt for each in counted if each.attempt},
            any(each.kind == "correct" for each in counted),
        )
        return not rules.owes_nothing(self.pace, False, now.phase, given, right)

    async def _answer(self, study: Study) -> None:
        door = self._door(study, "studyask")
        if door is None:
            await self._ask(study)
            return
        seen = await self.answer(door)
        self._touches = seen[-1].touches if seen else []

    async def _touch(self, study: Study, kind: str, *rest: int | str) -> None:
        """Touch what is to be seen; ask where the session stands if it is not."""
        door = self._door(study, kind, *rest)
        if door is None:
            await self._ask(study)
        else:
            await self.press(door)

    async def _ask(self, study: Study) -> None:
        """Have a placard that stands nowhere put up anew; one that is not up to date will be."""
        if study.place.message is None:
            await self.command("study status")
        else:
            await asyncio.sleep(WHILE)

    def _door(self, study: Study, kind: str, *rest: int | str) -> str | None:
        placard = self.world.discord.rest.messages.get(study.place.message or 0, {})
        touches = (*custom_ids(placard), *self._touches)
        return next((each for each in touches if each == str(Touch(kind, (study.id, *rest)))), None)

    async def _study(self) -> Study | None:
        return await self.world.play.studies.open_in(self.channel)

    async def _ids(self) -> list[int]:
        async with self.world.play.house.store.reading() as db:
            return list((await db.execute(select(study.c.id).where(study.c.channel == self.channel))).scalars())

    async def _untrue(self, study: Study) -> str | None:
        screen = await public_screen(self._host, study)
        return untrue(self.world, f"session {study.id}, {study.state},", study.place, screen)

    async def _not_put_off(self, absent: timedelta) -> str | None:
        """Return that a clock went on while nobody was up."""
        left = self._left
        if left is None or absent <= ABSENCE:
            return None
        study = await self.world.play.studies.standing(left.study_id)
        now = study.round
        if now is None or (now.number, now.phase) != (left.number, "first"):
            return f"session {study.id} moved on while nobody was up"
        if now.deadline is None or now.deadline < left.deadline + absent:
            return f"the clock of session {study.id} ran while nobody was up"
        self._left = None  # it was put off; from here on it may run out
        return None

    async def _of_rounds(self, study: Study) -> list[str]:
        """Return the rounds that are open, or were closed before everyone who was there had answered."""
        async with self.world.play.house.store.reading() as db:
            rounds = await study_rounds.of_study(db, study.id)
            votes = votes_of(await study_rounds.votes(db, study.id, counted=COUNTED))
            there = select(study_member.c.learner_id, study_member.c.joined).where(study_member.c.study_id == study.id)
            joined = (await db.execute(there)).all()
        faults = [f"round {each.number} of session {study.id} is open" for each in rounds if each.phase != "closed"]
        for each in rounds if self.pace == "everyone" else ():
            for who in [member for member, since in joined if since <= each.opened]:
                mine = [vote for vote in votes.get(each.id, []) if vote.learner == who]
                given, right = {vote.attempt for vote in mine}, any(vote.right for vote in mine)
                if not rules.owes_nothing(self.pace, False, "first", given, right):
                    faults.append(f"round {each.number} of session {study.id} did not wait for {who}")
        return faults

    async def _too_often(self) -> list[str]:
        """Return the questions that more answers count for than may."""
        most = rules.attempts(self.pace, peer=False)
        mine = select(study_round.c.id).join(study).where(study.c.channel == self.channel)
        counted = select(answer.c.question_id).join(question, question.c.id == answer.c.question_id)
        here = counted.where(question.c.round_id.in_(mine), answer.c.kind.in_(COUNTED))
        async with self.world.play.house.store.reading() as db:
            rows = await db.execute(here.group_by(answer.c.question_id).having(func.count() > most))
        return [f"question {id} was answered too often" for id in rows.scalars()]


class Racer(Student):
    """One of those in a race."""

    channel = CHANNELS[3]
    pace = "race"
