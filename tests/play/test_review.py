"""Review: what was missed anywhere comes back by itself, day after day, until it is held; and nothing of it is lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from random import Random
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import func, select

from bot.play import Play
from bot.play.drawing import draw, problem_of
from bot.play.refusals import NotYoursError
from bot.play.regrading import regrade
from bot.play.review.review import NoReviewError, Review, ReviewMovedError
from bot.play.review.schedule import Given, cards_of
from bot.play.scene import Asked, Learner
from bot.store import cards
from bot.store.store import Store
from bot.store.tables import answer
from bot.workshop.workshop import Workshop
from quizbank.bank import open_bank
from tests.play.stage import EN, ZH, QuietWorkshop, right, send, trapped

pytestmark = pytest.mark.review

DAY = timedelta(days=1)
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Calendar:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def play(store: Store, calendar: Calendar) -> Play:
    quiet = cast(Workshop, QuietWorkshop())
    return Play(store, open_bank(), quiet, clock=calendar, secrets=Random(7).getrandbits)


async def slip(play: Play, learner: Learner, wrong: int = 1) -> set[str]:
    """Fight the wall, miss some, and break it; return the skills missed."""
    await play.meet(learner.id)
    scene, missed = await play.fight(learner), set()
    for turn in range(wrong + 3 + wrong):
        if scene.asked is None:
            break
        if turn < wrong:
            missed.add(scene.asked.certificate.facts.skill)
        scene = await send(play, scene, (trapped if turn < wrong else right)(scene.asked), learner=learner)
    return missed


async def reply(play: Play, review: Review, text: Callable[[Asked | None], str], learner: Learner = ZH) -> Review:
    assert review.asked is not None
    return await play.reviews.answer(review.asked.id, learner, text(review.asked))


async def test_who_missed_nothing_has_nothing_to_review(play: Play, calendar: Calendar) -> None:
    await slip(play, ZH, wrong=0)
    calendar.now += 30 * DAY
    review = await play.reviews.sit(ZH)

    assert (review.asked, review.cards, review.next) == (None, 0, None)


async def test_a_missed_skill_is_due_from_the_beginning_of_the_next_day(play: Play, calendar: Calendar) -> None:
    missed = await slip(play, ZH)
    today = await play.reviews.sit(ZH)
    calendar.now = (NOON + DAY).replace(hour=0)
    tomorrow = await play.reviews.sit(ZH)

    assert (today.asked, today.cards, today.next) == (None, 1, calendar.now)
    assert tomorrow.skill is not None
    assert {tomorrow.skill.id} == missed
    assert (tomorrow.left, tomorrow.number) == (1, 1)


async def test_the_day_is_the_learners_own(play: Play, calendar: Calendar) -> None:
    await slip(play, ZH)
    await play.reminders.ask(ZH, zone="Asia/Shanghai")
    calendar.now = (NOON + DAY).replace(hour=0) - timedelta(hours=8)

    assert (await play.reviews.sit(ZH)).asked is not None


async def test_each_due_skill_is_asked_once_and_what_is_missed_again_at_the_end_until_it_is_right(
    play: Play, calendar: Calendar
) -> None:
    await slip(play, ZH, wrong=2)
    calendar.now += DAY
    review = await play.reviews.sit(ZH)
    due, asked, problems = review.left, [], []
    for text in (trapped, *[right] * (due - 1), trapped, right):
        assert review.asked is not None
        assert review.skill is not None
        asked.append((review.skill.id, review.again))
        problems.append(review.asked.certificate)
        review = await reply(play, review, text)

    assert len({skill for skill, _ in asked[:due]}) == due
    assert asked[due:] == [(asked[0][0], True)] * 2
    assert all(first != second for first, second in pairwise(problems))
    assert review.over
    assert [skill.id for skill in review.missed] == [asked[0][0]]
    assert [skill.id for skill in review.right] == [skill for skill, _ in asked[1:due]]
    assert (await play.reviews.sit(ZH)).asked is None


async def test_a_review_broken_off_is_gone_on_with_and_carried_over_to_another_day(
    play: Play, calendar: Calendar, store: Store
) -> None:
    missed = await slip(play, ZH, wrong=2)
    calendar.now += DAY
    first = await play.reviews.sit(ZH)
    reopened = await Play(
        store, play.house.bank, cast(Workshop, QuietWorkshop()), clock=calendar, secrets=Random(1).getrandbits
    ).reviews.sit(ZH)
    await reply(play, first, trapped)
    calendar.now += 40 * DAY
    later, seen = await play.reviews.sit(ZH), set()
    while later.skill is not None:
        seen.add(later.skill.id)
        later = await reply(play, later, right)

    assert reopened == first
    assert seen == missed


async def test_a_text_that_cannot_be_read_costs_nothing_and_a_doubt_is_asked_back(
    play: Play, calendar: Calendar
) -> None:
    await slip(play, ZH)
    calendar.now += DAY
    review = await play.reviews.sit(ZH)
    unread = await reply(play, review, lambda asked: "嗯")
    doubt = await reply(play, review, lambda asked: "22,6")

    assert unread.judged is not None
    assert unread.judged.kind == "invalid"
    assert doubt.judged is not None
    assert doubt.judged.stored is not None
    assert (unread.asked, doubt.asked) == (review.asked, review.asked)
    assert doubt.choices
    assert (await play.reviews.sit(ZH)).choices == doubt.choices
    meant = await play.reviews.choose_reading(doubt.judged.stored, 0, ZH)
    assert meant.judged is not None
    assert meant.judged.counts


async def test_the_same_touch_twice_counts_once_and_another_touch_comes_too_late(
    play: Play, calendar: Calendar, store: Store
) -> None:
    await slip(play, ZH, wrong=2)
    calendar.now += DAY
    review = await play.reviews.sit(ZH)
    assert review.asked is not None
    text = right(review.asked)
    told = [await play.reviews.answer(review.asked.id, ZH, text, interaction=5) for _ in range(2)]

    assert told[0] == told[1]
    with pytest.raises(ReviewMovedError) as moved:
        await play.reviews.answer(review.asked.id, ZH, text, interaction=6)
    assert moved.value.review.asked == told[0].asked
    async with store.reading() as db:
        kept = select(func.count()).where(answer.c.question_id == review.asked.id)
        assert (await db.execute(kept)).scalar_one() == 1


async def test_a_review_is_its_learners_alone(play: Play, calendar: Calendar) -> None:
    await slip(play, ZH)
    await play.meet(EN.id)
    calendar.now += DAY
    review = await play.reviews.sit(ZH)
    assert review.asked is not None

    for touch in (play.reviews.answer(review.asked.id, EN, "1"), play.reviews.hint(review.asked.id, EN)):
        with pytest.raises(NotYoursError):
            await touch
    for id in (0, -1, 10**15, 1):  # the last is a battle's question
        with pytest.raises(NoReviewError):
            await play.reviews.answer(id, ZH, "1")


async def test_a_right_answer_comes_back_later_than_one_after_a_hint_and_that_later_than_a_miss(
    play: Play, calendar: Calendar
) -> None:
    due = []
    for id, hinted, text in ((11, False, right), (12, True, right), (13, False, trapped)):
        learner = Learner(id, "zh-CN")
        calendar.now = NOON
        await slip(play, learner)
        for days in (1, 20):
            calendar.now = NOON + days * DAY
            review = await play.reviews.sit(learner)
            assert review.asked is not None
            if hinted and days == 20:
                await play.reviews.hint(review.asked.id, learner)
            await reply(play, review, text if days == 20 else right, learner)
        due.append((await play.reviews.remember(id)).cards[0].due)

    assert due[0] > due[1] > due[2]


async def rebuilt(play: Play, store: Store, learner: int) -> tuple[Sequence[cards.CardRow], Sequence[cards.CardRow]]:
    """Return a learner's cards as they are kept, and as they are made anew from nothing."""
    await play.reviews.remember(learner)
    async with store.writing() as db:
        kept = await cards.of_learner(db, learner)
        await cards.keep(db, learner, [])
    await play.reviews.rebuild(learner)
    async with store.reading() as db:
        return kept, await cards.of_learner(db, learner)


async def test_cards_are_what_the_answers_make_of_them_after_a_regrading_too(
    play: Play, calendar: Calendar, store: Store
) -> None:
    await slip(play, ZH, wrong=2)
    calendar.now += DAY
    review = await play.reviews.sit(ZH)
    for text in (trapped, right, right):
        review = await reply(play, review, text) if review.asked is not None else review
    kept, anew = await rebuilt(play, store, ZH.id)
    async with store.writing() as db:  # as if an older reader had called what was right wrong
        await db.execute(answer.update().where(answer.c.kind == "correct").values(kind="incorrect", line="wrong"))
    worse = (await play.reviews.remember(ZH.id)).cards
    assert [change async for change in regrade(play.house, dry_run=False)]
    again = await rebuilt(play, store, ZH.id)

    assert kept == anew == again[0] == again[1]
    assert {card.skill for card in worse} > {card.skill for card in kept}


async def test_what_is_held_comes_back_ever_more_seldom(play: Play, calendar: Calendar) -> None:
    await slip(play, ZH)
    waits = []
    for _ in range(6):
        review = await play.reviews.sit(ZH)
        while review.asked is not None:
            review = await reply(play, review, right)
        assert review.next is not None
        waits.append(review.next - calendar.now)
        calendar.now = review.next

    assert waits == sorted(waits)
    assert waits[-1] > 30 * DAY


async def test_the_same_problem_never_comes_twice_running_though_all_were_met(play: Play) -> None:
    families = [facts.id for facts in play.house.bank.facts.values() if facts.skill == "memory.training"]
    last, seen = None, set()
    for turn in range(30):
        drawn = await draw(play.house, ZH.id, families, str(turn), last=last)
        assert problem_of(drawn.certificate) != last
        last = problem_of(drawn.certificate)
        seen.add(last)

    assert len(seen) == sum(len(play.house.bank.certificates[family]) for family in families)


SKILLS = ("a", "b")
some_given = st.builds(
    Given,
    question=st.integers(1, 9),
    skill=st.sampled_from(SKILLS),
    right=st.booleans(),
    hinted=st.booleans(),
    review=st.sampled_from((None, 1, 2)),
    at=st.integers(0, 400).map(lambda hours: NOON + timedelta(hours=hours)),
)
histories = st.lists(some_given, max_size=25).map(lambda rows: sorted(rows, key=lambda row: row.at))


@settings(max_examples=60)
@given(histories)
def test_a_skill_has_a_card_from_its_first_miss_on_and_comes_back_a_whole_day_later_at_least(
    history: list[Given],
) -> None:
    made = {card.skill: card for card in cards_of(history)}

    assert set(made) == {row.skill for row in history if not row.right}
    for skill, card in made.items():
        missed = next(row.at for row in history if row.skill == skill and not row.right)
        assert card.due >= missed + DAY


@given(histories)
def test_cards_are_a_fold_that_neither_chance_nor_the_clock_moves(history: list[Given]) -> None:
    assert cards_of(history) == cards_of(list(history))
