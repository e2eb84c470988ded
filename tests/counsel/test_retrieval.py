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
from tests.counsel.asked import FRESH, HELD_OUT, HOSTILE, KNOWN, UNKNOWN

ACCURACY = {"known": 0.97, "fresh": 0.95, "held_out": 0.9}  # of the first answer, by how the questions came about
QUESTIONS = {"known": KNOWN, "fresh": FRESH, "held_out": HELD_OUT}
OFFERED = 3  # teachings at most, where the elder is not sure

each_file = pytest.mark.parametrize("name", QUESTIONS)


def answered(text: str) -> str | None:
    """Return the id of what a question is answered with; None where the elder does not know."""
    found = index().nearest(text)
    return found.teaching.id if found.known else None


@each_file
def test_the_questions_are_worded_otherwise_than_the_data(name: str) -> None:
    data = {wording for each in teachings().values() for wording in each.asked}

    assert [text for _, text in QUESTIONS[name] if text in data] == []
    assert len(QUESTIONS[name]) >= 100
    assert {id for id, _ in QUESTIONS[name]} <= set(teachings())


def test_no_question_stands_in_two_files() -> None:
    texts = [text for questions in QUESTIONS.values() for _, text in questions]

    assert len(texts) == len(set(texts))


def test_strangers_ask_for_every_answer() -> None:
    assert {id for id, _ in FRESH} == set(teachings())


@each_file
def test_most_questions_find_their_answer_at_once(name: str) -> None:
    missed = [(id, text, answered(text)) for id, text in QUESTIONS[name] if answered(text) != id]

    assert len(missed) <= (1 - ACCURACY[name]) * len(QUESTIONS[name]), missed


def test_what_is_offered_in_doubt_is_two_or_three_or_the_one_there_is() -> None:
    unsure = [found for _, text in (*FRESH, *HELD_OUT) if (found := index().nearest(text)).unsure]

    assert unsure
    assert all(not found.known and 1 + len(found.kin) <= OFFERED for found in unsure)
    assert all(found.teaching not in found.kin for found in unsure)


def test_no_wording_of_the_data_holds_what_is_foreign() -> None:
    wordings = (wording for each in teachings().values() for wording in each.asked)

    assert [wording for wording in wordings if features.features(wording).foreign] == []


@each_file
def test_questions_of_the_halls_are_taken_for_no_sums(name: str) -> None:
    summed = [(id, query) for id, text in QUESTIONS[name] if (query := understand(text)) is not None]

    assert [id for id, query in summed if (id, getattr(query, "kind", None)) != ("std_figures", "deviation")] == []


def test_what_no_hall_teaches_is_not_answered() -> None:
    assert len(UNKNOWN) >= 500
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
