"""Gauss Elder, the bot: one game in three places (Discord, a shell, a browser), wired in `bot.app`."""
