"""Whether a placard shows what is stored, by what the renderers make of it; and whether nothing stands beside it."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from bot.cogs.frame.host import Host
from bot.cogs.frame.layout import view
from bot.cogs.frame.screen import Screen
from bot.play.scene import Place
from bot.play.voice import Voice
from tests.durability.scenario import World
from tests.standin.interaction import custom_ids, words


class Wordy:
    """A painter that paints nothing: words stand for pictures."""

    async def draw(self, *_picture: Any, **_patience: Any) -> None:
        return None


def host_of(world: World) -> Host:
    """Return a host that looks on."""
    return Host(world.play, Voice(world.play.house.bank), Wordy(), world.play.house.clock)


def untrue(world: World, what: str, place: Place, screen: Screen) -> str | None:
    """Return that a message does not show this screen; None if it does."""
    if place.message in world.taken_down:
        return None  # by one who may; it is put up anew when something happens
    body = None if place.message is None else world.discord.rest.messages.get(place.message)
    if body is None:
        return f"the placard of {what} stands nowhere"
    wanted = view(screen).to_components()
    if body["components"] == wanted:
        return None
    return f"the placard of {what} is not true: {list(words(body))} for {list(words(wanted))}"


def stray(world: World, placed: Collection[int | None]) -> str | None:
    """Return that a public message stands which can be touched, and of which nobody knows; None if there is none."""
    for id, body in world.discord.rest.messages.items():
        if id not in placed and any(custom_ids(body)):
            return f"message {id} stands beside what is known of: {list(words(body))}, {list(custom_ids(body))}"
    return None
