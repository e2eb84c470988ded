"""The whole Transformer of 2017: a stack of encoder layers, a stack of decoder layers that asks it, and the words.

The state dict of `Transformer` is that of torch.nn.Transformer; `Translator` adds what turns words into vectors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

from torch import Tensor, nn
from torch.nn.functional import linear

from engine.attention.layer import PAPER, DecoderLayer, EncoderLayer, Style
from engine.attention.ledger import Ledger
from engine.attention.mods import Mod
from engine.attention.positions import sinusoidal


class Stack(nn.Module):
    """Layers one after the other, and a last norm where there is one."""

    def __init__(self, layers: Sequence[nn.Module], norm: nn.Module | None = None) -> None:
        super().__init__()
        self.layers, self.norm = nn.ModuleList(layers), norm

    def forward(self, x: Tensor, *memory: Tensor, **options: Any) -> Tensor:
        """Return (b, n, d) from (b, n, d); each layer sees the memory and the options."""
        for layer in self.layers:
            x = layer(x, *memory, **options)
        return x if self.norm is None else self.norm(x)


class Transformer(nn.Module):
    """Encoder and decoder over vectors; the last norms are torch's, the paper has none."""

    def __init__(
        self,
        d: int = 512,
        heads: int = 8,
        f: int = 2048,
        layers: int = 6,
        *,
        style: Style = PAPER,
        last_norm: bool = True,
    ) -> None:
        super().__init__()
        self.encoder, self.decoder = (
            Stack([kind(d, heads, f, style) for _ in range(layers)], nn.LayerNorm(d, style.eps) if last_norm else None)
            for kind in (EncoderLayer, DecoderLayer)
        )

    def forward(
        self, source: Tensor, target: Tensor, *, source_mods: Sequence[Mod] = (), ledger: Ledger | None = None
    ) -> Tensor:
        """Return (b, n, d) for the target so far (b, n, d), given a source (b, m, d)."""
        memory = self.encoder(source, mods=source_mods, ledger=ledger)  # (b, m, d)
        out: Tensor = self.decoder(target, memory, memory_mods=source_mods, ledger=ledger)
        return out


class Translator(nn.Module):
    """From words to scores of words: one matrix embeds source and target and scores the output (3.4)."""

    def __init__(self, vocabulary: int, d: int = 512, heads: int = 8, f: int = 2048, layers: int = 6) -> None:
        super().__init__()
        self.embedding = nn.Embedding(vocabulary, d)
        self.transformer = Transformer(d, heads, f, layers, last_norm=False)

    def embed(self, words: Tensor) -> Tensor:
        """Return (b, n, d) of words (b, n): √d times their vectors, and where they stand."""
        n, d = words.shape[1], self.embedding.embedding_dim
        vectors: Tensor = self.embedding(words) * math.sqrt(d)
        return vectors + sinusoidal(n, d).to(vectors)

    def forward(self, source: Tensor, target: Tensor) -> Tensor:
        """Return scores (b, n, V) of the word after each target word (b, n), given a source (b, m)."""
        decoded = self.transformer(self.embed(source), self.embed(target))
        return linear(decoded, self.embedding.weight)  # (b, n, d) -> (b, n, V)
