"""The workshop awaited inside a Discord command: the simulator settles, whether it comes or is late."""

import discord
import pytest
import simcord
from discord import app_commands
from discord.ext import commands

from bot.workshop import Workshop


def bot_that_draws(workshop, wall, patience):
    """Return a bot whose one command draws the wall."""
    bot = commands.Bot("!", intents=discord.Intents(guilds=True))

    @app_commands.command(name="wall", description="draws")
    async def draw(interaction: discord.Interaction) -> None:
        png = await workshop.draw(wall, "bot", "en", patience=patience)
        await interaction.response.send_message(f"{len(png)} bytes" if png else "late")

    async def setup_hook():
        bot.tree.add_command(draw)
        await bot.tree.sync()

    bot.setup_hook = setup_hook
    return bot


async def answer(bot):
    async with simcord.run(bot, settle_timeout=60) as env:
        guild = env.create_guild()
        channel = guild.create_text_channel("hall")
        learner = guild.add_member(env.create_user("learner"))
        return (await learner.slash(channel, "wall")).response.content


async def test_a_command_that_awaits_a_drawing_settles(real, wall):
    await real.draw(wall, "bot", "zh-CN")  # warm: the simulator waits for no import

    assert (await answer(bot_that_draws(real, wall, patience=30))).endswith("bytes")


@pytest.mark.parametrize("patience", [0, 0.05])
async def test_a_command_that_would_not_wait_settles_without_it_and_the_work_goes_on(wall, patience):
    workshop = Workshop()  # cold: its worker has yet to start
    try:
        assert await answer(bot_that_draws(workshop, wall, patience)) == "late"
        assert await workshop.draw(wall, "bot", "en") is not None
    finally:
        await workshop.close()
