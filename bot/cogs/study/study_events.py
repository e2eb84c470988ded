"""Planned sessions among a server's scheduled events: put there, and taken down when they are cancelled or given up."""

from __future__ import annotations

import logging
from typing import Any, Final

import discord

from bot.cogs.frame.audience import Audience
from bot.cogs.study.render_plan import EVENT_NAME, LASTING, event_about, event_name
from bot.cogs.study.study_placard import subjects_of
from bot.play.study.study import Plan

FAILURES: Final = (discord.DiscordException, OSError)

log = logging.getLogger(__name__)


async def announce(audience: Audience, plan: Plan) -> int | None:
    """Put a plan among the server's events and return the event's id; None where the bot may not, or Discord will not.

    In a voice channel the event is that channel's; anywhere else it names the channel as its place.
    """
    interaction = audience.interaction
    guild = interaction.guild
    if guild is None or not interaction.app_permissions.create_events:
        return None
    pen = audience.host.pen(plan.language)
    try:
        event = await guild.create_scheduled_event(
            name=event_name(pen, subjects_of(audience.host, plan.settings)),
            description=event_about(pen),
            start_time=plan.starts,
            privacy_level=discord.PrivacyLevel.guild_only,
            **place_of(interaction.channel, plan),
        )
    except FAILURES as failure:
        log.info("plan %s is not among the events: %s", plan.id, failure)
        return None
    return event.id


def place_of(channel: object, plan: Plan) -> dict[str, Any]:
    """Return where an event takes place, as Discord wants it told."""
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        return {"channel": channel}
    place = f"#{getattr(channel, 'name', None) or plan.place.channel}"[:EVENT_NAME]
    return {"entity_type": discord.EntityType.external, "location": place, "end_time": plan.starts + LASTING}


async def withdraw(client: discord.Client, plan: Plan) -> None:
    """Take a plan from the server's events; one that is gone is gone."""
    if plan.place.guild is None or plan.event is None:
        return
    try:
        guild = client.get_guild(plan.place.guild) or await client.fetch_guild(plan.place.guild, with_counts=False)
        await (await guild.fetch_scheduled_event(plan.event, with_counts=False)).delete()
    except FAILURES as failure:
        log.info("the event of plan %s stays: %s", plan.id, failure)
