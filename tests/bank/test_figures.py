"""Figures in lines: whatever is text stays as it was written; only a problem's own parameters are numbers in text."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from quizbank.bank import open_bank
from quizbank.figures import GROUP, write
from quizbank.line import Line
from quizbank.wording import rational, word

BANK = open_bank()
SAID = Line({"other": "{name}: {text}"})
FRACTIONS = st.from_regex(r"\A-?[0-9]{1,6}/[0-9]{1,6}\Z")


@given(st.text() | FRACTIONS)
@example("1/0")
@example("4/2")
def test_a_foreign_text_is_said_as_it_was_written(text: str) -> None:
    assert write(text) == text
    assert SAID.say("en", {"name": text, "text": text}) == f"{text}: {text}"


@pytest.mark.parametrize(
    ("number", "shown"), [("9/10", "0.9"), ("1/3", "1/3"), ("-1/2", "−0.5"), ("4/2", "2"), (7, "7")]
)
def test_a_parameter_that_json_holds_as_text_is_a_number(number: int | str, shown: str) -> None:
    assert write(rational(number)) == shown


def test_a_question_prints_its_rational_parameter_as_a_number() -> None:
    certificate = next(each for each in BANK.certificates["tablet.gap_for_p"] if each.numbers["p"] == "1/2")

    assert "**0.5**" in word(BANK, certificate, "question", "en")


RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹−", "-0123456789-", GROUP)
POWER = re.compile(r"(?:([−0-9.]+)×)?10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)")


def said(digits: str) -> Fraction:
    """Return what digits say, which may be times a power of ten."""
    power = POWER.fullmatch(digits)
    if power is None:
        return Fraction(digits.translate(RAISED))
    return Fraction((power[1] or "1").translate(RAISED)) * Fraction(10) ** int(power[2].translate(RAISED))


def test_a_fraction_is_said_to_equal_its_digits_where_they_are_all() -> None:
    signs = set()
    for certificate in (each for family in BANK.facts for each in BANK.certificates[family]):
        for exact in (certificate.key, *certificate.traps.values()):
            fraction, sign, digits = (
                write(exact).partition(" = ") if "=" in write(exact) else write(exact).partition(" ≈ ")
            )
            if sign and exact.rational:
                signs.add(sign)
                assert (said(digits) == exact.value) == (sign == " = "), (fraction, sign, digits)
    assert signs == {" = ", " ≈ "}
