"""Exact designs: few rows of numbers whose averages equal those of a whole distribution, so that nothing is sampled.

A Hadamard matrix without its first column has columns of mean 0 and variance 1 that are uncorrelated pair by pair; a
linear code over three symbols has columns independent pair by pair. A moment that asks no more than that is exact.
"""

from __future__ import annotations

import torch
from torch import Tensor


def signs(d: int) -> Tensor:
    """Return (N, d) of ±1, N the power of two beyond d: every column balanced, every two columns uncorrelated.

    Sylvester's Hadamard matrix: H[i, j] = (−1)^(number of ones common to i and j in binary); column 0 is left out.
    """
    places = torch.arange(d.bit_length())
    digits = (torch.arange(1 << len(places)).unsqueeze(1) >> places & 1).float()  # (N, log₂ N), of every number below N
    common = digits @ digits[1 : d + 1].T  # (N, log₂ N) @ (log₂ N, d) -> (N, d)
    return 1 - 2 * (common.long() & 1)


def thirds(d: int) -> Tensor:
    """Return (N, d) of 0, 1, 2, N a power of three: each symbol a third of every column, columns independent in pairs.

    The simplex code over GF(3): row v, column c hold v·c mod 3, c running over vectors whose first nonzero entry is 1.
    """
    length = 1
    while (3**length - 1) // 2 < d:
        length += 1
    everything = torch.arange(3**length)
    digits = torch.stack([everything // 3**place % 3 for place in range(length)], dim=1)  # (N, length)
    leading = digits.gather(1, (digits != 0).int().argmax(1, keepdim=True)).squeeze(1)
    columns = digits[leading == 1][:d]  # (d, length), no two of them multiples of each other
    return digits @ columns.T % 3  # (N, length) @ (length, d) -> (N, d)
