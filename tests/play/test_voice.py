"""Every problem of the bank can be said whole: question, form, hint, solution, proofs, verdicts; in both languages."""

from __future__ import annotations

import re
from itertools import islice, pairwise

import pytest

from bot.play.judging import judge_text
from bot.play.scene import Asked, Language
from bot.play.voice import CHOSEN, Voice
from engine.answers.units import BYTES
from quizbank.bank import open_bank
from tests.play.stage import right, typed

BANK = open_bank()
VOICE = Voice(BANK)
BARE = "{}"  # what a line with an unfilled placeholder would show


@pytest.mark.parametrize("language", ["zh-CN", "en"])
@pytest.mark.parametrize("family", list(BANK.facts))
def test_a_problem_is_said_whole(family: str, language: Language) -> None:
    for certificate in islice(BANK.certificates[family], 4):
        asked = Asked(1, certificate, turn=0, attempt=1)
        said = [
            VOICE.question(asked, language),
            VOICE.form(asked, language),
            VOICE.hint(asked, language),
            VOICE.solution(asked, language),
            VOICE.proofs(asked, language),
        ]
        judged = judge_text(asked, right(asked))
        traps = [judge_text(asked, typed(trap, asked)) for trap in certificate.traps.values()]

        assert judged.right
        assert all(trap.kind == "diagnosed" for trap in traps)
        assert all(text and not set(BARE) & set(text) for text in said)
        assert all(VOICE.verdict(each, language) and VOICE.read_as(each, language) for each in (judged, *traps))


@pytest.mark.parametrize("family", [facts.id for facts in BANK.facts.values() if facts.kind in CHOSEN])
@pytest.mark.parametrize(("language", "between"), [("zh-CN", "　"), ("en", ". ")])
def test_an_option_stands_behind_its_label_as_each_language_sets_it(
    family: str, language: Language, between: str
) -> None:
    asked = Asked(1, BANK.certificates[family][0], turn=0, attempt=1)
    listed = [f"{label}{between}{option}" for label, option in VOICE.options(asked, language).items()]

    assert listed
    assert list(VOICE.choices(asked, language).values()) == listed


@pytest.mark.parametrize("language", ["zh-CN", "en"])
@pytest.mark.parametrize("family", [facts.id for facts in BANK.facts.values() if facts.unit not in (None, *BYTES, "x")])
def test_a_unit_is_called_the_same_where_it_was_read_and_where_it_was_proved(family: str, language: Language) -> None:
    asked = Asked(1, BANK.certificates[family][0], turn=0, attempt=1)
    read_as = VOICE.value(judge_text(asked, right(asked)), language)

    assert read_as is not None
    assert read_as.endswith(f" {VOICE.book('bot').say(f'unit.{asked.certificate.unit}', language, count=2)}")


@pytest.mark.parametrize("family", [facts.id for facts in BANK.facts.values() if facts.unit == "steps"])
def test_one_of_a_unit_is_called_by_its_singular(family: str) -> None:
    asked = Asked(1, BANK.certificates[family][0], turn=0, attempt=1)

    for text in ("1 step", "2 steps"):
        assert VOICE.value(judge_text(asked, text), "en") == text


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_every_unit_of_a_count_has_a_name(language: Language) -> None:
    units = {facts.unit for facts in BANK.facts.values() if facts.unit and facts.unit not in BYTES}

    assert all(f"unit.{unit}" in VOICE.book("bot") for unit in units)


POLICIES = {  # a doubtful text the reader settles by itself, and the word by which the form says how
    "number": ("point", "小数点"),
    "count": ("minus", "负号"),
    "expression": ("power of ten", "十的幂"),
    "growth": ("in n", "对 n"),
}


@pytest.mark.parametrize("form", POLICIES)
def test_a_question_prints_how_a_doubtful_text_is_settled(form: str) -> None:
    book = VOICE.book("bot")
    for language, said in zip(("en", "zh-CN"), POLICIES[form], strict=True):
        assert said in book.say(f"form.{form}", language, tolerance="1%")


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_no_example_of_how_to_write_is_the_answer(language: Language) -> None:
    """What is typed as an example under a question would be copied."""
    given_away = {
        (asked.certificate.facts.id, example)
        for asked in (Asked(1, each, 0, 1) for family in BANK.certificates.values() for each in family)
        for example in examples(VOICE.form(asked, language))
        if judge_text(asked, example).right
    }

    assert given_away == set()


def examples(form: str) -> list[str]:
    """Return what in a form looks like an answer, alone and with the word after it, as a unit would stand."""
    words = [word.rstrip(".") for word in re.split(r"[\s、，。；;,“”「」]+", re.sub(r"\d+(\.\d+)?%", "", form)) if word]
    pairs = [f"{one} {unit}" for one, unit in pairwise(words) if one[:1].isdigit()]
    return [*pairs, *(word for word in words if re.search(r"[\d√(]|^[一二三四五六七八九十百千]+$|级$|ic$", word))]


@pytest.mark.parametrize("language", ["zh-CN", "en"])
def test_no_letter_is_said_to_be_missing_where_none_was_given(language: Language) -> None:
    facts = [each for each in BANK.facts.values() if each.kind not in CHOSEN]
    missing = VOICE.book("reading").say("unreadable.unknown_symbol", language, part="q")
    for lettered in (True, False):
        family = next(each.id for each in facts if bool(each.symbols) == lettered and "q" not in each.symbols)
        judged = judge_text(Asked(1, BANK.certificates[family][0], turn=0, attempt=1), "q")

        assert judged.kind == "invalid"
        assert (VOICE.verdict(judged, language) == missing) == lettered
