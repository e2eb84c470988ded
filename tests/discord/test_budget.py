"""What is sent is within what Discord takes, in characters, bytes and components."""

import logging

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.frame import budget, layout
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.screen import Button, Image, Menu, Option, Row, Rule, Screen, Text

TEXTS = st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=12)


@given(TEXTS, st.integers(1, 200))
def test_a_fitted_screen_fits_whatever_it_says(texts: list[str], times: int) -> None:
    screen = Screen(tuple(Text(text * times) for text in texts))

    assert budget.weigh(budget.fit(screen)).fits


@given(TEXTS)
def test_what_fits_is_left_as_it_is(texts: list[str]) -> None:
    screen = Screen(tuple(map(Text, texts)))

    assert budget.fit(screen) == screen


def test_a_page_of_chinese_is_cut_by_its_bytes_long_before_its_characters(caplog: pytest.LogCaptureFixture) -> None:
    screen = Screen((Text("壁" * 3_900),))
    assert budget.weigh(screen).characters < budget.CHARACTERS

    with caplog.at_level(logging.WARNING):
        fitted = budget.fit(screen)

    assert budget.weigh(fitted).bytes <= budget.BYTES
    assert "shortened" in caplog.text


def test_the_weight_counts_what_is_nested() -> None:
    row = Row((Button("a", Touch("a")), Button("b", Touch("b"))))
    menu = Menu(Touch("c"), "…", (Option("1", "1"),))
    screen = Screen((Text("é"), Rule(), Image(b"", "alt", "a.png"), row, menu))

    assert budget.weigh(screen) == budget.Weight(components=1 + 1 + 1 + 1 + 3 + 2, characters=1, bytes=2 + 12)


@pytest.mark.parametrize(
    ("screen", "fault"),
    [
        (Screen((Text(" "),)), "an empty text"),
        (Screen((Image(b"", "", "a.png"),)), "0 characters of alt text"),
        (Screen((Image(b"", "x" * 1_025, "a.png"),)), "1025 characters of alt text"),
        (Screen((Row(()),)), "0 buttons in a row"),
        (Screen((Row((Button("x" * 81, Touch("a")),)),)), "button"),
        (Screen((Row((Button("x", Touch("a")), Button("y", Touch("a")))),)), "twice in one message"),
        (Screen(tuple(Text("x") for _ in range(40))), "41 components"),
        (Screen((Menu(Touch("a"), "", ()),)), "0 options"),
    ],
)
def test_each_law_of_discord_that_is_broken_is_named(screen: Screen, fault: str) -> None:
    assert any(fault in found for found in budget.lint(screen))


async def test_the_layout_weighs_what_the_screen_was_weighed_at() -> None:
    row = Row((Button("a", Touch("a")), Button("b", url="https://discord.com/channels/1/2/3")))
    screen = Screen((Text("Wall"), Rule(), row, Menu(Touch("c"), "…", (Option("1", "1", chosen=True),))))

    view = layout.view(screen)

    assert view.total_children_count == budget.weigh(screen).components
    assert view.content_length() == budget.weigh(screen).characters
    assert view.is_finished()
