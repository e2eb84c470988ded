"""The layers of encoder and decoder: attention and feed-forward, each in a residual, normed after (2017) or before it.

Their state dicts are those of torch.nn.TransformerEncoderLayer and TransformerDecoderLayer. There is no dropout.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import torch
from torch import Tensor, nn

from engine.attention import standard
from engine.attention.ledger import Ledger
from engine.attention.mask import causal
from engine.attention.mods import Mod
from engine.attention.multihead import Key, MultiHead, Turn

Map = Callable[[Tensor], Tensor]


class Style(NamedTuple):
    """What may differ between models whose layers are the same; the defaults are the paper's."""

    pre: bool = False  # norm before each sub-layer rather than after
    eps: float = 1e-5
    activation: Map = torch.relu
    key: Key = standard.attention


PAPER = Style()


class Layer(nn.Module):
    """What both layers have: self-attention, and a feed-forward of width f."""

    def __init__(self, d: int, heads: int, f: int, style: Style = PAPER) -> None:
        super().__init__()
        self.style = style
        self.self_attn = MultiHead(d, heads, key=style.key)
        self.linear1, self.linear2 = nn.Linear(d, f), nn.Linear(f, d)
        self.norm1, self.norm2 = nn.LayerNorm(d, style.eps), nn.LayerNorm(d, style.eps)

    def residual(self, x: Tensor, norm: Map, sublayer: Map) -> Tensor:
        """Return x + sublayer(norm(x)), or norm(x + sublayer(x)) as in the paper of 2017."""
        return x + sublayer(norm(x)) if self.style.pre else norm(x + sublayer(x))

    def feed_forward(self, x: Tensor) -> Tensor:
        """Let each token think for itself: (b, n, d) -> (b, n, f) -> (b, n, d)."""
        thought: Tensor = self.linear2(self.style.activation(self.linear1(x)))
        return thought


class EncoderLayer(Layer):
    """Self-attention, then the feed-forward."""

    def forward(
        self, x: Tensor, *, mods: Sequence[Mod] = (), turn: Turn | None = None, ledger: Ledger | None = None
    ) -> Tensor:
        """Return (b, n, d) from (b, n, d)."""
        x = self.residual(x, self.norm1, partial(self.self_attn, mods=mods, turn=turn, ledger=ledger))
        return self.residual(x, self.norm2, self.feed_forward)


class DecoderLayer(Layer):
    """Causal self-attention, then attention to the encoder's memory, then the feed-forward."""

    def __init__(self, d: int, heads: int, f: int, style: Style = PAPER) -> None:
        super().__init__(d, heads, f, style)
        self.multihead_attn = MultiHead(d, heads, key=style.key)
        self.norm3 = nn.LayerNorm(d, style.eps)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        *,
        mods: Sequence[Mod] = (causal,),
        memory_mods: Sequence[Mod] = (),
        ledger: Ledger | None = None,
    ) -> Tensor:
        """Return (b, n, d) from (b, n, d) and the encoder's memory (b, m, d)."""
        x = self.residual(x, self.norm1, partial(self.self_attn, mods=mods, ledger=ledger))
        ask = partial(self.multihead_attn, memory=memory, mods=memory_mods, ledger=ledger)
        x = self.residual(x, self.norm2, ask)
        return self.residual(x, self.norm3, self.feed_forward)
