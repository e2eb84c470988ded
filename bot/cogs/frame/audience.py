"""One interaction, from its arrival to its answer: who came, what was touched, the watch over time, the last resort."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Final

import discord

from bot.cogs.frame.attendance import Attendance
from bot.cogs.frame.courier import Courier
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch, id_of
from bot.cogs.frame.modals import written
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.render_notice import fault_notice, notice
from bot.cogs.frame.reply import Manner, Reply
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.visit import Visit, visit_of
from bot.cogs.frame.words import plain
from bot.play.refusals import RefusalError
from bot.play.scene import Language, Learner, Place
from bot.play.trouble import trouble
from bot.watch.answering import Answering, End

COMMAND: Final = "command"  # the kind of a touch that was no touch
GONE: Final = (10062, 40060)  # Discord's codes: too late for this interaction, or answered already

log = logging.getLogger(__name__)


class OlderError(Exception):
    """What was touched is ours, but means nothing any more."""


class UnmetError(Exception):
    """A handler that meets its learner by itself looked at them before: a fault of ours."""


class UnansweredError(Exception):
    """A handler came to its end and had answered nothing: a fault of ours."""


@dataclass
class Audience:
    """What a handler needs to know of the one before it."""

    host: Host
    visit: Visit
    reply: Reply
    touch: Touch
    _learner: Learner | None = None

    @property
    def learner(self) -> Learner:
        """Whoever is before it, once they are met."""
        if self._learner is None:
            raise UnmetError(self.touch.kind)
        return self._learner

    def met(self, learner: Learner) -> None:
        """Take note of who it is."""
        self._learner = learner
        self.host.remember(learner)

    @property
    def language(self) -> Language:
        """The learner's language; their client's until they are met."""
        return plain(self.visit.locale) if self._learner is None else self._learner.language

    @property
    def interaction(self) -> discord.Interaction[Any]:
        """discord.py's own object of the interaction, made at the first look; its plain facts are the visit's."""
        return self.visit.interaction

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
        values = self.visit.data.get("values")
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
        text = written(self.visit.data.get("components", ()))
        if text is None:
            raise OlderError(str(self.touch))
        return text

    @property
    def pen(self) -> Pen:
        """A pen in the learner's language."""
        return self.host.pen(self.learner.language)

    @property
    def place(self) -> Place:
        """Where this happens."""
        return Place(self.visit.guild, self.visit.channel, parent=self.visit.parent)


Handler = Callable[[Audience], Awaitable[None]]


async def hold(
    host: Host, interaction: discord.Interaction[Any], manner: Manner, handler: Handler, touch: Touch | None = None
) -> None:
    """Let a handler answer an interaction; whatever happens to it, the learner gets an answer, in time."""
    await attend(host, visit_of(interaction), manner, handler, touch or Touch(COMMAND))


async def attend(
    host: Host,
    visit: Visit,
    manner: Manner,
    handler: Handler,
    touch: Touch,
    *,
    meets: bool = False,
    courier: Courier | None = None,
) -> None:
    """Let a handler answer a visit, as `hold` does; one that meets the learner by itself finds them not met yet.

    A courier, if there is one, brings the answer.
    """
    reply = Reply(visit, manner, courier)
    audience = Audience(host, visit, reply, touch)
    begun = host.clock()
    end: End = "answered"
    with Answering(visit.id), Attendance(host, reply):
        try:
            if not meets:
                audience.met(await host.meet(visit))
            await handler(audience)
            if not reply.given:
                raise UnansweredError(touch.kind)
            if audience.learner.news:
                await host.news(audience)
        except OlderError:
            end = "older"
            await _say(reply, notice(audience.language, "older"))
        except RefusalError as refusal:
            end = "refused"
            await _say(reply, host.refused(host.pen(audience.language), refusal))
        except Exception as fault:
            end = "failed"
            host.meter.failed(name_of(visit, touch), fault)
            await _own_up(reply, visit, audience.language, touch, fault)
        now = host.clock()
        since, took = ((now - then).total_seconds() for then in (visit.created_at, begun))
        host.meter.answered("older" if end == "older" else name_of(visit, touch), end, since_touched=since, took=took)


async def apologise(interaction: discord.Interaction[Any], fault: Exception) -> None:
    """Answer an interaction whose fault came before any handler: a command Discord knows otherwise than we do."""
    visit = visit_of(interaction)
    await _own_up(Reply(visit, "private"), visit, plain(visit.locale), Touch(COMMAND), fault)


def name_of(visit: Visit, touch: Touch) -> str:
    """Return what was touched, or the command that was given."""
    command = visit.interaction.command if touch.kind == COMMAND else None
    return touch.kind if command is None else command.qualified_name


async def _own_up(reply: Reply, visit: Visit, language: Language, touch: Touch, fault: Exception) -> None:
    """Log a fault, without a word of what the learner wrote; tell its number to one who has seen no answer yet."""
    name = name_of(visit, touch)
    if answered_elsewhere(fault):
        log.info("interaction %s, %s: answered elsewhere, or too late: %s", visit.id, name, fault)
        return
    ailing = trouble(fault)
    if ailing is None:
        log.error("interaction %s, %s", visit.id, name, exc_info=fault)
    else:  # said in a word: everyone meets it until the store is well
        log.warning("interaction %s, %s: the store is %s", visit.id, name, ailing)
    if not reply.given:
        await _say(reply, fault_notice(language, fault, visit.id))


def answered_elsewhere(fault: Exception) -> bool:
    """Whether an interaction had its answer, by another process or by whoever else listens here, or it is too late."""
    if isinstance(fault, discord.InteractionResponded):
        return True
    return isinstance(fault, discord.HTTPException) and fault.code in GONE


async def _say(reply: Reply, screen: Screen) -> None:
    try:
        await reply.private(screen)
    except (discord.DiscordException, OSError) as failure:
        log.warning("and it could not be said: %s", failure)
