"""What is written in a picture can be read: no figures over each other, no name beyond the edge, no scale that lies."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from matplotlib.font_manager import findfont, get_font

from bot.pictures import bars, cells, chart, curves, fonts, table
from bot.pictures.fonts import typeset
from bot.pictures.page import PX, WIDTH
from quizbank.picture import Block, Picture, Series

WORDS = dict.fromkeys(("title", "alt", "upward", "across"), "how many, 多少")
AXES = {"title": "title", "alt": "alt", "across": "across", "upward": "upward"}
HEIGHTS = st.lists(st.floats(0, 500), min_size=1, max_size=4).map(sorted)
ENDS = [(0.117, 0.0859, 0, 0.539), (1, 1, 1, 0.656), (0.5, 0.5001), (3, 3.1, 3.2), (1e-15, 0.3)]
NAMES = {
    "short": ("RNN", "window", "CNN", "attention"),
    "long": ("a learned table", "the sinusoid of 2017", "rotary embedding", "attention with linear biases"),
    "Chinese": ("学习式位置表", "正弦余弦编码", "旋转位置编码", "线性偏置注意力"),
}


@given(HEIGHTS, st.integers(1, 60))
def test_ends_that_lie_close_are_moved_apart_and_keep_their_order_and_their_middle(heights, apart):
    moved = curves.spread(heights, apart)

    assert all(later - earlier >= apart - 1e-6 for earlier, later in pairwise(moved))
    assert sum(moved) == pytest.approx(sum(heights), abs=1e-6)


@given(HEIGHTS)
def test_ends_that_lie_apart_stay_where_they_are(heights):
    if all(later - earlier >= 1 for earlier, later in pairwise(heights)):
        assert curves.spread(heights, 1) == pytest.approx(heights)


def charted(kind, series, **axis):
    """Return the page and the axes of a chart of these series, laid out."""
    words = {**WORDS, **{each.name: each.name for each in series}}
    ticks = tuple(range(1, 1 + len(series[0].heights)))
    with typeset():
        figure = kind.draw(Picture("curves", ticks=ticks, series=series, **AXES, **axis), words.__getitem__)
        for _ in range(2):
            figure.draw_without_rendering()
        return figure, figure.axes[0]


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("ends", ENDS)
def test_no_end_of_a_curve_is_written_over_another(ends, logarithmic):
    heights = [max(end, 1e-16) if logarithmic else end for end in ends]
    series = tuple(Series(f"s{place}", (1, height)) for place, height in enumerate(heights))
    _, axes = charted(curves, series, logarithmic=logarithmic)
    boxes = [note.get_window_extent() for note in axes.texts]

    assert len(boxes) == len({chart.figures(height) for height in heights})
    assert not any(one.overlaps(other) for at, one in enumerate(boxes) for other in boxes[:at])


@pytest.mark.parametrize("kind", [curves, bars])
@pytest.mark.parametrize("names", NAMES.values(), ids=NAMES.keys())
def test_no_name_of_a_series_runs_over_the_edge(kind, names):
    figure, axes = charted(kind, tuple(Series(name, (1, place)) for place, name in enumerate(names)))
    box = axes.get_legend().get_window_extent()

    assert box.x0 >= 0
    assert box.x1 <= WIDTH
    assert box.y1 <= figure.get_window_extent().y1


@pytest.mark.parametrize("heights", [(1, 0.53), (1, 0.852), (2.2, 0.9), (1, 7), (6, 12), (1, 127), (10, 1e-15)])
def test_a_logarithmic_axis_names_two_heights_at_least(heights):
    _, axes = charted(curves, (Series("s", heights),), logarithmic=True)
    low, high = axes.get_ylim()
    named = [tick for tick in axes.get_yticks() if low <= tick <= high]

    assert 2 <= len(named) <= 8


def test_no_tick_is_cut_at_the_edge():
    _, axes = charted(bars, (Series("s", (1.76, 0.9)), Series("t", (25_165_824, 36_864))), logarithmic=True)
    shown = [tick.label1.get_window_extent().x0 for tick in axes.yaxis.get_major_ticks()]

    assert min(shown) >= 0


def test_the_scale_beside_a_heatmap_is_marked_with_what_its_shades_stand_for():
    cells_of = {"cells": ((0, 1), (0.5, 0.2)), "title": "title", "alt": "alt"}
    marks = []
    with typeset():
        for values in ({}, {"low": -12, "high": 10}):
            figure = cells.draw_heatmap(Picture("heatmap", values=values, **cells_of), WORDS.__getitem__)
            (beside,) = figure.axes[0].child_axes
            marks.append([label.get_text() for label in beside.get_yticklabels()])

    assert marks == [["0", "0.5", "1"], ["−12", "−1", "10"]]


def test_a_height_that_leans_out_is_written_over_no_tick():
    heights = tuple(Series(f"s{place}", (0.571, *[0.1] * 5)) for place in range(2))
    _, axes = charted(bars, heights)
    ticks = [tick.label1.get_window_extent() for tick in axes.yaxis.get_major_ticks()]
    named = [note.get_window_extent() for note in axes.texts if note.get_text()]

    assert named
    assert not any(note.overlaps(tick) for note in named for tick in ticks)


def test_a_line_stands_between_the_groups_of_a_grid_and_crosses_no_cell():
    words = {"title": "title", "alt": "alt", "one": "one", "two": "two", "three": "three"}
    groups = (Block("one", 3), Block("two", 2), Block("three", 1))
    with typeset():
        figure = cells.draw_grid(Picture("grid", title="title", alt="alt", cells=((1,) * 6,), blocks=groups), words.get)
    axes = figure.axes[0]
    lines = [line.get_xdata()[0] for line in axes.lines]
    edges = [path.get_extents() for path in axes.collections[0].get_paths()]

    assert len(lines) == 2
    assert not any(edge.x0 <= line <= edge.x1 for line in lines for edge in edges)
    assert [sum(edge.x1 < line for edge in edges) for line in lines] == [3, 5]
    assert [label.get_text() for label in axes.get_xticklabels()] == ["one", "two", "three"]


def test_no_figure_of_a_table_runs_into_the_next_or_over_the_edge():
    figured = tuple(Series(f"s{place}", (987_654_321, 67_108_864, -2.75e-15, 0)) for place in range(6))
    words = {**WORDS, "key": "Performer", **{f"s{place}": "relative error" for place in range(6)}}
    with typeset():
        figure = table.draw(
            Picture("table", title="title", alt="alt", series=figured, blocks=(Block("key"),) * 4), words.__getitem__
        )
        figure.draw_without_rendering()
    boxes = [text.get_window_extent() for text in figure.axes[0].texts if text.get_text()]

    assert not any(one.overlaps(other) for at, one in enumerate(boxes) for other in boxes[:at])
    assert max(box.x1 for box in boxes) <= WIDTH
    assert min(box.y0 for box in boxes) >= 0


def test_the_longest_bar_of_a_row_is_that_of_its_largest_number_and_nought_has_none():
    with typeset():
        rows = (Series("s", (5, 0, 10)),)
        figure = table.draw(
            Picture("table", title="title", alt="alt", series=rows, blocks=(Block("title"),) * 3),
            {**WORDS, "s": "s"}.__getitem__,
        )
    half, whole = (patch.get_width() for patch in figure.axes[0].patches)

    assert whole == pytest.approx(2 * half)


def test_lines_differ_by_more_than_their_colours():
    series = tuple(Series(f"s{place}", (1, place)) for place in range(4))
    _, axes = charted(curves, series)
    looks = {(line.get_marker(), line.get_linestyle(), line.get_markersize() * PX) for line in axes.lines}

    assert len(looks) == len({line.get_marker() for line in axes.lines}) == 4


@pytest.mark.parametrize("second", [0.1, 0.6])
def test_no_height_is_written_over_another_groups_bar(second):
    raw = Series("raw", (0.571, 0.55, 0.08, 0.05, 0.03, 0.02))
    _, axes = charted(bars, (raw, Series("scaled", (second, 0.07, 0.06, 0.05, 0.04, 0.04))))
    labels = [label.get_window_extent() for label in axes.texts if label.get_text()]
    drawn = [bar.get_window_extent() for bar in axes.patches]

    assert len(labels) == 2
    assert not any(label.overlaps(bar) for label in labels for bar in drawn)


@pytest.mark.parametrize("text", ["10⁻¹⁷", "3.83×10⁻¹⁶", "n² 与 10⁷", "10⁻¹²"])
def test_all_of_a_power_is_set_in_one_face(text):
    superscripts = set("⁰¹²³⁴⁵⁶⁷⁸⁹⁻") & set(text)
    with typeset():
        first = fonts.faces(text, fonts.SANS)[0]
        held = get_font(findfont(first)).get_charmap()

    assert {ord(each) for each in superscripts} <= held.keys()
