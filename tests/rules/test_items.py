"""How hard an item is and whether it tells learners apart: exact on examples, and lawful on every class."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import isclose, sqrt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from engine.rules.items import ENOUGH, Try, difficulty, discrimination

pytestmark = pytest.mark.teach

SHARES = st.fractions(0, 1, max_denominator=20)
CLASSES = st.lists(st.builds(Try, st.booleans(), SHARES), min_size=ENOUGH, max_size=40)


def told(tries: list[Try]) -> float:
    """Return the correlation of a class that has one."""
    found = discrimination(tries)
    assume(isinstance(found, float))
    assert isinstance(found, float)
    return found


def test_an_item_is_as_hard_as_the_share_that_was_right_says() -> None:
    assert difficulty(3, 4) == Fraction(3, 4)


def test_an_item_that_parts_the_class_in_two_discriminates_fully() -> None:
    strong, weak = Try(True, Fraction(1)), Try(False, Fraction(0))

    assert discrimination([strong] * 5 + [weak] * 5) == 1.0


def test_the_correlation_of_a_small_class_worked_by_hand() -> None:
    # right: six learners at 3/4; wrong: four at 1/4. M1 - M0 = 1/2; p·q = 6/25; the variance is (1/4)·(6/25).
    tries = [Try(True, Fraction(3, 4))] * 6 + [Try(False, Fraction(1, 4))] * 4
    # … and one who knows the rest misses it: M0 = (4·1/4 + 1)/5 = 2/5, M1 = 3/4, n = 11.
    lone = [*tries, Try(False, Fraction(1))]
    rest = [0.75] * 6 + [0.25] * 4 + [1.0]
    spread = sqrt(sum((each - sum(rest) / 11) ** 2 for each in rest) / 11)

    assert discrimination(tries) == pytest.approx(1.0)
    assert discrimination(lone) == pytest.approx((0.75 - 0.4) / spread * sqrt(6 * 5) / 11)


@given(CLASSES)
def test_it_is_a_correlation(tries: list[Try]) -> None:
    assert abs(told(tries)) <= 1 + 1e-12


@given(CLASSES)
def test_it_is_pearsons_of_the_two_columns(tries: list[Try]) -> None:
    found = told(tries)
    count, rights = len(tries), [float(each.right) for each in tries]
    rest = [float(each.rest) for each in tries]
    middle, centre = sum(rights) / count, sum(rest) / count
    together = sum((a - middle) * (b - centre) for a, b in zip(rights, rest, strict=True))
    apart = sqrt(sum((a - middle) ** 2 for a in rights) * sum((b - centre) ** 2 for b in rest))

    assert isclose(found, together / apart, abs_tol=1e-9)


@given(CLASSES)
def test_it_turns_with_the_answers_and_not_with_the_order_or_the_scale(tries: list[Try]) -> None:
    found = told(tries)

    assert isclose(discrimination([Try(not each.right, each.rest) for each in tries]), -found, abs_tol=1e-9)
    assert isclose(discrimination(tries[::-1]), found, abs_tol=1e-9)
    assert isclose(discrimination([Try(each.right, each.rest / 3 + 1) for each in tries]), found, abs_tol=1e-9)


@given(st.lists(st.builds(Try, st.booleans(), SHARES), max_size=ENOUGH - 1))
def test_a_class_too_small_is_told_nothing(tries: list[Try]) -> None:
    assert discrimination(tries) == "few"


@given(st.lists(SHARES, min_size=ENOUGH), st.booleans())
def test_an_item_that_all_met_alike_is_told_nothing(rest: list[Fraction], right: bool) -> None:
    assert discrimination([Try(right, each) for each in rest]) == "alike"


@given(SHARES, st.lists(st.booleans(), min_size=ENOUGH))
def test_a_class_that_the_rest_does_not_part_is_told_nothing(rest: Fraction, rights: list[bool]) -> None:
    assume(any(one != other for one, other in pairwise(rights)))

    assert discrimination([Try(right, rest) for right in rights]) == "level"
