"""Measures the spread of dot products over exact designs: every query meets every key, and nothing is sampled.

d is the length of a query and a key.
"""

from __future__ import annotations

import math
from fractions import Fraction

import torch
from torch import Tensor

from engine.attention.design import signs, thirds
from engine.attention.measured import Measured, counted, floating

HADAMARD = "hadamard_design"


def spread(values: Tensor) -> Fraction:
    """Return the variance of whole numbers over all of `values`, exactly: E[x²] − E[x]², both sums whole.

    OverflowError where the squares add up to more than float64 can count one by one.
    """
    whole = values.double().round_().flatten()
    squares, size = int(whole @ whole), whole.numel()
    if squares >= 2**53:
        raise OverflowError(f"a sum of squares of {squares} may have been rounded")
    return Fraction(squares, size) - Fraction(int(whole.sum()), size) ** 2


def products(q: Tensor, k: Tensor) -> Tensor:
    """Return all dot products (N, M) of rows; float32 is exact here, being whole and far below 2²⁴."""
    return q.float() @ k.float().T  # (N, d) @ (d, M) -> (N, M)


def variance(d: int, deviation: int = 1, other_deviation: int = 1, mean: int = 0) -> Measured:
    """Measure Var(q·k) for independent components of that mean and these deviations."""
    design = signs(d)
    q, k = mean + deviation * design, mean + other_deviation * design
    return counted(spread(products(q, k)), HADAMARD)


def deviation(d: int, divisor: float = 1.0) -> Measured:
    """Measure the standard deviation of q·k / divisor."""
    design = signs(d)
    return floating(math.sqrt(spread(products(design, design))) / divisor, HADAMARD)


def divided_variance(d: int, divisor: int) -> Measured:
    """Measure Var(q·k / divisor)."""
    design = signs(d)
    return counted(spread(products(design, design)) / divisor**2, HADAMARD)


def gap_variance(d: int) -> Measured:
    """Measure Var(q·k₁ − q·k₂) with both keys from disjoint columns of one design, hence uncorrelated."""
    design = signs(2 * d)
    return counted(spread(products(signs(d), design[:, :d] - design[:, d:])), HADAMARD)


def uniform_variance(d: int, a: int) -> Measured:
    """Measure Var(q·k) for components uniform on [−a, a].

    Two Gauss–Legendre nodes have that law's moments up to the third; the variance of q·k needs the second.
    """
    node = a * legendre_node()
    design = signs(d)
    return floating(float(spread(products(design, design))) * node**4, "gauss_legendre_on_hadamard_design")


def legendre_node() -> float:
    """Return the positive node of the two-point rule on [−1, 1], as the eigenvalue of Legendre's Jacobi matrix."""
    step = 1 / math.sqrt(4 - 1)  # the off-diagonal k/√(4k² − 1) at k = 1
    jacobi = torch.tensor([[0.0, step], [step, 0.0]], dtype=torch.float64)
    return float(torch.linalg.eigvalsh(jacobi)[-1])


def self_variance(d: int) -> Measured:
    """Measure Var(x·x) for standard Gaussian components, by three Gauss–Hermite nodes on a design of strength two.

    The nodes −√3, 0, √3 with weights 1/6, 2/3, 1/6 have the Gaussian's moments up to the fifth; x·x needs the fourth.
    """
    outer = (thirds(d) == 0).long()  # a third of each column lies at ±√3, where x² is 3
    half = torch.cat([outer, -outer])  # both signs, in units of √3
    squares = 3 * (half * half).sum(1)  # x·x, (2N,)
    return counted(spread(squares), "gauss_hermite_on_ternary_design")
