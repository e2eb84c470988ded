"""A certificate: one problem with everything that was proved about it, exact, in plain values, storable as JSON.

It is what a question carries for ever: the bot's process asks and judges by it and never loads sympy or torch.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import inf, nan
from typing import Any, Literal, get_args

Kind = Literal["number", "quantity", "expression", "growth", "choice", "word"]
Layer = Literal["dot", "grid", "memory"]
Number = int | str  # a parameter as JSON holds it: an integer, or a rational written "9/10"


@dataclass(frozen=True)
class Exact:
    """A proved value: its closed form in the reader's grammar, and a fraction equal to it (to 50 digits if irrational).

    >>> Exact.load("9/10").value
    Fraction(9, 10)
    >>> Exact.load(["4*sqrt(2)", "5.6568542494923801952067548968387923142786875015078"]).rational
    False
    """

    text: str  # "512", "9/10", "4*sqrt(2)", "2*n^2*d*L"
    value: Fraction | None  # None where the closed form holds free symbols
    rational: bool = True  # whether `value` is exactly the closed form

    @cached_property
    def about(self) -> float:
        """The value as a float; NaN where there is none, which is near nothing."""
        return nan if self.value is None else nearest_float(self.value)

    @classmethod
    def load(cls, stored: str | list[str]) -> Exact:
        """Read what `dump` wrote."""
        match stored:
            case str(text):
                return cls(text, Fraction(text))
            case [text]:
                return cls(text, None, rational=False)
            case [text, digits]:
                return cls(text, Fraction(digits), rational=False)
            case _:
                raise ValueError(f"not an exact value: {stored!r}")

    def dump(self) -> str | list[str]:
        """Return the JSON form: a string if rational, [closed form] if symbolic, else [closed form, digits]."""
        if self.value is None:
            return [self.text]
        if self.rational:
            return self.text
        return [self.text, decimal_digits(self.value)]


def nearest_float(value: Fraction) -> float:
    """Return the float nearest to a fraction; infinite where that is beyond all floats."""
    try:
        return value.numerator / value.denominator
    except OverflowError:
        return inf if value > 0 else -inf


def decimal_digits(value: Fraction) -> str:
    """Write a fraction whose denominator is a power of ten as a decimal literal."""
    shift = len(str(value.denominator)) - 1
    scaled = value * 10**shift
    if scaled.denominator != 1:  # reduced, e.g. 1/2: find enough tens
        while scaled.denominator != 1:
            shift, scaled = shift + 1, scaled * 10
    return f"{scaled.numerator}e-{shift}"


@dataclass(frozen=True)
class FamilyFacts:
    """What is true of every problem of one family."""

    id: str  # "dial.var_sigma"
    hall: str  # where it is taught: "dial"
    skill: str
    difficulty: int  # 1–5
    kind: Kind
    unit: str | None  # what the key is in: "MiB", "MAC", "layers"; None for a bare number
    tolerance: Fraction  # relative, how far a learner may round; 0 = exact
    layer: Layer | None  # the layer of the wall that may ask it
    symbols: tuple[str, ...] = ()  # the letters an expression may use, or the words to choose from


@dataclass(frozen=True)
class Certificate:
    """One problem, proved: sympy derived `key` and `traps`, torch measured `measured`, and they agreed."""

    facts: FamilyFacts
    numbers: Mapping[str, Number]
    key: Exact
    traps: Mapping[str, Exact]
    measured: str  # the engine's value, as text: "64" or "22.627416997969522"
    bound: str  # how far the instrument may stray, relative: "0" or "1e-12"
    how: str  # the instrument, by name: "hadamard_design", "meta_numel", "flop_counter"
    steps: Mapping[str, Exact] = field(default_factory=dict)  # what the worked solution passes through

    def __hash__(self) -> int:
        return hash((self.facts.id, self.key.text, self.measured))

    @property
    def family(self) -> str:
        """The family's id."""
        return self.facts.id

    @property
    def unit(self) -> str | None:
        """What `key` is in."""
        return self.facts.unit

    def dump(self) -> dict[str, Any]:
        """Return JSON that `load` turns back into this very certificate, years later, whatever became of the family."""
        facts = self.facts
        return {
            "facts": dump_facts(facts),
            **self.dump_problem(),
        }

    def dump_problem(self) -> dict[str, Any]:
        """Return the JSON of this problem alone, as one line of a hall's `certificates.json`."""
        problem: dict[str, Any] = {
            "numbers": dict(self.numbers),
            "key": self.key.dump(),
            "traps": {name: trap.dump() for name, trap in self.traps.items()},
            "measured": self.measured,
            "bound": self.bound,
            "how": self.how,
        }
        if self.steps:
            problem["steps"] = {name: step.dump() for name, step in self.steps.items()}
        return problem

    @classmethod
    def load(cls, stored: Mapping[str, Any], facts: FamilyFacts | None = None) -> Certificate:
        """Read what `dump` wrote, or what `dump_problem` wrote when the facts are given."""
        return cls(
            facts=facts or load_facts(stored["facts"]),
            numbers=stored["numbers"],
            key=Exact.load(stored["key"]),
            traps={name: Exact.load(trap) for name, trap in stored["traps"].items()},
            measured=stored["measured"],
            bound=stored["bound"],
            how=stored["how"],
            steps={name: Exact.load(step) for name, step in stored.get("steps", {}).items()},
        )


def dump_facts(facts: FamilyFacts) -> dict[str, Any]:
    """Return the facts as JSON; the tolerance as an exact text."""
    return {
        "id": facts.id,
        "hall": facts.hall,
        "skill": facts.skill,
        "difficulty": facts.difficulty,
        "kind": facts.kind,
        "unit": facts.unit,
        "tolerance": str(facts.tolerance),
        "layer": facts.layer,
        "symbols": list(facts.symbols),
    }


def load_facts(stored: Mapping[str, Any]) -> FamilyFacts:
    """Read what `dump_facts` wrote; ValueError where a kind or a layer is none of ours."""
    facts = FamilyFacts(**{**stored, "tolerance": Fraction(stored["tolerance"]), "symbols": tuple(stored["symbols"])})
    if facts.kind not in get_args(Kind) or facts.layer not in (None, *get_args(Layer)):
        raise ValueError(f"{facts.kind} with the layer {facts.layer} is no kind of question")
    return facts
