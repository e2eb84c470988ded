"""A small causal model for a small task: say the token that stood `BACK` places before.

What it may know of places is its scheme: a learned table, a sinusoid, a rotation of queries and keys, or a bias.
"""

from __future__ import annotations

from functools import partial
from typing import Literal, get_args

import torch
from torch import Tensor, nn

from engine.attention.layer import EncoderLayer, Style
from engine.attention.mask import causal
from engine.attention.mods import alibi
from engine.attention.positions import alibi_slopes, learned, rope, sinusoidal
from engine.attention.transformer import Stack

Scheme = Literal["learned", "sinusoid", "rope", "alibi"]
SCHEMES: tuple[Scheme, ...] = get_args(Scheme)

TRAINED = 32  # tokens of the texts it learns from; the learned table has no more rows
BACK, TOKENS = 3, 12
WIDTH, HEADS, LAYERS = 64, 4, 2


class Repeater(nn.Module):
    """Two layers, normed before their sub-layers; about 0.1 million weights."""

    def __init__(self, scheme: Scheme) -> None:
        super().__init__()
        self.scheme = scheme
        self.embedding = nn.Embedding(TOKENS, WIDTH)
        self.places = learned(TRAINED, WIDTH) if scheme == "learned" else None
        layers = [EncoderLayer(WIDTH, HEADS, 4 * WIDTH, Style(pre=True)) for _ in range(LAYERS)]
        self.stack = Stack(layers, nn.LayerNorm(WIDTH))
        self.said = nn.Linear(WIDTH, TOKENS)

    def forward(self, tokens: Tensor) -> Tensor:
        """Return scores (b, n, 12) of what stood before each token (b, n); IndexError where the table has no row."""
        where = torch.arange(tokens.shape[1])
        x = self.embedding(tokens)  # (b, n, d)
        if self.places is not None:
            x = x + self.places(where)
        if self.scheme == "sinusoid":
            x = x + sinusoidal(len(where), WIDTH).to(x)
        turn = partial(rope, positions=where) if self.scheme == "rope" else None
        mods = (causal, alibi(alibi_slopes(HEADS))) if self.scheme == "alibi" else (causal,)
        scores: Tensor = self.said(self.stack(x, mods=mods, turn=turn))
        return scores


def texts(batch: int, n: int, generator: torch.Generator) -> Tensor:
    """Draw texts (batch, n) of independent tokens."""
    return torch.randint(TOKENS, (batch, n), generator=generator)
