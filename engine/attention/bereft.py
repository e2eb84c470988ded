"""An encoder with one part taken away: what becomes of the signal, of the tokens' differences, of the gradient.

n tokens; the layers are torch's own, post-LN as in the 2017 paper, with random weights.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

WIDTH, HEADS, INNER = 64, 4, 256
SEED = 1777
PARTS = ("attention", "FFN", "residual", "LayerNorm")


@dataclass(frozen=True)
class Course:
    """Root mean squares before the first layer and after each."""

    signal: tuple[float, ...]  # of all rows
    spread: tuple[float, ...]  # of what parts the rows from their mean
    gradient: tuple[float, ...]  # as a multiple of the one at the end


def stack(layers: int) -> list[nn.TransformerEncoderLayer]:
    """Return layers in float64, with the same weights each time."""
    with torch.random.fork_rng():
        torch.manual_seed(SEED)
        return [
            nn.TransformerEncoderLayer(WIDTH, HEADS, INNER, 0.0, batch_first=True, dtype=torch.float64)
            for _ in range(layers)
        ]


def attended(layer: nn.TransformerEncoderLayer, x: Tensor) -> Tensor:
    """Return the self-attention of rows (n, WIDTH)."""
    rows: Tensor = layer.self_attn(x, x, x, need_weights=False)[0]
    return rows


def fed(layer: nn.TransformerEncoderLayer, x: Tensor) -> Tensor:
    """Return the feed-forward of rows (n, WIDTH)."""
    rows: Tensor = layer.linear2(torch.relu(layer.linear1(x)))
    return rows


def passed(layer: nn.TransformerEncoderLayer, x: Tensor, without: str) -> Tensor:
    """Return the rows (n, WIDTH) after one layer that lacks a part, or none."""
    for name, part, norm in (("attention", attended, layer.norm1), ("FFN", fed, layer.norm2)):
        if name == without:
            continue
        x = part(layer, x) if without == "residual" else x + part(layer, x)
        x = x if without == "LayerNorm" else norm(x)
    return x


def states(x: Tensor, layers: list[nn.TransformerEncoderLayer], without: str) -> list[Tensor]:
    """Return the rows before the first layer and after each."""
    found = [x]
    for layer in layers:
        found.append(passed(layer, found[-1], without))
    return found


def noise(rows: int, seed: int = SEED) -> Tensor:
    """Return (rows, WIDTH) of Gaussian numbers, the same each time."""
    return torch.randn(rows, WIDTH, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def size(x: Tensor) -> float:
    """Return the root mean square."""
    return float(x.detach().pow(2).mean().sqrt())


def course(n: int, layers: int, without: str) -> Course:
    """Send n random rows through; the gradient is that of a random weighing of the last rows."""
    x = noise(n).requires_grad_()
    found = states(x, stack(layers), without)
    gradients = [size(each) for each in torch.autograd.grad((found[-1] * noise(n, SEED + 1)).sum(), found)]
    return Course(
        signal=tuple(map(size, found)),
        spread=tuple(size(each - each.mean(0)) for each in found),
        gradient=tuple(each / gradients[-1] for each in gradients),
    )


def rows_reached(n: int, layers: int, without: str) -> int:
    """Change the first of n tokens and count the rows that come out otherwise."""
    x, other = noise(n), noise(n)
    other[0] = noise(n + 1)[n]
    with torch.no_grad():
        ends = [states(each, stack(layers), without)[-1] for each in (x, other)]
    return int(((ends[0] - ends[1]).abs().amax(-1) > 0).sum())


def kept_parameters(without: str) -> float:
    """Return the share of a layer's parameters that are left."""
    owned = {"attention": ("self_attn", "norm1"), "FFN": ("linear", "norm2"), "LayerNorm": ("norm",)}
    sizes = {name: each.numel() for name, each in stack(1)[0].named_parameters()}
    gone = sum(size for name, size in sizes.items() if name.startswith(owned.get(without, ("nothing",))))
    return 1 - gone / sum(sizes.values())


def slopes(c: float, layers: int, residual: bool) -> tuple[float, ...]:
    """Return the gradient after 0, 1 … layers that multiply by c, with a residual or without, by autograd."""
    x = torch.ones((), dtype=torch.float64, requires_grad=True)
    outputs = [x * 1]
    for _ in range(layers):
        outputs.append(outputs[-1] * c + (outputs[-1] if residual else 0))
    return tuple(float(torch.autograd.grad(output, x, retain_graph=True)[0]) for output in outputs)
