"""A family of problems: the numbers it may print, how its key is derived, how it is measured, and what goes wrong.

A problem is its family and its numbers, never a seed: a frozen dataclass, storable as JSON, rebuilt years later.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import Field, dataclass, field, fields
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any, ClassVar, Protocol, Self, cast

from engine.answers import Reading
from quizbank.certificate import Certificate, FamilyFacts, Kind, Layer, Number
from quizbank.derived import Derived, all_apart, exact
from quizbank.judging import Verdict, judge
from quizbank.options import spelled
from quizbank.testimony import Testimony, Value, agree

RATIO = re.compile(r"-?\d+/\d+")


class Measured(Protocol):
    """What an instrument says: a value, how far it may stray (relative), and which instrument it was."""

    @property
    def value(self) -> Value:
        """The value, exact where the instrument counts; an option's id, or counts at several sizes (`Points`)."""

    @property
    def bound(self) -> float:
        """The relative bound the instrument vouches for; 0 where it counts."""

    @property
    def how(self) -> str:
        """The instrument, by name."""


def among(*values: int | str) -> Any:
    """Declare a field and its domain; "1/2" is the rational, any other text a word.

    >>> among(16, 64).metadata["among"]
    (16, 64)
    """
    domain = tuple(Fraction(value) if isinstance(value, str) and RATIO.fullmatch(value) else value for value in values)
    return field(metadata={"among": domain})


@dataclass(frozen=True)
class Family(ABC):
    """The base of all families: a subclass declares its numbers with `among`, derives, measures, lists its traps."""

    id: ClassVar[str]
    skill: ClassVar[str]
    difficulty: ClassVar[int]  # 1–5
    kind: ClassVar[Kind] = "number"
    unit: ClassVar[str | None] = None
    tolerance: ClassVar[Fraction] = Fraction(0)  # relative, how far a learner may round
    slack: ClassVar[float] = 0.0  # relative, the widest bound an instrument may ask for
    layer: ClassVar[Layer | None] = None
    symbols: ClassVar[tuple[str, ...]] = ()  # the letters of an expression, or the ids of the options
    _pool: ClassVar[tuple[Family, ...]]  # what `every` found, kept by each family for itself

    def __post_init__(self) -> None:
        for each in fields(self):
            value = getattr(self, each.name)
            if any(isinstance(other, Fraction) for other in domain(each)):
                object.__setattr__(self, each.name, Fraction(value))

    @abstractmethod
    def answer(self) -> Derived:
        """Derive the key."""

    @abstractmethod
    def witness(self) -> Measured:
        """Measure the key with an instrument that knows no formula."""

    @abstractmethod
    def traps(self) -> dict[str, Derived]:
        """Return the wrong answers that have a name, each with the value it leads to."""

    def steps(self) -> dict[str, Derived]:
        """Return what the worked solution passes through."""
        return {}

    def admits(self) -> bool:
        """Tell whether these numbers make a sensible question, e.g. that a sequence grows."""
        return True

    @property
    def numbers(self) -> dict[str, Number]:
        """The problem's parameters, as JSON keeps them."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {name: str(value) if isinstance(value, Fraction) else value for name, value in values.items()}

    @classmethod
    def every(cls) -> tuple[Self, ...]:
        """Return all problems of the family, without those in which a trap meets the key or another trap."""
        if "_pool" not in vars(cls):
            cls._pool = tuple(problem for problem in grid(cls) if sound(problem))
        return cast(tuple[Self, ...], cls._pool)

    @classmethod
    def draw(cls, random: Random) -> Self:
        """Draw one problem."""
        return random.choice(cls.every())

    @classmethod
    def facts(cls) -> FamilyFacts:
        """Return what is true of every problem of the family."""
        return FamilyFacts(
            id=cls.id,
            hall=hall_of(cls),
            skill=cls.skill,
            difficulty=cls.difficulty,
            kind=cls.kind,
            unit=cls.unit,
            tolerance=Fraction(cls.tolerance),
            layer=cls.layer,
            symbols=readable(cls),
        )

    def certify(self) -> Certificate:
        """Derive and measure afresh; raise Disagreement where the two witnesses do not say the same."""
        key = self.answer()
        traps = {name: exact(trap) for name, trap in self.traps().items()}
        measured = self.witness()
        testimony = Testimony(self.id, self.numbers, exact(key), traps, self.slack)
        agree(testimony, measured.value, measured.bound, measured.how)
        return Certificate(
            facts=self.facts(),
            numbers=self.numbers,
            key=exact(key),
            traps=traps,
            measured=str(measured.value),
            bound=f"{measured.bound:g}",
            how=measured.how,
            steps={name: exact(step) for name, step in self.steps().items()},
        )

    def judge(self, reading: Reading) -> Verdict:
        """Judge an answer by this problem's certificate."""
        return judge(reading, _certified(self))


def domain(declared: Field[Any]) -> tuple[Any, ...]:
    """Return the values a field may take."""
    values: tuple[Any, ...] = declared.metadata["among"]
    return values


def grid(family: type[Family]) -> Iterator[Family]:
    """Yield a problem for each combination of numbers, whether or not it may be asked."""
    for values in product(*(domain(each) for each in fields(family))):
        yield family(*values)


def hall_of(family: type[Family]) -> str:
    """Return the hall's id from the module's place: `quizbank.halls.dial.problems` teaches in "dial"."""
    path = family.__module__.split(".")
    return path[path.index("halls") + 1]


def readable(family: type[Family]) -> tuple[str, ...]:
    """Return what an answer may be made of: the letters, or the options with all their spellings."""
    if family.kind in ("choice", "word"):
        return spelled(family.__module__.rpartition(".")[0], family.id, family.symbols)
    return tuple(family.symbols)


def sound(problem: Family) -> bool:
    """Tell whether a problem may be asked: sensible numbers, and every wrong answer names one cause."""
    told = (Fraction(problem.tolerance), problem.kind, problem.symbols)
    return problem.admits() and all_apart(problem.answer(), problem.traps(), *told)


@cache
def _certified(problem: Family) -> Certificate:
    return problem.certify()
