"""Goes beyond the trained length with real positions: follows RoPE's pairs, asks tables for rows, weighs by ALiBi.

n tokens, d the width of a head, i numbers its d/2 pairs from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import torch
from torch import Tensor

from engine.attention import positions, standard
from engine.attention.mask import causal
from engine.attention.measured import Measured, counted, floating
from engine.attention.mods import alibi
from engine.attention.positions import BASE, Scaling

PHASE, WEIGHTS = "rotated_phase", "attention_weights"
WIDTH = 64  # of a head, where the answer does not depend on it
SAME = 1e-9  # two phases nearer than this are one


def phase(at: Tensor, d: int, base: float = BASE, scaling: Scaling | None = None) -> Tensor:
    """Return the angle in (−π, π] to which each pair of a vector is rotated at positions (n,): (n, d/2)."""
    x = torch.zeros(len(at), d, dtype=torch.float64)
    x[:, : d // 2] = 1  # every pair points along its first axis
    first, second = positions.pairs(positions.rope(x, at, base=base, scaling=scaling), "half")
    return torch.atan2(second, first)


def travelled(n: int, d: int, base: float = BASE, scaling: Scaling | None = None) -> Tensor:
    """Return by how many radians each pair turns in all over n steps, followed step by step, (d/2,)."""
    steps = phase(torch.arange(n + 1), d, base, scaling).diff(dim=0)  # (n, d/2)
    return torch.remainder(steps, 2 * math.pi).sum(0)  # each step is below a turn, and forward


def turns(base: int, d: int, i: int, n: int) -> Measured:
    """Follow pair i over n steps and count its turns."""
    return floating(float(travelled(n, d, base)[i]) / (2 * math.pi), PHASE)


def unturned(base: int, d: int, n: int) -> Measured:
    """Count the pairs that have not completed a turn after n steps."""
    return counted(int((travelled(n, d, base) < 2 * math.pi).sum()), PHASE)


def kept_by_yarn(base: int, d: int, n: int, fast: int, s: int = 4) -> Measured:
    """Count the pairs that turn under YaRN as they did without it."""
    scaling = positions.yarn(s, n, fast=fast)
    return counted(int(slowing(scaling, d, base).sub(1).abs().lt(SAME).sum()), PHASE)


def slowing(scaling: Scaling, d: int, base: float = BASE) -> Tensor:
    """Return how many times slower each pair turns under a scaling, by one step of each, (d/2,)."""
    one = torch.ones(1)
    return (phase(one, d, base) / phase(one, d, base, scaling)).squeeze(0)


def slowest(base: float, d: int, scaling: Scaling | None = None) -> float:
    """Return the angle by which the slowest pair turns in one step."""
    return float(phase(torch.ones(1), d, base, scaling)[0, -1])


def squeezed(m: int, trained: int, longer: int) -> Measured:
    """Rotate to position m under Position Interpolation, and tell which position the slowest pair takes it for."""
    scaling = positions.linear(longer / trained)
    there = float(phase(torch.tensor([m]), WIDTH, scaling=scaling)[0, -1])
    return floating(there / slowest(BASE, WIDTH), PHASE)


def matching_base(s: int, d: int) -> Measured:
    """Find, by bisection, the base whose slowest pair turns s times slower than at the usual one."""
    low, high = BASE, BASE * s**3
    wanted = slowest(BASE, d) / s
    while (middle := (low + high) / 2) not in (low, high):
        low, high = (middle, high) if slowest(middle, d) > wanted else (low, middle)
    return floating(middle, PHASE)


def ntk_slowing(s: int, d: int, i: int) -> Measured:
    """Measure how many times slower pair i turns under NTK-aware scaling."""
    return floating(float(slowing(positions.ntk(s), d)[i]), PHASE)


def scalings(s: int, n: int) -> dict[str, Scaling]:
    """Return the scalings to s times the n tokens that were trained on, by name."""
    return {"linear": positions.linear(s), "ntk": positions.ntk(s), "yarn": positions.yarn(s, n)}


def departures(s: int, d: int, i: int, n: int) -> dict[str, Measured]:
    """Measure how far pair i departs, under each scaling, from what it did; 0 where it is left alone."""
    ratios = {name: slowing(scaling, d)[i] for name, scaling in scalings(s, n).items()}
    return {name: floating(float((ratio - 1).abs()), PHASE) for name, ratio in ratios.items()}


def unevenness(s: int, d: int, n: int) -> dict[str, Measured]:
    """Measure how far apart the pairs' slowings lie under each scaling; 0 where all are slowed alike."""
    ratios = {name: slowing(scaling, d) for name, scaling in scalings(s, n).items()}
    return {name: floating(float(ratio.max() - ratio.min()), PHASE) for name, ratio in ratios.items()}


def nothing(difference: Fraction | int | float) -> bool:
    """Tell whether a difference of phases is only rounding."""
    return difference < SAME


def row(n: int, m: int) -> Tensor:
    """Return the weights (n,) of the last of n tokens under ALiBi's slope 1/m, all contents being alike."""
    alike, seen = torch.zeros(1, n, 1, dtype=torch.float64), torch.eye(n, dtype=torch.float64)
    slope = torch.tensor([1 / m], dtype=torch.float64)
    return standard.attention(alike, alike, seen, mods=(alibi(slope), causal))[0, -1]


def decay(distance: int, m: int) -> Measured:
    """Measure the weight at a distance against the weight at distance 0."""
    weights = row(distance + 1, m)
    return floating(float(weights[0] / weights[-1]), WEIGHTS)


def own_weight(n: int, m: int) -> Measured:
    """Measure the weight that the last of n tokens gives itself."""
    return floating(float(row(n, m)[-1]), WEIGHTS)


def faded(m: int, f: int) -> Measured:
    """Find the least distance at which the weight is below 1/f of that at distance 0, going out until it is found."""
    n = 2
    while not (weak := row(n, m).flip(0) * f < row(n, m)[-1]).any():
        n *= 2
    return counted(int(weak.int().argmax()), WEIGHTS)


def missing_rows(table: int, n: int) -> Measured:
    """Ask a learned table for the vector of each of n positions and count those it has none for."""
    learned = positions.learned(table, 2)
    return counted(refused(lambda at: learned(at), n), "index_error")


def refused(ask: Callable[[Tensor], object], n: int) -> int:
    """Ask for each of n positions and count how often there is an IndexError."""
    count = 0
    for position in range(n):
        try:
            ask(torch.tensor([position]))
        except IndexError:
            count += 1
    return count


def without_rows(table: int, n: int) -> dict[str, Measured]:
    """Ask each scheme for n positions, having been built for fewer, and count those that it has nothing for."""
    learned, theta = positions.learned(table, WIDTH), positions.frequencies(WIDTH)
    query, slopes = torch.ones(1, WIDTH), positions.alibi_slopes(1)
    schemes: dict[str, Callable[[Tensor], object]] = {
        "sinusoid": lambda at: positions.angles(at, theta).sin(),
        "rope": lambda at: positions.rope(query, at),
        "learned": learned,
        "alibi": lambda at: alibi(slopes)(at, torch.zeros_like(at)),
    }
    return {name: counted(refused(ask, n), "index_error") for name, ask in schemes.items()}
