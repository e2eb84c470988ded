"""Models of language as they were published, in shape: an encoder (BERT), a decoder alone (GPT-2, Llama, Mixtral).

They have no weights until someone trains them; built on meta they cost nothing and can be counted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor, nn
from torch.nn.functional import gelu, linear

from engine.attention.gated import Block
from engine.attention.layer import EncoderLayer, Style
from engine.attention.mask import causal
from engine.attention.positions import learned, rope
from engine.attention.transformer import Stack


class Bert(nn.Module):
    """BERT (arXiv 1810.04805): encoder layers, normed after; f = 4d; a pooler on the first token, no head."""

    def __init__(self, d: int, heads: int, layers: int, vocabulary: int = 30_522, places: int = 512) -> None:
        super().__init__()
        self.words, self.places, self.segments = nn.Embedding(vocabulary, d), learned(places, d), nn.Embedding(2, d)
        self.norm = nn.LayerNorm(d, 1e-12)
        self.stack = Stack([EncoderLayer(d, heads, 4 * d, Style(False, 1e-12, gelu)) for _ in range(layers)])
        self.pooler = nn.Linear(d, d)

    def forward(self, words: Tensor, segments: Tensor) -> Tensor:
        """Return one vector a text (b, d), of words and segments (b, n)."""
        where = torch.arange(words.shape[1], device=words.device)
        x = self.norm(self.words(words) + self.places(where) + self.segments(segments))  # (b, n, d)
        return torch.tanh(self.pooler(self.stack(x)[:, 0]))


class Gpt2(nn.Module):
    """GPT-2: causal layers, normed before, a last norm; f = 4d; the embedding also scores the output."""

    def __init__(self, d: int, heads: int, layers: int, vocabulary: int = 50_257, places: int = 1024) -> None:
        super().__init__()
        self.words, self.places = nn.Embedding(vocabulary, d), learned(places, d)
        style = Style(pre=True, activation=partial(gelu, approximate="tanh"))
        self.stack = Stack([EncoderLayer(d, heads, 4 * d, style) for _ in range(layers)], nn.LayerNorm(d))

    def forward(self, words: Tensor) -> Tensor:
        """Return scores (b, n, V) of the word after each word (b, n)."""
        where = torch.arange(words.shape[1], device=words.device)
        x = self.stack(self.words(words) + self.places(where), mods=(causal,))  # (b, n, d)
        return linear(x, self.words.weight)


class Llama(nn.Module):
    """Llama and its kin: grouped queries, rotation, no biases; `thinks` makes each layer's feed-forward."""

    def __init__(
        self,
        d: int,
        heads: int,
        kv_heads: int,
        layers: int,
        vocabulary: int,
        thinks: Callable[[], nn.Module],
        base: float = 10_000.0,
    ) -> None:
        super().__init__()
        self.words, self.said = nn.Embedding(vocabulary, d), nn.Linear(d, vocabulary, bias=False)
        self.stack = Stack([Block(d, heads, kv_heads, thinks()) for _ in range(layers)], nn.RMSNorm(d))
        self.base = base

    def forward(self, words: Tensor) -> Tensor:
        """Return scores (b, n, V) of the word after each word (b, n)."""
        where = torch.arange(words.shape[1], device=words.device)
        turn = partial(rope, positions=where, base=self.base)
        scores: Tensor = self.said(self.stack(self.words(words), turn=turn))
        return scores
