"""A ledger of what an attention does: scores, multiply-adds, tiles, elements moved, bytes held at once.

An attention that is given a ledger writes into it; without one it asks `ledger is not None` and goes on. What is
counted are the shapes of the tensors in hand, so that tensors on meta, which hold no numbers, are counted as well.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field

from torch import Tensor


@dataclass
class Ledger:
    """What was done so far, over all batches and heads."""

    scores: int = 0  # entries of the score matrix that were computed
    macs: int = 0  # multiply-adds of matrix products; the softmax is not counted
    tiles: int = 0  # pieces in which the scores were computed; a whole matrix is one
    loads: Counter[str] = field(default_factory=Counter)  # elements read from main memory, by tensor
    stores: Counter[str] = field(default_factory=Counter)  # elements written to it
    bytes: int = 0  # of all loads and stores
    peak: int = 0  # most bytes held at once beyond the inputs

    def product(self, left: Tensor, result: Tensor) -> None:
        """Enter a matrix product (…, n, d) @ (…, d, m) -> (…, n, m): d multiply-adds an entry."""
        self.macs += result.numel() * left.shape[-1]

    def tile(self, logits: Tensor) -> None:
        """Enter a piece of the scores, (…, rows, columns): one tile a head."""
        self.scores += logits.numel()
        self.tiles += logits.shape[:-2].numel()

    def load(self, **tensors: Tensor) -> None:
        """Enter tensors read from main memory, by name."""
        for name, tensor in tensors.items():
            self.loads[name] += tensor.numel()
            self.bytes += tensor.nbytes

    def store(self, **tensors: Tensor) -> None:
        """Enter tensors written to main memory, by name."""
        for name, tensor in tensors.items():
            self.stores[name] += tensor.numel()
            self.bytes += tensor.nbytes

    def hold(self, *tensors: Tensor) -> None:
        """Enter tensors that are alive at the same time."""
        self.peak = max(self.peak, sum(tensor.nbytes for tensor in tensors))
