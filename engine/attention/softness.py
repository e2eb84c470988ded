"""Measures the softmax: its derivatives by autograd, its entropy from the weights themselves, all in float64."""

from __future__ import annotations

import math
from collections.abc import Sequence

import torch
from torch import Tensor

from engine.attention.measured import Measured, floating

AUTOGRAD = "autograd_jacobian"


def jacobian(weights: Sequence[float]) -> Tensor:
    """Return ∂p/∂s (n, n) at the scores whose softmax has these weights, a row a weight."""
    scores = torch.tensor(weights, dtype=torch.float64).log().requires_grad_()
    rows = [torch.autograd.grad(weight, scores, retain_graph=True)[0] for weight in torch.softmax(scores, dim=-1)]
    return torch.stack(rows)


def own_derivative(p: float) -> Measured:
    """Measure ∂p_i/∂s_i at weight p, the rest of the weight being on one other key."""
    return floating(float(jacobian([p, 1 - p])[0, 0]), AUTOGRAD)


def cross_derivative(p: float, other: float) -> Measured:
    """Measure ∂p_i/∂s_j at weights p and other, the rest being on a third key."""
    return floating(float(jacobian([p, other, 1 - p - other])[0, 1]), AUTOGRAD)


def frobenius(weights: Sequence[float]) -> Measured:
    """Measure the Jacobian's Frobenius norm."""
    return floating(float(jacobian(weights).norm()), AUTOGRAD)


def trace(n: int) -> Measured:
    """Measure the Jacobian's trace at n equal weights."""
    return floating(float(jacobian([1 / n] * n).trace()), AUTOGRAD)


def largest_entropy(n: int) -> Measured:
    """Measure the entropy, in bits, of one row over n keys with equal scores."""
    weights = torch.softmax(torch.zeros(n, dtype=torch.float64), dim=-1)
    return floating(float(torch.special.entr(weights).sum()) / math.log(2), "entropy_of_weights")


def squared_norm(n: int) -> Measured:
    """Measure the squared Frobenius norm of the Jacobian at n equal weights."""
    return floating(float(jacobian([1 / n] * n).pow(2).sum()), AUTOGRAD)


def scaled_derivative(p: float, d: int) -> Measured:
    """Measure how one of two weights answers to its raw dot product when scores are divided by √d."""
    dot = torch.tensor(math.sqrt(d) * math.log(p / (1 - p)), dtype=torch.float64, requires_grad=True)
    scores = torch.stack([dot, torch.zeros_like(dot)]) / math.sqrt(d)
    weight = torch.softmax(scores, dim=-1)[0]
    return floating(float(torch.autograd.grad(weight, dot)[0]), "autograd")
