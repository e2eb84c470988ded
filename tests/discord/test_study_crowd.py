"""A hundred in one session, and everything that can go wrong with it: each answer counts once, and nothing is lost."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import discord
import pytest

from bot.app import GaussElder, create_bot
from bot.cogs.frame.ids import Touch, encode
from bot.play import Play
from bot.play.scene import Asked, Learner, Place
from bot.play.study.study import Settings, Study
from bot.store.store import Store
from quizbank.bank import Bank
from tests.databases import opened, sqlite_url
from tests.discord.acting import Room, right, shown, text, trapped
from tests.discord.easel import Easel
from tests.discord.studying import deliver, written

pytestmark = [pytest.mark.study, pytest.mark.simcord(settle_timeout=120)]

SIZE = 100
GROUPS = 2  # in which they answer: both within the window of a race
SECRET = 7
OFTEN = 0.2  # of what is delivered comes twice
OWN = 10  # of so many learners one looks at their own rounds; the board holds all
FAULT, KEPT = "slipped through my hands", re.compile("answered this one|question is closed")
MEAN = timedelta(seconds=5)  # the stretch in which Discord takes some five writings to a channel
MOST = 5
SETTINGS = {
    "race": Settings(("dial",), rounds=1, pace="race"),
    "everyone": Settings(("dial",), rounds=1, peer=True),
}


def secret(_: int) -> int:
    return SECRET


@pytest.fixture
def make_bot(store: Store, bank: Bank, easel: Easel) -> Callable[[], GaussElder]:
    """Return a maker of bots that draw the same lots, each time."""

    def make() -> GaussElder:
        play = Play(store, bank, easel, clock=discord.utils.utcnow, secrets=secret)
        return create_bot(play=play, bank=bank, store=store, workshop=easel)

    return make


@pytest.fixture
async def calm(tmp_path: Path, bank: Bank, easel: Easel) -> AsyncIterator[Play]:
    """A game of its own, without a Discord, in which nothing goes wrong."""
    (tmp_path / "calm").mkdir()
    async with opened(sqlite_url(tmp_path / "calm")) as store:
        yield Play(store, bank, easel, clock=discord.utils.utcnow, secrets=secret)


def typed(number: int, asked: Asked, vote: int) -> str:
    """Return what the learner of a number sends: in a first vote every third is wrong, later every fifth."""
    return trapped(asked) if number % (3 if vote == 1 else 5) == 0 else right(asked)


@dataclass
class Crowd:
    """A hundred learners at the simulated Discord, some of whose deliveries come twice."""

    room: Room
    make_bot: Callable[[], GaussElder]
    members: Sequence[Any]
    asked: dict[int, Asked] = field(default_factory=dict)
    lots: Random = field(default_factory=lambda: Random(SECRET))

    @property
    def play(self) -> Play:
        return self.room.bot.host.play

    async def study(self) -> Study:
        return await self.play.studies.standing(1)

    async def restart(self) -> None:
        await self.room.env.restart_bot(self.make_bot())

    async def press(self, members: Sequence[Any], kind: str, *arguments: int | str) -> None:
        data = {"custom_id": encode(Touch(kind, arguments)), "component_type": 2}
        for start in range(GROUPS):
            await deliver(self.room, [(each, data) for each in members[start::GROUPS]], twice=self._often)

    async def answer(self, vote: int) -> None:
        """Let all open their sheet and send it in, in groups; the bot restarts in between."""
        now = (await self.study()).round
        assert now is not None
        if vote == 1:
            await self.press(self.members, "studyask", 1)
            for each in self.members:
                self.asked[each.id] = await self.play.studies.question(1, Learner(each.id, "en"))
        await self.restart()
        sheets = [self.sheet(each, now.number, vote) for each in self.members]
        for start in range(GROUPS):
            fault = self.lots.choice([429, 500])
            self.room.env.inject_error("PATCH", "/channels/*/messages/*", status=fault)
            self.room.env.inject_error("POST", "/interactions/*/*/callback", status=500)
            group = sheets[start::GROUPS]
            told = await deliver(self.room, group, twice=self._often)
            unheard = [sheet for sheet, each in zip(group, told, strict=True) if FAULT in text(shown(each))]
            assert len(unheard) <= 1, "none at all if the one that Discord failed came twice"
            for again in await deliver(self.room, unheard):
                assert KEPT.search(text(shown(again))), "it had been kept"
            assert not any(each["path"].endswith("callback") for each in self.room.env.backend.faults)
            await self.restart()

    def sheet(self, member: Any, number: int, vote: int) -> tuple[Any, dict[str, Any]]:
        """Return what one of them sends in; at the second vote on a sheet like the one of the first."""
        touch = Touch("studysaid", (1, number, vote, member.id))
        return member, written(encode(touch), typed(self.members.index(member), self.asked[member.id], vote))

    async def settle(self) -> None:
        """Restart in whatever phase it is, under a refused edit, and let the clock bring all up to date."""
        self.room.env.inject_error("PATCH", "/channels/*/messages/*", status=403)
        await self.restart()
        await self.room.env.advance_time(6)

    def _often(self, _: int) -> bool:
        return self.lots.random() < OFTEN


class Log(list[Any]):
    """What was asked of Discord, each with its moment."""

    def __init__(self, clock: Callable[[], datetime], entries: Sequence[Any]) -> None:
        super().__init__(entries)
        self._clock = clock
        self.moments: list[tuple[datetime, str]] = []

    def append(self, entry: Any) -> None:
        super().append(entry)
        parts = entry.path.split("/")
        if parts[1] == "channels" and entry.method in ("POST", "PATCH"):
            self.moments.append((self._clock(), parts[2]))

    @property
    def busiest(self) -> int:
        """The most writings to one channel in any five seconds."""
        return max(
            sum(there == channel and at <= when < at + MEAN for when, there in self.moments)
            for at, channel in self.moments
        )


@pytest.mark.parametrize("pace", [pytest.param("everyone", marks=pytest.mark.again), "race"])
@pytest.mark.slow
async def test_a_hundred_through_restarts_repeats_and_refusals_have_the_report_of_an_undisturbed_session(
    room: Room, calm: Play, make_bot: Callable[[], GaussElder], pace: str
) -> None:
    more = [room.guild.add_member(room.env.create_user(f"n{number}")) for number in range(2, SIZE)]
    crowd, settings = Crowd(room, make_bot, [room.ann, room.bob, *more]), SETTINGS[pace]
    log = room.env.backend.http_requests = Log(discord.utils.utcnow, room.env.backend.http_requests)

    await room.ann.slash(room.channel, "study start", about="dial", rounds=1, pace=pace, peer=settings.peer)
    await crowd.press(crowd.members, "studyjoin", 1)
    await crowd.settle()
    await crowd.press([room.ann], "studystart", 1)
    await crowd.settle()
    await crowd.answer(1)
    await crowd.settle()
    if settings.peer:
        await crowd.press([room.ann], "studynext", 1, 1, "talk")
        await crowd.settle()
        await crowd.answer(2)
        await crowd.settle()
    await crowd.press([room.ann], "studypause", 1)
    await crowd.settle()
    await crowd.press([room.ann], "studyresume", 1)
    await crowd.settle()
    await crowd.press([room.ann], "studynext", 1, 1, "closed")
    await crowd.settle()

    ids = [member.id for member in crowd.members]
    assert (await crowd.study()).ending == "finished"
    assert await told(crowd.play, ids) == await told(await undisturbed(calm, ids, settings), ids)
    assert log.busiest <= MOST
    standing = [message for message in room.channel.history() if message.id == (await crowd.study()).place.message]
    assert len(standing) == 1


async def undisturbed(play: Play, ids: Sequence[int], settings: Settings) -> Play:
    """Play the same session by the use cases alone."""
    learners, studies = [await play.meet(id, name="n") for id in ids], play.studies
    host = learners[0]
    study = await studies.open(host, Place(1, 1), settings)
    for learner in learners:
        await studies.join(learner, study.id)
    await studies.start(host, study.id)
    for vote in (1, 2) if settings.peer else (1,):
        asked = [await studies.question(study.id, learner) for learner in learners]
        for number, (learner, each) in enumerate(zip(learners, asked, strict=True)):
            await studies.answer(study.id, 1, each.attempt, learner, typed(number, each, vote))
        if settings.peer and vote == 1:
            await studies.skip(host, study.id, 1, "talk")
    if (await studies.standing(study.id)).state == "running":
        await studies.skip(host, study.id, 1, "first")
        await studies.skip(host, study.id, 1, "closed")
    return play


async def told(play: Play, ids: Sequence[int]) -> Mapping[str, Any]:
    """Return a report and everyone's own, without names and moments, which are of each run."""
    report = await play.studies.report(1)
    rounds = [each._replace(opened=None, deadline=None, quickest=None, winners=()) for each in report.rounds]  # type: ignore[arg-type]
    own = {id: await play.studies.own(1, Learner(id, "en")) for id in ids[::OWN]}
    return {
        "rounds": rounds,
        "winners": [sorted(winner.id for winner in each.winners) for each in report.rounds],
        "knows": report.knows,
        "reviews": report.reviews,
        "board": sorted((each.rank, each.member.id, each.right, each.attempts, each.wins) for each in report.board),
        "own": {id: [(each.asked.certificate, each.right, len(each.answers)) for each in own[id]] for id in own},
        "answers": sum(len(each.answers) for rounds in own.values() for each in rounds),
    }
