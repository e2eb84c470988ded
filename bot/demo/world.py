"""The simulated Discord: one server, one channel, two learners of different languages, and the elder."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from discord import Permissions

from bot.cogs.frame.clockwork import Clockwork
from bot.play.scene import Language

LOCALES: Mapping[Language, str] = {"zh-CN": "zh-CN", "en": "en-US"}
KEEPING = Permissions(manage_guild=True, manage_roles=True)
LEARNERS: Mapping[Language, str] = {"zh-CN": "azhu", "en": "ada"}  # account names; what they are called is in the lines


@dataclass(frozen=True)
class World:
    """What was built: the channel, and who looks at it, the first one first."""

    channel: Any
    viewers: tuple[Any, ...]
    locales: Mapping[int, str]  # by user id


async def build(env: Any, bot: Any, word: Callable[[str], str], language: Language, at: datetime) -> World:
    """Build the world as it stands at an instant; `word` gives names, and the learner of `language` looks first.

    Whoever looks first keeps the server too, so that the teacher's desk can be tried.
    """
    await set_clock(env, bot, at)
    await bot.user.edit(username=word("elder"))
    guild = env.create_guild(word("server"))
    channel = guild.create_text_channel(word("channel"), topic=word("topic"))
    order = sorted(LEARNERS, key=lambda each: each != language)
    users = [env.create_user(LEARNERS[each], global_name=word(each)) for each in order]
    keeper = guild.create_role(word("keeper"), permissions=KEEPING)
    viewers = tuple(guild.add_member(user, roles=() if at else (keeper,)) for at, user in enumerate(users))
    locales = {viewer.id: LOCALES[each] for viewer, each in zip(viewers, order, strict=True)}
    return World(channel, viewers, locales)


async def set_clock(env: Any, bot: Any, at: datetime) -> None:
    """Bring the world to an instant; the bot's clockwork rests on the way, for it would tick through all of it."""
    clockwork = bot.get_cog(Clockwork.__cog_name__)
    await clockwork.cog_unload()
    await env.advance_time((at - env.now()).total_seconds())
    await clockwork.cog_load()
