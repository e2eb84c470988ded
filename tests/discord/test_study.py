"""Study sessions in Discord, from the lobby to the report: everyone's own numbers, one message for all."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.discord.acting import Room, kinds, press, right, shown, text, trapped

pytestmark = pytest.mark.study


async def opened(room: Room, **options: Any) -> Any:
    options = {"about": "dial", "rounds": 2} | options
    return shown(await room.ann.slash(room.channel, "study start", **options))


async def placard(room: Room) -> Any:
    """Return the session's message as it stands in the channel, once what waited was written."""
    await room.env.advance_time(5)
    study = await room.bot.host.play.studies.open_in(room.channel.id)
    if study is None:
        [study_id] = [1]
        study = await room.bot.host.play.studies.standing(study_id)
    return next(message for message in room.channel.history() if message.id == study.place.message)


async def question(room: Room, actor: Any) -> Any:
    play = room.bot.host.play
    study = await play.studies.open_in(room.channel.id)
    assert study is not None
    return await play.studies.question(study.id, await play.meet(actor.id))


async def sent(room: Room, actor: Any, typed: Callable[[Any], str]) -> Any:
    """Press the way in on the placard, and answer on the sheet."""
    message = await placard(room)
    sheet = await press(actor, message, "studyask")
    assert sheet.modal is not None
    asked = await question(room, actor)
    return await actor.submit_modal(sheet, {"answer": typed(asked)})


async def test_a_session_is_played_from_the_lobby_to_the_report(room: Room) -> None:
    lobby = await opened(room)
    assert "2 questions" in text(lobby)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    for number in (1, 2):
        message = await placard(room)
        assert f"Question {number} of 2" in text(message)
        assert "**0** of 2" in text(message)
        first = await sent(room, room.ann, right)
        assert "You are done with this one" in text(shown(first))
        assert "**1** of 2" in text(await placard(room))
        await sent(room, room.bob, right)
        closed = await placard(room)
        assert "What you answered" in text(closed)
        await press(room.ann, closed, "studynext")
    report = await placard(room)

    assert "Session over" in text(report)
    assert kinds(report) == ["review", "studyown", "studyagain"]


async def test_only_the_host_moves_it_on_and_whoever_else_tries_is_told_so(room: Room) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    refused = await press(room.bob, lobby, "studystart")

    assert "host" in text(shown(refused))
    assert shown(refused).ephemeral


async def test_peer_voting_reveals_nothing_before_the_talk(room: Room) -> None:
    lobby = await opened(room, peer=True, rounds=1)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    voted = await sent(room, room.ann, right)
    assert "Nothing is revealed" in text(shown(voted))
    assert "Right" not in text(await placard(room))
    await sent(room, room.bob, trapped)
    talk = await placard(room)
    assert "First vote" in text(talk)
    await press(room.ann, talk, "studynext")
    await sent(room, room.ann, right)
    await sent(room, room.bob, right)
    closed = await placard(room)

    assert "won over by the talk 1" in text(closed)


async def test_a_session_goes_on_after_a_restart(room: Room, make_bot: Any) -> None:
    lobby = await opened(room)
    await press(room.ann, lobby, "studystart")
    await room.env.restart_bot(make_bot())
    await sent(room, room.ann, right)

    assert "What you answered" in text(await placard(room))
