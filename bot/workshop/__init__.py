"""The workshop: everything slow is done here, in worker processes, so that the bot's own stays light and never waits.

A worker owns one torch thread and keeps nothing; it ends when its pipe to the bot closes, however the bot ended.
"""

from bot.workshop.errors import LateError, WorkshopError
from bot.workshop.remeasured import Remeasured
from bot.workshop.workshop import Workshop

__all__ = ["LateError", "Remeasured", "Workshop", "WorkshopError"]
