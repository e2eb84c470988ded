"""Sends signals and gradients through many layers: with residual connections, without them, through LayerNorm.

A sub-layer multiplies by c; d is the width of the model.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import torch
from torch import Tensor, nn

from engine.attention.design import signs
from engine.attention.dots import spread
from engine.attention.measured import Measured, counted, floating

AUTOGRAD = "autograd_through_layers"


def gradient(layer: Callable[[Tensor], Tensor], layers: int) -> float:
    """Return the derivative of the output by the input after so many layers."""
    x = torch.ones((), dtype=torch.float64, requires_grad=True)
    y = x
    for _ in range(layers):
        y = layer(y)
    return float(torch.autograd.grad(y, x)[0])


def residual_gradient(c: Fraction, layers: int) -> Measured:
    """Measure the gradient through y = x + cx."""
    return floating(gradient(lambda x: x + float(c) * x, layers), AUTOGRAD)


def fading(c: Fraction, limit: Fraction) -> Measured:
    """Stack layers y = cx until the gradient is below the limit, and count them."""
    layers = 1
    while gradient(lambda x: float(c) * x, layers) >= limit:
        layers += 1
    return counted(layers, AUTOGRAD)


def stream_variance(layers: int, deviation: int) -> Measured:
    """Add uncorrelated sub-layer outputs of one deviation, two a layer, to a stream of variance 1."""
    columns = signs(1 + 2 * layers)  # (N, 1 + 2L), no two correlated
    stream = columns[:, 0]
    for output in columns[:, 1:].T:
        stream = stream + deviation * output
    return counted(spread(stream), "hadamard_design")


def norm_length(d: int) -> Measured:
    """Measure the length of what torch's LayerNorm, gain 1 and bias 0, makes of a vector that is far from normal."""
    x = torch.arange(d, dtype=torch.float64) ** 2
    normal = nn.LayerNorm(d, eps=0.0, dtype=torch.float64)
    return floating(float(normal(x).detach().norm()), "layer_norm")
