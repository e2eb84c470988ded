"""Laws of the reader, on texts of every kind."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answers import REASONS, Ambiguous, Reading, Unreadable, read, report
from engine.answers.cursor import MAX_WORK
from engine.answers.doubt import Doubts
from engine.answers.folding import fold
from engine.answers.grammar import Grammar, parse
from engine.answers.lexer import lex
from engine.answers.names import Vocabulary
from engine.answers.patterns import PARTS
from engine.answers.tree import Node
from engine.answers.units import BYTES, SETTLED
from tests.answers.mutants import texts

SYMBOLS = ("n", "d", "L", "h", "d_k", "d_model", "b", "k", "V", "M", "N")
KINDS = ("number", "quantity", "expression", "growth")
FUZZED = 20_000  # here; the bench `hostile` reads a million


def outcome(text: str, kind: str) -> list[Reading] | Unreadable:
    try:
        return [read(text, kind, symbols=SYMBOLS)]
    except Ambiguous as doubt:
        return list(doubt.readings)
    except Unreadable as refusal:
        return refusal


def check(text: str, kind: str) -> None:
    found = outcome(text, kind)
    if isinstance(found, Unreadable):
        assert found.reason in REASONS
        assert 0 <= found.start <= found.end <= len(text)
        assert found.text == text[found.start : found.end]
        return
    for reading in found:
        again = read(reading.echo, kind, symbols=SYMBOLS)
        assert (again.number, again.unit, again.hedged) == (reading.number, reading.unit, reading.hedged)
        assert again.echo == reading.echo
        assert kind == "expression" or again.written_out == reading.written_out


@given(st.text(max_size=60), st.sampled_from(KINDS))
def test_any_text_ends_in_a_reading_a_question_or_a_refusal_with_its_span(text: str, kind: str) -> None:
    check(text, kind)


def test_what_is_echoed_reads_back_to_the_same_value_unit_and_claim() -> None:
    random = Random(4)
    for text in texts(random, FUZZED):
        check(text, random.choice(KINDS))


@given(st.integers(-(10**30), 10**30))
def test_a_whole_number_reads_alike_in_every_grouping(value: int) -> None:
    spellings = (str(value), f"{value:,}", f"{value:,}".replace(",", " "), f"{value:,}".replace(",", "'"), f"{value:_}")

    assert {read(text).value for text in spellings} == {Fraction(value)}


@given(st.decimals(min_value="-1e12", max_value="1e12", places=6, allow_nan=False))
def test_a_decimal_is_read_exactly(value: object) -> None:
    assert read(f"{value:f}").value == Fraction(str(value))


def grown(text: str, way: Callable[..., Node]) -> object:
    tokens = lex(fold(text), 0, len(text))
    try:
        return way(tokens, Vocabulary(()), Doubts(), numeric=True)
    except Unreadable as refusal:
        return refusal.reason, refusal.start, refusal.end


@given(st.from_regex(r"-? ?[0-9]{1,42}(\.[0-9]{0,4})?(e-?[0-9]{1,7})?", fullmatch=True))
def test_figures_alone_are_read_past_the_grammar_as_by_it(text: str) -> None:
    short = grown(text, parse)
    long = grown(text, lambda *given, **more: Grammar(*given, **more).whole())

    assert short == long
    assert repr(short) == repr(long)  # the same kinds of nodes, and as whole


@given(st.from_regex(r"[- ]?[0-9]{1,60}[- ]?", fullmatch=True))
def test_figures_are_cut_past_the_pattern_as_by_it(text: str) -> None:
    short = lex(text, 0, len(text))
    with patch("engine.answers.lexer.figures", lambda *_: []):
        assert lex(text, 0, len(text)) == short


SPARED = re.compile("|".join(f"(?P<{kind}>{part})" for kind, part in PARTS.items() if kind != "figures"))


def cut(text: str) -> object:
    try:
        return lex(text, 0, len(text))
    except Unreadable as refusal:
        return refusal.reason, refusal.start, refusal.end


def cut_alike(text: str) -> None:
    short = cut(text)
    with patch("engine.answers.lexer.PATTERN", SPARED):
        assert cut(text) == short


@given(st.from_regex(r"([0-9]{1,4}|[-+*/^()=., '_eExX%万一千点½]|\\,|\{,\})*", fullmatch=True))
def test_figures_before_a_sign_are_found_first_and_are_what_they_would_be_found_to_be(text: str) -> None:
    cut_alike(text)


def test_figures_before_a_sign_are_found_alike_in_what_people_type() -> None:
    random = Random(5)
    for text in texts(random, FUZZED):
        cut_alike(fold(text))


EXTREME = st.floats(allow_nan=False, allow_infinity=False).filter(lambda x: not x or 1e-307 < abs(x) < 1e307)


@given(EXTREME, EXTREME, st.sampled_from("=≈"))
def test_two_sides_are_compared_however_near_or_far_apart_they_lie(left: float, right: float, sign: str) -> None:
    for text in (f"{left!r} {sign} {right!r}", f"{left!r} {sign} {left:.0e}"):
        check(text, "number")
        check(text, "expression")


@given(st.integers(0, 10**6), st.integers(1, 10**6))
def test_a_fraction_stays_a_fraction(above: int, below: int) -> None:
    value = Fraction(above, below)

    assert read(f"{above}/{below}").value == read(f"\\frac{{{above}}}{{{below}}}").value == value
    assert read(f"{below}分之{above}").value == value


@given(st.integers(1, 10**12), st.sampled_from(sorted(SETTLED)))
def test_every_settled_spelling_of_a_unit_weighs_what_its_symbol_weighs(count: int, spelling: str) -> None:
    reading = read(f"{count} {spelling}", "quantity")

    assert reading.unit == SETTLED[spelling]
    assert reading.value == count * BYTES[SETTLED[spelling]]


@given(st.integers(1, 99), st.integers(2, 40), st.integers(2, 6))
def test_powers_read_alike_however_they_are_raised(times: int, base: int, exponent: int) -> None:
    up = str(exponent).translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹"))
    spellings = (
        f"{times}*{base}^{exponent}",
        f"{times}×{base}**{exponent}",
        f"{times}·{base}{up}",
        f"{times}*{base}的{exponent}次方",
    )

    assert {read(text).value for text in spellings} == {Fraction(times * base**exponent)}


def test_work_is_bounded_by_operands_not_by_length() -> None:
    assert read("+".join("1" * MAX_WORK)).value == MAX_WORK
    with pytest.raises(Unreadable, match="too_long"):
        read("+".join("1" * (MAX_WORK + 1)))


@pytest.mark.parametrize(
    "text", ["9" * 41, "1." + "0" * 40, "(" * 30 + "1" + ")" * 30, "1" * 3000, "√" * 30 + "2", "1e999999999"]
)
def test_size_is_refused_before_anything_is_computed(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text)


def test_e_is_an_exponent_mark_and_a_base_only_under_a_power() -> None:
    assert read("2e3").value == 2000
    assert read("2·e^-2").value == pytest.approx(0.2706705664732254)
    for text in ("e", "2e", "E", "3E"):
        with pytest.raises(Unreadable):
            read(text)


def test_a_report_is_plain_json_of_each_outcome() -> None:
    assert report("1.5×10⁹ 字节", "quantity")["value"] == "1500000000"
    assert report("128 G", "quantity")["error"] == "ambiguous"
    assert report("128 frogs", "quantity") == {"error": "unreadable", "reason": "unknown_unit", "start": 4, "end": 9}
