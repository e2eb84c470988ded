"""The floor: a bare discord.py bot that answers a sheet with what is written on it, and does nothing else."""

from __future__ import annotations

import logging
from typing import Any

import discord

from bot.app import INTENTS
from bot.cogs.frame.modals import written
from tests.standin.child import point_at


class Echo(discord.Client):
    """One sheet, one answer."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        text = written((interaction.data or {}).get("components", ()))  # type: ignore[arg-type]
        await interaction.response.send_message(text, ephemeral=True)


def serve(port: int) -> None:
    """Answer until killed."""
    point_at(port)
    Echo(intents=INTENTS).run("t", log_level=logging.INFO)
