"""A question in figures, once understood: what is to be reckoned, of which sizes, and what reading it assumed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from quizbank.counsel.presets import presets
from quizbank.counsel.scanner import book

Kind = Literal[
    "cells", "memory", "cache", "whole", "parameters", "weights", "shape", "deviation", "growth", "macs", "width"
]
ASSUMED_DTYPE = "fp16"


@dataclass(frozen=True)
class Query:
    """What is to be reckoned, of sizes by letter: n tokens, h heads, g of keys, L layers, b batch, d, e, k widths."""

    kind: Kind
    sizes: Mapping[str, int] = field(default_factory=dict)
    preset: str | None = None
    dtype: str | None = None
    causal: bool = False
    linear: bool = False  # of a growth: what grows is a cache, not the square
    assumed: tuple[tuple[str, Mapping[str, int | str]], ...] = ()  # keys of lines, and what fills them

    @property
    def full(self) -> Mapping[str, int]:
        """All sizes: those given, over those of the preset."""
        shape = presets()[self.preset].shape if self.preset else {}
        return {**shape, **self.sizes, "s": self.element}

    @property
    def element(self) -> int:
        """Bytes of one number."""
        return int(book()["bytes"][self.dtype or ASSUMED_DTYPE])

    def job(self) -> dict[str, Any]:
        """Return what a worker needs to reckon it, as JSON."""
        preset = presets()[self.preset] if self.preset else None
        return {
            "kind": self.kind,
            "sizes": dict(self.full),
            "preset": preset.name if preset else None,
            "plan": preset.plan if preset else None,
            "generates": preset.generates if preset else True,
            "causal": self.causal,
            "linear": self.linear,
        }


class Unclear(NamedTuple):
    """A question in figures that leaves something out."""

    kind: Kind
    missing: tuple[str, ...]  # letters
