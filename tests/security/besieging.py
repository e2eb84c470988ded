"""What a stranger sends who forges everything that can be forged, and a server full of things to send it at."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import quote

import discord
from simcord.backend.serializers import message_payload
from simcord.enums import InteractionType
from simcord.interactions import base_payload
from simcord.results import InteractionResult

from bot.cogs.frame.ids import DIGITS, LIMIT, Argument
from bot.cogs.frame.layout import SILENT, view
from bot.cogs.frame.router import Route, Router
from bot.cogs.frame.screen import Screen, Text
from tests.discord.acting import Room, press, shown, trapped
from tests.discord.studying import opened, placard, written
from tests.discord.wire import bodies, walk

MANAGER = discord.Permissions(manage_guild=True, manage_roles=True)
NASTY = "\u202e@everyone <@1> **x** [a](https://b.example) \u200b`"
NUMBERS: Sequence[Argument] = (0, 1, 2, 3, -1, 2**31 - 1, 2**31, 2**63 - 1, 2**63, -(2**63) - 1, 36**40, 10**18)
TEXTS: Sequence[Argument] = ("", "adept", "dial", "zh-CN", "yes", "9" * 20, NASTY[:12], "\x00", "1")
ARITIES = 4
EACH = 8  # touches a kind


@dataclass(frozen=True)
class Siege:
    """A server in which ann and carl have begun one of everything, and bob has no part."""

    room: Room
    carl: Any
    boss: Any
    yards: Sequence[Any]

    @property
    def others(self) -> Sequence[tuple[str, Any]]:
        """Those who have begun something, by name."""
        return (("ann", self.room.ann), ("carl", self.carl))

    async def record(self) -> dict[str, Any]:
        """Return all that is kept of ann and carl, but for when and where a game that is open to all was last shown."""
        privacy = self.room.bot.host.play.privacy
        kept = {name: (await privacy.export(who.id))["kept"] for name, who in self.others}
        for tables in kept.values():
            for row in (*tables["raid"], *tables["study"]):
                row.pop("touched"), row.pop("message")
        return kept

    async def end(self) -> None:
        """End all that was begun."""
        room = self.room
        await press(room.ann, shown(await room.ann.slash(room.channel, "wall abandon")), "quit")
        await self.boss.slash(self.yards[1], "study stop")
        await room.env.advance_time(3)

    async def answers(self) -> list[Any]:
        """Return every answer that ann has ever sent to what has ended by now."""
        return list((await self.record())["ann"].get("answer", []))

    def seen(self) -> list[str]:
        """Return every custom_id that anybody was ever shown, sheets included."""
        shown = {
            part["custom_id"]
            for body in (*bodies(self.room.env.http_requests), *sheets(self.room.env.http_requests))
            for part in (*walk(body["components"]), body)
            if str(part.get("custom_id", "")).startswith("ge1:")
        }
        return sorted(shown)


def sheets(requests: Iterable[Any]) -> list[dict[str, Any]]:
    """Return every sheet that was opened."""
    return [
        request.json["data"]
        for request in requests
        if isinstance(request.json, dict) and request.path.endswith("/callback") and request.json.get("type") == 9
    ]


async def begun(room: Room) -> Siege:
    """Have ann and carl begin one of everything."""
    carl = room.guild.add_member(room.env.create_user("carl"))
    boss = room.guild.add_member(
        room.env.create_user("boss"), roles=[room.guild.create_role("Boss", permissions=MANAGER)]
    )
    yards = [room.guild.create_text_channel(f"yard-{number}") for number in range(3)]
    wall = await room.fight(room.ann)
    asked = (await room.battle(room.ann)).asked
    assert asked is not None
    await room.answer(room.ann, wall, trapped(asked))
    await press(room.ann, wall, "ask")
    for command in ("elder enter", "elder map", "elder me", "elder privacy", "elder review", "elder reminders"):
        await room.ann.slash(room.channel, command)
    await room.ann.slash(room.channel, "elder board", public=True)
    raid = shown(await room.ann.slash(yards[0], "wall raid"))
    await press(carl, raid, "raidjoin")
    await room.env.advance_time(3)
    await press(room.ann, raid, "raidstart")
    await room.env.advance_time(3)
    await opened(room, yards[1])
    await press(carl, await placard(room, yards[1]), "studyjoin")
    for command in ("teach settings", "teach stats", "teach check"):
        await boss.slash(room.channel, command)
    await boss.slash(yards[2], "teach assign", title="Work", what="dial")
    await room.env.advance_time(3)
    board = next(iter(yards[2].history()))
    await press(room.ann, board, "worktake")
    for command in ("teach work", "teach appeals"):
        await boss.slash(room.channel, command)
    return Siege(room, carl, boss, yards)


def routes(room: Room) -> Sequence[Route]:
    """Return every route there is."""
    router = room.bot.get_cog("Router")
    assert isinstance(router, Router)
    return list(router._routes.values())


def forged(kind: str, random: Random) -> list[dict[str, Any]]:
    """Return touches of a kind with arguments of every shape, as buttons, menus and sheets."""
    arguments: list[Sequence[Argument]] = [(), (1,), (2,), (2**63 - 1,), (36**40,)]
    while len(arguments) < EACH:
        pools = [random.choice((NUMBERS, NUMBERS, TEXTS)) for _ in range(random.randint(1, ARITIES))]
        arguments.append([random.choice(pool) for pool in pools])
    return [shaped(custom_id(kind, each), random) for each in arguments]


def custom_id(kind: str, arguments: Sequence[Argument]) -> str:
    """Return the custom_id of a touch, made by hand: as long as Discord takes it, and with numbers of any size."""
    parts = [f"~{quote(each, safe='')}" if isinstance(each, str) else in_36(each) for each in arguments]
    return ":".join(("ge1", kind, *parts))[:LIMIT]


def in_36(number: int) -> str:
    """Return a number in base 36."""
    digits, rest = "", abs(number)
    while rest:
        rest, digit = divmod(rest, 36)
        digits = DIGITS[digit] + digits
    return ("-" if number < 0 else "") + (digits or "0")


def shaped(custom_id: str, random: Random) -> dict[str, Any]:
    """Return a custom_id as a button, as a menu with a nasty pick, or as a sheet with a nasty text."""
    value = random.choice((NASTY, "", "1", "64", "adept", "en", "9" * 30, "a" * 4000))
    shapes: list[dict[str, Any]] = [
        {"custom_id": custom_id, "component_type": 2},
        {"custom_id": custom_id, "component_type": 3, "values": random.choice(([], [value], [value, "2"]))},
        written(custom_id, value),
    ]
    return random.choice(shapes)


async def sent(room: Room, actor: Any, touches: Sequence[dict[str, Any]], message: Any) -> list[str]:
    """Send touches of a message all at once; return what is to be held against the answers."""
    results = await deliver(room, actor, touches, message)
    return [
        f"{each['custom_id']}: {fault}"
        for each, result in zip(touches, results, strict=True)
        for fault in complaints(result)
    ]


async def deliver(room: Room, actor: Any, touches: Sequence[dict[str, Any]], message: Any) -> list[InteractionResult]:
    """Hand the bot touches as if they were made on a message that stands in the room."""
    backend, records = room.env.backend, []
    shown = dict(message_payload(backend, backend.get_message(room.channel.id, message.id)))
    for data in touches:
        record, payload = base_payload(
            backend,
            type=InteractionType.MODAL_SUBMIT if "components" in data else InteractionType.MESSAGE_COMPONENT,
            channel_id=room.channel.id,
            guild_id=room.guild.id,
            user_id=actor.id,
            data=data,
        )
        record.source_message_id = message.id
        backend.emit("INTERACTION_CREATE", {**payload, "message": shown})
        records.append(record)
    await room.env.settle()
    return [InteractionResult(room.env, record) for record in records]


async def replayed(siege: Siege, actor: Any, seen: Sequence[str]) -> list[str]:
    """Touch again, as a button, a menu and a sheet, whatever was shown; return what is to be held against it."""
    message = await lure(siege.room)
    shapes: list[dict[str, Any]] = [
        shape
        for each in seen
        for shape in (
            {"custom_id": each, "component_type": 2},
            {"custom_id": each, "component_type": 3, "values": ["1"]},
            written(each, "64"),
        )
    ]
    return [
        each
        for at in range(0, len(shapes), 12)
        for each in await sent(siege.room, actor, shapes[at : at + 12], message)
    ]


async def lure(room: Room) -> Any:
    """Return a message of the bot's for bob to touch, that nobody cares for."""
    return await room.bot.get_channel(room.channel.id).send(view=view(Screen((Text("…"),))), allowed_mentions=SILENT)


def complaints(result: InteractionResult) -> list[str]:
    """Return what is to be held against an answer: there is none, or it owns up to a fault of ours."""
    said = [] if result.response is None else [result.response, *result.followups]
    spoken = " ".join(str(part.get("content", "")) for each in said for part in walk(each.components))
    faults = {
        "unanswered": not result.acknowledged,
        "a fault": bool(re.search(r"\b\d{17,20}\b", spoken)) and "<t:" not in spoken,
    }
    return [name for name, broken in faults.items() if broken]
