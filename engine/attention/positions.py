"""Where a token stands: the sinusoid, the learned table, the rotation (RoPE) and the bias (ALiBi). No state is kept.

d is the width of a vector; its d/2 pairs turn with frequencies θ_i = base^(−2i/d), in radians a position, i from 0.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Literal, NamedTuple

import torch
from torch import Tensor, nn

BASE = 10_000.0  # of the sinusoid (arXiv 1706.03762, 3.5) and of the first RoPE (arXiv 2104.09864)

Layout = Literal["half", "interleaved"]  # dimension j turns with j + d/2, or with its neighbour


class Scaling(NamedTuple):
    """How a rotation is fitted to longer texts: a change of its frequencies, and a gain on what is rotated."""

    stretch: Callable[[Tensor], Tensor]
    gain: float = 1.0


def frequencies(d: int, base: float = BASE) -> Tensor:
    """Return θ (d/2,) in float64: d = 4 turns by 1 and by 1/100 radian a position."""
    if d % 2:
        raise ValueError(f"a width of {d} does not fall into pairs")
    return base ** (-torch.arange(0, d, 2, dtype=torch.float64) / d)


def angles(positions: Tensor, theta: Tensor) -> Tensor:
    """Return by how much each pair has turned at each position: (…, n) and (d/2,) -> (…, n, d/2)."""
    return positions.to(theta.dtype).unsqueeze(-1) * theta


def sinusoidal(n: int, d: int, base: float = BASE) -> Tensor:
    """Return the table (n, d) in float64, the sine and the cosine of a pair side by side; row 0 is 0, 1, 0, 1, …"""
    turned = angles(torch.arange(n), frequencies(d, base))  # (n, d/2)
    return torch.stack([turned.sin(), turned.cos()], dim=-1).flatten(-2)  # (n, d/2, 2) -> (n, d)


def learned(n: int, d: int, device: str | None = None) -> nn.Embedding:
    """Return a trainable table of n rows of width d; it raises IndexError at position n, having no such row."""
    return nn.Embedding(n, d, device=device)


def rope(
    x: Tensor, positions: Tensor, *, layout: Layout = "half", base: float = BASE, scaling: Scaling | None = None
) -> Tensor:
    """Return queries or keys (…, n, d), each rotated pair by pair to its position (n,); norms are kept, save a gain.

    The dot product of two rotated vectors depends on the difference of their positions alone.
    """
    theta = frequencies(x.shape[-1], base)
    theta, gain = (theta, 1.0) if scaling is None else (scaling.stretch(theta), scaling.gain)
    turned = angles(positions, theta)  # (n, d/2)
    cosine, sine = ((gain * part).to(x) for part in (turned.cos(), turned.sin()))
    first, second = pairs(x, layout)  # 2 × (…, n, d/2)
    return joined(first * cosine - second * sine, first * sine + second * cosine, layout)


def pairs(x: Tensor, layout: Layout) -> tuple[Tensor, Tensor]:
    """Return the first and the second of each pair: (…, d) -> 2 × (…, d/2)."""
    if layout == "interleaved":
        return x[..., 0::2], x[..., 1::2]
    half = x.shape[-1] // 2
    return x[..., :half], x[..., half:]


def joined(first: Tensor, second: Tensor, layout: Layout) -> Tensor:
    """Put pairs back where `pairs` found them: 2 × (…, d/2) -> (…, d)."""
    if layout == "interleaved":
        return torch.stack([first, second], dim=-1).flatten(-2)
    return torch.cat([first, second], dim=-1)


def interleaving(d: int) -> Tensor:
    """Return the order 0, d/2, 1, d/2 + 1, … (d,) in which a vector of the half layout becomes an interleaved one."""
    return torch.arange(d).view(2, -1).T.flatten()


def linear(s: float) -> Scaling:
    """Position Interpolation: every pair s times slower (Chen et al. 2023, arXiv 2306.15595)."""
    return Scaling(lambda theta: theta / s)


def ntk(s: float) -> Scaling:
    """The NTK-aware base · s^(d/(d−2)): the slowest pair exactly s times slower, the fastest as it was."""
    return Scaling(lambda theta: theta * s ** -torch.linspace(0, 1, len(theta), dtype=theta.dtype))


def yarn(s: float, trained: int, *, slow: float = 1.0, fast: float = 32.0) -> Scaling:
    """YaRN (Peng et al. 2023, arXiv 2309.00071): by how many turns a pair makes in the `trained` length.

    Pairs below `slow` turns are interpolated, those above `fast` kept, between them a ramp; the gain is 0.1 ln s + 1.
    """

    def stretch(theta: Tensor) -> Tensor:
        turns = trained * theta / (2 * math.pi)
        kept = ((turns - slow) / (fast - slow)).clamp(0, 1)
        return theta * (kept + (1 - kept) / s)

    return Scaling(stretch, 0.1 * math.log(s) + 1)


def alibi_slopes(h: int) -> Tensor:
    """Return ALiBi's slopes (h,) in float64: h = 8 makes 1/2, 1/4, …, 1/256 (Press et al. 2022, arXiv 2108.12409).

    Between powers of two, the authors take the slopes of the power below, then every other one of the power above.
    """
    below = 1 << h.bit_length() - 1
    return torch.cat([geometric(below), geometric(2 * below)[0::2][: h - below]])


def geometric(h: int) -> Tensor:
    """Return 2^(−8i/h) for i = 1 … h, (h,)."""
    return 2 ** (-8 * torch.arange(1, h + 1, dtype=torch.float64) / h)
