"""How a class does: exact on classes worked by hand, of one server alone, and as cheap for 500 as for one."""

from __future__ import annotations

from fractions import Fraction

import pytest

from bot.play import Play
from bot.play.desk.classes import Cohort, Item
from bot.play.desk.desk_refusals import DeskRefusalError
from bot.play.scene import Learner, Place
from bot.store import answers, questions
from bot.store.questions import Home
from bot.store.store import Store
from engine.rules.items import ENOUGH
from tests.play.classroom import ELSEWHERE, GUILD, TEACHER, fight_with, pupils, sit, sit_through
from tests.play.stage import right, staged, trapped
from tests.statements import statements

pytestmark = pytest.mark.teach
TWO = "dial.var, dial.std"


async def server(play: Play, guild: int = GUILD) -> Cohort:
    return await play.desk.cohort("server", guild, guild)


async def item(play: Play, cohort: Cohort, family: str) -> Item:
    skill = play.house.bank.facts[family].skill
    return next(each for each in await play.desk.items(cohort, skill) if each.family == family)


async def test_a_skill_tells_its_share_its_learners_and_its_commonest_mistake(store: Store) -> None:
    play = staged(store)
    learners = await pupils(play, 4)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", TWO, paper=3)
    for each, texts in zip(learners, ([], [trapped], [trapped], [trapped, trapped]), strict=True):
        await sit_through(play, each, work.id, texts)
    overview = await play.desk.overview(await server(play))
    skills = {view.skill: view for view in overview.skills}
    var = skills[play.house.bank.facts["dial.var"].skill]
    trap = next(iter(play.house.bank.certificates["dial.var"][0].traps))

    assert sum(view.tried for view in skills.values()) == 8
    assert sum(view.right for view in skills.values()) == 4
    assert var.learners == 4
    assert var.slip is not None
    assert (var.slip.judged.line, var.slip.count) == (f"trap.{trap}", 3)


async def test_difficulty_and_the_wrong_numbers_of_an_item_are_counted_exactly(store: Store) -> None:
    play = staged(store)
    learners = await pupils(play, 4)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", TWO, paper=3)
    texts = (lambda asked: "123456", trapped, trapped, right)
    for each, text in zip(learners, texts, strict=True):
        await sit_through(play, each, work.id, [text])
    found = await item(play, await server(play), "dial.var")

    assert (found.learners, found.difficulty) == (4, Fraction(1, 4))
    assert found.discrimination == "few"
    assert [(each.count, each.judged.line.split(".")[0]) for each in found.wrong] == [(2, "trap"), (1, "wrong")]


async def test_discrimination_is_told_once_enough_have_answered(store: Store) -> None:
    play = staged(store)
    learners = await pupils(play, ENOUGH)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", TWO, paper=3)
    for place, each in enumerate(learners):
        await sit_through(play, each, work.id, [] if place % 2 else [trapped, trapped])
    found = await item(play, await server(play), "dial.var")

    assert found.discrimination == pytest.approx(1.0)


async def test_only_the_first_answer_to_a_question_speaks(store: Store) -> None:
    play = staged(store)
    (ann,) = await pupils(play, 1)
    await play.enter(ann, "dial")
    await fight_with(play, ann, [trapped, right])
    overview = await play.desk.overview(await server(play))

    assert sum(view.tried for view in overview.skills) == 2
    assert sum(view.right for view in overview.skills) == 1


async def test_what_the_forgotten_answered_still_counts_and_they_do_not(store: Store) -> None:
    play = staged(store)
    learners = await pupils(play, 3)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", TWO, paper=3)
    for each, texts in zip(learners, ([], [trapped], [trapped, trapped]), strict=True):
        await sit_through(play, each, work.id, texts)
    before = {view.skill: view for view in (await play.desk.overview(await server(play))).skills}
    await play.privacy.forget(learners[1].id)
    after = {view.skill: view for view in (await play.desk.overview(await server(play))).skills}

    assert {skill: (view.tried, view.right) for skill, view in after.items()} == {
        skill: (view.tried, view.right) for skill, view in before.items()
    }
    assert all(after[skill].learners == view.learners - 1 for skill, view in before.items())


async def test_a_cohort_is_its_own_server_and_no_others(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", TWO)
    await sit_through(play, ann, work.id)
    await fight_with(play, bob, [right], guild=ELSEWHERE)
    await fight_with(play, bob, [right], guild=0)

    assert sum(view.tried for view in (await play.desk.overview(await server(play))).skills) == 2
    assert sum(view.tried for view in (await play.desk.overview(await server(play, ELSEWHERE))).skills) == 1
    with pytest.raises(DeskRefusalError, match="no_work"):
        await play.desk.cohort("work", work.id, ELSEWHERE)
    with pytest.raises(DeskRefusalError, match="no_cohort"):
        await play.desk.cohort("study", 1, GUILD)


async def test_who_has_not_taken_part_is_told_of_those_met_here_or_of_a_role(store: Store) -> None:
    play = staged(store)
    ann, bob, eve = await pupils(play, 3)
    for each in (ann, bob):
        await play.boards.seen(GUILD, each.id)
    await play.boards.seen(ELSEWHERE, eve.id)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", TWO)
    await sit_through(play, ann, work.id)
    await sit(play, bob, work.id)
    cohort = await play.desk.cohort("work", work.id, GUILD)
    met, role = (
        await play.desk.absent(cohort, TEACHER),
        await play.desk.absent(cohort, TEACHER, {ann.id: "A", 7: "Never met"}),
    )

    assert (met.source, met.listed, [each.id for each in met.pupils]) == ("seen", 2, [bob.id])
    assert (role.source, role.listed, [each.name for each in role.pupils]) == ("role", 2, ["Never met"])


async def test_the_class_list_has_a_line_for_each_learner_and_the_best_of_their_work(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", TWO, attempts=2)
    await sit_through(play, ann, work.id, [trapped])
    await sit_through(play, ann, work.id)
    await fight_with(play, bob, [right])
    listed = await play.desk.class_list(await server(play))
    lines = {line.pupil.id: line for line in listed.lines}

    assert set(lines) == {ann.id, bob.id}
    assert sum(tried for tried, _ in lines[ann.id].skills.values()) == 4
    assert lines[ann.id].works[work.id].best == 2
    assert lines[bob.id].works == {}


async def enrol(play: Play, count: int, first: int) -> None:
    """Put learners into the server who have each answered three questions at a wall of their own."""
    at = play.house.clock()
    problems = [play.house.bank.certificates[family][0] for family in ("dial.var", "dial.std", "grid.elements")]
    for number in range(first, first + count):
        learner = Learner(1000 + number, "en", f"L{number}")
        scene = await play.fight(await play.meet(learner.id, name=learner.name), place=Place(guild=GUILD))
        assert scene.battle is not None
        async with play.house.store.writing() as db:
            for turn, certificate in enumerate(problems, start=50):
                question = await questions.ask(
                    db,
                    home=Home("battle", scene.battle.id),
                    learner_id=learner.id,
                    turn=turn,
                    certificate=certificate.dump(),
                    at=at,
                )
                assert question is not None
                held = (number + turn) % 3 > 0
                verdict = {"kind": "correct", "line": "right"} if held else {"kind": "incorrect", "line": "wrong"}
                await answers.add(
                    db,
                    question_id=question,
                    learner_id=learner.id,
                    attempt=1,
                    text="1",
                    echo="1",
                    reader=1,
                    interaction=None,
                    at=at,
                    **verdict,
                )


async def everything(play: Play) -> None:
    """Look at all a desk shows of a server."""
    cohort = await server(play)
    await play.desk.overview(cohort)
    await play.desk.items(cohort, play.house.bank.facts["dial.var"].skill)
    await play.desk.absent(cohort, TEACHER)
    await play.desk.class_list(cohort)


async def test_five_hundred_learners_cost_as_many_statements_as_one(store: Store) -> None:
    play = staged(store)
    counted = []
    for count, first in ((1, 0), (499, 1)):
        await enrol(play, count, first)
        with statements(store) as seen:
            await everything(play)
        counted.append(len([each for each in seen if each.lstrip().upper().startswith(("SELECT", "WITH"))]))
    found = await item(play, await server(play), "dial.var")

    assert counted[0] == counted[1]
    assert found.learners == 500
