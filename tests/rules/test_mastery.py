"""The laws of mastery."""

from __future__ import annotations

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.mastery import HELD, mastery

attempts = st.lists(st.booleans(), max_size=30)


@given(attempts)
def test_mastery_lies_between_nothing_and_all(given_attempts: list[bool]) -> None:
    assert 0 <= mastery(given_attempts) < 1


@given(attempts)
def test_a_right_answer_never_lowers_it_and_a_wrong_one_never_raises_it(given_attempts: list[bool]) -> None:
    before = mastery(given_attempts)

    assert mastery([*given_attempts, True]) > before
    assert mastery([*given_attempts, False]) <= before


@given(attempts)
def test_two_right_answers_hold_a_skill_and_one_slip_loses_it(given_attempts: list[bool]) -> None:
    assert mastery([*given_attempts, True, True]) >= HELD
    assert mastery([*given_attempts, False]) < HELD


def test_nothing_answered_is_nothing_held() -> None:
    assert mastery([]) == Fraction(0)
