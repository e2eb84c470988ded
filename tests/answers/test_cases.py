"""Every carried case holds: real reports of graders gone wrong, each with its source."""

from __future__ import annotations

from typing import Any

import pytest
import sympy

from engine.answers import Ambiguous, Reading, Unreadable, read
from engine.answers.units import BYTES
from tests.answers.mutants import carried

KINDS = {"number": "number", "quantity": "quantity", "expr": "expression", "bigo": "growth", "any": "number"}
SYMBOLS = ("n", "d", "L", "h", "d_k", "d_model", "b", "k", "V", "M", "N")
CASES = carried()


def symbols_of(case: dict[str, Any]) -> tuple[str, ...]:
    return SYMBOLS if case["context"] in ("expr", "bigo") else ()


def read_case(case: dict[str, Any]) -> Reading:
    return read(case["input"], KINDS[case["context"]], symbols=symbols_of(case))


def of_verdict(verdict: str) -> Any:
    chosen = [case for case in CASES if case["verdict"] == verdict]
    return pytest.mark.parametrize("case", chosen, ids=[case["id"] for case in chosen])


def as_expression(text: str) -> sympy.Expr:
    return sympy.sympify(text, locals={name: sympy.Symbol(name) for name in SYMBOLS})


def test_all_cases_are_carried() -> None:
    assert len(CASES) == 335


@of_verdict("accept")
def test_an_acceptable_answer_reads_to_its_value_and_unit(case: dict[str, Any]) -> None:
    reading = read_case(case)

    assert reading.unit == case["expect_unit"]
    if case["expect_value"] is not None:
        expected = case.get("expect_base", case["expect_value"])
        assert float(reading.value) == pytest.approx(expected, rel=1e-14)
    if case["expect_expr"] is not None:
        assert sympy.simplify(reading.sympy() - as_expression(case["expect_expr"])) == 0


@of_verdict("reject")
def test_an_unreadable_answer_is_refused_with_a_span_inside_it(case: dict[str, Any]) -> None:
    with pytest.raises(Unreadable) as refused:
        read_case(case)

    refusal = refused.value
    assert 0 <= refusal.start <= refusal.end <= len(case["input"])
    assert refusal.text == case["input"][refusal.start : refusal.end]


@of_verdict("reject")
def test_a_hostile_text_is_refused_whatever_is_asked(case: dict[str, Any]) -> None:
    if case["context"] != "any":
        pytest.skip("its refusal depends on the question")
    for kind in ("number", "quantity", "expression", "growth"):
        with pytest.raises(Unreadable):
            read(case["input"], kind, symbols=SYMBOLS)


SETTLED = {
    "ac037": "the point is the decimal mark; the echo shows it",
    "ac106": "e is an exponent mark in every kind of answer",
    "ac288": "working is accepted where both sides agree",
    "ac470": "a sharper claim than asked includes the one asked",
    "ac473": "a word for an order of growth names it in n",
    "ac474": "a word for an order of growth names it in n",
    "ac632": "a minus with a space is a minus",
}


@of_verdict("ambiguous")
def test_an_ambiguous_answer_is_asked_about_or_settled_by_a_stated_policy(case: dict[str, Any]) -> None:
    if case["id"] in SETTLED:
        offered = [read_case(case)]
    else:
        with pytest.raises(Ambiguous) as asked:
            read_case(case)
        offered = list(asked.value.readings)

    wanted = [as_expression(str(candidate)) for candidate in case["candidates"]]
    matched = [each for each in wanted if any(near(each, reading.sympy() * factor(reading)) for reading in offered)]
    assert len(matched) == (1 if case["id"] in SETTLED else len(wanted))


def near(one: sympy.Expr, other: sympy.Expr) -> bool:
    left, right = one.subs(SOMEWHERE), other.subs(SOMEWHERE)
    return bool(abs(sympy.N(left - right)) < 1e-9 * (1 + abs(sympy.N(left))))


SOMEWHERE = {sympy.Symbol(name): sympy.Rational(17 + 2 * index, 7) for index, name in enumerate(SYMBOLS)}


def factor(reading: Reading) -> sympy.Expr:
    unit = BYTES[reading.unit] if reading.kind == "quantity" and reading.unit else 1
    return sympy.Rational(unit.numerator, unit.denominator) if unit != 1 else sympy.Integer(1)
