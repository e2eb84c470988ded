"""Performer: the softmax kernel by positive random features, so that K and V meet before Q sees either.

E[φ(q)·φ(k)] = exp(q·k) for φ(x) = exp(w·x − |x|²/2)/√r over Gaussian w, hence φ(Q)(φ(K)ᵀV) in time linear in n
(Choromanski et al. 2021, arXiv 2009.14794). Unbiased for the kernel, not for the ratio; its error grows like
exp(|q + k|²), so that it needs queries and keys of small norm.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from engine.attention.ledger import Ledger
from engine.attention.mask import causal
from engine.attention.mods import Mod
from engine.attention.standard import per_root

FEATURES, SEED = 256, 2009  # drawn when none are given: always the same


def attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    mods: Sequence[Mod] = (),
    scale: float | None = None,
    ledger: Ledger | None = None,
    w: Tensor | None = None,
) -> Tensor:
    """Return (…, n, e) by the features w (r, d); with `causal` by running sums.

    ValueError for any other modifier: there are no scores to modify.
    """
    if tuple(mods) not in ((), (causal,)):
        raise ValueError("Performer has no scores: only the causal mask can be had, by running sums")
    root = math.sqrt(per_root(q, scale))
    w = orthogonal(FEATURES, q.shape[-1], torch.Generator().manual_seed(SEED)).to(q) if w is None else w
    phi_q, phi_k = positive(q * root, w, dims=(-1,)), positive(k * root, w, dims=(-2, -1))  # (…, n, r), (…, m, r)
    valued = torch.cat([v, torch.ones_like(v[..., :1])], dim=-1)  # (…, m, e + 1): the last sums the weights
    if mods:
        memory = (phi_k.unsqueeze(-1) * valued.unsqueeze(-2)).cumsum(-3)  # (…, m, r, e + 1)
        output = (phi_q.unsqueeze(-2) @ memory).squeeze(-2)  # (…, n, 1, r) @ (…, n, r, e + 1) -> (…, n, e + 1)
    else:
        memory = phi_k.transpose(-2, -1) @ valued  # (…, r, m) @ (…, m, e + 1) -> (…, r, e + 1)
        output = phi_q @ memory  # (…, n, r) @ (…, r, e + 1) -> (…, n, e + 1)
    if ledger is not None:
        enter(ledger, (q, k, v), w, (phi_q, phi_k), memory, output)
    return output[..., :-1] / output[..., -1:].clamp_min(torch.finfo(output.dtype).tiny)


def exponents(x: Tensor, w: Tensor) -> Tensor:
    """Return w·x − |x|²/2: (…, n, d) and (r, d) -> (…, n, r)."""
    return x @ w.T - x.square().sum(-1, keepdim=True) / 2


def features(x: Tensor, w: Tensor) -> Tensor:
    """Return φ(x) (…, n, r); over w, the mean of φ(q)·φ(k) is exp(q·k)."""
    return torch.exp(exponents(x, w)) / math.sqrt(len(w))


def positive(x: Tensor, w: Tensor, dims: tuple[int, ...]) -> Tensor:
    """Return φ(x) but for a factor constant over `dims`, which the ratio of two sums does not see."""
    raised = exponents(x, w)
    return torch.exp(raised - raised.amax(dims, keepdim=True))


def orthogonal(r: int, d: int, generator: torch.Generator) -> Tensor:
    """Draw r Gaussian directions (r, d) in float64, orthogonal in blocks of d, each with a Gaussian vector's length."""
    drawn = torch.randn(math.ceil(r / d), d, d, generator=generator, dtype=torch.float64)
    q, upper = torch.linalg.qr(drawn)
    directions = q * upper.diagonal(dim1=-2, dim2=-1).sign().unsqueeze(-2)  # else QR favours some of them
    lengths = torch.randn(len(drawn), d, d, generator=generator, dtype=torch.float64).norm(dim=-1, keepdim=True)
    rows: Tensor = lengths * directions.transpose(-2, -1)  # (r/d, d, d)
    return rows.flatten(0, 1)[:r]


def enter(
    ledger: Ledger,
    qkv: tuple[Tensor, Tensor, Tensor],
    w: Tensor,
    phi: tuple[Tensor, Tensor],
    memory: Tensor,
    output: Tensor,
) -> None:
    """Enter one run: four products, none of which makes a score."""
    q, k, v = qkv
    phi_q, phi_k = phi
    ledger.product(q, phi_q)
    ledger.product(k, phi_k)
    ledger.macs += phi_k.numel() * memory.shape[-1]
    ledger.product(phi_q, output)
    ledger.load(q=q, k=k, w=w, v=v, phi_q=phi_q, phi_k=phi_k, memory=memory)
    ledger.store(phi_q=phi_q, phi_k=phi_k, memory=memory, o=output)
    ledger.hold(phi_q, phi_k, memory, output)
