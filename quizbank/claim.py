"""A number against a certificate: the key, a trap, near the key, near a trap, or the key under a wrong name or size.

Two exact comparisons come first, so the key and a trap are told apart however near they lie.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from engine.answers import Reading
from quizbank.certificate import Certificate, Exact, nearest_float
from quizbank.verdict import RIGHT, UNGRADABLE, WRONG, Verdict, diagnosed

IRRATIONAL_GAP = Fraction(1, 10**40)  # certificates carry 50 digits, readings 60
TRAP_DIGITS = 3  # significant digits a rounded answer must show before it names a trap
KEY_DIGITS = 2  # … before it counts as the key, rounded too far
WRITTEN_ZEROS = 1000  # an integer with three zeros at its end may be a rounded one
FLOAT_GAP = 1e-9  # what the first, rough comparison may miss by
REACH = 4  # times smaller or larger than the value, and a number is not equal to it, nor near, nor a rounding of it
COUNTS = frozenset(("MAC", "FLOP"))

Confusion = tuple[str, Fraction, float]  # its line, its ratio, and that ratio as a float


@dataclass(frozen=True)
class Claim:
    """A number as it stands against one certificate, in the certificate's unit."""

    reading: Reading
    value: Fraction
    certificate: Certificate
    unit: Fraction  # base units in one of the certificate's

    def verdict(self) -> Verdict:
        """Ask the questions in order; the first that is answered decides."""
        key, facts = self.certificate.key, self.certificate.facts
        if key.value is None:
            return UNGRADABLE
        other_count = self.other_count(key.value)
        if other_count is not None:
            return other_count
        if self.equals(key):
            return RIGHT
        rivals = {name: trap for name, trap in self.certificate.traps.items() if self.reaches(trap.about)}
        for name, trap in rivals.items():
            if self.equals(trap):
                return diagnosed(f"trap.{name}")
        if self.reaches(key.about) and self.near(key.value, facts.tolerance) and not self.misses(key):
            return RIGHT
        return self.rounded(rivals) or self.renamed(key) or self.strayed(key)

    @cached_property
    def about(self) -> float:
        """The value as a float."""
        return nearest_float(self.value)

    @cached_property
    def place(self) -> Fraction | None:
        """One unit in the last place that the text shows, in the certificate's unit; None where it claims all."""
        place = self.reading.last_place
        return None if place is None else place / self.unit

    @cached_property
    def reach(self) -> tuple[float, float]:
        """Between which two numbers lies whatever the value may be taken for."""
        near, far = self.about / REACH, self.about * REACH
        return (near, far) if near <= far else (far, near)

    def reaches(self, number: float) -> bool:
        """Tell by a rough look whether the value may be taken for a number."""
        low, high = self.reach
        return low <= number <= high

    def equals(self, exact: Exact) -> bool:
        """Tell whether the value is this one exactly; to 40 digits where either has no end."""
        if exact.value is None:
            return False
        if exact.rational and self.reading.rational:
            return self.value == exact.value
        return self.near(exact.value, IRRATIONAL_GAP)

    def near(self, target: Fraction, tolerance: Fraction) -> bool:
        """Tell whether the value lies within a relative tolerance of `target`; only zero is near zero."""
        value = self.value  # cross-multiplied: whole numbers compare five times faster than fractions
        gap = abs(value.numerator * target.denominator - target.numerator * value.denominator)
        return gap * tolerance.denominator <= tolerance.numerator * abs(target.numerator) * value.denominator

    def misses(self, key: Exact) -> bool:
        """Tell whether a whole number written to its last digit misses a whole key: then no tolerance applies."""
        if key.value is None or key.value.denominator != 1 or not self.reading.written_out:
            return False
        if self.value.denominator != 1:
            return False
        zeros = trailing_power(self.value.numerator)
        return zeros < WRITTEN_ZEROS or abs(self.value - key.value) * 2 > zeros

    def rounds(self, target: Fraction, digits: int) -> bool:
        """Tell whether the text is `target` rounded (or cut) to the digits it shows."""
        place = self.place
        if place is None or not self.value:
            return False
        return abs(self.value) >= place * 10 ** (digits - 1) and abs(self.value - target) < place

    def rounded(self, traps: Mapping[str, Exact]) -> Verdict | None:
        """Name the trap the value lies near, or is a rounding of."""
        tolerance = self.certificate.facts.tolerance
        for name, trap in traps.items():
            if trap.value is None:
                continue
            if (self.near(trap.value, tolerance) and not self.misses(trap)) or self.rounds(trap.value, TRAP_DIGITS):
                return diagnosed(f"trap.{name}")
        return None

    def other_count(self, key: Fraction) -> Verdict | None:
        """Name the right number under the wrong name of the two: a MAC is two FLOP."""
        said, asked = self.reading.unit, self.certificate.unit
        if said == asked or said not in COUNTS or asked not in COUNTS:
            return None
        if any(self.near(key * ratio, self.certificate.facts.tolerance) for ratio in (1, 2, Fraction(1, 2))):
            return diagnosed("mac-for-flop" if said == "MAC" else "flop-for-mac")
        return None

    def renamed(self, key: Exact) -> Verdict | None:
        """Name a wrong unit of the right number."""
        confused = confusions(self.certificate)
        if not confused or not key.value or not self.value:
            return None
        tolerance, times = self.certificate.facts.tolerance, self.about / key.about
        for line, ratio, about in confused:
            if abs(times - about) <= (float(tolerance) + FLOAT_GAP) * about and self.near(key.value * ratio, tolerance):
                return diagnosed(line)
        return None

    def strayed(self, key: Exact) -> Verdict:
        """Tell a key rounded too far, or with its sign turned, from any other number."""
        exact = key.value
        if exact and self.reaches(key.about):
            whole = exact.denominator != 1 and abs(exact) > 10 and self.value == round(exact)
            if whole or self.rounds(exact, KEY_DIGITS):
                return diagnosed("rounded")
        if exact and self.reaches(-key.about) and self.near(-exact, self.certificate.facts.tolerance):
            return diagnosed("sign")
        return WRONG


def trailing_power(number: int) -> int:
    """Return the largest power of ten that divides a whole number.

    >>> trailing_power(60520000)
    10000
    """
    power = 1
    while number and number % (power * 10) == 0:
        power *= 10
    return power


def confusions(certificate: Certificate) -> tuple[Confusion, ...]:
    """Return the ratios that a wrong unit makes of the right number, each with its line."""
    if certificate.facts.kind == "quantity":
        return SIZE_CONFUSIONS
    return COUNT_CONFUSIONS.get(certificate.unit or "", ())


def size_confusions() -> Iterator[tuple[str, Fraction]]:
    """Yield GB for GiB and its like, bits for bytes, and a prefix too far, up and down."""
    kilos = [Fraction(1024, 1000) ** power for power in range(-5, 6)]
    yield from (("off-by-unit", kilo) for kilo in kilos if kilo != 1)
    yield from (("bits-for-bytes", kilo * eight) for kilo in kilos for eight in (Fraction(8), Fraction(1, 8)))
    yield from (("thousandfold", Fraction(base) ** power) for base in (1000, 1024) for power in (1, 2, 3, -1, -2, -3))


SIZE_CONFUSIONS = tuple((line, ratio, float(ratio)) for line, ratio in size_confusions())
COUNT_CONFUSIONS: dict[str, tuple[Confusion, ...]] = {
    "MAC": (("flop-for-mac", Fraction(2), 2.0),),
    "FLOP": (("mac-for-flop", Fraction(1, 2), 0.5),),
}
