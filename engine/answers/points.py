"""Where expressions are compared: points no learner can know, small, generic, positive as all sizes here are."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import lru_cache, partial
from random import Random, SystemRandom
from typing import TypeVar

from engine.answers.values import Value

T = TypeVar("T")

POINTS = 8

Point = Mapping[str, Value]


class Coordinates(dict[str, T]):
    """A point whose coordinates are drawn when first asked for, one for each letter the course uses."""

    def __init__(self, draw: Callable[[str], T]) -> None:
        super().__init__()
        self.draw = draw

    def __missing__(self, letter: str) -> T:
        self[letter] = drawn = self.draw(letter)
        return drawn


class Secret:
    """One process's points and prime, drawn once, so that no wrong answer can be made to vanish at them."""

    def __init__(self, random: Random) -> None:
        self.prime = secret_prime(random)
        self.residues = Coordinates(lambda _: random.randrange(2, self.prime - 1))
        self.points = with_images(lambda _: between_one_and_two(random), Fraction(3))
        self.whole = with_images(lambda _: random.randrange(2, 40), 41)


def with_images(draw: Callable[[str], T], mirror: T) -> tuple[Coordinates[T], ...]:
    """Return points, half of them the images of the others: of two letters each is the larger one somewhere.

    Else |n − d| would be n − d wherever chance has n above d at all points, as it has once in 256 processes.
    """
    drawn = [Coordinates(draw) for _ in range(POINTS // 2)]
    return (*drawn, *(Coordinates(partial(image, point, mirror)) for point in drawn))


def image(point: Mapping[str, T], mirror: T, letter: str) -> T:
    """Return a coordinate as far below the mirror's upper end as the point's is above its lower."""
    return mirror - point[letter]  # type: ignore[operator, no-any-return]


def between_one_and_two(random: Random) -> Fraction:
    """Draw a fraction with a denominator of nine digits, so that hardly any expression vanishes there by chance."""
    below = random.randrange(10**8, 10**9)
    return Fraction(below + random.randrange(1, below), below)


def secret_prime(random: Random) -> int:
    """Draw a prime of 81 bits, the longest that the bases below are proof for."""
    while True:
        candidate = random.randrange(2**80, 2**81) | 1
        if is_prime(candidate):
            return candidate


def is_prime(number: int) -> bool:
    """Test by Miller and Rabin with the twelve bases that are proof below 3·10²⁴ (Sorenson and Webster, 2015)."""
    bases = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37)
    if any(number % base == 0 for base in bases):
        return number in bases
    odd, halvings = number - 1, 0
    while odd % 2 == 0:
        odd, halvings = odd // 2, halvings + 1
    return all(passes(pow(base, odd, number), number, halvings) for base in bases)


def passes(power: int, number: int, halvings: int) -> bool:
    """Tell whether one base does not prove the number composite."""
    if power in (1, number - 1):
        return True
    for _ in range(halvings - 1):
        power = power * power % number
        if power == number - 1:
            return True
    return False


@lru_cache(maxsize=1)
def this_process() -> Secret:
    """Return the secret of this process, drawn from the system when first needed."""
    return Secret(SystemRandom())
