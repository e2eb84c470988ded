"""Answers to families whose key has no end: mostly figures, a formula now and then."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import cos, exp, log, pi
from random import Random

from quizbank.certificate import Exact
from tests.answers.labelled import Answer, certificate


def figures(value: float) -> tuple[str, ...]:
    """Return what most learners type for a number without end: its figures, to some length."""
    return (
        f"{value:.4f}", f"{value:.5f}", f"{value:.6f}", f"≈{value:.4f}", f"约{value:.4f}", f"x = {value:.5f}",
        f"{value:.4f}左右", f"{value:.5e}", f"答案是{value:.4f}", f"about {value:.5f}",
    )  # fmt: skip


def computed(
    formula: str, value: float, same: tuple[str, ...], other: tuple[float, ...], wrong: str
) -> Iterator[Answer]:
    """Yield answers to a family whose key has no end: figures mostly, a formula now and then."""
    traps = {f"trap_{index}": Exact(str(Fraction(each)), Fraction(each)) for index, each in enumerate(other)}
    held = certificate("number", Exact(formula, Fraction(value), rational=False), None, "1/500", **traps)
    yield from (Answer(text, "number", held, formula, True) for text in (*figures(value), formula, *same))
    yield from (Answer(f"{each:.4f}", "number", held, formula, False) for each in (*other, value * 0.98, value * 1.02))
    yield Answer(wrong, "number", held, formula, False)


def softmax(random: Random) -> Iterator[Answer]:
    """Answer with the weight of the better of two keys, 1/(1 + e^(-g/s))."""
    g, s = random.randrange(1, 12), random.choice((2, 3, 5, 7, 11, 13))
    value = 1 / (1 + exp(-g / s))
    other = (1 - value, 0.5, exp(-g / s) * 1.01)
    return computed(f"1/(1+exp(-{g}/{s}))", value, (f"1/(1+e^(-{g}/{s}))",), other, f"1/(1+exp({g}/{s}))")


def decayed(random: Random) -> Iterator[Answer]:
    """Answer with the share of one token in a decaying memory, (1 - e^(-1/m))/(1 - e^(-n/m))."""
    m, n = random.choice((3, 4, 5, 6, 7)), random.choice((8, 9, 10, 12))
    value = (1 - exp(-1 / m)) / (1 - exp(-n / m))
    other = (exp(-1 / m), 1 / n, 1 - exp(-n / m))
    formula = f"(1-exp(-1/{m}))/(1-exp(-{n}/{m}))"
    return computed(formula, value, (f"(1-e^(-1/{m}))/(1-e^(-{n}/{m}))",), other, f"1-exp(-1/{m})")


def rotated(random: Random) -> Iterator[Answer]:
    """Answer with a rotary score, 2·cos k + 2·cos(k/100)."""
    k = random.choice((2, 3, 5, 7, 9, 10, 13, 16))
    value = 2 * cos(k) + 2 * cos(k / 100)
    other = (value / 2, 4.0, 2 * cos(k) + 5)
    return computed(
        f"2*cos({k})+2*cos({k}/100)", value, (f"2(cos({k})+cos({k}/100))",), other, f"cos({k})+cos({k}/100)"
    )


def waved(random: Random) -> Iterator[Answer]:
    """Answer with the wavelength 2π·10000^(2i/d) of one pair of a position code."""
    d = random.choice((32, 64, 128))
    i = random.randrange(1, d // 2)
    value = 2 * pi * 10000 ** (2 * i / d)
    other = (value / 2 / pi, value * 2, value / 7)
    same = (f"2π·10000^({2 * i}/{d})",)
    return computed(f"2*pi*10000**(2*{i}/{d})", value, same, other, f"2*pi*10000^({i}/{d})")


def surprised(random: Random) -> Iterator[Answer]:
    """Answer with the score that gives one key the weight p among n, √d·ln(p(n-1)/(1-p))."""
    root, n = random.choice((4, 8, 16)), random.randrange(20, 200)
    value = root * log(9 * (n - 1))
    other = (log(9 * (n - 1)), root * log(n - 1), value * root)
    formula = f"sqrt({root * root})*log(9*({n}-1))"
    return computed(formula, value, (f"{root} ln({9 * (n - 1)})",), other, f"ln({9 * (n - 1)})")
