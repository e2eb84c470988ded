"""Laws of what is sent without discord.py's objects: the very JSON that they would have sent."""

from __future__ import annotations

import json

from discord import MessageFlags
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.frame import payload
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.layout import view
from bot.cogs.frame.screen import (
    Accent,
    Button,
    Document,
    Image,
    Menu,
    Option,
    Picker,
    Row,
    Rule,
    Screen,
    Text,
)
from bot.cogs.frame.telegram import written
from tests.discord.acting import Room, press, shown

WORDS = st.text(min_size=1, max_size=20)
TOUCHES = st.builds(Touch, st.from_regex("[a-z]{1,8}", fullmatch=True), st.tuples(st.integers(0, 2**63 - 1)))
STYLES = st.sampled_from(["first", "plain", "grave"])
BUTTONS = st.builds(Button, WORDS, TOUCHES, STYLES, st.none())
LINKS = st.builds(Button, WORDS, st.none(), STYLES, st.just("https://discord.com/channels/1/2/3"))
MENUS = st.builds(
    Menu,
    TOUCHES,
    WORDS,
    st.lists(st.builds(Option, WORDS, WORDS, st.booleans()), min_size=1, max_size=5, unique_by=lambda o: o.value).map(
        tuple
    ),
    st.integers(0, 1),
    st.integers(1, 3),
)
PICKERS = st.builds(
    Picker,
    TOUCHES,
    WORDS,
    st.sampled_from(["role", "channel"]),
    st.lists(st.integers(1, 2**63)).map(tuple),
    st.integers(1, 25),
)
PARTS = st.one_of(
    st.builds(Text, WORDS),
    st.builds(Image, st.binary(), WORDS, st.just("wall.png")),
    st.just(Rule()),
    st.builds(Row, st.lists(st.one_of(BUTTONS, LINKS), min_size=1, max_size=3).map(tuple)),
    MENUS,
    PICKERS,
    st.builds(Document, st.binary(), st.just("record.json")),
)
SCREENS = st.builds(Screen, st.lists(PARTS, min_size=1, max_size=8).map(tuple), st.sampled_from(list(Accent)))


@given(SCREENS)
def test_the_json_of_any_screen_is_the_one_that_discord_py_makes_of_it(screen: Screen) -> None:
    assert json.dumps(payload.components(screen), sort_keys=True) == json.dumps(
        view(screen).to_components(), sort_keys=True
    )


@given(SCREENS)
def test_the_text_that_a_courier_brings_says_what_discord_py_would_be_given(screen: Screen) -> None:
    assert json.loads(written(screen)) == payload.answer(payload.components(screen))


def test_the_flags_are_those_of_a_private_message_made_of_components() -> None:
    assert MessageFlags(ephemeral=True, components_v2=True).value == payload.EPHEMERAL | payload.COMPONENTS


async def test_what_was_answered_so_is_answered_for_discord_py_too(room: Room) -> None:
    message = await room.fight(room.ann)
    hint = shown(await press(room.ann, message, "hint"))

    assert hint.ephemeral
    assert room.env.http_requests[-1].json["data"]["allowed_mentions"] == {"parse": []}
