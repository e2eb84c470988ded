"""Whether a placard shows what is stored: held against what the renderers make of it."""

from __future__ import annotations

from typing import Any

from bot.cogs.frame.host import Host
from bot.cogs.frame.layout import view
from bot.cogs.frame.screen import Screen
from bot.play.scene import Place
from bot.play.voice import Voice
from tests.durability.scenario import World
from tests.standin.interaction import words


class Wordy:
    """A painter that paints nothing: words stand for pictures."""

    async def draw(self, *_picture: Any, **_patience: Any) -> None:
        return None


def host_of(world: World) -> Host:
    """Return a host that looks on."""
    return Host(world.play, Voice(world.play.house.bank), Wordy(), world.play.house.clock)


def untrue(world: World, what: str, place: Place, screen: Screen) -> str | None:
    """Return that a message does not show this screen; None if it does."""
    body = None if place.message is None else world.discord.rest.messages.get(place.message)
    if body is None:
        return f"the placard of {what} stands nowhere"
    wanted = view(screen).to_components()
    if body["components"] == wanted:
        return None
    return f"the placard of {what} is not true: {list(words(body))} for {list(words(wanted))}"
