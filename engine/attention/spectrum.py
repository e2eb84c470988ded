"""Measures the table of sinusoids: how far a pair turns in one position, how long a row is, what two rows make.

d is the width of the table; rows are positions, from 0.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor

from engine.attention.measured import FLOAT64, Measured, counted, floating
from engine.attention.positions import learned, sinusoidal

TABLE, FITTED = "sinusoid_table", "least_squares_on_sinusoid_table"
FIT = 1e-9  # what a least-squares fit over the table vouches for; its condition number is below 1000
ROWS = 1024  # of the table that is fitted, enough for the slowest pair to turn


def steps(d: int) -> Tensor:
    """Return by how many radians each pair turns from row 0 to row 1, (d/2,)."""
    sine, cosine = sinusoidal(2, d)[1].view(-1, 2).T  # (d,) -> (2, d/2)
    return torch.atan2(sine, cosine)


def wavelength(i: int, d: int) -> Measured:
    """Measure after how many positions pair i has turned once."""
    return floating(2 * math.pi / float(steps(d)[i]), TABLE)


def longest(d: int) -> Measured:
    """Measure the longest wavelength there is."""
    return floating(2 * math.pi / float(steps(d).min()), TABLE)


def distinct(d: int) -> Measured:
    """Count the different steps."""
    return counted(len(set(steps(d).tolist())), TABLE)


def length(d: int, rows: int = 64) -> Measured:
    """Measure the length of the row that strays furthest from the mean length."""
    lengths = sinusoidal(rows, d).norm(dim=-1)
    return floating(float(lengths[(lengths - lengths.mean()).abs().argmax()]), TABLE)


def dot(d: int, m: int, k: int) -> Measured:
    """Measure the dot product of rows m and m + k."""
    table = sinusoidal(m + k + 1, d)
    return floating(float(table[m] @ table[m + k]), TABLE)


def shift(d: int, k: int) -> Tensor:
    """Return the matrix (d, d) that best takes every row p to row p + k."""
    table = sinusoidal(ROWS, d)
    fitted: Tensor = torch.linalg.lstsq(table[:-k], table[k:]).solution
    return fitted


def shift_trace(d: int, k: int) -> Measured:
    """Measure the trace of that matrix."""
    return Measured(float(shift(d, k).trace()), FIT, FITTED)


def nearer(d: int, p: int, k: int) -> Measured:
    """Compare row p's dot products with the rows k before and k after it, and name the greater, or `equal`."""
    table = sinusoidal(p + k + 1, d)
    before, after = float(table[p] @ table[p - k]), float(table[p] @ table[p + k])
    if math.isclose(before, after, rel_tol=0, abs_tol=d * FLOAT64):
        return Measured("equal", 0.0, TABLE)
    return Measured("before" if before > after else "after", 0.0, TABLE)


def table_size(n: int, d: int) -> Measured:
    """Count the parameters of a learned table of n positions."""
    return counted(learned(n, d, device="meta").weight.numel(), "meta_numel")
