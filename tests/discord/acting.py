"""What a learner does and sees in Discord, in few words."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from simcord.results import InteractionResult, ResponseMessage

from bot.app import GaussElder
from bot.cogs.frame.clockwork import TICK
from bot.cogs.frame.placards import QUIET
from bot.demo.world import set_clock
from bot.play.scene import Asked, Battle
from tests.discord.wire import GALLERY, TEXT_DISPLAY, walk


@dataclass
class Room:
    """A channel with two learners in it."""

    env: Any
    guild: Any
    channel: Any
    ann: Any
    bob: Any

    @property
    def bot(self) -> GaussElder:
        bot = self.env.bot
        assert isinstance(bot, GaussElder)
        return bot

    async def later(self, seconds: float) -> None:
        """Let time pass at once; the bot's clockwork rests on the way and goes on from there."""
        await set_clock(self.env, self.bot, self.env.now() + timedelta(seconds=seconds))

    async def battle(self, actor: Any) -> Battle:
        """Return the learner's open battle here."""
        learner = await self.bot.host.play.meet(actor.id)
        battle = await self.bot.host.play.open_battle(learner, self.guild.id)
        assert battle is not None
        return battle

    async def ended(self, battle_id: int) -> Battle:
        """Return a battle, open or not."""
        battle = await self.bot.host.play.battle(battle_id)
        assert battle is not None
        return battle

    async def wall(self, battle_id: int) -> Any:
        """Return the public message of a battle as it stands in the channel."""
        battle = await self.ended(battle_id)
        return next(message for message in self.channel.history() if message.id == battle.place.message)

    async def fight(self, actor: Any, tier: str = "adept") -> ResponseMessage:
        """Begin a battle; return its public message."""
        return shown(await actor.slash(self.channel, "wall fight", tier=tier))

    async def answer(self, actor: Any, message: Any, text: str) -> InteractionResult:
        """Press the button that opens the sheet, write a text on it, send it in, and wait until all is shown."""
        sheet = await press(actor, message, "ask")
        assert sheet.modal is not None
        result: InteractionResult = await actor.submit_modal(sheet, {"answer": text})
        await self.quiet()
        return result

    async def quiet(self) -> None:
        """Wait until the bot has caught up with what everyone is to see: no channel is written to all the time."""
        for _ in range(math.ceil((QUIET.total_seconds() + 1) / TICK)):
            await self.env.advance_time(TICK)  # one by one: what a turn of the clock has begun is ended before the next


def shown(result: InteractionResult) -> ResponseMessage:
    """Return the message an interaction was answered with."""
    assert result.response is not None
    return result.response


def parts(message: Any) -> list[dict[str, Any]]:
    """Return every component of a message."""
    if isinstance(message, ResponseMessage):
        return list(walk(message.components))
    return list(walk([component.to_dict() for component in message.components]))


def text(message: Any) -> str:
    """Return all that a message says."""
    return "\n".join(part["content"] for part in parts(message) if part["type"] == TEXT_DISPLAY)


def kinds(message: Any) -> list[str]:
    """Return what can be touched, in order."""
    return [part["custom_id"].split(":")[1] for part in parts(message) if part.get("custom_id")]


def pictures(message: Any) -> list[str]:
    """Return the words of its pictures."""
    return [item["description"] for part in parts(message) if part["type"] == GALLERY for item in part["items"]]


async def press(actor: Any, message: Any, kind: str, nth: int = 0) -> InteractionResult:
    """Press the button of a kind."""
    touch = re.compile(rf"ge1:{kind}(:|$)")
    ids = [part["custom_id"] for part in parts(message) if touch.match(part.get("custom_id") or "")]
    result: InteractionResult = await actor.click(message, custom_id=ids[nth])
    return result


def right(asked: Asked) -> str:
    """Return the right answer as a learner would type it."""
    key, unit = asked.certificate.key.text, asked.certificate.unit
    return f"{key} {unit}" if unit else key


def trapped(asked: Asked) -> str:
    """Return a wrong answer that a learner would give for a reason."""
    trap = next(iter(asked.certificate.traps.values())).text
    unit = asked.certificate.unit
    return f"{trap} {unit}" if unit else trap
