"""Laws of sameness: of expressions, and of orders of growth."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answers import read
from engine.answers.growth import same_growth
from engine.answers.points import Secret
from quizbank.judging import same

LETTERS = ("n", "d", "L", "h", "d_k")
SAME = """
n(n+1)/2 = n²/2+n/2 | 2n = n+n | n^2/n = n | (n+d)^2 = n^2+2nd+d^2 | 1/√d = d^(-1/2) | √d/√d_k = √(d/d_k)
log(n^2) = 2log(n) | n log2(n) = n ln(n)/ln(2) | 2^(n+1) = 2*2^n | exp(n)*exp(d) = exp(n+d) | abs(n) = n
max(n,d) = (n+d+abs(n-d))/2
"""
APART = """
n = d | n^2 = n^2+1 | n/d = d/n | √n = n | log(n) = log2(n) | abs(n-d) = n-d | floor(n/2) = n/2 | 2^n = n^2
n*10^30+1 = n*10^30 | max(n,d) = n | n! = n^n | n+1/10^30 = n
"""


def pairs(listed: str) -> list[str]:
    return [pair.strip() for line in listed.strip().splitlines() for pair in line.split("|")]


@pytest.mark.parametrize("pair", pairs(SAME))
def test_equal_expressions_are_the_same(pair: str) -> None:
    one, other = (read(side, "expression", symbols=LETTERS) for side in pair.split(" = "))

    assert same(one, other) is True


@pytest.mark.parametrize("pair", pairs(APART))
def test_different_expressions_are_apart_however_near(pair: str) -> None:
    one, other = (read(side, "expression", symbols=LETTERS) for side in pair.split(" = "))

    assert same(one, other) is False


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("n^2", "O(3n²+n log n)", True),
        ("n^2", "n(n+1)/2", True),
        ("n^2 d", "n^2", False),
        ("n^2 d + n d^2", "O(nd(n+d))", True),
        ("n log n", "O(n log₂ n)", True),
        ("n log n", "n", False),
        ("√n", "n^(1/2)", True),
        ("2^n", "n^2", False),
        ("2^n", "n!", None),
        ("1", "O(5)", True),
    ],
)
def test_orders_of_growth_forget_constants_and_lesser_terms(one: str, other: str, alike: bool | None) -> None:
    left, right = (read(text, "growth", symbols=LETTERS).tree for text in (one, other))

    assert left is not None
    assert right is not None
    assert same_growth(left, right) is alike


@given(seed=st.integers(0, 10**6))
def test_of_two_letters_each_is_the_larger_one_at_some_secret_point(seed):
    secret = Secret(Random(seed))
    for points in (secret.points, secret.whole):
        above = [point["n"] > point["d"] for point in points if point["n"] != point["d"]]

        assert {True, False} == set(above)
