"""Laws of what the elder answers: all halls, both languages, no figure typed, every citation proved, each short."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from quizbank.bank import open_bank
from quizbank.counsel.retrieval import index
from quizbank.counsel.teachings import teaching_lines, teachings
from quizbank.lines import LANGUAGES

BANK = open_bank()
OBEYED = re.compile(r"\*|~~|\|\||__|<[@#:]|^#{1,3} |^> |\]\(|^-# |`", re.MULTILINE)  # by Discord

each_teaching = pytest.mark.parametrize("teaching", teachings().values(), ids=teachings())
each_language = pytest.mark.parametrize("language", LANGUAGES)


def test_every_answer_is_taught_in_some_hall_and_there_are_many() -> None:
    by_hall = Counter(each.hall for each in teachings().values())

    assert set(by_hall) <= set(BANK.halls)
    assert list(by_hall) == [hall for hall in BANK.halls if hall in by_hall], "in the tour's order"
    assert min(by_hall.values()) >= 5
    assert by_hall.total() >= 90


def test_every_answer_belongs_to_one_hall_and_every_entry_has_its_words() -> None:
    stored = tomllib.loads((files("quizbank.counsel") / "entries.toml").read_text(encoding="utf-8"))
    ids = [id for of_hall in stored["halls"].values() for id in of_hall]
    words = [f"{id}.{part}" for id in ids for part in ("asked", "answer")]

    assert sorted(ids) == sorted(set(ids))
    assert list(teaching_lines().keys) == words
    assert set(stored["cites"]) <= set(ids)


@each_language
@each_teaching
def test_an_answer_is_said_in_full_and_is_read_in_ten_seconds(teaching, language: str) -> None:
    said = teaching_lines().say(f"{teaching.id}.answer", language, **teaching.values(BANK))

    assert "{" not in said
    assert len(said) <= (120 if language == "zh-CN" else 330)
    assert said[0] + said[-1] == ("「」" if language == "zh-CN" else "“”")


@each_language
@each_teaching
def test_an_answer_holds_no_markup_and_no_figure_that_the_engine_could_compute(teaching, language: str) -> None:
    bare = re.sub(r"\{\w+\}", "x", teaching_lines()._books[language][f"{teaching.id}.answer"].forms["other"])
    runs = re.findall(r"[\w^/+−\-·×√²³⁴⁰₁₂₃ᵢⱼᵀ(){}|=….]+", bare)

    assert not OBEYED.search(bare)
    assert [run for run in runs if re.fullmatch(r"[\d.,]*\d[\d.,]*", run)] == []


@each_teaching
def test_an_answer_names_figures_only_of_a_proved_problem(teaching) -> None:
    named = teaching_lines().placeholders(f"{teaching.id}.answer")

    assert named <= set(teaching.values(BANK))


@each_teaching
def test_every_wording_of_the_data_leads_to_its_own_answer(teaching) -> None:
    for wording in teaching.asked:
        found = index().nearest(wording)

        assert found.teaching.id == teaching.id, wording
        assert found.known, wording
