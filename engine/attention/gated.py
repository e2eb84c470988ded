"""What later models changed: a gated feed-forward, a mixture of experts in its place, grouped queries, norms before."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor, nn
from torch.nn.functional import silu

from engine.attention.ledger import Ledger
from engine.attention.mask import causal
from engine.attention.mods import Mod
from engine.attention.multihead import MultiHead, Turn


class Gated(nn.Module):
    """SwiGLU (arXiv 2002.05202): three matrices of d × f, no biases."""

    def __init__(self, d: int, f: int) -> None:
        super().__init__()
        self.gate, self.up, self.down = (nn.Linear(*sizes, bias=False) for sizes in ((d, f), (d, f), (f, d)))

    def forward(self, x: Tensor) -> Tensor:
        """Return (…, d): (…, d) -> (…, f), one half opening the other, -> (…, d)."""
        thought: Tensor = self.down(silu(self.gate(x)) * self.up(x))
        return thought


class Mixture(nn.Module):
    """E gated feed-forwards, of which a router gives each token to k; attention is left as it was."""

    def __init__(self, d: int, f: int, experts: int, chosen: int) -> None:
        super().__init__()
        self.router = nn.Linear(d, experts, bias=False)
        self.experts = nn.ModuleList(Gated(d, f) for _ in range(experts))
        self.chosen = chosen

    def forward(self, x: Tensor) -> Tensor:
        """Return (…, d): each token's k experts, weighted by the softmax over their k scores."""
        scores, numbers = self.router(x).topk(self.chosen, dim=-1)  # 2 × (…, k)
        weights = torch.softmax(scores, dim=-1)
        out = torch.zeros_like(x)
        for number, expert in enumerate(self.experts):
            mine = (numbers == number).any(-1)  # (…,)
            weight = weights[numbers == number].unsqueeze(-1)  # one for each of my tokens, in their order
            out[mine] += weight * expert(x[mine])
        return out


class Block(nn.Module):
    """Causal attention and a feed-forward of one's choice, each normed before by its root mean square."""

    def __init__(self, d: int, heads: int, kv_heads: int, thinks: nn.Module) -> None:
        super().__init__()
        self.self_attn = MultiHead(d, heads, kv_heads=kv_heads, bias=False)
        self.thinks = thinks
        self.norm1, self.norm2 = nn.RMSNorm(d), nn.RMSNorm(d)

    def forward(
        self, x: Tensor, *, mods: Sequence[Mod] = (causal,), turn: Turn | None = None, ledger: Ledger | None = None
    ) -> Tensor:
        """Return (b, n, d) from (b, n, d)."""
        x = x + self.self_attn(self.norm1(x), mods=mods, turn=turn, ledger=ledger)
        out: Tensor = x + self.thinks(self.norm2(x))
        return out
