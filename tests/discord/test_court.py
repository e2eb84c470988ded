"""The court: everything a command does can be reached by touch, from the map, in either language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.discord.acting import Room, kinds, parts, press, shown, text

COMMANDS = {  # what a command does, and the kind of touch that does the same; the rest needs a server's managers
    "elder enter": "enter",
    "elder map": "map",
    "elder me": "me",
    "elder ask": "inquire",
    "elder cost": "bill",
    "elder board": "boardof",
    "elder review": "review",
    "elder reminders": "reminders",
    "elder language": "courtspeak",
    "elder privacy": "privacy",
    "elder work": "worklist",
    "wall fight": "fight",
    "wall status": "call",
    "wall raid": "raidopen",
    "study start": "courtstudy",
}


async def court(room: Room) -> Any:
    doors = shown(await room.ann.slash(room.channel, "elder map"))
    return shown(await press(room.ann, doors, "court"))


async def test_what_a_command_does_can_be_touched_in_the_court(room: Room) -> None:
    offered = set(kinds(await court(room)))

    assert set(COMMANDS.values()) <= offered


async def test_every_way_of_the_court_leads_somewhere(room: Room) -> None:
    screen = await court(room)
    for kind in dict.fromkeys(kinds(screen)):
        if kind in ("courtspeak", "courtstudy"):
            continue
        result = await press(room.ann, await court(room), kind)
        assert result.modal is not None or result.response is not None, kind
        if result.response is not None:
            assert "went wrong" not in text(shown(result)), kind


async def test_the_language_picked_in_the_court_is_spoken_at_once(room: Room, speak: Callable[[str], None]) -> None:
    screen = await court(room)
    [custom_id] = [part for part in custom_ids(screen) if part.startswith("ge1:courtspeak")]
    await room.ann.select(screen, ["zh-CN"], custom_id=custom_id)
    again = shown(await room.ann.slash(room.channel, "elder map"))

    assert "缩放台" in text(again)


async def test_a_session_opened_in_the_court_is_for_all_to_see(room: Room) -> None:
    screen = await court(room)
    [custom_id] = [part for part in custom_ids(screen) if part.startswith("ge1:courtstudy")]
    lobby = shown(await room.ann.select(screen, ["dial"], custom_id=custom_id))

    assert "Study session" in text(lobby)
    assert not lobby.ephemeral


def custom_ids(message: Any) -> list[str]:
    return [part["custom_id"] for part in parts(message) if part.get("custom_id")]
