"""An appeal: one's own, once, in a server; what a teacher accepts holds for all who said the same, and all follows."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import func, select

from bot.play import Play
from bot.play.board.board import View
from bot.play.desk.desk_refusals import DeskRefusalError
from bot.play.refusals import NotYoursError
from bot.play.regrading import regrade
from bot.play.scene import Judged, Learner, Place, Scene
from bot.store.store import Store
from bot.store.tables import answer, appeal, correction, ruling
from tests.play.classroom import ELSEWHERE, GUILD, TEACHER, fight_with, pupils, reply, sit
from tests.play.raiding import camp
from tests.play.stage import right, send, staged, trapped
from tests.statements import statements

pytestmark = pytest.mark.teach
SHEET = 3


def judged_in(scene: Scene) -> Judged:
    assert scene.judged is not None
    return scene.judged


def stored(scene: Scene) -> int:
    id = judged_in(scene).stored
    assert id is not None
    return id


async def count(store: Store, table: object) -> int:
    async with store.reading() as db:
        return (await db.execute(select(func.count()).select_from(table))).scalar_one()  # type: ignore[arg-type]


async def same_wrong(play: Play, learners: list[Learner]) -> list[int]:
    """Have each learner fall into the same trap at the same problem; return their answers."""
    work = await play.desk.set_work(TEACHER, GUILD, "Sheet", "dial.var, dial.std", paper=SHEET, attempts=2)
    found = []
    for each in learners:
        sitting = await sit(play, each, work.id)
        told = await reply(play, each, sitting, trapped(sitting.asked))
        assert told.judged.stored is not None
        found.append(told.judged.stored)
    return found


async def test_what_is_accepted_is_rescored_for_everyone_who_said_the_same_with_a_trace(store: Store) -> None:
    play = staged(store)
    ann, bob, eve = await pupils(play, 3)
    first, second, _ = await same_wrong(play, [ann, bob, eve])
    outcome = await play.desk.appeal(ann, first)
    case = await play.desk.appeals(GUILD)
    assert case is not None
    decision = await play.desk.decide(TEACHER, case.id, GUILD, accept=True)
    async with store.reading() as db:
        kept = (await db.execute(select(answer.c.kind).where(answer.c.id.in_([first, second])))).scalars().all()
        later = (await db.execute(select(correction.c.kind, correction.c.line))).all()
        trace = (await db.execute(select(appeal.c.teacher_id, appeal.c.outcome, appeal.c.decided))).one()

    assert (outcome, case.same) == ("waiting", 2)
    assert (decision.outcome, decision.mine, decision.moved) == ("accepted", True, 3)
    assert set(kept) == {"diagnosed"}, "what was judged first stays on record"
    assert [tuple(row) for row in later] == [("correct", "ruled")] * 3
    assert trace[:2] == (TEACHER.id, "accepted")
    assert trace[2] is not None


async def test_the_sittings_and_the_statistics_follow(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    first, _ = await same_wrong(play, [ann, bob])
    server = await play.desk.cohort("server", GUILD, GUILD)
    (before,) = (await play.desk.overview(server)).skills
    await play.desk.appeal(ann, first)
    case = await play.desk.appeals(GUILD)
    assert case is not None
    await play.desk.decide(TEACHER, case.id, GUILD, accept=True)
    (after,) = (await play.desk.overview(server)).skills
    (work,) = await play.desk.works(GUILD)

    assert (before.right, after.right) == (0, 2)
    assert (await sit(play, bob, work.id)).right == 1


async def test_a_wall_that_was_overgrown_by_it_follows_and_its_battle_goes_on(store: Store) -> None:
    play = staged(store)
    (ann,) = await pupils(play, 1)
    scene = await fight_with(play, ann, [trapped] * 3)
    assert scene.battle is not None
    assert scene.battle.ending == "overgrown"
    assert await play.desk.appeal(ann, stored(scene)) == "waiting"
    case = await play.desk.appeals(GUILD)
    assert case is not None
    decision = await play.desk.decide(TEACHER, case.id, GUILD, accept=True)
    now = await play.scene(scene.battle.id, ann)

    assert now.battle is not None
    assert now.battle.ending is None
    assert len(now.battle.wall.layers) == 4
    assert [(home.kind, home.id) for home in decision.homes] == [("battle", scene.battle.id)]


async def test_the_same_answer_is_right_from_then_on_in_that_server_and_in_no_other(store: Store) -> None:
    play = staged(store)
    ann, bob, eve = await pupils(play, 3)
    (first,) = await same_wrong(play, [ann])
    await play.desk.appeal(ann, first)
    case = await play.desk.appeals(GUILD)
    assert case is not None
    await play.desk.decide(TEACHER, case.id, GUILD, accept=True)
    (work,) = await play.desk.works(GUILD)
    other = await play.desk.set_work(TEACHER, ELSEWHERE, "Sheet", "dial.var, dial.std", paper=SHEET)
    here = await sit(play, bob, work.id)
    there = await sit(play, eve, other.id, ELSEWHERE)

    assert (await reply(play, bob, here, trapped(here.asked))).judged.line == "ruled"
    assert (await reply(play, eve, there, trapped(there.asked))).judged.kind == "diagnosed"


async def test_at_the_wall_too_the_same_answer_is_right_from_then_on(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    scene = await fight_with(play, ann, [trapped])
    await play.desk.appeal(ann, stored(scene))
    case = await play.desk.appeals(GUILD)
    assert case is not None
    await play.desk.decide(TEACHER, case.id, GUILD, accept=True)
    asked = case.judged.asked
    for seed in range(400):
        begun = await play.fight(bob, place=Place(guild=GUILD), secret=seed)
        assert begun.asked is not None
        if begun.asked.certificate == asked.certificate:
            break
        await play.abandon(bob, GUILD)
    said = await send(play, begun, trapped(begun.asked), learner=bob)

    assert judged_in(said).line == "ruled"
    assert said.battle is not None
    assert len(said.battle.wall.layers) == 2


async def test_judging_all_again_leaves_what_was_ruled(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    first, _ = await same_wrong(play, [ann, bob])
    await play.desk.appeal(ann, first)
    case = await play.desk.appeals(GUILD)
    assert case is not None
    await play.desk.decide(TEACHER, case.id, GUILD, accept=True)

    assert [change async for change in regrade(play.house, dry_run=False)] == []


async def test_what_is_declined_moves_nothing_and_is_told_once(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    first, _ = await same_wrong(play, [ann, bob])
    await play.desk.appeal(ann, first)
    case = await play.desk.appeals(GUILD)
    assert case is not None
    decision = await play.desk.decide(TEACHER, case.id, GUILD, accept=False)
    met = [(await play.meet(each.id)).news for each in (ann, bob)]
    news = await play.desk.news(ann)
    await play.desk.told(news)

    assert (decision.outcome, decision.moved) == ("declined", 0)
    assert [each.outcome for each in news] == ["declined"]
    assert met == [True, False]
    assert not (await play.meet(ann.id)).news
    assert await play.desk.news(ann) == ()
    assert await play.desk.appeal(ann, first) == "declined"
    assert await count(store, correction) == 0


async def test_everyone_it_moved_is_told_when_next_seen(store: Store) -> None:
    play = staged(store)
    ann, bob, eve = await pupils(play, 3)
    first, *_ = await same_wrong(play, [ann, bob])
    await play.desk.appeal(ann, first)
    case = await play.desk.appeals(GUILD)
    assert case is not None
    await play.desk.decide(TEACHER, case.id, GUILD, accept=True)

    assert [(await play.meet(each.id)).news for each in (ann, bob, eve)] == [True, True, False]
    assert [each.outcome for each in await play.desk.news(bob)] == ["accepted"]


async def test_the_first_teacher_to_decide_has_decided(store: Store) -> None:
    play, other = staged(store), staged(store)
    ann, bob = await pupils(play, 2)
    for each, id in zip((ann, bob), await same_wrong(play, [ann, bob]), strict=True):
        await play.desk.appeal(each, id)
    one, two = await play.desk.appeals(GUILD), await play.desk.appeals(GUILD, 1)
    assert one is not None
    assert two is not None
    decisions = await asyncio.gather(
        play.desk.decide(TEACHER, one.id, GUILD, accept=True),
        other.desk.decide(TEACHER, two.id, GUILD, accept=True),
        other.desk.decide(TEACHER, one.id, GUILD, accept=False),
    )
    outcomes = {each.outcome for each in decisions}

    assert len(outcomes) == 1
    assert sum(each.mine for each in decisions) == 1
    assert await count(store, correction) == (2 if outcomes == {"accepted"} else 0)
    assert await count(store, ruling) == (1 if outcomes == {"accepted"} else 0)
    assert await play.desk.appeals_waiting(GUILD) == 0


async def test_an_appeal_is_ones_own_against_a_wrong_verdict_in_a_server_and_made_once(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    wrong = await fight_with(play, ann, [trapped])
    fine = await send(play, wrong, right(wrong.asked), learner=ann)
    private = await fight_with(play, bob, [trapped], guild=0)
    with pytest.raises(NotYoursError):
        await play.desk.appeal(bob, stored(wrong))
    with pytest.raises(DeskRefusalError, match="not_wrong"):
        await play.desk.appeal(ann, stored(fine))
    with pytest.raises(DeskRefusalError, match="no_teacher"):
        await play.desk.appeal(bob, stored(private))
    with pytest.raises(DeskRefusalError, match="no_answer"):
        await play.desk.appeal(bob, 10**6)
    twice = [await play.desk.appeal(ann, stored(wrong)), await play.desk.appeal(ann, stored(wrong))]

    assert twice == ["waiting", "waiting"]
    assert await count(store, appeal) == 1


async def test_no_server_decides_anothers_appeal(store: Store) -> None:
    play = staged(store)
    (ann,) = await pupils(play, 1)
    scene = await fight_with(play, ann, [trapped])
    await play.desk.appeal(ann, stored(scene))

    assert await play.desk.appeals(ELSEWHERE) is None
    with pytest.raises(DeskRefusalError, match="no_appeal"):
        await play.desk.decide(TEACHER, 1, ELSEWHERE, accept=True)


async def test_the_board_follows_an_accepted_appeal(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    first, _ = await same_wrong(play, [ann, bob])
    await play.boards.take_in()
    before = {line.points for line in (await play.boards.look(GUILD, ann.id, View(period="all"))).lines}
    await play.desk.appeal(ann, first)
    case = await play.desk.appeals(GUILD)
    assert case is not None
    await play.desk.decide(TEACHER, case.id, GUILD, accept=True)
    await play.boards.take_in()
    lines = (await play.boards.look(GUILD, ann.id, View(period="all"))).lines

    assert before == {0}
    assert {line.learner for line in lines} == {ann.id, bob.id}
    assert {line.rank for line in lines} == {1}
    assert all(line.points > 0 for line in lines)


async def test_a_shared_wall_follows_and_is_to_be_shown_anew(store: Store) -> None:
    here = camp(store)
    await here.play.meet(TEACHER.id, name=TEACHER.name)
    raid, (ann, *_) = await here.gathered(2)
    told = await here.strike(raid, ann, rightly=False)
    before = len((await here.found(raid)).siege.courses)
    assert told.judged.stored is not None
    await here.play.desk.appeal(ann, told.judged.stored)
    case = await here.play.desk.appeals(GUILD)
    assert case is not None
    decision = await here.play.desk.decide(TEACHER, case.id, GUILD, accept=True)

    assert len((await here.found(raid)).siege.courses) < before
    assert [(home.kind, home.id) for home in decision.homes] == [("raid", raid.id)]


async def test_an_answer_costs_no_statement_more_unless_it_is_wrong_and_then_one(store: Store) -> None:
    play = staged(store)
    (ann,) = await pupils(play, 1)
    counted = []
    for choose in (right, trapped):
        scene = await play.fight(ann, place=Place(guild=GUILD))
        with statements(store) as seen:
            await send(play, scene, choose(scene.asked), learner=ann)
        counted.append(sum("ruling" in each for each in seen))

    assert counted == [0, 1]
