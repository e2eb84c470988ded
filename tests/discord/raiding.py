"""What learners do and see in a raid, in few words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from simcord.results import InteractionResult, ResponseMessage

from bot.play.raid.raid import Raid
from tests.discord.acting import Room, press, right, shown, trapped


def gather(room: Room, count: int) -> list[Any]:
    """Return so many learners in the room, its own two among them."""
    more = (f"n{number}" for number in range(2, count))
    return [room.ann, room.bob, *(room.guild.add_member(room.env.create_user(name)) for name in more)][:count]


async def call(room: Room, host: Any, tier: str = "adept") -> ResponseMessage:
    """Call a raid; return its placard."""
    return shown(await host.slash(room.channel, "wall raid", tier=tier))


async def raid_of(room: Room) -> Raid:
    """Return the open raid of the room."""
    raid = await room.bot.host.play.raids.open_in(room.channel.id)
    assert raid is not None
    return raid


async def found(room: Room, id: int) -> Raid:
    """Return a raid, open or not."""
    raid = await room.bot.host.play.raids.find(id)
    assert raid is not None
    return raid


async def placard(room: Room, raid: Raid) -> Any:
    """Return a raid's placard as it stands in the channel, once its channel has been quiet."""
    await room.env.advance_time(3)
    now = await found(room, raid.id)
    return next(message for message in room.channel.history() if message.id == now.place.message)


async def begun(room: Room, learners: Sequence[Any]) -> Raid:
    """Call a raid, let all in, and begin; time passes between the one and the other."""
    message = await call(room, learners[0])
    for learner in learners[1:]:
        await press(learner, message, "raidjoin")
    await room.env.advance_time(3)
    await press(learners[0], message, "raidstart")
    await room.env.advance_time(3)
    return await raid_of(room)


async def wait(room: Room, *, minutes: float) -> None:
    """Let time pass, as slowly as the simulator can follow the bot's clock."""
    for _ in range(round(minutes * 6)):
        await room.env.advance_time(10)


async def strike(room: Room, actor: Any, message: Any, *, rightly: bool) -> InteractionResult:
    """Press the button that opens the sheet, and send in what is right or wrong."""
    raid = await raid_of(room)
    sheet = await press(actor, message, "raidask")
    assert sheet.modal is not None
    learner = await room.bot.host.play.meet(actor.id)
    asked = (await room.bot.host.play.raids.turns.face(raid.id, learner)).asked
    assert asked is not None
    text = right(asked) if rightly else trapped(asked)
    result: InteractionResult = await actor.submit_modal(sheet, {"answer": text})
    return result
