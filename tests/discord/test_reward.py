"""The role for whoever breaks the wall: who may choose it, which it may be, and that giving it disturbs nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.app import GaussElder
from bot.cogs.frame.ids import Touch, encode
from tests.discord.acting import Room, kinds, press, right, shown, text
from tests.discord.studying import touch

MAY = discord.Permissions(manage_guild=True, manage_roles=True)


def master(room: Room, permissions: discord.Permissions = MAY, *, under: Any = None) -> Any:
    """Return a member who may choose, their role above all that exist."""
    role = room.guild.create_role("Master", permissions=permissions)
    top = max(each.position for each in room.env.backend.get_guild(room.guild.id).roles.values())
    room.env.backend.edit_role(room.guild.id, role.id, {"position": top + 1 if under is None else under})
    lift_the_bot(room)
    return room.guild.add_member(room.env.create_user("master"), roles=[role])


def lift_the_bot(room: Room) -> None:
    """Put the bot's own role on top of all."""
    roles = room.env.backend.get_guild(room.guild.id).roles.values()
    own = next(each for each in roles if each.managed)
    room.env.backend.edit_role(room.guild.id, own.id, {"position": max(each.position for each in roles) + 1})


def forbid(room: Room, **permissions: bool) -> None:
    """Take permissions from the bot."""
    own = next(each for each in room.env.backend.get_guild(room.guild.id).roles.values() if each.managed)
    left = discord.Permissions(own.permissions)
    left.update(**permissions)
    room.env.backend.edit_role(room.guild.id, own.id, {"permissions": left.value})


def roles_of(room: Room, actor: Any) -> list[int]:
    """Return the ids of a member's roles."""
    return list(room.env.backend.get_member(room.guild.id, actor.id).role_ids)


async def chosen(room: Room) -> int | None:
    return await room.bot.host.play.reward_of(room.guild.id)


async def win(room: Room, actor: Any) -> Any:
    """Break the wall in the channel; return the last private verdict."""
    message = await room.fight(actor)
    battle = await room.battle(actor)
    while (asked := (await room.ended(battle.id)).asked) is not None:
        message = shown(await room.answer(actor, message, right(asked)))
    return message


async def test_the_role_chosen_is_given_at_the_victory_and_to_nobody_before(
    room: Room, make_bot: Callable[[], GaussElder]
) -> None:
    role = room.guild.create_role("Core")
    said = shown(await master(room).slash(room.channel, "elder reward", role=role))
    assert said.ephemeral
    assert role.mention in text(said)
    await room.env.restart_bot(make_bot())
    await room.fight(room.bob)
    verdict = await win(room, room.ann)

    assert roles_of(room, room.ann) == [role.id]
    assert roles_of(room, room.bob) == []
    assert "fight" in kinds(verdict)


async def test_a_server_that_chose_none_gives_none_and_may_take_its_choice_back(room: Room) -> None:
    chooser, role = master(room), room.guild.create_role("Core")
    await chooser.slash(room.channel, "elder reward", role=role)
    set_one = shown(await chooser.slash(room.channel, "elder reward"))
    assert role.mention in text(set_one)
    assert await chosen(room) == role.id, "to look changes nothing"
    refused = shown(await touch(room, room.bob, encode(Touch("rewardoff"))))
    assert "Manage Server" in text(refused)
    assert await chosen(room) == role.id
    await press(chooser, set_one, "rewardoff")
    await win(room, room.ann)

    assert await chosen(room) is None
    assert roles_of(room, room.ann) == []


async def test_a_server_that_gives_none_yet_is_told_so_with_the_way_to_choose(room: Room) -> None:
    said = shown(await master(room).slash(room.channel, "elder reward"))

    assert "No role is given" in text(said)
    assert kinds(said) == ["deskchoices"]


@pytest.mark.parametrize(
    ("has", "lacks"),
    [
        (discord.Permissions(manage_roles=True), "Manage Server"),
        (discord.Permissions(manage_guild=True), "Manage Roles"),
        (discord.Permissions.none(), "Manage Server"),
    ],
)
async def test_whoever_may_not_manage_chooses_nothing_and_is_told_why(
    room: Room, has: discord.Permissions, lacks: str
) -> None:
    role = room.guild.create_role("Core")
    said = shown(await master(room, has).slash(room.channel, "elder reward", role=role))

    assert lacks in text(said)
    assert await chosen(room) is None


async def test_a_bot_that_may_not_give_roles_names_the_permission(room: Room) -> None:
    chooser, role = master(room), room.guild.create_role("Core")
    forbid(room, manage_roles=False)
    said = shown(await chooser.slash(room.channel, "elder reward", role=role))

    assert "Manage Roles" in text(said)
    assert await chosen(room) is None


async def test_a_role_above_the_bots_is_refused(room: Room) -> None:
    chooser, role = master(room), room.guild.create_role("Crown")
    room.env.backend.edit_role(room.guild.id, role.id, {"position": 90})
    said = shown(await chooser.slash(room.channel, "elder reward", role=role))

    assert "below mine" in text(said)
    assert await chosen(room) is None


async def test_nobody_has_the_bot_give_what_they_could_not_give_themselves(room: Room) -> None:
    crown = room.guild.create_role("Crown", permissions=discord.Permissions(administrator=True))
    room.env.backend.edit_role(room.guild.id, crown.id, {"position": 50})
    chooser = master(room, under=40)
    said = shown(await chooser.slash(room.channel, "elder reward", role=crown))

    assert "below yours" in text(said)
    assert await chosen(room) is None


async def test_a_role_that_discord_manages_is_refused(room: Room) -> None:
    chooser = master(room)
    own = next(role for role in room.guild.roles.values() if role._role.managed)
    said = shown(await chooser.slash(room.channel, "elder reward", role=own))

    assert "managed by Discord" in text(said)
    assert await chosen(room) is None


@pytest.mark.parametrize("status", [403, 404, 500])
async def test_a_role_that_cannot_be_given_disturbs_no_victory(room: Room, status: int) -> None:
    role = room.guild.create_role("Core")
    await master(room).slash(room.channel, "elder reward", role=role)
    room.env.inject_error("PUT", "/guilds/*/members/*/roles/*", status=status, times=None)
    verdict = await win(room, room.ann)

    assert roles_of(room, room.ann) == []
    assert "fight" in kinds(verdict)
    assert (await room.bot.host.play.path(await room.bot.host.play.meet(room.ann.id))).broke is not None


async def test_a_role_missed_at_the_victory_is_given_when_the_record_is_looked_at(room: Room) -> None:
    await win(room, room.ann)
    role = room.guild.create_role("Core")
    await master(room).slash(room.channel, "elder reward", role=role)
    await room.ann.slash(room.channel, "elder me")
    given = given_times(room)
    await room.ann.slash(room.channel, "elder me")
    await room.bob.slash(room.channel, "elder me")

    assert roles_of(room, room.ann) == [role.id]
    assert roles_of(room, room.bob) == []
    assert given_times(room) == given == 1


def given_times(room: Room) -> int:
    """Return how often a role was asked for."""
    return sum(request.method == "PUT" and "/roles/" in request.path for request in room.env.http_requests)


async def test_in_a_direct_message_there_is_nothing_to_choose(room: Room) -> None:
    alone = room.env.create_user("eve")
    said = shown(await alone.slash("elder reward"))

    assert "server" in text(said)
