"""Fixtures of the killing tests."""

from tests.standin.conftest import discord, nursery, settings

__all__ = ["discord", "nursery", "settings"]
