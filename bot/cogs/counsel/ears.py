"""A mention of the bot, or a message to it alone, is a question to the elder; neither needs a privileged intent."""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Final

import discord
from discord.ext import commands

from bot.cogs.counsel.render_counsel import counsel_screen
from bot.cogs.frame.host import Host
from bot.cogs.frame.layout import SILENT, view
from bot.cogs.frame.render_notice import fault_notice
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.words import plain

CHINESE: Final = re.compile(r"[\u4e00-\u9fff]")
ENGLISH: Final = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,}")  # a term or a formula alone is of no language

log = logging.getLogger(__name__)


class Ears(commands.Cog):
    """Hears what is said to the elder, and answers below it; pings nobody, repeats nothing."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Answer what is addressed to the elder; leave everything else unread."""
        text = addressed(message, self._client.user)
        task = asyncio.current_task()
        if text is None or task is None:
            return
        self._host.underway.add(task)
        try:
            await self._answer(message, text)
        except Exception as fault:
            self._host.meter.failed("message", fault)
            log.error("message %s", message.id, exc_info=fault)
            await say(message, fault_notice(plain(self._locale_of(message, text)), fault, message.id))
        finally:
            self._host.underway.discard(task)

    async def _answer(self, message: discord.Message, text: str) -> None:
        author = message.author
        learner = await self._host.play.meet(author.id, name=author.display_name, locale=self._locale_of(message, text))
        counsel = await self._host.play.ask(learner, text)
        if counsel.repeated:
            return  # told once; answering a flood would be one
        await say(message, counsel_screen(self._host.pen(learner.language), counsel))

    def _locale_of(self, message: discord.Message, text: str) -> str:
        """Return the language a message is written in, or that was last spoken with its author, or on its server."""
        if CHINESE.search(text):
            return "zh-CN"
        if ENGLISH.search(text):
            return "en"
        server = "en" if message.guild is None else str(message.guild.preferred_locale)
        return self._host.spoken.get(message.author.id, server)  # a message brings no locale


def addressed(message: discord.Message, me: discord.ClientUser | None) -> str | None:
    """Return what a person says to the elder, without his name; None if it is not said to him."""
    if me is None or message.author.bot or message.webhook_id is not None:
        return None
    name = re.compile(rf"<@!?{me.id}>")
    if message.guild is not None and not name.search(message.content):
        return None
    return name.sub(" ", message.content)


async def say(message: discord.Message, screen: Screen) -> None:
    """Reply to a message, unless that is not allowed here."""
    try:
        await message.reply(view=view(screen), allowed_mentions=SILENT)
    except (discord.DiscordException, OSError) as failure:
        log.info("message %s stays unanswered: %s", message.id, failure)
