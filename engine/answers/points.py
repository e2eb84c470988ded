"""Where expressions are compared: points no learner can know, small, generic, positive as all sizes here are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import lru_cache
from random import Random, SystemRandom

from engine.answers.tree import Call, Node, walk
from engine.answers.values import Value

SAMPLES = (
    Fraction(7, 5),
    Fraction(17, 11),
    Fraction(23, 13),
    Fraction(9, 7),
    Fraction(19, 10),
    Fraction(29, 17),
    Fraction(31, 19),
)
WHOLE_SAMPLES = (5, 3, 7, 2, 4, 6, 9)
STEPS = frozenset(("floor", "ceiling", "factorial"))
POINTS = 8

Point = dict[str, Value]


def steps(tree: Node) -> bool:
    """Tell whether a tree is only meant for whole numbers: it rounds, or holds a factorial."""
    return any(type(each) is Call and each.function in STEPS for each in walk(tree))


def sample_points(letters: Sequence[str], *, whole: bool) -> Iterator[Point]:
    """Yield three fixed points at which a readable expression must be real and bounded at least once."""
    samples = WHOLE_SAMPLES if whole else SAMPLES
    for shift in (0, 5, 3):
        yield {letter: samples[(index * 2 + shift) % len(samples)] for index, letter in enumerate(letters)}


class Secret:
    """One process's points and prime, drawn once, so that no wrong answer can be made to vanish at them."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.prime = secret_prime(random)

    @lru_cache(maxsize=64)  # noqa: B019 - one Secret lives as long as its process
    def points(self, letters: tuple[str, ...], whole: bool) -> tuple[Point, ...]:
        """Return points for these letters: fractions in (1, 2), or whole numbers where only those have a value."""
        return tuple({letter: self.draw(whole) for letter in letters} for _ in range(POINTS))

    def draw(self, whole: bool) -> Value:
        """Draw one coordinate."""
        if whole:
            return self.random.randrange(2, 40)
        below = self.random.randrange(50, 100)
        return Fraction(below + self.random.randrange(1, below), below)

    @lru_cache(maxsize=64)  # noqa: B019 - as above
    def residues(self, letters: tuple[str, ...]) -> tuple[dict[str, int], ...]:
        """Return two points modulo the secret prime."""
        return tuple({letter: self.random.randrange(2, self.prime - 1) for letter in letters} for _ in range(2))


def secret_prime(random: Random) -> int:
    """Draw a prime of 61 to 62 bits."""
    while True:
        candidate = random.randrange(2**61, 2**62) | 1
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
