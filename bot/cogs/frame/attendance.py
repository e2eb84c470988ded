"""An interaction for as long as it is attended to: it counts as underway, and is watched lest Discord wait in vain."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.cogs.frame.host import Host
from bot.cogs.frame.reply import WATCH, Reply

log = logging.getLogger(__name__)


class Attendance:
    """A context manager, written out because every answer pays for it."""

    __slots__ = ("_host", "_reply", "_task", "_watch")

    def __init__(self, host: Host, reply: Reply) -> None:
        self._host, self._reply = host, reply

    def __enter__(self) -> None:
        task = asyncio.current_task()
        assert task is not None  # a coroutine runs in one
        self._task = task
        self._watch = asyncio.get_running_loop().call_later(WATCH, watch, self._host, self._reply)
        self._host.underway.add(task)

    def __exit__(self, *error: object) -> None:
        self._watch.cancel()
        self._host.underway.discard(self._task)


def watch(host: Host, reply: Reply) -> None:
    """Tell Discord to wait."""
    bidding = asyncio.create_task(bid_wait(reply))  # once begun it is ended, lest nobody know whether Discord was told
    host.underway.add(bidding)
    bidding.add_done_callback(host.underway.discard)


async def bid_wait(reply: Reply) -> None:
    """Tell Discord to wait, unless it has its answer; what hinders that is logged."""
    try:
        await reply.wait()
    except (discord.DiscordException, OSError) as failure:
        log.warning("Discord could not be told to wait: %s", failure)
