"""Work that is set: one number, one sheet; else numbers of one's own; the best counts, and closed is closed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from bot.play.desk.desk_refusals import DeskRefusalError
from bot.play.refusals import NotYoursError
from bot.store.store import Store
from quizbank.paper import drawn
from tests.play.classroom import ELSEWHERE, GUILD, TEACHER, pupils, reply, sent, sit, sit_through
from tests.play.stage import right, staged, trapped

pytestmark = pytest.mark.teach
HALF = "dial.var, dial.std"


async def test_a_fixed_sheet_asks_everyone_what_bank_paper_prints(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    work = await play.desk.set_work(TEACHER, GUILD, "Sheet", "dial", paper=7)
    printed = [each.numbers for each in drawn(play.house.bank, work.families, 7)]
    asked: dict[int, list[object]] = {}
    for each in (ann, bob):
        sitting = await sit(play, each, work.id)
        while sitting.asked is not None:
            asked.setdefault(each.id, []).append(sitting.asked.numbers)
            sitting = (await reply(play, each, sitting, right(sitting.asked))).sitting

    assert asked[ann.id] == asked[bob.id] == printed


async def test_without_a_sheet_each_has_numbers_of_their_own_and_one_question_of_each_family(store: Store) -> None:
    play = staged(store)
    learners = await pupils(play, 6)
    work = await play.desk.set_work(TEACHER, GUILD, "Own", HALF)
    sittings = [await sit(play, each, work.id) for each in learners]
    numbers = {str(each.asked.numbers) for each in sittings if each.asked is not None}
    last = await sit_through(play, learners[0], work.id)

    assert len(numbers) > 1
    assert (last.answered, last.right) == (2, 2)


async def test_the_best_of_the_sittings_counts_and_no_more_are_allowed_than_were_set(store: Store) -> None:
    play = staged(store)
    (ann,) = await pupils(play, 1)
    work = await play.desk.set_work(TEACHER, GUILD, "Twice", HALF, attempts=2)
    first = await sit_through(play, ann, work.id)
    second = await sit_through(play, ann, work.id, [trapped, trapped])
    (made,) = await play.desk.hand_ins(work.id)

    assert (first.right, second.right, second.best, made.best, made.sittings) == (2, 0, 2, 2, 2)
    with pytest.raises(DeskRefusalError, match="no_more_sittings"):
        await sit(play, ann, work.id)


async def test_a_text_that_is_no_answer_costs_nothing_and_the_same_interaction_counts_once(store: Store) -> None:
    play = staged(store)
    (ann,) = await pupils(play, 1)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", HALF)
    sitting = await sit(play, ann, work.id)
    told = await reply(play, ann, sitting, "hm")
    again = await reply(play, ann, told.sitting, right(sitting.asked), interaction=77)
    twice = await reply(play, ann, sitting, "1", interaction=77)

    assert (told.judged.kind, told.sitting.answered) == ("invalid", 0)
    assert again.sitting.answered == twice.sitting.answered == 1
    assert twice.judged.right


async def test_a_sitting_goes_on_where_it_was_after_a_restart(store: Store) -> None:
    play = staged(store)
    (ann,) = await pupils(play, 1)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", HALF)
    sitting = await sit(play, ann, work.id)
    told = await reply(play, ann, sitting, right(sitting.asked))
    resumed = await sit(staged(store), ann, work.id)

    assert resumed == told.sitting


async def test_what_comes_after_the_due_date_is_refused_and_what_was_answered_counts(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    work = await play.desk.set_work(TEACHER, GUILD, "Due", HALF, due="1h")
    sitting = await sit(play, ann, work.id)
    told = await reply(play, ann, sitting, right(sitting.asked))
    assert work.due is not None
    assert told.sitting.asked is not None
    late = sent(play, right(told.sitting.asked), at=work.due)
    with pytest.raises(DeskRefusalError, match="work_closed"):
        await play.desk.answer(ann, sitting.id, 1, 1, late)
    with pytest.raises(DeskRefusalError, match="work_closed"):
        await play.desk.sit_down(bob, work.id, GUILD, work.due)
    (made,) = await play.desk.hand_ins(work.id)

    assert made.best == 1


async def test_work_falls_due_once_and_takes_its_open_sittings_with_it(store: Store) -> None:
    play = staged(store)
    (ann,) = await pupils(play, 1)
    work = await play.desk.set_work(TEACHER, GUILD, "Due", HALF, due="1h")
    await sit(play, ann, work.id)
    assert await play.desk.close_due() == []
    later = staged(store)
    for _ in range(3700):
        later.house.clock()
    closed = [await later.desk.close_due(), await later.desk.close_due()]
    (made,) = await play.desk.hand_ins(work.id)

    assert closed == [[work.id], []]
    assert (made.best, made.when) == (0, work.due)


async def test_nobody_sits_for_another_or_from_another_server(store: Store) -> None:
    play = staged(store)
    ann, bob = await pupils(play, 2)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", HALF)
    sitting = await sit(play, ann, work.id)
    with pytest.raises(NotYoursError):
        await reply(play, bob, sitting, right(sitting.asked))
    with pytest.raises(DeskRefusalError, match="no_work"):
        await sit(play, bob, work.id, ELSEWHERE)
    with pytest.raises(DeskRefusalError, match="no_work"):
        await play.desk.close(work.id, ELSEWHERE)


@pytest.mark.parametrize(
    ("named", "families"),
    [
        ("dial.var", ["dial.var"]),
        ("The Scaling Dial", None),
        ("缩放台", None),
        ("DIAL", None),
        ("dot.variance", ["dial.var", "dial.std"]),
    ],
)
async def test_halls_skills_and_families_are_found_by_their_names(
    store: Store, named: str, families: list[str] | None
) -> None:
    play = staged(store)
    await pupils(play, 0)
    work = await play.desk.set_work(TEACHER, GUILD, "Work", named)
    of_hall = [each.id for each in play.house.bank.facts.values() if each.hall == "dial"]

    assert set(families or of_hall[:25]) <= set(work.families)
    assert len(set(work.families)) == len(work.families)


@pytest.mark.parametrize(
    ("named", "due", "why"),
    [
        ("nowhere", None, "unknown_name"),
        (" , ", None, "nothing_named"),
        ("dial", "soon", "no_moment"),
        ("dial", "2025-02-01", "moment_out_of_reach"),
        ("dial", "2026-02-30 10:00", "no_moment"),
        ("dial", "2999-01-01", "moment_out_of_reach"),
    ],
)
async def test_what_cannot_be_set_is_refused_with_its_reason(
    store: Store, named: str, due: str | None, why: str
) -> None:
    play = staged(store)
    await pupils(play, 0)

    with pytest.raises(DeskRefusalError, match=why):
        await play.desk.set_work(TEACHER, GUILD, "Work", named, due=due)


@pytest.mark.parametrize("due", ["2026-06-01 18:30", "2026/6/1 18:30", "2026年6月1日 18:30", "２０２６-06-01 18:30"])
async def test_a_due_date_is_by_the_servers_clock(store: Store, due: str) -> None:
    play = staged(store)
    await pupils(play, 0)
    await play.desk.choose_zone(GUILD, "Asia/Shanghai")
    work = await play.desk.set_work(TEACHER, GUILD, "Work", HALF, due=due)

    assert work.due is not None
    assert (work.due.hour, work.due.minute, work.due.utcoffset()) == (10, 30, timedelta(0))


async def test_a_zone_that_there_is_not_is_refused(store: Store) -> None:
    play = staged(store)

    for name in ("Middle/Earth", "", "../etc/passwd", "\0"):
        with pytest.raises(DeskRefusalError, match="no_zone"):
            await play.desk.choose_zone(GUILD, name)
