"""FlashAttention in plain torch: tile by tile with an online softmax, exact, without the n × n matrix.

For a block of queries and each block of keys it keeps the greatest score m, the sum ℓ of exponentials and the output so
far, and rescales them by exp(m − m′) when a greater score m′ appears (Dao et al. 2022, arXiv 2205.14135, Algorithm 1).
For the backward pass it keeps no score but log Σ exp of each row, and computes the scores again. Halves are summed in
float32.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.autograd.function import once_differentiable

from engine.attention.ledger import Ledger
from engine.attention.mods import Mod, modified
from engine.attention.standard import per_root
from engine.attention.tiling import TILE, Outer, Plan, Spot, walk


def attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    *,
    mods: Sequence[Mod] = (),
    scale: float | None = None,
    ledger: Ledger | None = None,
    tile: tuple[int, int] = (TILE, TILE),
    outer: Outer = "queries",
) -> Tensor:
    """Return what standard attention returns, (…, n, e), holding one tile of scores at a time."""
    return with_lse(q, k, v, Plan(mods, per_root(q, scale), tile, outer), ledger)[0]


def with_lse(q: Tensor, k: Tensor, v: Tensor, plan: Plan, ledger: Ledger | None = None) -> tuple[Tensor, Tensor]:
    """Return the output (…, n, e) and log Σ exp of each query's scores (…, n), −inf where it sees no key."""
    batch = torch.broadcast_shapes(q.shape[:-2], k.shape[:-2], v.shape[:-2])  # type: ignore[no-untyped-call]
    q, k, v = (each.expand(*batch, *each.shape[-2:]) for each in (q, k, v))
    output, lse = Flash.apply(q, k, v, plan, ledger)  # type: ignore[no-untyped-call]
    return output, lse.squeeze(-1)


class Flash(torch.autograd.Function):
    """The two passes, as autograd sees them."""

    @staticmethod
    def forward(ctx: Any, q: Tensor, k: Tensor, v: Tensor, plan: Plan, ledger: Ledger | None) -> tuple[Tensor, Tensor]:
        """Return output and log Σ exp, and keep them; no tile is kept."""
        output, lse = gather(q, k, v, plan, ledger)
        ctx.save_for_backward(q, k, v, output, lse)
        ctx.plan = plan
        ctx.mark_non_differentiable(lse)
        return output, lse

    @staticmethod
    @once_differentiable
    def backward(ctx: Any, d_output: Tensor, _: Tensor) -> tuple[Tensor, Tensor, Tensor, None, None]:
        """Return the gradients of q, k and v."""
        q, k, v, output, lse = ctx.saved_tensors
        return *spread(d_output, q, k, v, output, lse, ctx.plan), None, None


class Gathered(NamedTuple):
    """What queries have gathered so far."""

    output: Tensor  # (…, n, e)
    total: Tensor  # ℓ, (…, n, 1)
    greatest: Tensor  # m, (…, n, 1)

    def of(self, rows: slice) -> Gathered:
        """Return what a block of queries has gathered, as views to be changed in place."""
        return Gathered(*(each[..., rows, :] for each in self))


def gather(q: Tensor, k: Tensor, v: Tensor, plan: Plan, ledger: Ledger | None) -> tuple[Tensor, Tensor]:
    """Return the output (…, n, e) and log Σ exp (…, n, 1), after all tiles."""
    output = q.new_zeros((*q.shape[:-1], v.shape[-1]), dtype=summed(q))
    total = output.new_zeros((*q.shape[:-1], 1))
    so_far = Gathered(output, total, torch.full_like(total, -math.inf))
    for spot in walk(q.shape[-2], k.shape[-2], plan):
        visit(so_far, spot, spot.cut(q, k, v), plan, ledger)
    if ledger is not None and plan.outer == "queries":
        ledger.store(o=output, lse=total)
    output /= total.masked_fill(total == 0, 1)
    return output.to(q.dtype), so_far.greatest + total.log()


def visit(so_far: Gathered, spot: Spot, cut: tuple[Tensor, Tensor, Tensor], plan: Plan, ledger: Ledger | None) -> None:
    """Gather one tile; a function of its own, so that its scores are gone before the next tile's are made."""
    queries, keys, values = cut
    logits = scores(queries, keys, spot, plan)
    if ledger is not None:
        enter(ledger, plan, spot, cut, logits, so_far)
    fold(so_far.of(spot.rows), logits, values.to(logits.dtype))


def summed(x: Tensor) -> torch.dtype:
    """Return the type to sum in."""
    return torch.promote_types(x.dtype, torch.float32)


def scores(queries: Tensor, keys: Tensor, spot: Spot, plan: Plan) -> Tensor:
    """Return the scores of a tile: (…, rows, d) @ (…, d, columns) -> (…, rows, columns)."""
    wide = summed(queries)
    return modified(queries.to(wide) * plan.scale @ keys.to(wide).transpose(-2, -1), spot.said)


def finite(level: Tensor) -> Tensor:
    """Return a level to subtract from scores; a row that saw nothing must not make −inf − (−inf)."""
    return level.masked_fill(torch.isneginf(level), 0)


def fold(so_far: Gathered, logits: Tensor, values: Tensor) -> None:
    """Gather one more tile, using up its logits."""
    higher = torch.maximum(so_far.greatest, logits.amax(-1, keepdim=True))
    level = finite(higher)
    fading = torch.exp(so_far.greatest - level)
    exponentials = logits.sub_(level).exp_()
    so_far.total.mul_(fading).add_(exponentials.sum(-1, keepdim=True))
    so_far.output.mul_(fading).add_(exponentials @ values)  # (…, rows, columns) @ (…, columns, e) -> (…, rows, e)
    so_far.greatest.copy_(higher)


def spread(
    d_output: Tensor, q: Tensor, k: Tensor, v: Tensor, output: Tensor, lse: Tensor, plan: Plan
) -> tuple[Tensor, Tensor, Tensor]:
    """Return the gradients of q, k and v, each tile's weights computed again (the paper's Algorithm 4)."""
    d_q, d_k, d_v = (torch.zeros_like(each, dtype=summed(each)) for each in (q, k, v))
    level, d_output = finite(lse), d_output.to(d_q.dtype)
    own = (d_output * output).sum(-1, keepdim=True)  # Σ_j p_ij ∂p_ij of each row, (…, n, 1)
    for spot in walk(q.shape[-2], k.shape[-2], plan):
        queries, keys, values = (each.to(d_q.dtype) for each in spot.cut(q, k, v))
        weights = torch.exp(scores(queries, keys, spot, plan) - level[..., spot.rows, :])  # (…, rows, columns)
        d_block = d_output[..., spot.rows, :]
        d_v[..., spot.columns, :] += weights.transpose(-2, -1) @ d_block
        d_weights = d_block @ values.transpose(-2, -1)  # (…, rows, e) @ (…, e, columns) -> (…, rows, columns)
        d_logits = weights * (d_weights - own[..., spot.rows, :]) * plan.scale
        d_q[..., spot.rows, :] += d_logits @ keys
        d_k[..., spot.columns, :] += d_logits.transpose(-2, -1) @ queries
    return d_q.to(q.dtype), d_k.to(k.dtype), d_v.to(v.dtype)


def enter(
    ledger: Ledger, plan: Plan, spot: Spot, cut: tuple[Tensor, Tensor, Tensor], logits: Tensor, so_far: Gathered
) -> None:
    """Enter one tile: the inner blocks pass each time, the outer one is fetched when it changes.

    With the keys outside, what a block of queries has gathered travels as well, there and back.
    """
    queries, keys, values = cut
    row = so_far.of(spot.rows)
    ledger.tile(logits)
    ledger.product(queries, logits)
    ledger.product(logits, row.output)
    ledger.hold(*so_far, logits, row.output)  # the last for the product that is added to it
    if spot.arrived or plan.outer == "keys":
        ledger.load(q=queries)
    if spot.arrived or plan.outer == "queries":
        ledger.load(k=keys, v=values)
    if plan.outer == "keys":
        ledger.load(o=row.output, l=row.total, m=row.greatest)
        ledger.store(o=row.output, l=row.total, m=row.greatest)
