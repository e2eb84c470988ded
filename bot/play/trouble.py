"""What is wrong with the store, as far as whoever plays is told of it."""

from bot.store.trouble import TROUBLES, Trouble, trouble

__all__ = ["TROUBLES", "Trouble", "trouble"]
