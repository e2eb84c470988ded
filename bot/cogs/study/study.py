"""/study: start, status, pause, resume, stop, handover, extra; and, taken in from elsewhere, schedule and plans."""

from __future__ import annotations

from functools import partial
from typing import Any, Final

import discord
from discord import app_commands
from discord.app_commands import Choice
from discord.ext import commands

from bot.cogs.frame.audience import Audience, hold
from bot.cogs.frame.host import Host
from bot.cogs.frame.screen import Screen, Text, row
from bot.cogs.frame.words import named
from bot.cogs.study.studies import PACES, Studies, suggested
from bot.cogs.study.study_place import open_here, told
from bot.cogs.study.study_plans import PlanCommands, StudyPlans
from bot.cogs.study.study_words import to_the_session, word
from bot.play.study.study import Settings
from engine.rules.study import Pace

START: Final = "command.study.start"
HANDOVER: Final = "command.study.handover"
EXTRA: Final = "command.study.extra"
EXTRAS: Final = (0, 25, 50, 100, 200)  # percent


@app_commands.allowed_installs(guilds=True, users=False)
@app_commands.allowed_contexts(guilds=True, dms=False, private_channels=False)
class StudyCog(
    PlanCommands,
    commands.GroupCog,
    group_name=named("command.study.name"),
    group_description=named("command.study.description"),
):
    """The commands of study sessions."""

    def __init__(self, host: Host, studies: Studies, plans: StudyPlans) -> None:
        self._host = host
        self._studies = studies
        self._plans = plans

    @app_commands.command(name=named(f"{START}.name"), description=named(f"{START}.description"))
    @app_commands.rename(
        about=named(f"{START}.about.name"),
        rounds=named(f"{START}.rounds.name"),
        pace=named(f"{START}.pace.name"),
        peer=named(f"{START}.peer.name"),
        seconds=named(f"{START}.seconds.name"),
        names=named(f"{START}.names.name"),
    )
    @app_commands.describe(
        about=named(f"{START}.about.description"),
        rounds=named(f"{START}.rounds.description"),
        pace=named(f"{START}.pace.description"),
        peer=named(f"{START}.peer.description"),
        seconds=named(f"{START}.seconds.description"),
        names=named(f"{START}.names.description"),
    )
    @app_commands.choices(pace=[Choice(name=named(f"pace.{pace}"), value=pace) for pace in PACES])
    async def start(
        self,
        interaction: discord.Interaction[Any],
        about: str,
        rounds: app_commands.Range[int, 1, 20] = 5,
        pace: Pace = "everyone",
        peer: bool = False,
        seconds: app_commands.Range[int, 10, 600] | None = None,
        names: bool | None = None,
    ) -> None:
        """Open a session here."""

        async def open_it(audience: Audience) -> None:
            subjects = audience.host.play.studies.subjects(about)
            await self._studies.open(audience, Settings(subjects, rounds, pace, peer, names, seconds))

        await hold(self._host, interaction, "public", told(open_it))

    @start.autocomplete("about")
    async def suggest(self, interaction: discord.Interaction[Any], text: str) -> list[Choice[str]]:
        """Offer halls and skills while they are typed."""
        return suggested(self._host, interaction, text)

    @app_commands.command(
        name=named("command.study.status.name"), description=named("command.study.status.description")
    )
    async def status(self, interaction: discord.Interaction[Any]) -> None:
        """Bring the session of this channel here."""
        await hold(self._host, interaction, "public", told(self._studies.call))

    @app_commands.command(name=named("command.study.pause.name"), description=named("command.study.pause.description"))
    async def pause(self, interaction: discord.Interaction[Any]) -> None:
        """Pause the session of this channel."""
        await self._act(interaction, "pause", "paused")

    @app_commands.command(
        name=named("command.study.resume.name"), description=named("command.study.resume.description")
    )
    async def resume(self, interaction: discord.Interaction[Any]) -> None:
        """Let it go on."""
        await self._act(interaction, "resume", "resumed")

    @app_commands.command(name=named("command.study.stop.name"), description=named("command.study.stop.description"))
    async def stop(self, interaction: discord.Interaction[Any]) -> None:
        """End it, with its report."""
        await self._act(interaction, "stop", "stopped")

    @app_commands.command(name=named(f"{HANDOVER}.name"), description=named(f"{HANDOVER}.description"))
    @app_commands.rename(member=named(f"{HANDOVER}.option.name"))
    @app_commands.describe(member=named(f"{HANDOVER}.option.description"))
    async def handover(self, interaction: discord.Interaction[Any], member: discord.Member) -> None:
        """Make another who is in it the host."""
        await hold(self._host, interaction, "private", told(partial(self._studies.hand_over, heir=member.id)))

    @app_commands.command(name=named(f"{EXTRA}.name"), description=named(f"{EXTRA}.description"))
    @app_commands.rename(percent=named(f"{EXTRA}.option.name"))
    @app_commands.describe(percent=named(f"{EXTRA}.option.description"))
    @app_commands.choices(percent=[Choice(name=f"{percent}%", value=percent) for percent in EXTRAS])
    async def extra(self, interaction: discord.Interaction[Any], percent: int) -> None:
        """Take more time from now on, which nobody else is told."""
        await hold(self._host, interaction, "private", told(partial(give_extra, percent=percent)))

    async def _act(self, interaction: discord.Interaction[Any], act: str, key: str) -> None:
        doing = partial(self._studies.command, act=getattr(self._host.play.studies, act), key=key)
        await hold(self._host, interaction, "private", told(doing))


async def give_extra(audience: Audience, *, percent: int) -> None:
    """Give the learner more time, and say so to them alone."""
    given = await audience.host.play.studies.give_extra(audience.learner, percent)
    key = "in.extra" if given else "in.none_extra"
    study, pen = await open_here(audience), audience.pen
    back = pen.button("court", "court") if study is None else to_the_session(pen, study)
    await audience.reply.private(Screen((Text(word(pen, key, count=given)), *row(back))))
