"""A learner who did everything there is to do, alone and among others; and where in the database they are found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, cast

from sqlalchemy import select, true

from bot.play import Play
from bot.play.board.scoring import score
from bot.play.regrading import regrade
from bot.play.scene import Asked, Learner, Place, Sent
from bot.play.study.study import Settings
from bot.store import tallies
from bot.store.store import Store
from bot.store.tables import answer, metadata
from bot.workshop.workshop import Workshop
from quizbank.bank import open_bank
from tests.play.classroom import reply as hand_in
from tests.play.classroom import sit
from tests.play.stage import QuietWorkshop, right, send, trapped

ME = Learner(771_177_117_711_771_177, "zh-CN", "\u79d8\u5bc6\u4e4b\u540d")
ANN, BOB = Learner(771_000_000_000_000_031, "en", "Ann"), Learner(771_000_000_000_000_032, "en", "Bob")
GUILD, ELSEWHERE = 5, 6
MARK = "\u55b5\u55b5"  # in each text of theirs that says nothing
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BANK = open_bank()


class Calendar:
    """A clock that moves by a second at each look, and by days when told to."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        self.now += timedelta(seconds=1)
        return self.now


def opened(store: Store, calendar: Calendar, seed: int = 7) -> Play:
    """Return the game on a store."""
    quiet = cast(Workshop, QuietWorkshop())
    return Play(store, BANK, quiet, clock=calendar, secrets=Random(seed).getrandbits)


@dataclass(frozen=True)
class Shared:
    """What they did among others."""

    raids: tuple[int, ...]  # the first is over
    studies: tuple[int, ...]  # the first is over
    work: int  # set by them, taken by others
    plan: int  # of another's


async def lived(play: Play, store: Store, calendar: Calendar) -> Shared:
    """Let ME live, and return what they shared."""
    for each in (ME, ANN, BOB):
        await play.meet(each.id, name=each.name)
        await play.boards.seen(GUILD, each.id)
    await play.boards.stand_worldwide(ME.id, True)
    await fight(play)
    await walk(play)
    shared = Shared(await raid(play), await study(play), await work(play), await plan(play, calendar))
    await appeal(play, store)
    calendar.now += timedelta(days=1)
    await review(play)
    await play.reminders.ask(ME, zone="Asia/Shanghai")
    await play.reminders.ask(ME, hour=8)
    await mistake(play, store)
    while (await score(store)).taken:
        pass
    await fight(play, ELSEWHERE)
    return shared


async def fight(play: Play, guild: int = GUILD) -> None:
    """Break a wall with a slip and some noise, and begin another."""
    scene = await play.fight(ME, place=Place(guild, 50, 500))
    scene = await send(play, scene, MARK, learner=ME, interaction=guild * 1000)
    scene = await send(play, scene, trapped(scene.asked), learner=ME, interaction=guild * 1000 + 1)
    while scene.asked is not None:
        scene = await send(play, scene, right(scene.asked), learner=ME)
    await play.fight(ME, place=Place(guild, 50, 501))


async def walk(play: Play) -> None:
    """Prove a hall, with noise first."""
    scene = await play.prove(ME, "dial")
    for text in (MARK, right(scene.asked)):
        assert scene.walk is not None
        assert scene.walk.beat is not None
        assert scene.asked is not None
        scene = await play.reply(scene.walk.id, scene.walk.beat, scene.asked.attempt, ME, text)
    await play.enter(ME, "gate")
    here = (await play.enter(ME)).walk
    assert here is not None
    assert here.beat is not None
    await play.walk(here.id, here.beat, ME, "next", interaction=77)


async def raid(play: Play) -> tuple[int, ...]:
    """Host a raid that is closed, and take part in one that is open."""
    ids = []
    for channel, host in ((60, ME), (61, ANN)):
        opened, _ = await play.raids.open(host, Place(GUILD, channel), "adept")
        for each in (ME, ANN, BOB):
            await play.raids.join(opened.id, each)
        await play.raids.start(opened.id, host)
        for each, text in ((ME, trapped), (ANN, right), (ME, right), (BOB, trapped)):
            turn = await play.raids.turns.face(opened.id, each)
            assert turn.asked is not None
            noise = Sent(MARK, play.house.clock()) if each is ME else None
            if noise is not None:
                await play.raids.turns.answer(opened.id, turn.asked.turn, turn.asked.attempt, each, noise)
            sent = Sent(text(turn.asked), play.house.clock(), channel * 1000 + len(ids) * 10 + turn.asked.id * 100)
            await play.raids.turns.answer(opened.id, turn.asked.turn, turn.asked.attempt, each, sent)
        ids.append(opened.id)
    await play.raids.lose(ids[0])
    return tuple(ids)


async def study(play: Play) -> tuple[int, ...]:
    """Host a session that is over, and take part in one that is not."""
    ids = []
    for channel, host in ((70, ME), (71, ANN)):
        opened = await play.studies.open(host, Place(GUILD, channel), Settings(("dial",), rounds=2, named=True))
        for each in (ME, ANN, BOB):
            await play.studies.join(each, opened.id)
        await play.studies.start(host, opened.id)
        for each, texts in ((ANN, (right,)), (ME, (trap, right))):
            for text in texts:
                asked = await play.studies.question(opened.id, each)
                await play.studies.answer(opened.id, 1, asked.attempt, each, MARK if each is ME else "?")
                await play.studies.answer(opened.id, 1, asked.attempt, each, text(asked))
        ids.append(opened.id)
    await play.studies.stop(ME, ids[0])
    return tuple(ids)


def trap(asked: Asked) -> str:
    """Return a wrong answer."""
    return trapped(asked) if asked.certificate.traps else "-12345"


async def work(play: Play) -> int:
    """Set work for another, and hand in some of another's."""
    mine = await play.desk.set_work(ME, GUILD, f"work of {MARK}", "dial")
    theirs = await play.desk.set_work(ANN, GUILD, "more work", "dial", attempts=2)
    for who, id in ((BOB, mine.id), (ME, theirs.id)):
        sitting = await sit(play, who, id)
        if who is ME:
            await hand_in(play, who, sitting, MARK)
        sitting = (await hand_in(play, who, sitting, trap(sitting.asked))).sitting if sitting.asked else sitting
        if sitting.asked is not None:
            await hand_in(play, who, sitting, right(sitting.asked))
    return mine.id


async def plan(play: Play, calendar: Calendar) -> int:
    """Plan a session that another wants to be reminded of, and want to be reminded of another's."""
    later = calendar.now + timedelta(days=3)
    mine = await play.studies.plan(ME, Place(GUILD, 80), Settings(("dial",)), later)
    theirs = await play.studies.plan(ANN, Place(GUILD, 81), Settings(("dial",)), later)
    await play.studies.remind(mine.id, BOB, on=True)
    await play.studies.remind(theirs.id, ME, on=True)
    return theirs.id


async def appeal(play: Play, store: Store) -> None:
    """Appeal, alone and among others, and decide on another's appeal."""
    async with store.reading() as db:
        wrong = await db.execute(
            select(answer.c.id, answer.c.learner_id, answer.c.question_id)
            .where(answer.c.kind.in_(("diagnosed", "incorrect")))
            .order_by(answer.c.id)
        )
        rows = wrong.all()
    for row in rows:
        who = next(each for each in (ME, ANN, BOB) if each.id == row.learner_id)
        await play.desk.appeal(who, row.id)
    first = await play.desk.appeals(GUILD)
    assert first is not None
    await play.desk.decide(ANN, first.id, GUILD, accept=True)
    last = await play.desk.appeals(GUILD, first.id)
    while last is not None and last.judged.asked.id in {row.question_id for row in rows if row.learner_id == ME.id}:
        onward = await play.desk.appeals(GUILD, last.id)
        assert onward is not None
        last = onward
    assert last is not None
    await play.desk.decide(ME, last.id, GUILD, accept=False)


async def review(play: Play) -> None:
    """Go over what was missed, with a hint and some noise."""
    sitting = await play.reviews.sit(ME)
    assert sitting.asked is not None
    await play.reviews.hint(sitting.asked.id, ME)
    for text in (MARK, right(sitting.asked)):
        await play.reviews.answer(sitting.asked.id, ME, text)


async def mistake(play: Play, store: Store) -> None:
    """Let some answers be judged anew."""
    async with store.writing() as db:
        some = select(answer.c.id).where(answer.c.kind == "correct", answer.c.learner_id == ME.id)
        await db.execute(answer.update().where(answer.c.id.in_(some)).values(kind="incorrect", line="wrong"))
    assert [change async for change in regrade(play.house, dry_run=False)]


async def traces(store: Store, *needles: str) -> list[tuple[str, str]]:
    """Return each table and column in which any of these is found, as a number or within a text."""
    found = []
    async with store.reading() as db:
        for table in metadata.sorted_tables:
            for row in (await db.execute(select(table))).mappings():
                found += [
                    (table.name, name) for name, cell in row.items() if any(each in str(cell) for each in needles)
                ]
    return sorted(set(found))


async def counted(store: Store, guilds: Sequence[int] = (0, GUILD, ELSEWHERE)) -> Counter[tuple[Any, ...]]:
    """Return how many answers to each problem got each verdict in each guild: those there are, and those there were."""
    counts: Counter[tuple[Any, ...]] = Counter()
    async with store.reading() as db:
        rows = [row for guild in guilds for row in await tallies.of_guild(db, guild)]
        rows += await tallies.counted(db, true())
    for row in rows:
        counts[row.guild, row.family, row.numbers, row.first, row.kind, row.line] += row.count
    return counts
