"""What everyone may read of a question: letters in the place of numbers, in both languages, and nobody's own."""

from __future__ import annotations

import re

import pytest

from bot.play.study.study_refusals import UnfitError
from bot.play.study.study_subjects import families_of, subjects
from bot.play.study.study_wording import letters, meaning, stem
from bot.play.voice import Voice
from quizbank.lines import LANGUAGES
from tests.play.studying import bank

pytestmark = pytest.mark.study


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", bank().facts)
def test_every_question_and_every_trap_can_be_told_without_numbers(family: str, language: str) -> None:
    voice, certificate = Voice(bank()), bank().certificates[family][0]
    own = [word for word in re.findall(r"\*\*(.+?)\*\*", voice.say(stem(bank(), family), language)) if word.isdigit()]
    traps = [voice.say(meaning(bank(), family, f"trap.{trap}"), language) for trap in certificate.traps]

    assert own == []
    assert all(traps)
    assert set(letters(certificate)) >= {*certificate.numbers, "key"}


def test_what_has_no_name_any_more_is_something_else() -> None:
    voice, family = Voice(bank()), next(iter(bank().facts))

    assert voice.say(meaning(bank(), family, "trap.forgotten"), "en") == voice.say(
        meaning(bank(), family, "other"), "en"
    )


def test_every_subject_asks_something() -> None:
    for subject in subjects(bank()):
        assert families_of(bank(), [subject.id])


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("what", ["rounds", "seconds", "peer", "subjects", "place", "starts", "extra"])
def test_every_way_in_which_a_session_cannot_be_has_its_line(what: str, language: str) -> None:
    limits = {"rounds": {"least": 1, "most": 2}, "seconds": {"least": 1, "most": 2}, "extra": {"most": 3}}

    assert Voice(bank()).say(UnfitError(what, **limits.get(what, {})).say, language)
