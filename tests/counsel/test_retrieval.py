"""How well the elder finds what he was asked, measured; and that he says so where he does not know."""

from __future__ import annotations

import doctest

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from quizbank.counsel import features, phrases, typos
from quizbank.counsel.grammar import understand
from quizbank.counsel.retrieval import NEAR, Index, index
from quizbank.counsel.teachings import teachings
from tests.counsel.asked import HOSTILE, KNOWN, UNKNOWN

ACCURACY = 0.95


def answered(text: str) -> str | None:
    """Return the id of what a question is answered with; None where the elder does not know."""
    found = index().nearest(text)
    return found.teaching.id if found.known else None


def test_the_questions_are_worded_otherwise_than_the_data() -> None:
    data = {wording for each in teachings().values() for wording in each.asked}

    assert [text for _, text in KNOWN if text in data] == []
    assert len(KNOWN) >= 120
    assert {id for id, _ in KNOWN} <= set(teachings())


def test_nineteen_of_twenty_questions_find_their_answer() -> None:
    missed = [(id, text, answered(text)) for id, text in KNOWN if answered(text) != id]

    assert len(missed) <= (1 - ACCURACY) * len(KNOWN), missed


def test_questions_of_the_halls_are_taken_for_no_sums() -> None:
    assert [text for _, text in KNOWN if understand(text) is not None] == []


def test_what_no_hall_teaches_is_not_answered() -> None:
    assert len(UNKNOWN) >= 40
    assert [(text, answered(text)) for text in UNKNOWN if answered(text) or understand(text)] == []


@pytest.mark.parametrize("text", HOSTILE)
def test_hostile_text_is_neither_answered_nor_reckoned(text: str) -> None:
    assert (answered(text), understand(text)) == (None, None)


@settings(deadline=None)  # the first question reads all teachings
@given(st.text(max_size=2000))
def test_any_text_is_led_somewhere_or_nowhere_and_always_the_same_way(text: str) -> None:
    once, again = index().nearest(text), index().nearest(text)

    assert once == again
    assert 0 <= once.nearness <= 1 + 1e-9


def test_an_index_made_anew_answers_the_same() -> None:
    anew = Index(teachings().values())

    for _, text in KNOWN[:40]:
        assert anew.nearest(text) == index().nearest(text)


@pytest.mark.parametrize("text", ["softmax saturaton", "memroy law quadratic", "flashattenton exact or approximate"])
def test_a_slip_of_the_fingers_is_forgiven(text: str) -> None:
    assert index().nearest(text).nearness >= NEAR


@pytest.mark.parametrize("module", [features, phrases, typos])
def test_worked_examples_hold(module) -> None:
    assert doctest.testmod(module).failed == 0
