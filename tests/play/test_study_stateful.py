"""Whatever a group does, whatever befalls the process: no session is stuck, its report that of an untroubled day."""

from __future__ import annotations

import asyncio
import shutil
import tempfile
import uuid
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from sqlalchemy import text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import create_async_engine

from bot.play.refusals import RefusalError
from bot.play.scene import Learner
from bot.play.study.study import Report, Round, Settings, Study
from bot.play.study.study_heartbeat import ABSENCE, BEAT, HEARTBEAT
from bot.store.store import open_store
from tests.databases import POSTGRES, opened, postgres_url, sqlite_url
from tests.play.stage import right
from tests.play.studying import PLACE, START, Class, trap

pytestmark = [pytest.mark.study, pytest.mark.slow]

SIZE = 4
HOW = ("right", "right", "wrong", "wrong", "unreadable")
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)  # shrinking a day takes hours
PACES = [
    Settings(("dial",), rounds=2),
    Settings(("dial",), rounds=1, peer=True),
    Settings(("dial",), rounds=2, pace="timed", seconds=30),
    Settings(("dial",), rounds=1, pace="timed", seconds=30, peer=True),
    Settings(("dial",), rounds=2, pace="race", seconds=30),
]
Maker = Callable[[], Iterator[str]]  # gives the URL of a database that has the tables and nothing else


@dataclass(frozen=True)
class Act:
    """One thing that was done; `troubled` is how often the process began anew or the same thing came again over it."""

    name: str
    who: int = 0
    how: Any = None
    troubled: int = 0


class Day:
    """A class on a database of its own, and what it does there."""

    def __init__(self, url: str, chosen: Settings, runner: asyncio.Runner) -> None:
        self.runner = runner
        self.store = open_store(url)
        self.group = Class(self.store, SIZE)
        self.interaction = 0
        self.study_id = 0
        self.do(self.group.met())
        self.do(self.group.studies.give_extra(self.group.learners[1], 100))
        self.study_id = self.do(self.group.studies.open(self.group.host, PLACE, chosen)).id

    def do(self, work: Any) -> Any:
        """Wait for something to be done."""
        return self.runner.run(_awaited(work))

    def act(self, act: Act) -> str:
        """Do something; return what came of it: "done", or the name of the refusal."""
        try:
            self.do(getattr(self, f"_{act.name}")(self.group.learners[act.who], act))
        except RefusalError as refused:
            return type(refused).__name__
        return "done"

    async def _join(self, who: Learner, _act: Act) -> None:
        await self.group.studies.join(who, self.study_id)

    async def _leave(self, who: Learner, _act: Act) -> None:
        await self.group.studies.leave(who, self.study_id)

    async def _start(self, who: Learner, _act: Act) -> None:
        study = await self.group.studies.start(who, self.study_id)
        assert study.round is not None
        await self.group.studies.shown(self.study_id, study.round.number, self.group.hand.now)

    async def _open_sheet(self, who: Learner, _act: Act) -> None:
        await self.group.studies.question(self.study_id, who)

    async def _answer(self, who: Learner, act: Act) -> None:
        asked = await self.group.studies.question(self.study_id, who)
        study = await self.group.studies.standing(self.study_id)
        assert study.round is not None
        typed = {"right": right, "wrong": trap}.get(act.how, lambda _: "unreadable")(asked)
        self.interaction += 1
        number, interaction = study.round.number, self.interaction
        for _ in range(1 + act.troubled):
            sent = (self.study_id, number, asked.attempt, who, typed)
            await self.group.studies.answer(*sent, interaction=interaction)

    async def _skip(self, who: Learner, act: Act) -> None:
        study = await self.group.studies.standing(self.study_id)
        if study.round is not None:
            for _ in range(1 + act.troubled):
                await self.group.studies.skip(who, self.study_id, study.round.number, study.round.phase)

    async def _pause(self, who: Learner, _act: Act) -> None:
        await self.group.studies.pause(who, self.study_id)

    async def _resume(self, who: Learner, _act: Act) -> None:
        await self.group.studies.resume(who, self.study_id)

    async def _take_over(self, who: Learner, _act: Act) -> None:
        await self.group.studies.take_over(who, self.study_id)

    async def _stop(self, who: Learner, _act: Act) -> None:
        await self.group.studies.stop(who, self.study_id)

    async def _wait(self, _who: Learner, act: Act) -> None:
        await self.group.wait(act.how)

    async def _fall(self, _who: Learner, act: Act) -> None:
        """Let the process die just after it looked at the clock, and begin anew `troubled` seconds later.

        What `how` tells of these is not made up for, so it passes on a day without trouble as well.
        """
        self.group.hand.move(BEAT.total_seconds())
        await self.group.studies.due(self.group.hand.now)
        self.group.hand.move(act.troubled or act.how)
        if act.troubled:
            self.group.restart()
        await self.group.studies.due(self.group.hand.now)

    async def run_out(self) -> None:
        """Let more time pass, in long strides and with the clockwork up, than any session lives untouched."""
        for _ in range(35):
            self.group.hand.move(60)
            await self.store.remember(HEARTBEAT, self.group.hand.now.isoformat())
            await self.group.studies.due(self.group.hand.now)

    def report(self) -> Report:
        """Return the report without what tells one day from another."""
        report: Report = self.do(self.group.studies.report(self.study_id))
        assert report.study.round is None or report.study.round.phase
        return report._replace(
            study=report.study._replace(paused=None, started=None, ended=None, opened=START, round=None),
            rounds=tuple(map(timeless, report.rounds)),
        )

    def close(self) -> None:
        self.do(self.store.close())


def timeless(round: Round) -> Round:
    """Return a round without its moments."""
    return round._replace(opened=START, deadline=None)


async def _awaited(work: Awaitable[Any]) -> Any:
    return await work


class Session(RuleBasedStateMachine):
    """One session, disturbed at every turn; when it is over, the same is done on a day without trouble."""

    make: Maker

    def __init__(self) -> None:
        super().__init__()
        self.stack = [contextmanager(self.make)() for _ in range(2)]
        self.runner = asyncio.Runner()
        self.acts: list[tuple[Act, str]] = []

    @initialize(chosen=st.sampled_from(PACES), in_lobby=st.lists(st.integers(1, SIZE - 1), max_size=2))
    def open(self, chosen: Settings, in_lobby: list[int]) -> None:
        self.chosen = chosen
        self.day = Day(self.stack[0].__enter__(), chosen, self.runner)
        self.act(Act("answer", 1, "right"))
        for who in (1, *in_lobby):
            self.act(Act("join", who))
        self.act(Act("start", 1))
        self.act(Act("start"))

    def act(self, act: Act) -> None:
        self.acts.append((act, self.day.act(act)))

    def standing(self) -> Study:
        study: Study = self.day.do(self.day.group.studies.standing(self.day.study_id))
        return study

    def host(self) -> int:
        return self.standing().host.id - self.day.group.learners[0].id

    def underway(self) -> bool:
        return self.standing().state != "ended"

    def voting(self) -> bool:
        study = self.standing()
        return study.state == "running" and study.round is not None and study.round.phase in ("first", "second")

    @precondition(underway)
    @rule(who=st.integers(0, SIZE - 1))
    def join(self, who: int) -> None:
        self.act(Act("join", who))

    @precondition(underway)
    @rule(who=st.integers(1, SIZE - 1))
    def leave(self, who: int) -> None:
        self.act(Act("leave", who))

    @precondition(underway)
    @rule(who=st.integers(0, SIZE - 1))
    def open_sheet(self, who: int) -> None:
        self.act(Act("open_sheet", who))

    @precondition(voting)
    @rule(who=st.integers(0, SIZE - 1), how=st.sampled_from(HOW), again=st.integers(0, 1))
    def answer(self, who: int, how: str, again: int) -> None:
        self.act(Act("answer", who, how, again))

    @precondition(voting)
    @rule(hows=st.lists(st.sampled_from(HOW), min_size=SIZE, max_size=SIZE), again=st.integers(0, 1))
    def all_answer(self, hows: list[str], again: int) -> None:
        for who, how in enumerate(hows):
            self.act(Act("answer", who, how, again))

    @precondition(underway)
    @rule(how=st.sampled_from(HOW))
    def answer_out_of_turn(self, how: str) -> None:
        self.act(Act("answer", 2, how))

    @precondition(underway)
    @rule(again=st.integers(0, 1))
    def skip(self, again: int) -> None:
        self.act(Act("skip", self.host(), None, again))

    @precondition(underway)
    @rule()
    def pause(self) -> None:
        self.act(Act("pause", self.host()))

    @precondition(lambda self: self.standing().state == "paused")
    @rule()
    def resume(self) -> None:
        self.act(Act("resume", self.host()))

    @precondition(underway)
    @rule(who=st.integers(1, SIZE - 1), act=st.sampled_from(["take_over", "skip", "pause", "resume", "stop"]))
    def do_what_hosts_do(self, who: int, act: str) -> None:
        if act == "take_over" or who != self.host():
            self.act(Act(act, who))

    @precondition(underway)
    @rule(seconds=st.sampled_from([1, 4, 20, 40, 200]))
    def wait(self, seconds: int) -> None:
        self.act(Act("wait", 0, seconds))

    @precondition(underway)
    @rule(absent=st.sampled_from([1, 30, 4000]))
    def fall(self, absent: int) -> None:
        self.act(Act("fall", 0, absent if absent <= ABSENCE.total_seconds() else 0, absent))

    @rule()
    def restart(self) -> None:
        self.day.group.restart()

    @invariant()
    def what_is_open_waits_for_someone(self) -> None:
        study = self.standing()
        assert study.state == "ended" or study.present
        if study.state == "running":
            assert study.round is not None
            assert study.round.done <= study.round.present
            if study.round.phase in ("first", "second"):
                assert study.round.done < study.round.present
                assert study.round.last is None

    def teardown(self) -> None:
        try:
            if hasattr(self, "day"):
                self.compare()
        finally:
            self.runner.close()
            for each in self.stack:
                each.__exit__(None, None, None)

    def compare(self) -> None:
        easy = Day(self.stack[1].__enter__(), self.chosen, self.runner)
        for act, outcome in self.acts:
            assert easy.act(replace(act, troubled=0)) == outcome, act
        assert easy.report() == self.day.report()
        for day in (easy, self.day):
            day.do(day.run_out())
            assert day.do(day.group.studies.underway()) == ()
            day.close()


def run(make: Maker, examples: int) -> None:
    """Play so many sessions, each on databases of its own."""
    machine = type("Session", (Session,), {"make": staticmethod(make), "TestCase": None})
    checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=examples, stateful_step_count=25, deadline=None, suppress_health_check=checks, phases=PHASES
        ),
    )


def test_a_session_disturbed_at_every_turn_is_as_one_that_was_not(tmp_path: Path) -> None:
    async def prepare() -> None:
        async with opened(sqlite_url(tmp_path)) as store:
            await store.remember("ready", "yes")

    asyncio.run(prepare())

    def make() -> Iterator[str]:
        with tempfile.TemporaryDirectory(dir=tmp_path) as folder:
            shutil.copy(tmp_path / "elder.sqlite3", folder)
            yield sqlite_url(Path(folder))

    run(make, examples=12)


@pytest.mark.postgres
def test_and_so_it_is_where_many_processes_may_write() -> None:
    if not POSTGRES:
        pytest.skip("GAUSS_TEST_POSTGRES names no server")
    with asyncio.Runner() as runner:
        stack = AsyncExitStack()

        async def prepare() -> str:
            url = await stack.enter_async_context(postgres_url())
            async with opened(url):
                return url

        template = make_url(runner.run(prepare()))

        async def order(*statements: str) -> None:
            server = create_async_engine(POSTGRES, isolation_level="AUTOCOMMIT")
            async with server.connect() as connection:
                for statement in statements:
                    await connection.execute(text(statement))
            await server.dispose()

        def make() -> Iterator[str]:
            name = f"gauss_{uuid.uuid4().hex}"
            asyncio.run(order(f"CREATE DATABASE {name} TEMPLATE {template.database}"))
            try:
                yield template.set(database=name).render_as_string(hide_password=False)
            finally:
                asyncio.run(order(f"DROP DATABASE {name} WITH (FORCE)"))

        try:
            run(make, examples=6)
        finally:
            runner.run(stack.aclose())
