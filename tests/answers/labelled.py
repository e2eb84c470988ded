"""A labelled answer: a text, the certificate it answers, and whether it is right."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from quizbank.certificate import Certificate, Exact, FamilyFacts

SYMBOLS = ("n", "d", "L", "h")


@dataclass(frozen=True)
class Answer:
    """One labelled answer; `formula` is the key as a peer parses it."""

    text: str
    kind: str
    certificate: Certificate
    formula: str
    right: bool


def certificate(kind: str, key: Exact, unit: str | None = None, tolerance: str = "0", **traps: Exact) -> Certificate:
    """Return a certificate as a hall would hold it."""
    symbols = SYMBOLS if kind == "expression" else ()
    facts = FamilyFacts("bench.any", "bench", "reading", 1, kind, unit, Fraction(tolerance), None, symbols)  # type: ignore[arg-type]
    return Certificate(facts, {}, key, traps, key.text, "0", "bench")
