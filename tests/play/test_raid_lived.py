"""Every way a raid can be lived through, step by step, beside a model that knows only the rule book."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterator
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule, run_state_machine_as_test

from bot.play.raid.raid import FOUGHT_OUT, Raid, ending_of
from bot.play.raid.raid_refusals import (
    AnsweredError,
    BegunError,
    HostHereError,
    NotBegunError,
    NotHostError,
    NotYetError,
    RaidOverError,
    RaidRefusalError,
)
from bot.play.raid.raids import EMPTY, IDLE, SILENCE
from bot.play.scene import Asked, Learner, Place
from bot.store import raids
from engine.rules.raid import Begun, Event, Joined, Left, Struck, replay
from engine.rules.wall import Layer
from tests.databases import POSTGRES, opened, postgres_url, sqlite_url
from tests.play.raiding import Camp, Clock, camp, interactions
from tests.play.stage import right, trapped

pytestmark = pytest.mark.raid

LEARNERS = st.integers(0, 4)
Result = TypeVar("Result")
places = count(1)


class Lived(RuleBasedStateMachine):
    """One channel, five learners, one raid after another; `here` and `loop` are given before it runs."""

    here: Camp
    loop: asyncio.AbstractEventLoop

    def __init__(self) -> None:
        super().__init__()
        at = next(places)
        self.place = Place(guild=at, channel=at)
        self.all_of = [self.run(self.here.learner(at * 10 + number)) for number in range(5)]
        self.raid: Raid | None = None
        self.events: list[Event] = []
        self.sheets: list[tuple[Learner, Asked]] = []  # opened, and perhaps sent in much later
        self.sent: list[tuple[Learner, Asked, str, int]] = []
        self.struck: dict[int, int] = {}  # answers that count, by question
        self.ending: str | None = None
        self.touched = self.host_seen = self.opened = self.clock.now

    @property
    def clock(self) -> Clock:
        return self.here.clock

    def run(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.loop.run_until_complete(work)

    def refused(self, work: Coroutine[Any, Any, object], *refusals: type[RaidRefusalError]) -> None:
        with pytest.raises(refusals):
            self.run(work)

    def is_in(self, learner: Learner) -> bool:
        siege, _ = replay(self.events)
        return learner.id in siege.here

    @property
    def begun(self) -> bool:
        return any(isinstance(event, Begun) for event in self.events)

    def acted(self, learner: Learner, at: datetime | None = None) -> None:
        assert self.raid is not None
        self.touched = at or self.clock.now
        if learner.id == self.raid.host:
            self.host_seen = self.touched
        if not self.is_in(learner):
            self.events.append(Joined(learner.id))

    def refresh(self) -> None:
        assert self.raid is not None
        self.raid = self.run(self.here.found(self.raid))

    @rule(who=LEARNERS)
    def open(self, who: int) -> None:
        host = self.all_of[who]
        raid, new = self.run(self.here.play.raids.open(host, self.place, "adept"))
        assert new == (self.raid is None or self.ending is not None)
        if new:
            self.raid, self.events, self.ending = raid, [Joined(host.id)], None
            self.sheets, self.sent, self.struck = [], [], {}
            self.opened = self.touched = self.host_seen = self.clock.now

    @precondition(lambda self: self.raid is not None)
    @rule(who=LEARNERS)
    def join(self, who: int) -> None:
        assert self.raid is not None
        work = self.here.play.raids.join(self.raid.id, self.all_of[who])
        if self.ending is not None:
            self.refused(work, RaidOverError)
            return
        self.run(work)
        self.acted(self.all_of[who])

    @precondition(lambda self: self.raid is not None)
    @rule(who=LEARNERS)
    def leave(self, who: int) -> None:
        assert self.raid is not None
        learner = self.all_of[who]
        work = self.here.play.raids.leave(self.raid.id, learner)
        if self.ending is not None:
            self.refused(work, RaidOverError)
            return
        self.run(work)
        self.touched = self.clock.now
        if self.is_in(learner):
            self.events.append(Left(learner.id))

    @precondition(lambda self: self.raid is not None)
    @rule(who=LEARNERS)
    def start(self, who: int) -> None:
        assert self.raid is not None
        learner = self.all_of[who]
        work = self.here.play.raids.start(self.raid.id, learner)
        waiting = self.kept_waiting(learner, self.opened)
        if self.ending is not None:
            self.refused(work, RaidOverError)
        elif self.begun:
            self.refused(work, BegunError)
        elif waiting:
            self.refused(work, NotYetError)
        else:
            self.run(work)
            self.acted(learner)
            self.events.append(Begun())

    @precondition(lambda self: self.raid is not None)
    @rule(who=LEARNERS)
    def take_over(self, who: int) -> None:
        assert self.raid is not None
        learner = self.all_of[who]
        work = self.here.play.raids.take_over(self.raid.id, learner)
        if self.ending is not None:
            self.refused(work, RaidOverError)
        elif self.kept_waiting(learner, self.host_seen):
            self.refused(work, HostHereError)
        else:
            self.run(work)
            self.refresh()
            self.acted(learner)
            assert self.raid.host == learner.id

    def kept_waiting(self, learner: Learner, since: datetime) -> bool:
        assert self.raid is not None
        siege, _ = replay(self.events)
        hosted = self.raid.host in siege.here
        return learner.id != self.raid.host and hosted and self.clock.now < since + SILENCE

    @precondition(lambda self: self.raid is not None)
    @rule(who=LEARNERS)
    def cancel(self, who: int) -> None:
        assert self.raid is not None
        learner = self.all_of[who]
        work = self.here.play.raids.cancel(self.raid.id, learner)
        if self.ending is not None:
            self.refused(work, RaidOverError)
        elif self.begun:
            self.refused(work, BegunError)
        elif learner.id != self.raid.host:
            self.refused(work, NotHostError)
        else:
            self.run(work)
            self.ending = "cancelled"

    @precondition(lambda self: self.raid is not None)
    @rule(who=LEARNERS)
    def open_a_sheet(self, who: int) -> None:
        assert self.raid is not None
        learner = self.all_of[who]
        work = self.here.play.raids.turns.face(self.raid.id, learner)
        if self.ending is not None:
            self.refused(work, RaidOverError)
        elif not self.begun:
            self.refused(work, NotBegunError)
        else:
            asked = self.run(work).asked
            assert asked is not None, "a raid that stands asks"
            assert asked.id not in self.struck
            self.acted(learner)
            self.sheets.append((learner, asked))

    @precondition(lambda self: bool(self.sheets))
    @rule(which=st.integers(0, 9), text=st.sampled_from(["right", "right", "wrong", "kittens", "22,6"]))
    def send_in_a_sheet(self, which: int, text: str) -> None:
        learner, asked = self.sheets[which % len(self.sheets)]
        typed = {"right": right, "wrong": trapped}.get(text, lambda _: text)(asked)
        self.send(learner, asked, typed, next(interactions))

    @precondition(lambda self: bool(self.sent))
    @rule(which=st.integers(0, 9))
    def deliver_one_twice(self, which: int) -> None:
        self.send(*self.sent[which % len(self.sent)])

    def send(self, learner: Learner, asked: Asked, text: str, interaction: int) -> None:
        assert self.raid is not None
        again = any(interaction == before for *_, before in self.sent)
        work = self.here.send(self.raid, learner, asked, text, interaction)
        if not again and self.ending not in (None, *FOUGHT_OUT):
            self.refused(work, RaidOverError)
            return
        if not again and asked.id in self.struck:
            self.refused(work, AnsweredError)
            return
        told = self.run(work)
        assert (told.deed is not None) == told.judged.counts
        if again:
            return
        self.sent.append((learner, asked, text, interaction))
        if self.ending is None:
            self.acted(learner)
        if told.judged.counts:
            kind = Layer(str(asked.certificate.facts.layer))
            self.events.append(Struck(learner.id, kind, told.judged.right))
            siege, effects = replay(self.events)
            assert told.deed is not None
            assert told.deed.effect is effects[-1]
            self.struck[asked.id] = told.deed.answer
            self.ending = self.ending or ending_of(siege)

    @rule(minutes=st.sampled_from([0.5, 1, 3, 16]))
    def wait(self, minutes: float) -> None:
        self.clock.wait(minutes=minutes)

    @rule()
    def look_after(self) -> None:
        closed = self.run(self.here.play.raids.close_quiet())
        if self.raid is None or self.ending is not None:
            return
        quiet = self.clock.now - self.touched
        siege, _ = replay(self.events)
        due = "deserted" if not siege.here and quiet >= EMPTY else "idle" if quiet >= IDLE else None
        assert (self.raid.id in closed) == (due is not None)
        self.ending = due

    @rule()
    def die_and_come_back(self) -> None:
        self.here.restart()

    @invariant()
    def what_is_stored_is_what_the_rules_make_of_it(self) -> None:
        if self.raid is None:
            return
        self.refresh()
        siege, effects = replay(self.events)
        assert self.raid.siege == siege
        assert tuple(deed.effect for deed in self.raid.deeds) == effects
        assert (self.raid.ending, self.raid.started is not None) == (self.ending, self.begun)
        assert {fighter.learner for fighter in self.raid.here} >= siege.here or self.ending in FOUGHT_OUT
        assert self.ending not in FOUGHT_OUT or ending_of(siege) == self.ending

    @invariant()
    def those_who_struck_have_broken_a_wall_and_no_others(self) -> None:
        if self.raid is None or self.ending != "broken":
            return
        siege, _ = replay(self.events)
        for learner in self.all_of:
            broken = self.run(self.broken(learner))
            assert (self.raid.id in broken) == (siege.part(learner.id).blows > 0)

    async def broken(self, learner: Learner) -> set[int]:
        async with self.here.store.reading() as db:
            return {row.id for row in await raids.broken_by(db, self.place.guild, learner.id)}

    def teardown(self) -> None:
        """However it went, the channel is free again after a while."""
        self.clock.wait(minutes=IDLE / timedelta(minutes=1))
        self.run(self.here.play.raids.close_quiet())
        assert self.place.channel is not None
        assert self.run(self.here.play.raids.open_in(self.place.channel)) is None


def live_through(url: str, loop: asyncio.AbstractEventLoop) -> None:
    """Run the machine on a database, all its raids side by side in it."""
    store_context = opened(url)
    store = loop.run_until_complete(store_context.__aenter__())
    try:
        machine = type("LivedHere", (Lived,), {"here": camp(store), "loop": loop})
        run_state_machine_as_test(
            machine,
            settings=settings(
                max_examples=25, stateful_step_count=25, deadline=None, suppress_health_check=list(HealthCheck)
            ),
        )
    finally:
        loop.run_until_complete(store_context.__aexit__(None, None, None))


@pytest.fixture
def loop() -> Iterator[asyncio.AbstractEventLoop]:
    """A loop of the machine's own, which steps in and out of it."""
    own = asyncio.new_event_loop()
    yield own
    own.close()


@pytest.mark.slow
def test_every_way_a_raid_is_lived_through_leaves_what_the_rules_say_and_none_is_stuck(
    tmp_path: Path, loop: asyncio.AbstractEventLoop
) -> None:
    live_through(sqlite_url(tmp_path), loop)


@pytest.mark.slow
@pytest.mark.postgres
def test_so_it_does_on_postgresql(loop: asyncio.AbstractEventLoop) -> None:
    if not POSTGRES:
        pytest.skip("GAUSS_TEST_POSTGRES names no server")
    database = postgres_url()
    url = loop.run_until_complete(database.__aenter__())
    try:
        live_through(url, loop)
    finally:
        loop.run_until_complete(database.__aexit__(None, None, None))
