"""Runs into the limits of real tensors: what overflows, what is kept for the backward pass, what a coin can do."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import product

import torch
from torch import Tensor

from engine.attention.measured import Measured, counted
from engine.attention.standard import attention
from engine.attention.tally import longest

WIDTH = 8  # of the head whose saved tensors are counted; they do not depend on it


def widest_half(a: int) -> Measured:
    """Find the largest d at which a dot product of d components a, summed in float64, is still finite in fp16."""

    def fits(d: int) -> bool:
        ones = torch.full((d,), float(a), dtype=torch.float64)
        return bool((ones @ ones).half().isfinite())

    return counted(longest(fits), "fp16_overflow")


def saved_square_bytes(n: int, unit: int) -> Measured:
    """Count the bytes of n × n tensors that autograd keeps for the backward pass of standard attention in fp32."""
    kept: dict[int, int] = {}

    def keep(tensor: Tensor) -> Tensor:
        if tensor.shape[-2:] == (n, n):
            kept[tensor.untyped_storage().data_ptr()] = tensor.untyped_storage().nbytes()
        return tensor

    q, k, v = (torch.zeros(n, WIDTH, requires_grad=True) for _ in range(3))
    with torch.autograd.graph.saved_tensors_hooks(keep, lambda tensor: tensor):
        output = attention(q / math.sqrt(WIDTH), k, v, scale=1.0)  # scaled before, so that no n × n is kept for it
    assert output.requires_grad
    return counted(Fraction(sum(kept.values()), unit), "saved_tensors_hooks")


def expected_misses(right: Fraction, questions: int) -> Measured:
    """Play out every way some questions can go, each right with probability `right`, and average the misses."""
    total = Fraction(0)
    for fates in product((0, 1), repeat=questions):
        misses = int(torch.tensor(fates).sum())
        total += misses * (1 - right) ** misses * right ** (questions - misses)
    return counted(total, "all_outcomes")
