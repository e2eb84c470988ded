"""The invitation asks for what the bot needs, and for nothing else; with that and nothing else it can be played."""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import discord
import pytest

import bot.cogs
from bot.cogs.desk.settings import HERE
from bot.cogs.wall.rewards import CHOOSER_NEEDS
from tests.discord.acting import Room, shown, text
from tests.discord.conftest import store
from tests.discord.studying import opened
from tests.discord.test_teach import manager
from tests.test_documents import ROOT

__all__ = ["store"]

PAGES = (*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"))
INVITATION = re.compile(r"oauth2/authorize\?\S*?permissions=(\d+)")
BESIDES = {"create_events", "manage_roles"}  # what a server may grant for more, by hand: the README says what for
USERS = discord.Permissions(view_channel=True, use_application_commands=True)  # what everyone has at the least


def tables() -> Iterator[tuple[str, ...]]:
    """Yield every table of permissions that the bot cannot do without."""
    for module in pkgutil.walk_packages(bot.cogs.__path__, "bot.cogs."):
        yield from (each for name, each in vars(import_module(module.name)).items() if name.startswith("NEEDED"))


def needed() -> discord.Permissions:
    """Return what the bot's own tables say that it needs."""
    return discord.Permissions(**{name: True for each in tables() for name in each})


def invitations(page: Path) -> list[discord.Permissions]:
    """Return what the invitations on a page ask for."""
    return [discord.Permissions(int(each)) for each in INVITATION.findall(page.read_text(encoding="utf-8"))]


def test_every_invitation_asks_for_what_the_tables_name_and_no_more() -> None:
    asked = {page.name: invitations(page) for page in PAGES}

    assert {name for name, each in asked.items() if each} >= {"README.md", "README.zh-CN.md"}
    assert {each.value for some in asked.values() for each in some} == {needed().value}


def test_nobody_is_asked_to_let_the_bot_rule_a_server() -> None:
    every = [each for page in PAGES for each in invitations(page)]

    assert not any(each & discord.Permissions.elevated() for each in every)
    assert not any(each.administrator for each in every)


def test_whatever_else_is_looked_for_is_asked_for_by_hand() -> None:
    looked_for = {*HERE, *CHOOSER_NEEDS} - {name for each in tables() for name in each}

    assert looked_for - {"manage_guild"} == BESIDES  # which is asked of whoever chooses, never of the bot


@pytest.fixture
def invited(room: Room) -> Room:
    """A server that has invited the bot as the README says, and grants everyone the least there is."""
    backend = room.env.backend
    for each in list(backend.get_guild(room.guild.id).roles.values()):
        granted = needed() if each.managed else USERS
        backend.edit_role(room.guild.id, each.id, {"permissions": granted.value})
    return room


async def test_with_the_invitation_alone_a_look_round_finds_nothing_missing(invited: Room) -> None:
    said = text(shown(await manager(invited).slash(invited.channel, "teach check")))

    assert "✗" not in said
    assert "A game can begin here." in said


async def test_with_the_invitation_alone_a_game_of_each_kind_begins(invited: Room) -> None:
    yards = [invited.guild.create_text_channel(f"yard-{number}") for number in range(3)]
    begun = [
        await invited.fight(invited.ann),
        shown(await invited.ann.slash(yards[0], "wall raid")),
        await opened(invited, yards[1]),
        shown(await manager(invited).slash(yards[2], "teach assign", title="Work", what="dial")),
    ]

    assert [each.ephemeral for each in begun] == [False] * len(begun)
