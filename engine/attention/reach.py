"""Measures how far a signal travels: a derivative is sent from token 1 and watched until it arrives at token n.

n is the number of tokens, k the kernel of a convolution, w the neighbours a token sees; layers are counted from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn.functional import conv1d, pad

from engine.attention.mask import Mask, everything, window
from engine.attention.measured import Measured, counted
from engine.attention.standard import attention

FORWARD, BACKWARD, CHAIN = "pushed_derivative", "autograd_reach", "longest_autograd_chain"
SEED = 1777

Layer = Callable[[Tensor, int], Tensor]  # (1, 1, n) and the layer's number -> (1, 1, n)


def tokens(n: int) -> Tensor:
    """Return n tokens of width 1, (1, 1, n), the same at each call."""
    return torch.randn(1, 1, n, dtype=torch.float64, generator=torch.Generator().manual_seed(SEED))


def causal_convolution(k: int, base: int = 1) -> Layer:
    """A convolution that averages k tokens, base^l apart in layer l, none of them ahead."""
    kernel = torch.full((1, 1, k), 1 / k, dtype=torch.float64)

    def layer(x: Tensor, level: int) -> Tensor:
        dilation = base**level
        return conv1d(pad(x, ((k - 1) * dilation, 0)), kernel, dilation=dilation)

    return layer


def both_sides(w: int) -> Mask:
    """A query sees w keys on each side, and itself."""
    return lambda i, j: (i - j).abs() <= w


def self_attention(mask: Mask) -> Layer:
    """Attention of the tokens over themselves, as far as the mask allows."""

    def layer(x: Tensor, level: int) -> Tensor:
        x = x.transpose(-2, -1)  # (1, 1, n) -> (1, n, 1)
        return attention(x, x, x, mods=[mask]).transpose(-2, -1)

    return layer


def passed_on(layer: Layer, level: int, x: Tensor, nudge: Tensor) -> tuple[Tensor, Tensor]:
    """Return a layer's output, and the nudge as its output feels it.

    What autograd pulls back is linear in the weights it starts from, so its own derivative pushes forward.
    """
    x = x.detach().requires_grad_()
    output = layer(x, level)
    weights = torch.zeros_like(output, requires_grad=True)
    (pulled,) = torch.autograd.grad(output, x, weights, create_graph=True)
    (pushed,) = torch.autograd.grad(pulled, weights, nudge)
    return output, pushed


def layers_until(layer: Layer, n: int) -> int:
    """Stack layers until a nudge at token 1 moves token n."""
    x, nudge, layers = tokens(n), torch.zeros(1, 1, n, dtype=torch.float64), 0
    nudge[..., 0] = 1
    while nudge[..., -1].item() == 0:
        x, nudge = passed_on(layer, layers, x, nudge)
        layers += 1
    return layers


def arrivals(n: int, k: int, w: int) -> dict[str, int]:
    """Send token 1 to token n through each architecture, and count layers or steps; the convolution is dilated by k^l.

    The recurrence steps from token to token; the others stack layers.
    """
    return {
        "recurrence": halvings(n),
        "window": layers_until(self_attention(both_sides(w)), n),
        "convolution": layers_until(causal_convolution(k, k), n),
        "attention": layers_until(self_attention(everything), n),
    }


def convolution_layers(n: int, k: int) -> Measured:
    """Stack undilated causal convolutions until token 1 reaches token n."""
    return counted(layers_until(causal_convolution(k), n), FORWARD)


def dilated_layers(n: int, k: int) -> Measured:
    """Stack causal convolutions dilated by k^l until token 1 reaches token n."""
    return counted(layers_until(causal_convolution(k, k), n), FORWARD)


def window_layers(n: int, w: int) -> Measured:
    """Stack attention over w neighbours on each side until token 1 reaches token n."""
    return counted(layers_until(self_attention(both_sides(w)), n), FORWARD)


def journeys(n: int, k: int, w: int) -> dict[str, Measured]:
    """Measure what `arrivals` counts, as candidates of a choice."""
    return {name: counted(steps, FORWARD) for name, steps in arrivals(n, k, w).items()}


def reached(layer: Layer, n: int, layers: int) -> int:
    """Count the tokens among n to which the last output still owes a derivative after so many layers."""
    x = start = tokens(n).requires_grad_()
    for level in range(layers):
        x = layer(x, level)
    (gradient,) = torch.autograd.grad(x[..., -1].sum(), start)
    return int(gradient.count_nonzero())


def widest(layer: Layer, layers: int) -> int:
    """Count the tokens that reach one output, in a sequence that is doubled until it holds more than those."""
    n = 2
    while (found := reached(layer, n, layers)) == n:
        n *= 2
    return found


def dilated_field(k: int, layers: int) -> Measured:
    """Count the tokens behind one output of causal convolutions dilated by 1, 2, 4, …"""
    return counted(widest(causal_convolution(k, 2), layers), BACKWARD)


def window_field(w: int, layers: int) -> Measured:
    """Count the tokens behind one output of attention that sees itself and the w − 1 before it."""
    return counted(widest(self_attention(window(w)), layers), BACKWARD)


def halvings(n: int) -> int:
    """Run a recurrence that halves its state at each step, and read off how often token 1 was halved on its way."""
    inputs = tokens(n).flatten().requires_grad_()
    state = inputs[0]
    for token in inputs[1:]:
        state = state / 2 + token
    (gradient,) = torch.autograd.grad(state, inputs)
    return -int(math.log2(gradient[0].item()))  # exact: a power of two


def recurrent_steps(n: int) -> Measured:
    """Count the steps of a recurrence between token 1 and token n."""
    return counted(halvings(n), BACKWARD)


def recurrent_chain(n: int, layers: int) -> Measured:
    """Run a stack of recurrent layers and count the cells of the longest chain that autograd recorded."""
    below = [token.requires_grad_() for token in tokens(n).flatten()]
    for _ in range(layers):
        state = torch.zeros((), dtype=torch.float64)
        above = []
        for token in below:
            state = torch.tanh(state / 2 + token / 2)
            above.append(state)
        below = above
    return counted(longest_chain(below[-1], "TanhBackward0"), CHAIN)


def longest_chain(output: Tensor, name: str) -> int:
    """Return how many operations of that name wait for each other at most, on the way to an output."""
    found: dict[object, int] = {None: 0}  # a constant has no history
    waiting = [output.grad_fn]
    while waiting:
        node = waiting[-1]
        before = [] if node is None else [each for each, _ in node.next_functions]
        unknown = [each for each in before if each not in found]
        if unknown:
            waiting.extend(unknown)
            continue
        waiting.pop()
        if node is not None:
            found[node] = max((found[each] for each in before), default=0) + (node.name() == name)
    return found[output.grad_fn]
