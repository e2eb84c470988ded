"""Models by their published shapes, so that a learner may name one instead of its numbers."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import NamedTuple


class Preset(NamedTuple):
    """One model: its sizes by the letters of presets.toml."""

    name: str
    plan: str  # the formula of its parameters
    generates: bool  # whether it keeps keys and values while it writes
    spelt: tuple[str, ...]
    shape: Mapping[str, int]

    @property
    def single(self) -> bool:
        """Whether it is one stack of equal layers; of two stacks no one length and no one L could be said."""
        return self.plan != "translator"


@cache
def presets() -> Mapping[str, Preset]:
    """Return every preset by its id."""
    stored = tomllib.loads((files(__package__) / "presets.toml").read_text(encoding="utf-8"))
    return {id: Preset(**{**table, "spelt": tuple(table["spelt"])}) for id, table in stored.items()}
