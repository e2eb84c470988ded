"""What learners do and see in a study session, in few words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from simcord.enums import InteractionType
from simcord.interactions import base_payload
from simcord.results import InteractionResult, ResponseMessage

from bot.play.scene import Asked
from bot.play.study.study import Study
from tests.discord.acting import Room, press, shown


async def opened(room: Room, channel: Any = None, **options: Any) -> ResponseMessage:
    """Open a lobby; return what the host was answered."""
    options = {"about": "dial", "rounds": 2} | options
    return shown(await room.ann.slash(channel or room.channel, "study start", **options))


async def study_of(room: Room, channel: Any = None) -> Study:
    """Return the session of a channel: the open one, or else the first there ever was."""
    studies = room.bot.host.play.studies
    return await studies.open_in((channel or room.channel).id) or await studies.standing(1)


async def placard(room: Room, channel: Any = None) -> Any:
    """Return a session's message as it stands in the channel, once what waited was written."""
    await room.env.advance_time(5)
    study = await study_of(room, channel)
    return next(message for message in (channel or room.channel).history() if message.id == study.place.message)


async def question(room: Room, actor: Any, channel: Any = None) -> Asked:
    """Return what is asked of someone in the open round."""
    play = room.bot.host.play
    return await play.studies.question((await study_of(room, channel)).id, await play.meet(actor.id))


async def sent(room: Room, actor: Any, typed: Callable[[Asked], str], channel: Any = None) -> Any:
    """Press the way in on the placard, and answer on the sheet."""
    sheet = await press(actor, await placard(room, channel), "studyask")
    assert sheet.modal is not None
    return await actor.submit_modal(sheet, {"answer": typed(await question(room, actor, channel))})


async def touch(room: Room, actor: Any, custom_id: str, *, channel: Any = None, guild: Any = None) -> InteractionResult:
    """Press a button that no message shows, or none any more."""
    data = {"custom_id": custom_id, "component_type": 2}
    [result] = await deliver(room, [(actor, data)], channel=channel, guild=guild)
    return result


async def deliver(
    room: Room,
    touches: Sequence[tuple[Any, dict[str, Any]]],
    *,
    channel: Any = None,
    guild: Any = None,
    twice: Callable[[int], bool] = lambda _: False,
) -> list[InteractionResult]:
    """Hand the bot what many do in the same moment, some of it twice, as Discord's gateway may."""
    kept = []
    for at, (actor, data) in enumerate(touches):
        record, payload = base_payload(
            room.env.backend,
            type=InteractionType.MODAL_SUBMIT if "components" in data else InteractionType.MESSAGE_COMPONENT,
            channel_id=(channel or room.channel).id,
            guild_id=(guild or room.guild).id,
            user_id=actor.id,
            data=data,
        )
        kept.append(record)
        for _ in range(2 if twice(at) else 1):
            room.env.backend.emit("INTERACTION_CREATE", payload)
    await room.env.settle()
    return [InteractionResult(room.env, record) for record in kept]


def written(custom_id: str, text: str) -> dict[str, Any]:
    """Return what a sheet sends."""
    return {
        "custom_id": custom_id,
        "components": [{"type": 18, "component": {"type": 4, "custom_id": "answer", "value": text}}],
    }
