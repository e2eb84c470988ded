"""Through discord.py's own code: what Discord refuses for a while is sent again, and a line that breaks is mended."""

from __future__ import annotations

import asyncio

import pytest

from tests.standin.interaction import MESSAGE, MODAL, Interaction
from tests.standin.server import Standin

ANN = 2000
CALLBACK = "/interactions/*/callback"

pytestmark = pytest.mark.durability


async def seen(interaction: Interaction) -> Interaction:
    """Wait for an answer that is seen."""
    await asyncio.wait_for(interaction.seen.wait(), 20)
    return interaction


async def fight(discord: Standin) -> Interaction:
    """Put up a wall."""
    return await seen(discord.command(ANN, "wall fight", tier="adept"))


async def answer(discord: Standin, shown: Interaction, text: str = "1") -> Interaction:
    """Open the sheet that is offered, and send it in."""
    sheet = await seen(discord.press(ANN, shown.touches[0]))
    assert sheet.kind == MODAL
    return await seen(discord.submit(ANN, sheet.touches[0], text))


@pytest.mark.usefixtures("bot")
async def test_a_battle_is_fought_to_its_end_over_the_wire(discord: Standin) -> None:
    shown = await fight(discord)
    for _ in range(3):
        shown = await answer(discord, shown)

    kinds = {touch.split(":")[1] for touch in shown.touches}
    assert {"fight", "enter", "why"} <= kinds
    assert "ask" not in kinds
    assert shown.refused == 0


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("status", [429, 502])
async def test_a_verdict_refused_for_a_moment_is_sent_again_and_seen_once(discord: Standin, status: int) -> None:
    shown = await fight(discord)
    sheet = await seen(discord.press(ANN, shown.touches[0]))
    discord.refuse("POST", CALLBACK, status)

    verdict = await seen(discord.submit(ANN, sheet.touches[0], "1"))

    assert verdict.kind == MESSAGE
    assert len(verdict.messages) == 1
    assert discord.count("POST", f"{verdict.token}/callback") == 2


@pytest.mark.usefixtures("bot")
async def test_a_verdict_whose_reply_is_lost_is_told_once_and_what_follows_it_follows(discord: Standin) -> None:
    shown = await fight(discord)
    sheet = await seen(discord.press(ANN, shown.touches[0]))
    edited = asyncio.Event()
    discord.watch = lambda *_: edited.set() if "ge1:ask:1:1" in str(discord.rest.messages) else None
    discord.lose("POST", CALLBACK)

    verdict = await seen(discord.submit(ANN, sheet.touches[0], "1"))
    await asyncio.wait_for(edited.wait(), 20)

    assert (verdict.refused, discord.owed) == (1, 0), "the second call was not made, or was taken as well"
    assert len(verdict.messages) == 1


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("status", [400, 403, 404])
async def test_a_verdict_refused_for_good_is_kept_all_the_same_and_a_word_of_it_is_said(
    discord: Standin, status: int
) -> None:
    shown = await fight(discord)
    sheet = await seen(discord.press(ANN, shown.touches[0]))
    discord.refuse("POST", CALLBACK, status, times=2)  # the courier's call, and discord.py's own

    said = await seen(discord.submit(ANN, sheet.touches[0], "1"))
    again = await seen(discord.command(ANN, "wall status"))

    assert discord.owed == 0
    assert len(said.messages) == 1
    assert "ge1:ask:1:1" in again.touches


@pytest.mark.usefixtures("bot")
async def test_a_wall_whose_edits_are_rationed_is_edited_in_the_end(discord: Standin) -> None:
    shown = await fight(discord)
    edited = asyncio.Event()
    discord.watch = lambda *_: edited.set() if "ge1:ask:1:1" in str(discord.rest.messages) else None
    discord.refuse("PATCH", "/channels/*", 429, times=2)

    await answer(discord, shown)
    await asyncio.wait_for(edited.wait(), 20)

    assert discord.owed == 0
    assert len(discord.rest.messages) == 1


@pytest.mark.usefixtures("bot")
async def test_what_is_delivered_twice_is_answered_once(discord: Standin) -> None:
    shown = await fight(discord)
    sheet = await seen(discord.press(ANN, shown.touches[0]))
    sent = discord.submit(ANN, sheet.touches[0], "1")
    discord.deliver(sent)

    verdict = await seen(sent)
    again = await answer(discord, verdict)

    assert len(verdict.messages) == 1
    assert "ge1:ask:1:2" in again.touches, "the second delivery has cost a layer"


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("parting", ["reconnect", "drop"])
async def test_what_happens_while_the_line_is_down_is_heard_when_it_is_up_again(discord: Standin, parting: str) -> None:
    await fight(discord)
    discord.gateway.left.clear()
    await getattr(discord.gateway, parting)()
    await asyncio.wait_for(discord.gateway.left.wait(), 20)

    shown = await seen(discord.command(ANN, "wall status"))

    assert "ge1:ask:1:0" in shown.touches
    assert (discord.gateway.identified, discord.gateway.resumed) == (1, 1)
