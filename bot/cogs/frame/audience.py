"""One interaction, from its arrival to its answer: who came, what was touched, the watch over time, the last resort."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final, cast

import discord

from bot.cogs.desk.tidings import tell_news
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch, id_of
from bot.cogs.frame.modals import written
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.render_notice import fault_notice, notice, refused
from bot.cogs.frame.reply import WATCH, Manner, Reply
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.words import plain
from bot.play.refusals import RefusalError
from bot.play.scene import Language, Learner, Place
from bot.watch.answering import End, answering

COMMAND: Final = "command"  # the kind of a touch that was no touch
GONE: Final = (10062, 40060)  # Discord's codes: too late for this interaction, or answered already

log = logging.getLogger(__name__)


class OlderError(Exception):
    """What was touched is ours, but means nothing any more."""


class UnansweredError(Exception):
    """A handler came to its end and had answered nothing: a fault of ours."""


@dataclass(frozen=True)
class Audience:
    """What a handler needs to know of the one before it."""

    host: Host
    interaction: discord.Interaction[Any]
    reply: Reply
    learner: Learner
    touch: Touch

    def number(self, at: int) -> int:
        """Return the touch's argument at that place; OlderError if it is no number."""
        argument = self.touch.arguments[at] if at < len(self.touch.arguments) else None
        if not isinstance(argument, int):
            raise OlderError(str(self.touch))
        return argument

    def text(self, at: int) -> str:
        """Return the touch's argument at that place; OlderError if it is no text."""
        argument = self.touch.arguments[at] if at < len(self.touch.arguments) else None
        if not isinstance(argument, str):
            raise OlderError(str(self.touch))
        return argument

    @property
    def picked(self) -> str:
        """What was picked from a menu; OlderError if nothing was."""
        values = self.picks
        if len(values) != 1:
            raise OlderError(str(self.touch))
        return values[0]

    @property
    def picks(self) -> tuple[str, ...]:
        """Everything that was picked from a menu, nothing included; OlderError if it was no menu."""
        values = self._data.get("values")
        if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
            raise OlderError(str(self.touch))
        return tuple(values)

    def id_of(self, value: str) -> int:
        """Return the id that was picked from a menu; OlderError if the value is none."""
        try:
            return id_of(value)
        except ValueError:
            raise OlderError(str(self.touch)) from None

    @property
    def written(self) -> str:
        """What was written on a sheet; OlderError if it holds no answer."""
        text = written(self._data.get("components", ()))
        if text is None:
            raise OlderError(str(self.touch))
        return text

    @property
    def _data(self) -> Mapping[str, Any]:
        return cast(Mapping[str, Any], self.interaction.data or {})

    @property
    def pen(self) -> Pen:
        """A pen in the learner's language."""
        return self.host.pen(self.learner.language)

    @property
    def place(self) -> Place:
        """Where this happens."""
        channel = self.interaction.channel
        parent = channel.parent_id if isinstance(channel, discord.Thread) else None
        return Place(self.interaction.guild_id, self.interaction.channel_id, parent=parent)


Handler = Callable[[Audience], Awaitable[None]]


async def hold(
    host: Host, interaction: discord.Interaction[Any], manner: Manner, handler: Handler, touch: Touch | None = None
) -> None:
    """Let a handler answer an interaction; whatever happens to it, the learner gets an answer, in time."""
    touch = touch or Touch(COMMAND)
    reply, language = Reply(interaction, manner), plain(str(interaction.locale))
    begun = host.clock()
    end: End = "answered"
    with answering(interaction.id), _underway(host):
        try:
            with _watched(host, reply):
                learner = await host.meet(interaction)
                language = learner.language
                audience = Audience(host, interaction, reply, learner, touch)
                await handler(audience)
                if not reply.given:
                    raise UnansweredError(touch.kind)
                if learner.news:
                    await tell_news(audience)
        except OlderError:
            end = "older"
            await _say(reply, notice(language, "older"))
        except RefusalError as refusal:
            end = "refused"
            await _say(reply, refused(host.pen(language), refusal))
        except Exception as fault:
            end = "failed"
            host.meter.failed(name_of(interaction, touch), fault)
            await _own_up(reply, interaction, language, touch, fault)
        now = host.clock()
        since, took = ((now - then).total_seconds() for then in (interaction.created_at, begun))
        host.meter.answered(
            "older" if end == "older" else name_of(interaction, touch), end, since_touched=since, took=took
        )


async def apologise(interaction: discord.Interaction[Any], fault: Exception) -> None:
    """Answer an interaction whose fault came before any handler: a command Discord knows otherwise than we do."""
    language = plain(str(interaction.locale))
    await _own_up(Reply(interaction, "private"), interaction, language, Touch(COMMAND), fault)


def name_of(interaction: discord.Interaction[Any], touch: Touch) -> str:
    """Return what was touched, or the command that was given."""
    return touch.kind if interaction.command is None else interaction.command.qualified_name


async def _own_up(
    reply: Reply, interaction: discord.Interaction[Any], language: Language, touch: Touch, fault: Exception
) -> None:
    """Log a fault, without a word of what the learner wrote; tell its number to one who has seen no answer yet."""
    name = name_of(interaction, touch)
    if answered_elsewhere(fault):
        log.info("interaction %s, %s: answered elsewhere, or too late: %s", interaction.id, name, fault)
        return
    log.error("interaction %s, %s", interaction.id, name, exc_info=fault)
    if not reply.given:
        await _say(reply, fault_notice(language, fault, interaction.id))


def answered_elsewhere(fault: Exception) -> bool:
    """Whether an interaction had its answer, by another process or by whoever else listens here, or it is too late."""
    if isinstance(fault, discord.InteractionResponded):
        return True
    return isinstance(fault, discord.HTTPException) and fault.code in GONE


@contextmanager
def _underway(host: Host) -> Iterator[None]:
    task = asyncio.current_task()
    assert task is not None  # a coroutine runs in one
    host.underway.add(task)
    try:
        yield
    finally:
        host.underway.discard(task)


@contextmanager
def _watched(host: Host, reply: Reply) -> Iterator[None]:
    watch = asyncio.get_running_loop().call_later(WATCH, _watch, host, reply)
    try:
        yield
    finally:
        watch.cancel()


def _watch(host: Host, reply: Reply) -> None:
    bidding = asyncio.create_task(_bid_wait(reply))  # once begun it is ended, lest nobody know whether Discord was told
    host.underway.add(bidding)
    bidding.add_done_callback(host.underway.discard)


async def _bid_wait(reply: Reply) -> None:
    try:
        await reply.wait()
    except (discord.DiscordException, OSError) as failure:
        log.warning("Discord could not be told to wait: %s", failure)


async def _say(reply: Reply, screen: Screen) -> None:
    try:
        await reply.private(screen)
    except (discord.DiscordException, OSError) as failure:
        log.warning("and it could not be said: %s", failure)
