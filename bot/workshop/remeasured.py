"""What a worker read when it measured a problem once more."""

from __future__ import annotations

from typing import NamedTuple


class Remeasured(NamedTuple):
    """The witness of one problem, taken anew."""

    value: str  # as text: "64", "22.627416997969522"
    bound: str  # how far the instrument may stray, relative
    how: str  # the instrument, by name: "hadamard_design"
    agrees: bool  # whether it lies as near the problem's key as its family demands
