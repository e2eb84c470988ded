"""Several processes on one PostgreSQL database: each thing is done once, by whom it concerns, and none is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Any, cast

import pytest

from bot.app import ShardedElder, create_sharded_bot, sync_changed
from bot.play import Play
from bot.play.scene import Learner, Place
from bot.play.study.study import Settings, Study
from bot.store import identifies
from bot.store.locks import COMMANDS, only
from bot.store.shards import WHOLE, Shards
from bot.store.store import Store
from bot.workshop.workshop import Workshop
from tests.play.raiding import BANK
from tests.play.stage import QuietWorkshop
from tests.play.studying import Hand
from tests.scale.conftest import Another

pytestmark = pytest.mark.postgres

EVEN, ODD = Shards(0, 0, 2), Shards(1, 1, 2)
GUILDS = {EVEN: 2 << 22, ODD: 3 << 22}
HOST, OTHER = Learner(1, "en", "Ann"), Learner(2, "en", "Bob")
TIMED = Settings(("dial",), rounds=2, pace="timed", seconds=60)


class Street:
    """Processes on one database, and the time they all live by."""

    def __init__(self, another: Another) -> None:
        self.another = another
        self.hand = Hand()

    async def process(self, shards: Shards = WHOLE) -> Play:
        """Start a process."""
        quiet = cast(Workshop, QuietWorkshop())
        play = Play(await self.another(), BANK, quiet, clock=self.hand, secrets=Random(7).getrandbits, shards=shards)
        for each in (HOST, OTHER):
            await play.meet(each.id, name=each.name)
        return play

    async def both(self) -> tuple[Play, Play]:
        """Start a process for either half of the guilds."""
        return await self.process(EVEN), await self.process(ODD)


@pytest.fixture
def street(another: Another) -> Street:
    """A street with nobody in it as yet."""
    return Street(another)


async def session(play: Play, guild: int, channel: int = 0) -> Study:
    """Begin a session whose round has a clock."""
    study = await play.studies.open(HOST, Place(guild, guild + 1 + channel), TIMED)
    await play.studies.start(HOST, study.id)
    await play.studies.shown(study.id, 1, play.house.clock())
    return await play.studies.standing(study.id)


async def beat(*plays: Play) -> list[tuple[int, ...]]:
    """Let the clockwork of each turn at the same time; return whose sessions it moved."""
    turned = await asyncio.gather(*(play.studies.due(play.house.clock()) for play in plays))
    return [each.changed for each in turned]


def each_once(taken: Sequence[Sequence[int]], wanted: set[int]) -> bool:
    """Whether each thing was taken, and by one alone."""
    return sorted(id for ids in taken for id in ids) == sorted(wanted)


async def test_each_process_moves_the_sessions_of_its_own_guilds(street: Street) -> None:
    even, odd = await street.both()
    theirs = {play: (await session(play, GUILDS[play.house.shards])).id for play in (even, odd)}
    await beat(even, odd)
    for _ in range(9):
        street.hand.move(7)
        moved = await beat(even, odd)

    assert moved == [(theirs[even],), (theirs[odd],)]
    assert [await play.studies.underway() for play in (even, odd)] == [(theirs[even],), (theirs[odd],)]


async def test_a_session_waits_for_its_process_while_others_live_and_loses_no_time_by_it(street: Street) -> None:
    even, odd = await street.both()
    waiting = await session(odd, GUILDS[ODD])
    await session(even, GUILDS[EVEN])
    await beat(even, odd)
    for _ in range(20):  # the other process is away for 140 seconds
        street.hand.move(7)
        await beat(even)
    assert (await even.studies.standing(waiting.id)).round == waiting.round

    back = await street.process(ODD)
    assert await beat(back) == [()]
    for _ in range(9):
        street.hand.move(7)
        moved = await beat(back)
    assert moved == [(waiting.id,)]


async def test_an_old_and_a_new_process_of_the_same_shards_do_each_thing_once(street: Street) -> None:
    old, new = await street.process(), await street.process()
    sessions = {(await session(old, GUILDS[EVEN], channel)).id for channel in range(3)}
    raids = {(await old.raids.open(HOST, Place(GUILDS[ODD], 90 + n), "adept"))[0].id for n in range(3)}
    await old.desk.set_work(HOST, GUILDS[ODD], "Sheet", "dial", due="2026-11-30 13:00")
    await beat(old, new)
    for _ in range(8):
        street.hand.move(7)
        await beat(old, new)
    street.hand.move(7)
    moved = await beat(old, new)
    street.hand.move(3600)
    closed = await asyncio.gather(*(play.raids.close_quiet() for play in (old, new)))
    works = await asyncio.gather(*(play.desk.close_due() for play in (old, new)))

    assert each_once(moved, sessions)
    assert each_once(closed, raids)
    assert sorted(map(len, works)) == [0, 1]


async def test_each_process_closes_the_raids_and_the_work_of_its_own_guilds(street: Street) -> None:
    plays = await street.both()
    raids, works = [], []
    for play in plays:
        guild = GUILDS[play.house.shards]
        raids.append((await play.raids.open(HOST, Place(guild, guild + 5), "adept"))[0].id)
        works.append((await play.desk.set_work(HOST, guild, "Sheet", "dial", due="2026-11-30 13:00")).id)
    assert [list(await play.raids.open_ids()) for play in plays] == [[id] for id in raids]
    street.hand.move(7200)

    assert [list(await play.raids.close_quiet()) for play in plays] == [[id] for id in raids]
    assert [list(await play.desk.close_due()) for play in plays] == [[id] for id in works]


async def test_everyone_is_called_to_a_plan_once_and_by_the_process_of_its_guild(street: Street) -> None:
    even, odd = await street.both()
    late = await street.process(ODD)
    plan = await odd.studies.plan(HOST, Place(GUILDS[ODD], 7), TIMED, street.hand.now.replace(minute=10))
    for each in (HOST, OTHER):
        await odd.studies.remind(plan.id, each, on=True)
    called = await asyncio.gather(*(play.studies.reminders_due(street.hand.now) for play in (even, odd, late)))

    assert called[0] == ()
    assert sorted(each.learner_id for some in called for each in some) == [HOST.id, OTHER.id]


async def test_a_plan_is_opened_once(street: Street) -> None:
    plays = *await street.both(), await street.process(ODD)
    await plays[1].studies.plan(HOST, Place(GUILDS[ODD], 7), TIMED, street.hand.now.replace(minute=10))
    street.hand.move(601)
    begun = await asyncio.gather(*(play.studies.due(street.hand.now) for play in plays))

    assert begun[0].begun == ()
    assert sum(len(each.begun) for each in begun) == 1


async def test_a_board_that_moved_is_told_to_the_process_of_its_guild_once_whoever_scored(street: Street) -> None:
    even, odd = await street.both()
    for guild in GUILDS.values():
        await even.boards.post(guild, Place(guild, guild + 1, guild + 2))
        for learner in (HOST, OTHER):
            scene = await even.fight(learner, place=Place(guild, guild + 1))
            assert scene.battle is not None
            assert scene.asked is not None
            await even.answer(scene.battle.id, scene.asked.turn, scene.asked.attempt, learner, "1")
    moved = await even.boards.take_in()

    assert moved == set(GUILDS.values())
    assert [await play.boards.posted() for play in (even, odd)] == [[GUILDS[EVEN]], [GUILDS[ODD]]]
    told = await asyncio.gather(odd.boards.moved(), odd.boards.moved())
    assert sorted(map(sorted, told)) == [[], [GUILDS[ODD]]]
    assert await even.boards.moved() == {GUILDS[EVEN]}


async def test_a_guild_of_other_shards_is_never_taken_for_one_that_was_left(street: Street) -> None:
    even, odd = await street.both()
    for play in (even, odd):
        await session(play, GUILDS[play.house.shards])
    await odd.privacy.guilds_present([GUILDS[ODD]])
    await even.privacy.guilds_present([GUILDS[EVEN]])
    street.hand.move(40 * 86_400)
    assert await even.privacy.retire() == await odd.privacy.retire() == ()

    await odd.privacy.guilds_present([])
    street.hand.move(40 * 86_400)
    assert (await even.privacy.retire(), await odd.privacy.retire()) == ((), (GUILDS[ODD],))


class Told:
    """Commands that Discord is told of, and how often."""

    translator = object()

    def __init__(self) -> None:
        self.times = 0

    def get_commands(self) -> list[Any]:
        return []

    async def fetch_commands(self) -> list[Any]:
        return []

    async def sync(self) -> None:
        self.times += 1


async def test_one_process_tells_the_commands_however_many_start_together(another: Another) -> None:
    discord = Told()

    async def begin(store: Store) -> None:
        async with only(store, COMMANDS):
            await sync_changed(cast(Any, discord), store)

    await asyncio.gather(*[begin(each) for each in [await another() for _ in range(3)]])

    assert discord.times == 1


def elder(play: Play) -> ShardedElder:
    """Return the bot of a process."""
    return create_sharded_bot(play=play, bank=BANK, store=play.house.store, workshop=cast(Any, QuietWorkshop()))


async def test_shards_of_several_processes_introduce_themselves_one_after_another(
    street: Street, monkeypatch: pytest.MonkeyPatch
) -> None:
    elders = [elder(play) for play in await street.both()]
    slept: list[float] = []

    async def door() -> tuple[int, str, dict[str, int]]:
        return 2, "", {"max_concurrency": 1}

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    for each in elders:
        monkeypatch.setattr(each.http, "get_bot_gateway", door)
    monkeypatch.setattr("bot.app.asyncio.sleep", sleep)
    async with elders[0]._store.reading() as db:
        begun = float((await db.execute(identifies.NOW)).scalar_one())
    for number, each in enumerate(elders):
        assert (each.shard_ids, each.shard_count) == ([number], 2)
        await each.before_identify_hook(number, initial=True)

    assert slept[0] == 0.0
    assert float(await elders[0]._store.recall("discord.identify.0") or 0) >= begun + identifies.APART


async def test_a_process_alone_serves_as_many_shards_as_discord_wants(street: Street) -> None:
    bot = elder(await street.process())

    assert bot.shard_ids is None
    assert cast(object, bot.shard_count) is None
