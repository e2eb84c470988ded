"""Many spellings, one value: what a learner may type for it, what is asked about, and what is never taken for it."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from engine.answers import Ambiguous, Unreadable, read

TABLE = tomllib.loads(Path(__file__).with_name("spellings.toml").read_text(encoding="utf-8"))
SYMBOLS = ("n", "d", "L", "h", "d_k", "k")


def listed(section: str) -> list[tuple[str, str]]:
    return [(name, text) for name, texts in TABLE[section].items() for text in texts]


def symbols_of(kind: str) -> tuple[str, ...]:
    return SYMBOLS if kind in ("expression", "growth") else ()


@pytest.mark.parametrize(("value", "text"), listed("numbers"))
def test_every_spelling_of_a_number_reads_to_it(value: str, text: str) -> None:
    assert read(text, "number").value == pytest.approx(float(Fraction(value)), rel=1e-15, abs=1e-50)


@pytest.mark.parametrize(("value", "text"), listed("sizes"))
def test_every_spelling_of_a_size_reads_to_its_bytes(value: str, text: str) -> None:
    assert read(text, "quantity").value == int(value)


@pytest.mark.parametrize(("kind", "text"), listed("asked"))
def test_a_doubtful_text_is_asked_about_and_every_offer_reads_back_to_itself(kind: str, text: str) -> None:
    with pytest.raises(Ambiguous) as asked:
        read(text, kind, symbols=symbols_of(kind))

    for offer in asked.value.readings:
        again = read(offer.echo, kind, symbols=symbols_of(kind))
        assert (again.number, again.echo) == (offer.number, offer.echo)


@pytest.mark.parametrize(("kind", "text"), listed("refused"))
def test_a_text_that_is_no_answer_is_refused(kind: str, text: str) -> None:
    with pytest.raises(Unreadable):
        read(text, kind, symbols=symbols_of(kind))


@pytest.mark.parametrize(("unit", "text"), listed("units"))
def test_a_counting_unit_is_kept_by_its_name(unit: str, text: str) -> None:
    assert read(text, "number").unit == (unit or None)
