"""The floor: a bare discord.py bot whose sheet says back what is written on it, and does nothing else.

discord.py wants a sheet made and registered for each that is sent in. Here that is the next one of the same learner's,
so that it is part of what an answer costs, whoever opened the sheet when.
"""

from __future__ import annotations

import logging
from typing import Any

import discord
from discord import ui

from bot.app import INTENTS
from bot.cogs.frame.modals import FIELD
from tests.standin.child import point_at


class Sheet(ui.Modal, title="Echo"):
    """One field, said back to its writer alone."""

    answer: ui.Label[Any] = ui.Label(text="Answer", component=ui.TextInput(custom_id=FIELD))

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        assert isinstance(self.answer.component, ui.TextInput)
        await interaction.response.send_message(self.answer.component.value, ephemeral=True)
        interaction._state.store_view(Sheet(custom_id=self.custom_id, timeout=None))


class Echo(discord.Client):
    """Opens the sheet that goes by the name of whichever button was pressed."""

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        if interaction.type is discord.InteractionType.component:
            custom_id = (interaction.data or {}).get("custom_id", "")
            await interaction.response.send_modal(Sheet(custom_id=str(custom_id), timeout=None))


def serve(port: int) -> None:
    """Answer until killed."""
    point_at(port)
    Echo(intents=INTENTS).run("t", log_level=logging.INFO)
