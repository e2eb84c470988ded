"""The four keys on one lock: how far each output is from the standard one, and what each ledger says."""

from __future__ import annotations

import math
from collections.abc import Mapping

import torch
from torch import Tensor

from engine.attention import flash, linformer, performer, standard
from engine.attention.ledger import Ledger
from engine.attention.tally import meta
from quizbank.certificate import Number
from quizbank.picture import Block, Picture, Series

TOKENS, WIDTH, WAVES, SPREAD = 512, 8, 3, 0.5  # of the lock; Performer needs queries and keys of small norm
KEPT = (16, 32, 64, 128, 256)  # rows or features that are tried
TILE = (128, 128)
HEAD, FEW = 64, 64  # of the memory picture: the width of a head, the rows or features
SEED = 1777
KEYS = ("standard", "linformer", "performer", "flash")
KIB = 2**10


def lock(turns: Mapping[str, Number]) -> Picture:
    """Show the error of each key, Linformer keeping as many rows as Performer has features, up to so many."""
    r = int(turns["r"])
    tried = [kept for kept in KEPT if kept <= r]
    found = [opened(kept) for kept in tried]
    errors, scores = found[-1]
    values: dict[str, int | float | str] = {"n": TOKENS, "r": r, "d": WIDTH}
    values |= {name: short(error) for name, error in errors.items()}
    values |= {f"{name}_scores": count for name, count in scores.items()}
    return Picture(
        kind="curves",
        title="exhibit.lock.title",
        alt="exhibit.lock.alt",
        values=values,
        captions=("exhibit.lock.scores", "exhibit.lock.smooth"),
        ticks=tuple(tried),
        across="exhibit.lock.across",
        upward="exhibit.lock.upward",
        logarithmic=True,
        series=tuple(Series(f"exhibit.lock.{name}", tuple(each[0][name] for each in found)) for name in errors),
    )


def opened(r: int) -> tuple[dict[str, float], dict[str, int]]:
    """Try all keys on the lock; return how far each of the three is from the first, and the scores each computed."""
    generator = torch.Generator().manual_seed(SEED)
    q, k, v = (scale * smooth(generator) for scale in (SPREAD, SPREAD, 1.0))
    w, e = performer.orthogonal(r, WIDTH, generator), linformer.averaging(TOKENS, r)
    ledgers = {name: Ledger() for name in KEYS}
    truth = standard.attention(q, k, v, ledger=ledgers["standard"])
    outputs = {
        "linformer": linformer.attention(q, k, v, e=e, f=e, ledger=ledgers["linformer"]),
        "performer": performer.attention(q, k, v, w=w, ledger=ledgers["performer"]),
        "flash": flash.attention(q, k, v, tile=TILE, ledger=ledgers["flash"]),
    }
    errors = {name: float((output - truth).norm() / truth.norm()) for name, output in outputs.items()}
    return errors, {name: ledger.scores for name, ledger in ledgers.items()}


def memory(turns: Mapping[str, Number]) -> Picture:
    """Show what each key holds at once beyond its inputs, at the length that is turned to."""
    n = int(turns["n"])
    held = {name: round(peak(name, n) / KIB) for name in KEYS}
    return Picture(
        kind="blocks",
        title="exhibit.memory.title",
        alt="exhibit.memory.alt",
        values={"n": n, "d": HEAD, "kept": FEW, **held},
        captions=("exhibit.memory.unit", "exhibit.memory.settings"),
        blocks=tuple(Block(f"exhibit.memory.{name}", held[name]) for name in reversed(KEYS)),
    )


def smooth(generator: torch.Generator) -> Tensor:
    """Draw vectors that vary slowly along the sequence, (n, d), of deviation 1: three waves in each component."""
    along = torch.linspace(0, 2 * math.pi, TOKENS, dtype=torch.float64).view(-1, 1, 1)  # (n, 1, 1)
    heights = torch.randn(WAVES, WIDTH, generator=generator, dtype=torch.float64)
    phases = 2 * math.pi * torch.rand(WAVES, WIDTH, generator=generator, dtype=torch.float64)
    waves = heights * torch.sin(torch.arange(1, WAVES + 1).unsqueeze(1) * along + phases)  # (n, waves, d)
    drawn = waves.sum(1)
    return drawn / drawn.std()


def peak(name: str, n: int) -> int:
    """Run one key over a meta head of n tokens and return the most bytes it held beyond its inputs."""
    ledger, x = Ledger(), meta(n, HEAD)
    if name == "standard":
        standard.attention(x, x, x, ledger=ledger)
    elif name == "linformer":
        linformer.attention(x, x, x, e=meta(FEW, n), f=meta(FEW, n), ledger=ledger)
    elif name == "performer":
        performer.attention(x, x, x, w=meta(FEW, HEAD), ledger=ledger)
    else:
        flash.attention(x, x, x, ledger=ledger)
    return ledger.peak


def short(value: float) -> float:
    """Return two significant digits, which is what a caption has room for."""
    return float(f"{value:.2g}")
