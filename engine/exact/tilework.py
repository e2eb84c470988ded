"""What cutting attention into tiles costs: how many tiles there are, what they read, compute and keep.

n (in Theorem 2: N) tokens, d the width of one head, a tile has `rows` queries and `columns` keys; M is the number of
elements that fit on the chip (Dao et al. 2022, arXiv 2205.14135).
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from sympy import Expr, Integer, Max, Rational, Symbol, ceiling, exp, solve, summation, sympify

T, N = Symbol("t", integer=True, positive=True), Symbol("n", integer=True, positive=True)


def cut(n: int, size: int) -> Expr:
    """Blocks of that many rows in n rows, the last one perhaps shorter: 100 in 32 make 4."""
    return ceiling(Rational(n, size))


def whole(n: int, rows: int, columns: int) -> Expr:
    """Tiles when every query sees every key: each block of queries meets each block of keys."""
    return cut(n, rows) * cut(n, columns)


@cache
def staircase() -> Expr:
    """The tiles a causal mask leaves in n × n square ones: the t-th block of queries meets blocks 1…t."""
    return summation(T, (T, 1, N))


def causal(n: int, size: int) -> Expr:
    """Square tiles on and below the diagonal: 128 in 32 make 10."""
    return staircase().subs(N, cut(n, size))


@cache
def even_block() -> Expr:
    """The rows c at which four blocks of c rows of d elements fill M elements: Q, K, V and O."""
    c, d, chip = Symbol("c"), Symbol("d"), Symbol("M")
    return solve(4 * c * d - chip, c)[0]


def block(chip: int, d: int) -> Expr:
    """Rows of a block for a chip of that many elements, rounded up: 24 576 and 32 make 192."""
    return ceiling(even_block().subs({Symbol("M"): chip, Symbol("d"): d}))


def query_reads(n: int, columns: int, d: int) -> Expr:
    """Elements of Q read when each block of keys goes over all of Q: 64, 32, 16 make 2048."""
    return cut(n, columns) * n * d


def product_flops(n: int, h: int, e: int) -> Expr:
    """FLOP of both matrix products in h heads of width e: each score and weight takes e multiply-adds, two FLOP."""
    one_product = Integer(n) ** 2 * e
    return 2 * (one_product + one_product) * h


def naive_traffic(n: Expr | int, d: Expr | int) -> Expr:
    """Elements that standard attention moves: S = QKᵀ, P = softmax(S), O = PV, each read and written in main memory."""
    narrow, square = n * d, n * n
    first = narrow + narrow + square  # reads Q and K, writes S
    second = square + square  # reads S, writes P
    third = square + narrow + narrow  # reads P and V, writes O
    return first + second + third


@cache
def chip_reads() -> Expr:
    """Elements of Q read when blocks just fill the chip, in N, d and M: N tokens pass N/c times, 4N²d²/M in all."""
    n, d = Symbol("N"), Symbol("d")
    return n * d * n / even_block()


@cache
def fewer() -> Expr:
    """How many times fewer accesses Theorem 2 leaves, in N, d and M: its leading terms, one over the other."""
    n, d = Symbol("N"), Symbol("d")
    return (n * d + n**2) / (chip_reads() / 4)


def spared(n: int, d: int, chip: int) -> Expr:
    """That ratio in numbers: 1024, 128 and 51 200 make 3.515625."""
    return fewer().subs({Symbol("N"): n, Symbol("d"): d, Symbol("M"): chip})


def online(groups: Iterable[tuple[int, int]]) -> Expr:
    """The softmax denominator after groups of (how many, score), read once each: ℓ ← ℓ·exp(m − m′) + Σ exp(s − m′)."""
    known = list(groups)
    greatest, total = Integer(known[0][1]), Integer(0)
    for count, score in known:
        higher = Max(greatest, score)
        total = total * exp(greatest - higher) + count * exp(score - higher)
        greatest = higher
    return total


def row_bytes(n: Expr | int, *copies: int, unit: int = 1) -> Expr:
    """Bytes, in units, of one fp32 log-sum-exp a row: all that is kept for the way back beside inputs and output."""
    total = sympify(n) * 4
    for copy in copies:
        total *= copy
    return total / unit
