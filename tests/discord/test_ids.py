"""A custom_id means what it meant when it was written, or nothing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.frame.ids import LARGEST, LIMIT, OLDER, Touch, decode, encode

KINDS = st.from_regex(r"[a-z]{1,8}", fullmatch=True)
SNOWFLAKES = st.integers(-LARGEST, LARGEST)
TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=6)
TOUCHES = st.builds(Touch, KINDS, st.lists(st.one_of(SNOWFLAKES, TEXTS), max_size=4).map(tuple))


@given(TOUCHES)
def test_a_touch_comes_back_as_it_was_written(touch: Touch) -> None:
    try:
        custom_id = encode(touch)
    except ValueError:
        return

    assert decode(custom_id) == touch
    assert len(custom_id) <= LIMIT


@given(st.text())
def test_no_text_makes_the_reader_raise(text: str) -> None:
    assert decode(text) is None or decode(text) is not None
    assert decode("ge1:" + text) is not None


@given(st.text())
def test_what_is_read_is_written_the_same_way(text: str) -> None:
    touch = decode("ge1:" + text)

    assert touch == Touch(OLDER) or encode(touch) == "ge1:" + text


@pytest.mark.parametrize("foreign", ["", "ask:1", "persistent_view:green", "ge:ask:1", "xge1:ask:1", "gex1:ask"])
def test_what_is_not_ours_is_left_alone(foreign: str) -> None:
    assert decode(foreign) is None


@pytest.mark.parametrize(
    "bent",
    ["ge0:ask:1", "ge2:ask:1", "ge1:", "ge1:ASK", "ge1:ask:~%ff", "ge1:ask:01", "ge1:ask:-0", "ge1:ask:1 "]
    + [f"ge1:ask:{sign}{'z' * digits}" for sign in ("", "-") for digits in (13, 40, 90)],
)
def test_what_is_ours_but_not_of_this_age_is_known_as_older(bent: str) -> None:
    assert decode(bent) == Touch(OLDER)


def test_the_largest_battle_and_snowflake_fit() -> None:
    touch = Touch("said", (LARGEST, 2**31, 2**31, LARGEST))

    assert len(str(touch)) <= LIMIT
    assert decode(str(touch)) == touch


def test_a_custom_id_too_long_for_discord_is_refused_aloud() -> None:
    with pytest.raises(ValueError, match="at most 100"):
        encode(Touch("pick", ("x" * LIMIT,)))
