"""Commands that bring their translations with them, for a tree whose translator is not ours to set."""

from __future__ import annotations

from collections.abc import Coroutine
from copy import copy
from typing import Any, Final

from discord import app_commands
from discord.app_commands import Translator

from bot.cogs.frame.translator import LinesTranslator

LINES: Final = LinesTranslator()


class SpokenGroup(app_commands.Group):
    """A group that tells Discord its names in every locale the game speaks, whatever its tree translates with."""

    def to_dict(self, tree: app_commands.CommandTree[Any]) -> dict[str, Any]:
        """Return what Discord is told, translations included: a tree without a translator asks for nothing else."""
        plain: app_commands.Group = copy(self)
        plain.__class__ = app_commands.Group  # its payload begins with its own `to_dict`, which would be this one
        return at_once(plain.get_translated_payload(tree, LINES))

    async def get_translated_payload(
        self, tree: app_commands.CommandTree[Any], translator: Translator
    ) -> dict[str, Any]:
        """Return the same where the tree has a translator: our lines are unknown to it."""
        return self.to_dict(tree)


def spoken(group: app_commands.Group) -> app_commands.Group:
    """Make a group, with all that hangs on it, bring its own translations; return it."""
    group.__class__ = SpokenGroup
    return group


def at_once(payload: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    """Return what a coroutine returns that waits for nothing; RuntimeError if it waits."""
    try:
        payload.send(None)
    except StopIteration as end:
        returned: dict[str, Any] = end.value
        return returned
    payload.close()
    raise RuntimeError("a translation that waits")
