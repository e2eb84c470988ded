"""Points reward knowing, and nothing else: neither repeating, nor guessing on, nor coming back to the same problem."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.points import BONUS, EACH, TRIES, WALLS, Answered, Score, answer_scores, wall_scores, worth

pytestmark = pytest.mark.board

ANSWERS = st.builds(Answered, st.integers(0, 4), st.integers(1, 5), st.integers(1, 6), st.booleans())
DAYS = st.lists(ANSWERS, max_size=20)


def total(day: list[Answered]) -> Score:
    return sum(answer_scores(day), Score())


@given(st.integers(1, 5), st.integers(1, 20))
def test_each_further_attempt_is_worth_half_and_a_harder_problem_more(difficulty: int, attempt: int) -> None:
    assert worth(difficulty, 1) == EACH * difficulty
    assert worth(difficulty, attempt + 1) == worth(difficulty, attempt) // 2
    assert worth(difficulty + 1, attempt) >= worth(difficulty, attempt)


@given(DAYS)
def test_a_day_is_worth_no_more_than_each_of_its_problems_once(day: list[Answered]) -> None:
    best = {each.problem: max(a.difficulty for a in day if a.problem == each.problem) for each in day}

    assert 0 <= total(day).points <= sum(worth(difficulty, 1) for difficulty in best.values())


@given(DAYS, ANSWERS)
def test_what_comes_later_takes_nothing_from_what_came_before(day: list[Answered], later: Answered) -> None:
    assert answer_scores([*day, later])[: len(day)] == answer_scores(day)


@given(DAYS)
def test_going_through_the_same_answers_again_gains_nothing_once_all_are_right(day: list[Answered]) -> None:
    solved = [Answered(a.problem, a.difficulty, a.attempt, right=True) for a in day]

    assert total(solved * 2).points == total(solved).points


@given(st.integers(1, 5))
def test_a_problem_met_again_that_day_is_worth_what_a_second_attempt_is(difficulty: int) -> None:
    missed, solved = (Answered("one", difficulty, 1, right) for right in (False, True))

    assert total([missed, solved]).points == worth(difficulty, 2)


@given(DAYS)
def test_accuracy_counts_first_attempts_and_never_shows_a_hundred_for_less(day: list[Answered]) -> None:
    score = total(day)
    firsts = [answer for answer in day if answer.attempt == 1]

    assert (score.tried, score.right) == (len(firsts), sum(answer.right for answer in firsts))
    assert (score.accuracy is None) == (score.tried < TRIES)
    assert score.accuracy != 100 or score.right == score.tried


@given(st.integers(0, 30))
def test_every_broken_wall_counts_and_the_first_few_of_a_day_earn(broken: int) -> None:
    scores = wall_scores(broken)

    assert sum(score.walls for score in scores) == broken
    assert sum(score.points for score in scores) == BONUS * min(broken, WALLS)
    assert all(one.points >= other.points for one, other in pairwise(scores))


@given(DAYS)
def test_taking_a_score_away_again_leaves_nothing(day: list[Answered]) -> None:
    assert total(day) + -total(day) == Score()
