"""Averages Performer's features over all Gaussian directions without drawing one: by Gauss–Hermite quadrature.

A rule of so many nodes has the Gaussian's moments up to twice their number; for exponentials of the size met here the
rest is below the rounding of float64.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from engine.attention.measured import Measured, floating
from engine.attention.performer import features

NODES = 48
HERMITE = "gauss_hermite"


def rule(nodes: int = NODES) -> tuple[Tensor, Tensor]:
    """Return nodes and weights (nodes,) of the standard Gaussian: eigenvalues of Hermite's Jacobi matrix."""
    beside = torch.arange(1, nodes, dtype=torch.float64).sqrt()  # √k, off the diagonal
    at, vectors = torch.linalg.eigh(torch.diag(beside, 1) + torch.diag(beside, -1))
    return at, vectors[0].square()


def products(c: float) -> tuple[Tensor, Tensor]:
    """Return φ(q)φ(k), one feature at a time, and the weight of each direction w of the plane of q and k.

    q and k have length 1 and cosine c. Both are (nodes²,).
    """
    at, weight = rule()
    w = torch.cartesian_prod(at, at)  # (nodes², 2)
    q = torch.tensor([[1.0, 0.0]], dtype=torch.float64)
    k = torch.tensor([[c, math.sqrt(1 - c * c)]], dtype=torch.float64)
    together = features(q, w) * features(k, w) * len(w)  # undoing the mean over directions
    return together.squeeze(0), torch.outer(weight, weight).flatten()


def mean(c: float) -> Measured:
    """Measure the mean of one feature product over all directions."""
    together, weight = products(c)
    return floating(float(weight @ together), HERMITE)


def variance(c: float) -> Measured:
    """Measure the variance of one feature product over all directions."""
    together, weight = products(c)
    return floating(float(weight @ (together - weight @ together).square()), HERMITE)
