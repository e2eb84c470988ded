"""A class list as CSV: it reads back whole whatever people are called, and no cell of it is ever run."""

from __future__ import annotations

import csv
import io
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.desk.ledger import guarded, ledger
from bot.cogs.frame.pen import Pen
from bot.play.desk.classes import ClassList, HandIn, Line, Pupil, Work
from bot.play.scene import Language, Place
from bot.play.voice import Voice
from quizbank.bank import open_bank
from quizbank.lines import LANGUAGES

pytestmark = pytest.mark.teach
VOICE = Voice(open_bank())
HALLS = {facts.skill: facts.hall for facts in open_bank().facts.values()}
SKILLS = tuple(HALLS)[:3]
WHEN = datetime(2026, 12, 1, 9, 30, tzinfo=UTC)
RUNS = "=+-@\t\r"
HOSTILE = st.sampled_from(
    ["=1+1", "+cmd", "-2", "@SUM(A1)", "\t=1", "\r=1", ' "=1"', '"', ",", "a\nb", "；", "\u3000=1"]
)
NAMES = st.one_of(HOSTILE, st.text(max_size=30), st.builds(str.__add__, HOSTILE, st.text(max_size=8)))
COUNTS = st.tuples(st.integers(0, 9), st.integers(0, 9))
PUPILS = st.builds(Pupil, st.integers(1, 2**60), NAMES, st.booleans())


@st.composite
def lists(draw: st.DrawFn) -> ClassList:
    """Return a class with some work."""
    titles = draw(st.lists(NAMES, max_size=2))
    works = tuple(
        Work(id, Place(1), "en", title, ("dial.var",), None, 1, None, None, 0) for id, title in enumerate(titles)
    )
    lines = []
    for pupil in draw(st.lists(PUPILS, max_size=6)):
        cells = draw(st.dictionaries(st.sampled_from(SKILLS), COUNTS, max_size=3))
        handed = draw(st.dictionaries(st.sampled_from(range(len(works) or 1)), st.just(HandIn(pupil, 1, 1, WHEN))))
        lines.append(Line(pupil, cells, handed))
    return ClassList(SKILLS, works, tuple(lines))


def rows(listed: ClassList, language: Language) -> list[list[str]]:
    data = ledger(Pen(VOICE, language), listed, HALLS, UTC)
    assert data.startswith(b"\xef\xbb\xbf"), "Excel takes it for Latin without"
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@given(lists(), st.sampled_from(LANGUAGES))
def test_it_reads_back_as_a_table_of_one_line_a_learner(listed: ClassList, language: Any) -> None:
    table = rows(listed, language)

    assert len(table) == 1 + len(listed.lines)
    assert {len(line) for line in table} == {3 + 2 * len(SKILLS) + 4 * len(listed.works)}


@given(lists(), st.sampled_from(LANGUAGES))
def test_no_cell_begins_with_what_a_spreadsheet_would_run(listed: ClassList, language: Any) -> None:
    cells = [cell for line in rows(listed, language) for cell in line]

    assert [cell for cell in cells if cell.lstrip(" \u3000").startswith(tuple(RUNS))] == []


@given(lists(), st.sampled_from(LANGUAGES))
def test_whoever_hides_is_numbered_and_not_named(listed: ClassList, language: Any) -> None:
    names = [line[0] for line in rows(listed, language)[1:]]
    hidden = [name for name, line in zip(names, listed.lines, strict=True) if line.pupil.hidden]
    word = VOICE.book("desk").say("pupil.hidden", language, number=0).rstrip("0")

    assert hidden == [f"{word}{number}" for number in range(1, len(hidden) + 1)]


@given(lists())
def test_the_sums_are_those_of_the_skills(listed: ClassList) -> None:
    for cells, line in zip(rows(listed, "en")[1:], listed.lines, strict=True):
        tried, right = (sum(each[part] for each in line.skills.values()) for part in (0, 1))
        assert cells[1:3] == [str(tried), str(right)]


@given(st.text())
def test_a_cell_that_is_harmless_stays_as_it_is(text: str) -> None:
    found = guarded(text)

    assert found in (text, f"'{text}")
    if text[:1].isalnum():
        assert found == text


def test_figures_stay_figures() -> None:
    assert [guarded(0), guarded(12)] == [0, 12]
