"""Foreign text is shown as it was typed, and does nothing."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.frame import escape

LIVE = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|<>\[\]]")  # markup that no backslash disarms
TYPED = st.text(st.one_of(st.sampled_from("*_~`|<>[]\\#-+1.:@!& \n\t"), st.characters()), max_size=60)


def shown(text: str) -> str:
    """Return what Discord shows of an escaped text."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", text)


@given(TYPED)
def test_no_markup_stays_live(text: str) -> None:
    assert not LIVE.search(escape.line(text))


@given(TYPED)
def test_what_is_shown_is_what_can_be_seen_of_what_was_typed(text: str) -> None:
    assert shown(escape.line(text)) == re.sub(" {2,}", " ", escape.visible(text)).strip()


@given(TYPED)
def test_nothing_unseen_is_left_and_it_stays_one_line(text: str) -> None:
    line = escape.line(text)

    assert "\n" not in line
    assert not {unicodedata.category(character) for character in line} & escape.UNSEEN


@given(TYPED, st.integers(1, 40))
def test_a_limit_counts_what_is_seen(text: str, limit: int) -> None:
    assert len(shown(escape.line(text, limit))) <= limit


@pytest.mark.parametrize(
    ("typed", "harmless"),
    [
        ("@everyone", r"\@everyone"),
        ("<@123> <@&4> <#5>", r"\<@123\> \<@&4\> \<#5\>"),
        ("[free](https://evil.example)", r"\[free\](https\://evil.example)"),
        ("# big", r"\# big"),
        ("- item", r"\- item"),
        ("1. item", r"1\. item"),
        ("a\u202eb\u200bc", "abc"),
        ("n*d*L", r"n\*d\*L"),
        ("16\u202f777\u202f216", "16\u202f777\u202f216"),
        ("-8", "-8"),
        ("2^6 = 64", "2^6 = 64"),
    ],
)
def test_known_tricks_are_disarmed(typed: str, harmless: str) -> None:
    assert escape.line(typed) == harmless


@pytest.mark.parametrize("name", ["", "\u3164", "\u200b\u200d", "\u2800\u2800", "   ", "\u202e"])
def test_an_invisible_name_is_known_to_be_empty(name: str) -> None:
    assert escape.line(name) == ""


def test_marks_do_not_pile_up() -> None:
    assert len(escape.line("Z" + "\u0327" * 50)) <= 1 + escape.MARKS


@given(st.from_regex(escape.HARMLESS, fullmatch=True))
def test_what_is_passed_over_as_harmless_would_have_been_left_as_it_is(text: str) -> None:
    assert escape.markup(escape.visible(text)) == text == escape.line(text)
