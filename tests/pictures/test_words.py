"""Words and numbers on the page: breaking lines loses nothing, and a figure is never rounded while it is short."""

import doctest

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.pictures import chart, curves, palette, wrapping
from bot.pictures.wrapping import balanced, ems, wrap
from quizbank.figures import GROUP, write

TEXTS = st.text("缩放台，。「」n² abc1.", max_size=80).map(str.strip)


@given(TEXTS, st.integers(4, 30))
def test_breaking_a_line_loses_no_letter(text, width):
    assert "".join(wrap(text, width).split()) == "".join(text.split())


@given(st.text("缩放台高斯老祖 ", max_size=80), st.integers(4, 30))
def test_no_line_of_chinese_is_wider_than_asked(text, width):
    assert all(ems(line) <= width for line in wrap(text, width).splitlines())


@given(st.text("缩放台，。；", max_size=80), st.integers(4, 30))
def test_no_line_begins_with_a_mark_that_closes_the_one_before(text, width):
    _, *later = wrap(text.lstrip("，。；"), width).splitlines() or [""]

    assert not any(line.startswith(("，", "。", "；")) for line in later)


@given(st.integers(0, 10**9 - 1))
def test_a_count_below_a_milliard_is_written_in_full(count):
    assert int(chart.figures(count).replace(GROUP, "")) == count


@given(st.integers(-(10**8), 10**8))
def test_a_count_is_written_in_a_picture_as_it_is_in_a_line(count):
    assert chart.figures(count) == write(count)


@given(st.integers(10_000, 10**12), st.integers(2, 30))
def test_no_line_breaks_within_a_number(number, width):
    assert wrap(f"分数 {write(number)}，cells {write(number)}", width).count(write(number)) == 2


@given(TEXTS, st.integers(2, 30))
def test_balanced_lines_are_as_few_as_can_be_and_lose_no_letter(text, width):
    lines = balanced(text, width)

    assert lines.count("\n") == wrap(text, width).count("\n")
    assert "".join(lines.split()) == "".join(text.split())


@pytest.mark.parametrize("module", [chart, curves, palette, wrapping])
def test_worked_examples_hold(module):
    assert doctest.testmod(module).failed == 0
