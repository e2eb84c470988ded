"""Laws of the gate: what comes in by it is answered as by discord.py's own way, and all else goes that way."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import discord
import pytest

from bot.app import GaussElder
from bot.cogs.frame.gate import EVENT
from bot.cogs.frame.visit import visit_in, visit_of
from bot.play.scene import Asked
from tests.discord.acting import Room, press, right, trapped
from tests.discord.test_reward import roles_of
from tests.discord.wire import EPHEMERAL, bodies

TEXT, THREAD, PRIVATE = 0, 11, 1
NAMES = [("ann", None, None), ("ann", "Ann", None), ("ann", "Ann", "Queen"), ("ann", None, "Queen"), ("ann", "", "")]


class Carried:
    """A courier who takes everything or nothing, and remembers it."""

    def __init__(self, *, takes: bool) -> None:
        self.takes = takes
        self.bodies: list[Any] = []

    async def bring(self, id: int, token: str, body: bytes) -> bool:
        self.bodies.append(json.loads(body))
        return self.takes

    async def close(self) -> None:
        """There is nothing to close."""


class Objects:
    """Counts the interactions that discord.py makes."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.made = 0
        self._make = discord.Interaction.__init__
        monkeypatch.setattr(discord.Interaction, "__init__", lambda own, **given: self._count(own, **given))

    def _count(self, own: Any, **given: Any) -> None:
        self.made += 1
        self._make(own, **given)


@pytest.fixture
def courier(request: pytest.FixtureRequest) -> Carried:
    return Carried(takes=request.param)


@pytest.fixture
def simcord_bot(make_bot: Callable[[], GaussElder], courier: Carried) -> GaussElder:
    bot = make_bot()
    bot.courier = courier  # type: ignore[assignment]
    return bot


def payload(room: Room, kind: int, names: tuple[str, str | None, str | None], *, brought: bool = False) -> Any:
    """Return what the gateway tells of a sheet and its sender's names: their own, the shown one, and the server's."""
    name, shown, nick = names
    user = {"id": "77", "username": name, "discriminator": "0", "global_name": shown, "avatar": None}
    channel = {"id": str(room.channel.id), "type": kind, "name": "here", "permissions": "0", "recipients": [user]}
    if kind == THREAD:
        parts = {"id": "900", "parent_id": str(room.channel.id), "owner_id": "77", "guild_id": str(room.guild.id)}
        meta = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": "2026-01-01T00:00:00+00:00"}
        channel |= {**parts, "message_count": 1, "member_count": 1, "thread_metadata": meta}
    if kind == PRIVATE:
        channel["id"] = "901"
    member = {"user": user, "nick": nick, "roles": [], "joined_at": None, "flags": 0, "permissions": "0"}
    told = {
        "id": "1456074443980800012",
        "application_id": "1",
        "type": 5,
        "token": "t",
        "version": 1,
        "data": {"custom_id": "ge1:said:1:0:1:2", "components": []},
        "channel": channel,
        "channel_id": channel["id"],
        "locale": "zh-TW",
        "attachment_size_limit": 1,
        "app_permissions": "274877942784",
        "authorizing_integration_owners": {"1": "77"} if brought else {"0": str(room.guild.id)},
    }
    if kind == PRIVATE:
        return {**told, "user": user}
    return {**told, "guild_id": str(room.guild.id), "member": {**member, "deaf": False, "mute": False}}


@pytest.mark.parametrize("courier", [True], indirect=True)
@pytest.mark.parametrize("kind", [TEXT, THREAD, PRIVATE])
@pytest.mark.parametrize("brought", [False, True])
@pytest.mark.parametrize("names", NAMES)
async def test_the_plain_facts_of_a_visit_are_those_of_discord_pys_object(
    room: Room, kind: int, names: tuple[str, str | None, str | None], brought: bool
) -> None:
    told = payload(room, kind, names, brought=brought)
    made = discord.Interaction(data=told, state=room.bot._connection)

    seen = visit_in(told, lambda: made)

    assert seen == visit_of(made)
    assert seen.created_at == made.created_at
    assert seen.interaction is made


SAID: dict[str, Callable[[Asked], str]] = {
    "right": right,
    "a known mistake": trapped,
    "wrong": lambda _: "-1",
    "not to be read": lambda _: "what?",
    "with a mention": lambda _: "<@&1> **2**",
    "of two meanings": lambda _: "1,024",
}


@pytest.mark.parametrize("courier", [True], indirect=True)
@pytest.mark.parametrize("choose", SAID.values(), ids=SAID)
async def test_an_answer_at_a_wall_is_told_without_any_of_discord_pys_objects(
    room: Room, courier: Carried, choose: Callable[[Asked], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    assert battle.asked is not None
    sheet = await press(room.ann, message, "ask")
    objects = Objects(monkeypatch)

    await room.ann.submit_modal(sheet, {"answer": choose(battle.asked)})

    assert objects.made == 0
    assert [body["type"] for body in courier.bodies] == [4]


@pytest.mark.parametrize("courier", [False], indirect=True)
@pytest.mark.parametrize("choose", SAID.values(), ids=SAID)
async def test_what_a_courier_could_not_bring_goes_once_by_discord_pys_own_way_and_says_the_same(
    room: Room, courier: Carried, choose: Callable[[Asked], str]
) -> None:
    message = await room.fight(room.ann)
    battle = await room.battle(room.ann)
    assert battle.asked is not None

    await room.answer(room.ann, message, choose(battle.asked))

    sent = [body for body in bodies(room.env.http_requests) if body.get("flags", 0) & EPHEMERAL]
    assert sent == [courier.bodies[0]["data"]]


@pytest.mark.parametrize("courier", [True], indirect=True)
async def test_what_discord_pys_object_is_asked_for_later_it_knows_that_it_is_answered(room: Room) -> None:
    told = payload(room, TEXT, NAMES[0])
    visit = visit_in(told, lambda: discord.Interaction(data=told, state=room.bot._connection))
    assert not visit.answered

    visit.answer(discord.InteractionResponseType.channel_message)

    assert visit.answered
    with pytest.raises(discord.InteractionResponded):
        await visit.interaction.response.defer()


@pytest.mark.parametrize("courier", [True], indirect=True)
async def test_who_breaks_the_wall_by_the_gate_is_given_the_servers_role(room: Room, courier: Carried) -> None:
    role = room.guild.create_role("Breaker")
    await room.bot.host.play.reward(room.guild.id, role.id)
    message: Any = await room.fight(room.ann, tier="apprentice")
    battle = await room.battle(room.ann)
    while battle.ending is None:
        sheet = await press(room.ann, message, "ask")
        asked = (await room.ended(battle.id)).asked
        assert asked is not None
        await room.ann.submit_modal(sheet, {"answer": right(asked)})
        battle = await room.ended(battle.id)
        await room.quiet()
        message = await room.wall(battle.id)

    assert battle.ending == "broken"
    assert roles_of(room, room.ann) == [role.id]


@pytest.mark.parametrize("courier", [True], indirect=True)
async def test_a_sheet_of_a_question_that_is_past_is_refused_by_the_same_way(room: Room, courier: Carried) -> None:
    await room.fight(room.ann)
    battle = await room.battle(room.ann)
    assert battle.asked is not None
    wall = await room.wall(battle.id)
    sheets = [await press(room.ann, wall, "ask") for _ in range(2)]

    for sheet in sheets:
        await room.ann.submit_modal(sheet, {"answer": right(battle.asked)})

    said = [body["data"]["components"] for body in courier.bodies]
    assert len(said) == 2
    assert said[0] != said[1]


@pytest.mark.parametrize("courier", [True], indirect=True)
async def test_all_that_is_no_sheet_of_an_answer_goes_discord_pys_way(room: Room, courier: Carried) -> None:
    message = await room.fight(room.ann)
    await press(room.ann, message, "hint")
    await room.ann.slash(room.channel, "elder me")

    assert courier.bodies == []


@pytest.mark.parametrize("courier", [True], indirect=True)
async def test_the_gate_that_is_taken_away_leaves_discord_pys_parser_as_it_was(room: Room, courier: Carried) -> None:
    parsers = room.bot._connection.parsers
    assert parsers[EVENT] != room.bot._connection.parse_interaction_create

    await room.bot.remove_cog("Gate")

    assert parsers[EVENT] == room.bot._connection.parse_interaction_create
