"""Tries standard attention and Flash and counts what they did: by ledgers, by torch's counter, by what autograd keeps.

n (in Theorem 2: N) tokens, d (in some questions e) the width of a head, h heads, M the elements that fit on the chip.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from fractions import Fraction

import torch
from torch import Tensor

from engine.attention import flash, linformer, performer, standard
from engine.attention.ledger import Ledger
from engine.attention.macs import flops
from engine.attention.mask import causal
from engine.attention.measured import Measured, counted, floating
from engine.attention.mods import Mod
from engine.attention.tally import FLOPS, NUMEL, longest, meta
from engine.attention.tiling import Plan

LEDGER, SAVED = "ledger", "saved_tensors_hooks"
WIDTH = 8  # of a head, where the count does not depend on it
SEED = 1777
ROUNDING = 1e-9  # far above that of float64, far below any approximation's error


def tiled(n: int, d: int, tile: tuple[int, int], mods: Sequence[Mod] = ()) -> Ledger:
    """Run Flash over one meta head in its first order, the keys outside, and return its ledger."""
    ledger, x = Ledger(), meta(n, d)
    flash.attention(x, x, x, mods=mods, tile=tile, outer="keys", ledger=ledger)
    return ledger


def visits(n: int, rows: int, columns: int) -> Measured:
    """Count the tiles that Flash visits."""
    return counted(tiled(n, WIDTH, (rows, columns)).tiles, LEDGER)


def causal_visits(n: int, size: int) -> Measured:
    """Count the square tiles that Flash visits under a causal mask."""
    return counted(tiled(n, WIDTH, (size, size), (causal,)).tiles, LEDGER)


def query_reads(n: int, columns: int, d: int) -> Measured:
    """Count the elements of Q that Flash reads from main memory, in whichever blocks of queries."""
    return counted(tiled(n, d, (n, columns)).loads["q"], LEDGER)


def chip_reads(N: int, d: int, M: int) -> Measured:  # noqa: N803 - the paper's letters
    """Count the elements of Q that Flash reads when four blocks fill M elements; ValueError where they do not quite."""
    columns, left = divmod(M, 4 * d)
    if left or N % columns:
        raise ValueError(f"{N} tokens of width {d} do not fill blocks of {M} elements")
    return query_reads(N, columns, d)


def naive_moves(n: int, d: int, h: int = 1) -> Measured:
    """Count the elements that standard attention reads and writes."""
    ledger, x = Ledger(), meta(h, n, d)
    standard.attention(x, x, x, ledger=ledger)
    return counted(ledger.loads.total() + ledger.stores.total(), LEDGER)


def spared(n: int, d: int, chip: int) -> Measured:
    """Count what standard attention moves against what Flash reads of Q, which is the greatest part of what it moves.

    Both counts are four times the leading terms of Theorem 2: Q, K, V, O for N·d, four passes of n × n for N².
    """
    naive, passes = naive_moves(n, d).value, chip_reads(n, d, chip).value
    assert isinstance(naive, int)
    assert isinstance(passes, int)
    return counted(Fraction(naive, passes), LEDGER)


def smallest_block(chip: int, d: int) -> Measured:
    """Find the fewest rows whose blocks of Q, K, V and O take as many elements as the chip holds, or more."""

    def fits(rows: int) -> bool:
        return sum(block.numel() for block in (meta(rows, d) for _ in "QKVO")) < chip

    return counted(longest(fits) + 1, NUMEL)


def product_flops(n: int, h: int, e: int) -> Measured:
    """Count the FLOP of Flash's matrix products, tile by tile, by torch's own counter."""
    x = meta(h, n, e)
    return counted(flops(lambda: flash.attention(x, x, x, tile=(64, 64))), FLOPS)


def product_macs(n: int, d: int) -> Measured:
    """Count the multiply-adds of Flash over one head, by its ledger."""
    return counted(tiled(n, d, (128, 128)).macs, LEDGER)


def denominator(blocks: Sequence[float], each: int) -> Measured:
    """Let Flash read blocks of keys of equal scores, `each` keys a block, and return Σ exp(s − max s)."""
    keys = torch.tensor(blocks, dtype=torch.float64).repeat_interleave(each).unsqueeze(1)  # (blocks · each, 1)
    query = torch.ones(1, 1, dtype=torch.float64)
    _, lse = flash.with_lse(query, keys, keys, Plan((), 1.0, (1, each), "queries"))
    return floating(math.exp(float(lse) - max(blocks)), "online_softmax")


def kept_bytes(n: int, d: int = WIDTH, h: int = 1, b: int = 1, unit: int = 1) -> Measured:
    """Count what autograd keeps of Flash in fp32, in units of bytes, beside what has the shape of inputs and output."""
    kept: list[Tensor] = []

    def keep(saved: Tensor) -> Tensor:
        kept.append(saved)
        return saved

    q, k, v = (meta(b, h, n, d).requires_grad_() for _ in range(3))
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda saved: saved):
        output = flash.attention(q, k, v)
    return counted(Fraction(sum(each.nbytes for each in kept if each.shape != output.shape), unit), SAVED)


def errors(n: int, k: int, r: int) -> dict[str, Measured]:
    """Open one lock with each key and measure the greatest distance from standard attention, in float64."""
    generator = torch.Generator().manual_seed(SEED)
    q, keys, v = (torch.randn(n, WIDTH, generator=generator, dtype=torch.float64) for _ in range(3))
    truth = standard.attention(q, keys, v)
    w, e = performer.orthogonal(r, WIDTH, generator), linformer.averaging(n, k)
    opened = {
        "linformer": linformer.attention(q, keys, v, e=e, f=e),
        "performer": performer.attention(q, keys, v, w=w),
        "flash": flash.attention(q, keys, v, tile=(32, 32)),
    }
    return {name: floating(float((output - truth).abs().max()), "output_error") for name, output in opened.items()}


def as_good_as_equal(error: Fraction | int | float) -> bool:
    """Tell whether an output differs from the standard one by rounding alone."""
    return error < ROUNDING
