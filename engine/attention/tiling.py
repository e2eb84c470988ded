"""How a score matrix is cut into tiles and in which order they are visited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import Literal, NamedTuple

from torch import Tensor

from engine.attention.mods import Mod, blind, terms

TILE = 512  # measured: below this, Python's overhead shows; above, the cache suffers

Outer = Literal["queries", "keys"]  # which blocks stay while the others pass: the keys in the first Flash paper


class Plan(NamedTuple):
    """How the matrix is walked through."""

    mods: Sequence[Mod]
    scale: float
    tile: tuple[int, int]  # rows of queries, rows of keys
    outer: Outer


class Spot(NamedTuple):
    """A tile in which some query sees some key."""

    rows: slice
    columns: slice
    said: list[Tensor]  # by the modifiers
    arrived: bool  # whether the outer block has only now been fetched

    def cut(self, q: Tensor, k: Tensor, v: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Return the block of queries and the blocks of keys and values that meet here."""
        return q[..., self.rows, :], k[..., self.columns, :], v[..., self.columns, :]


def blocks(length: int, size: int) -> list[slice]:
    """Cut a length into blocks, the last of which may be shorter."""
    return [slice(first, min(first + size, length)) for first in range(0, length, size)]


def walk(n: int, m: int, plan: Plan) -> Iterator[Spot]:
    """Yield the tiles of an n × m matrix in order, leaving out those in which nothing is seen."""
    by_queries = plan.outer == "queries"
    rows, columns = blocks(n, plan.tile[0]), blocks(m, plan.tile[1])
    held = None
    for outer, inner in product(rows, columns) if by_queries else product(columns, rows):
        r, c = (outer, inner) if by_queries else (inner, outer)
        said = terms(plan.mods, r.stop - r.start, c.stop - c.start, (r.start, c.start))
        if not blind(said):
            yield Spot(r, c, said, arrived=outer is not held)
            held = outer
