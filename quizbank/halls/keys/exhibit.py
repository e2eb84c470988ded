"""The four keys on one lock: how far each output is from the standard one, how long it takes, what its ledger says."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import partial

import torch
from torch import Tensor

from engine.attention import flash, linformer, performer, standard
from engine.attention.ledger import Ledger
from engine.attention.stopwatch import seconds
from engine.attention.tally import meta
from quizbank.certificate import Number
from quizbank.picture import Block, Picture, Series

TOKENS, WIDTH, WAVES, SPREAD = 2048, 8, 3, 0.5  # of the lock; Performer needs queries and keys of small norm
RUNS, MILLI = 3, 1000  # of which the middle one's time is told, in milliseconds
HEAD, FEW = 64, 64  # of the memory picture: the width of a head, the rows or features
SEED = 1777
KEYS = ("standard", "linformer", "performer", "flash")
MEASURES = ("error", "time", "memory", "scores", "macs", "moved")
KIB = 2**10


def lock(turns: Mapping[str, Number]) -> Picture:
    """Show what each key does to one lock, Linformer keeping as many rows as Performer has features, and at what price.

    The seconds are measured on the machine that runs this, so that they are never quite the same twice.
    """
    r = int(turns["r"])
    keys = keys_for(r)
    truth = keys["standard"]()
    found = {name: tried(key, truth) for name, key in keys.items()}
    values: dict[str, int | float | str] = {"n": TOKENS, "r": r, "d": WIDTH, "runs": RUNS}
    values |= {f"{name}_{measure}": figure for name, all_of in found.items() for measure, figure in all_of.items()}
    return Picture(
        kind="table",
        title="exhibit.lock.title",
        alt="exhibit.lock.alt",
        values=values,
        captions=("exhibit.lock.settings", "exhibit.lock.machine", "exhibit.lock.smooth"),
        series=tuple(
            Series(f"exhibit.lock.{measure}", tuple(found[name][measure] for name in KEYS)) for measure in MEASURES
        ),
        blocks=tuple(Block(f"exhibit.lock.{name}") for name in KEYS),
    )


def keys_for(r: int) -> dict[str, Callable[..., Tensor]]:
    """Return the four keys, each ready to be turned in the same lock, with a ledger or without."""
    generator = torch.Generator().manual_seed(SEED)
    q, k, v = (scale * smooth(generator) for scale in (SPREAD, SPREAD, 1.0))
    w, e = performer.orthogonal(r, WIDTH, generator), linformer.averaging(TOKENS, r)
    return {
        "standard": partial(standard.attention, q, k, v),
        "linformer": partial(linformer.attention, q, k, v, e=e, f=e),
        "performer": partial(performer.attention, q, k, v, w=w),
        "flash": partial(flash.attention, q, k, v),
    }


def tried(key: Callable[..., Tensor], truth: Tensor) -> dict[str, int | float]:
    """Turn a key and return how far its output is from the truth, how long it takes, and what its ledger says."""
    ledger = Ledger()
    output = key(ledger=ledger)
    return {
        "error": short(float((output - truth).norm() / truth.norm())),
        "time": short(seconds(key, RUNS) * MILLI),
        "memory": round(ledger.peak / KIB),
        "scores": ledger.scores,
        "macs": ledger.macs,
        "moved": ledger.loads.total() + ledger.stores.total(),
    }


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
