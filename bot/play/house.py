"""What every use case works with: the store, the bank, the workshop, a clock and a source of secrets, all handed in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bot.store.shards import WHOLE, Shards
from bot.store.store import Store
from bot.workshop.workshop import Workshop
from quizbank.bank import Bank

SECRET_BITS = 62  # fits a signed 64-bit column


@dataclass(frozen=True)
class House:
    """The parts of the house, wired once."""

    store: Store
    bank: Bank
    workshop: Workshop
    clock: Callable[[], datetime]
    secrets: Callable[[int], int]  # bits -> a number of that many bits
    shards: Shards = WHOLE  # whose guilds are looked after here

    def secret(self) -> int:
        """Return a fresh secret for a battle or a walk."""
        return self.secrets(SECRET_BITS)
