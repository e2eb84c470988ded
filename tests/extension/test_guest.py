"""The elder as a guest: he plays as at home, leaves the house as it was, and goes without a trace."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path
from typing import Any

import discord
import pytest
from discord.app_commands import CommandAlreadyRegistered
from discord.ext import commands

from bot.cogs.frame.translator import LinesTranslator
from bot.extension import GaussElder, housed
from bot.settings import Settings, SettingsError
from bot.wiring import cogs
from bot.workshop.workshop import Workshop
from quizbank.picture import Picture, Series
from tests.discord.acting import Room, press, right, shown
from tests.extension.landlord import ERRAND, GUEST, Bench, Greedy, Mute


def guest(client: commands.Bot) -> Any:
    """Return the elder in a bot."""
    return client.get_cog("GaussElder")


def traces(client: commands.Bot) -> dict[str, object]:
    """Return all of a bot in which a guest could leave something behind."""
    return {
        "cogs": sorted(client.cogs),
        "extensions": sorted(client.extensions),
        "listeners": [each for heard in client.extra_events.values() for each in heard if ours(each.__module__)],
        "commands": sorted(command.name for command in client.tree.get_commands()),
        "prefixed": sorted(command.name for command in client.commands),
        "translator": client.tree.translator,
        "mentions": client.allowed_mentions,
        "intents": client.intents.value,
        "signals": [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)],
        "views": list(client.persistent_views),
        "tasks": sorted(task.get_name() for task in asyncio.all_tasks() if "simcord" not in task.get_name()),
    }


def ours(module: str) -> bool:
    """Whether a module is one of the elder's."""
    return module.startswith("bot.")


async def have(room: Room, errand: Callable[[], Awaitable[Any]]) -> None:
    """Have the landlord do something, as its owner would: from within."""
    room.env.bot.errand = errand
    await room.ann.send(room.channel, ERRAND)


async def payload(client: Any) -> list[dict[str, Any]]:
    """Return what a bot's owner would tell Discord of the elder's commands."""
    tree = client.tree
    commands = [each for each in tree.get_commands() if each.name != "rent"]
    if tree.translator is None:
        return [each.to_dict(tree) for each in commands]
    return [await each.get_translated_payload(tree, tree.translator) for each in commands]


def at_home(client: Any) -> list[Any]:
    """Return the groups of commands as the elder's own bot has them."""
    return [cog.app_command for cog in cogs(guest(client).host, client) if isinstance(cog, commands.GroupCog)]


async def test_the_elder_plays_in_anothers_bot_and_keeps_a_store_of_his_own(
    room: Room, settings_of_nobody: Path
) -> None:
    wall = shown(await room.ann.slash(room.channel, "wall fight"))
    host = guest(room.env.bot).host
    learner = await host.play.meet(room.ann.id)
    battle = await host.play.open_battle(learner, room.guild.id)
    scene = await host.play.scene(battle.id, learner)
    sheet = await press(room.ann, wall, "ask")
    await room.ann.submit_modal(sheet, {"answer": right(scene.asked)})

    assert len((await host.play.battle(battle.id)).strikes) == 1
    with sqlite3.connect(settings_of_nobody / "gauss.db") as file:
        assert file.execute("SELECT count(*) FROM answer").fetchone() == (1,)


async def test_a_guest_changes_nothing_of_the_house(room: Room) -> None:
    client = room.env.bot
    with_guest = traces(client)
    await client.unload_extension(GUEST)
    without = traces(client)
    told = {name: (without[name], with_guest[name]) for name in without if without[name] != with_guest[name]}

    assert set(told) == {"cogs", "extensions", "listeners", "commands", "tasks"}
    assert told["cogs"] == ([], ["GaussElder"])
    assert client.tree.translator is None
    assert client.allowed_mentions is None


async def test_a_guest_never_tells_discord_the_commands(room: Room) -> None:
    client = room.env.bot
    told = [each for each in room.env.http_requests if each.method == "PUT" and each.path.endswith("/commands")]
    await client.reload_extension(GUEST)
    again = [each for each in room.env.http_requests if each.method == "PUT" and each.path.endswith("/commands")]

    assert len(told) == 1  # the landlord's own
    assert again == told


@pytest.mark.parametrize("translator", [None, Mute()])
async def test_commands_are_told_in_every_language_whatever_the_house_translates_with(
    room: Room, translator: discord.app_commands.Translator | None
) -> None:
    client = room.env.bot
    if translator is not None:
        client.tree.remove_command("rent")  # its own name is unknown to it too
        await client.tree.set_translator(translator)
    home = [await group.get_translated_payload(client.tree, LinesTranslator()) for group in at_home(client)]

    assert sorted(await payload(client), key=str) == sorted(home, key=str)
    assert all(each["name_localizations"].keys() >= {"zh-CN", "zh-TW", "en-US"} for each in home)


async def test_whoever_mentions_the_landlord_is_not_answered_by_the_elder(room: Room) -> None:
    me = room.env.bot.user.id
    await room.ann.send(room.channel, f"<@{me}> what is softmax?")

    assert room.env.bot.heard == [f"<@{me}> what is softmax?"]
    assert [message.author.id for message in room.channel.history()] == [room.ann.id]


async def test_the_landlord_sees_every_touch_and_the_guest_answers_only_his(room: Room) -> None:
    view = discord.ui.View(timeout=None)
    view.add_item(discord.ui.Button(label="door", custom_id="house:door"))
    channel = room.env.bot.get_channel(room.channel.id)
    sent = await channel.send(view=view)
    view.stop()
    message = next(each for each in room.channel.history() if each.id == sent.id)
    opened = await room.ann.click(message, custom_id="house:door")
    wall = shown(await room.ann.slash(room.channel, "wall fight"))
    await press(room.ann, wall, "ask")

    assert shown(opened).content == "open"
    assert room.env.bot.touched[0] == "house:door"
    assert room.env.bot.touched[-1].startswith("ge1:ask:")


async def test_where_the_house_answers_every_touch_first_nothing_breaks(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    wall = shown(await room.ann.slash(room.channel, "wall fight"))
    room.env.bot.add_dynamic_items(Greedy)
    with caplog.at_level(logging.INFO):
        asked = await press(room.ann, wall, "hint")
    room.env.bot.remove_dynamic_items(Greedy)

    assert shown(asked).content == "mine"
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_unloaded_he_is_gone_and_loaded_again_the_battle_goes_on(room: Room, benches: list[Bench]) -> None:
    client = room.env.bot
    wall = shown(await room.ann.slash(room.channel, "wall fight"))
    engine = guest(client).host.play.house.store.engine
    await have(room, partial(client.unload_extension, GUEST))

    assert traces(client)["commands"] == ["rent"]
    assert traces(client)["listeners"] == []
    assert all(bench.closed for bench in benches)
    assert engine.pool.checkedout() == 0
    assert [each for each in asyncio.all_tasks() if "tick" in repr(each.get_coro()) or "gauss" in each.get_name()] == []

    await have(room, partial(client.load_extension, GUEST))
    await press(room.ann, wall, "ask")
    learner = await guest(client).host.play.meet(room.ann.id)
    assert await guest(client).host.play.open_battle(learner, room.guild.id) is not None
    assert len(benches) == 2


async def test_whoever_is_being_answered_is_answered_before_he_goes(room: Room) -> None:
    client = room.env.bot
    answered = []

    async def answer() -> None:
        await asyncio.sleep(0)
        await guest_host.play.meet(room.ann.id)
        answered.append("verdict")

    guest_host = guest(client).host
    guest_host.underway.add(asyncio.create_task(answer()))
    await client.unload_extension(GUEST)

    assert answered == ["verdict"]


async def test_where_a_name_is_taken_he_does_not_move_in_and_leaves_nothing(room: Room, benches: list[Bench]) -> None:
    client = room.env.bot
    await client.unload_extension(GUEST)
    client.tree.add_command(discord.app_commands.Group(name="teach", description="the landlord's own"))
    before = traces(client)
    with pytest.raises(commands.ExtensionFailed) as refused:
        await client.load_extension(GUEST)

    assert isinstance(refused.value.original, CommandAlreadyRegistered)
    assert traces(client) == before
    assert all(bench.closed for bench in benches)


async def test_where_nothing_can_be_written_he_says_so_and_leaves_nothing(room: Room, tmp_path: Path) -> None:
    client = room.env.bot
    await client.unload_extension(GUEST)
    before = traces(client)
    (tmp_path / "taken").write_text("no folder", encoding="utf-8")
    for folder in (tmp_path / "taken", tmp_path / "taken" / "attic"):
        with pytest.raises(SettingsError, match=r"^A setting is wrong: data \(a folder that can be written in\)\.$"):
            await client.add_cog(GaussElder(client, Settings(data=folder, database=None)))

    assert traces(client) == before


async def test_a_wrong_setting_is_told_in_a_sentence(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    client = room.env.bot
    await client.unload_extension(GUEST)
    monkeypatch.setenv("GAUSS_WORKERS", "99")
    with pytest.raises(commands.ExtensionFailed) as refused:
        await client.load_extension(GUEST)

    assert str(refused.value.original) == "A setting is wrong: workers (a whole number from 1 to 16)."


@pytest.mark.parametrize("guilds", [True, False])
async def test_a_house_without_the_guilds_intent_is_warned(
    room: Room, guilds: bool, caplog: pytest.LogCaptureFixture
) -> None:
    client = room.env.bot
    await client.unload_extension(GUEST)
    client._connection._intents.guilds = guilds  # what it came with is only copied out
    with caplog.at_level(logging.WARNING, "bot.extension"):
        await client.load_extension(GUEST)

    assert ("guilds intent" in caplog.text) is not guilds


async def test_a_house_may_hand_its_guest_a_folder(room: Room, tmp_path: Path) -> None:
    client = room.env.bot
    elder = GaussElder(client, Settings(data=tmp_path / "attic", database=None))
    await have(room, partial(client.unload_extension, GUEST))
    await have(room, partial(client.add_cog, elder))
    await room.ann.slash(room.channel, "elder map")

    assert (tmp_path / "attic" / "gauss.db").is_file()
    await client.remove_cog("GaussElder")
    assert traces(client)["commands"] == ["rent"]


@pytest.mark.slow
async def test_his_workers_go_with_him(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.extension.Workshop", Workshop)
    async with housed(Settings(data=tmp_path, database=None)) as host:
        workshop = host.play.house.workshop
        bars = Picture("bars", title="hall.name", alt="hall.name", ticks=(1,), series=(Series("hall.name", (1,)),))
        await workshop.draw(bars, "gate", "en")
        pids = workshop.pids

    assert len(pids) == 1
    with pytest.raises(ProcessLookupError):
        os.kill(pids[0], 0)
