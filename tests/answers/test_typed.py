"""Answers written before the reader was asked: each comes to what was meant, also among spaces and words."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from engine.answers import Ambiguous, Reading, Unreadable, read
from tests.answers.test_cases import SYMBOLS, as_expression, near

TABLE = tomllib.loads(Path(__file__).with_name("typed.toml").read_text(encoding="utf-8"))
KINDS = ("number", "quantity", "expression", "growth")


def read_typed(text: str, kind: str) -> Reading:
    return read(text, kind, symbols=SYMBOLS if kind in ("expression", "growth") else ())


def accepted(*kinds: str) -> list[tuple[str, str, str]]:
    return [(kind, key, text) for kind in kinds for key, texts in TABLE[kind].items() for text in texts]


def of_section(section: str) -> list[tuple[str, str]]:
    return [(kind, text) for kind, texts in TABLE[section].items() for text in texts]


@pytest.mark.parametrize(("kind", "key", "text"), accepted("number", "quantity"))
def test_a_typed_number_comes_to_its_value_and_unit(kind: str, key: str, text: str) -> None:
    value, _, unit = key.partition(" ")
    reading = read_typed(text, kind)

    assert reading.value == pytest.approx(float(Fraction(value)), rel=1e-15, abs=1e-50)
    assert reading.unit == (unit or None)


@pytest.mark.parametrize(("kind", "key", "text"), accepted("expression", "growth"))
def test_a_typed_formula_comes_to_its_formula(kind: str, key: str, text: str) -> None:
    assert near(as_expression(key), read_typed(text, kind).sympy())


@pytest.mark.parametrize(("kind", "text"), of_section("asked"))
def test_a_doubtful_answer_is_asked_about_and_its_offers_read_back(kind: str, text: str) -> None:
    with pytest.raises(Ambiguous) as asked:
        read_typed(text, kind)

    for offer in asked.value.readings:
        assert read_typed(offer.echo, kind).echo == offer.echo


@pytest.mark.parametrize(("kind", "text"), of_section("refused"))
def test_what_is_no_answer_is_refused(kind: str, text: str) -> None:
    with pytest.raises(Unreadable):
        read_typed(text, kind)


@pytest.mark.parametrize("text", TABLE["hostile"]["texts"])
def test_a_hostile_answer_is_refused_whatever_is_asked(text: str) -> None:
    for kind in KINDS:
        with pytest.raises(Unreadable):
            read_typed(text, kind)


def meaning(text: str, kind: str) -> tuple[object, ...] | None:
    try:
        reading = read_typed(text, kind)
    except (Ambiguous, Unreadable):
        return None
    return (reading.number, None if reading.number is not None else reading.echo.removeprefix("≈ "))


@pytest.mark.parametrize("kind", KINDS)
def test_a_space_anywhere_in_an_answer_never_makes_it_another_answer(kind: str) -> None:
    changed = []
    for _, _, text in accepted(kind):
        meant = meaning(text, kind)
        spaced = [f"{text[:at]} {text[at:]}" for at in range(1, len(text))]
        changed += [each for each in spaced if meaning(each, kind) not in (meant, None)]

    assert not changed


AROUND: tuple[Callable[[str], str], ...] = (
    lambda text: f"答案是{text}",
    lambda text: f"我觉得应该是 {text} 吧",
    lambda text: f"大概{text}",
    lambda text: f"{text}左右",
    lambda text: f"the answer is {text}.",
    lambda text: f"I think {text}",
    lambda text: f"= {text}",
    lambda text: f"**{text}**",
    lambda text: f"`{text}`",
    lambda text: f"||{text}||",
    lambda text: f"「{text}」",
    lambda text: f"${text}$",
    lambda text: f"\\({text}\\)",
    lambda text: f"（{text}）",
    lambda text: f"\u200b{text}\n",
    lambda text: text.replace("-", "−").replace("·", "⋅"),
)


@pytest.mark.parametrize("kind", KINDS)
def test_words_and_wrappers_around_an_answer_never_make_it_another_answer(kind: str) -> None:
    changed = []
    for _, _, text in accepted(kind):
        meant = meaning(text, kind)
        changed += [around(text) for around in AROUND if meaning(around(text), kind) not in (meant, None)]

    assert not changed
