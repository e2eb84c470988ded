"""The sinusoidal encoding and the rotary one, derived from sin² + cos² = 1 and from products of rotations.

Pair i of a width d turns by ω_i = 10000^(−2i/d) radians from one position to the next (Vaswani et al. 2017, 3.5; Su et
al. 2021, arXiv 2104.09864); k, m, n are positions or differences of positions.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from sympy import Expr, Integer, Matrix, Rational, Symbol, cos, pi, simplify, sin, solve, sqrt, trigsimp

BASE = Integer(10000)
A, B = Symbol("a", real=True), Symbol("b", real=True)  # angles


def step(i: int, d: int) -> Expr:
    """The angle ω_i that pair i turns in one position: 1, 8 make 1/10."""
    return BASE ** Rational(-2 * i, d)


def angle(i: int, d: int, m: int) -> Expr:
    """The angle, in radians, of pair i at position m: 2, 8, 10 make 1/10."""
    return m * step(i, d)


@cache
def period() -> Expr:
    """The wavelength of a wave that turns by ω a position, from ω·λ = 2π, in the letter b for ω."""
    wavelength = Symbol("wavelength")
    return solve(B * wavelength - 2 * pi, wavelength)[0]


def wavelength(i: int, d: int) -> Expr:
    """The positions after which pair i has turned once: 8, 64 make 20π."""
    return period().subs(B, step(i, d))


def longest(d: int) -> Expr:
    """The wavelength of the last pair, number d/2 − 1: 64 makes about 47 117."""
    return wavelength(d // 2 - 1, d)


def distinct(d: int) -> Expr:
    """How many different steps there are among the pairs."""
    return Integer(len({step(i, d) for i in range(d // 2)}))


@cache
def pair_dot() -> Expr:
    """(sin a, cos a)·(sin(a + b), cos(a + b)): cos b, whatever a is."""
    here, there = Matrix([sin(A), cos(A)]), Matrix([sin(A + B), cos(A + B)])
    return trigsimp(here.dot(there))


@cache
def dot(d: int, k: int) -> Expr:
    """The dot product of two position vectors k apart: d = 4, k = 3 make cos 3 + cos 0.03."""
    return sum((pair_dot().subs(B, k * step(i, d)) for i in range(d // 2)), Integer(0))


def length(d: int) -> Expr:
    """The length of every position vector, which lies 0 apart from itself: 64 makes 4√2."""
    return sqrt(dot(d, 0))


def nearer(d: int, k: int) -> Symbol:
    """Which position has the greater dot product, k `before` or k `after`, unless they are `equal`."""
    before, after = dot(d, -k), dot(d, k)
    if before == after:
        return Symbol("equal")
    return Symbol("before" if before > after else "after")


def turn(by: Expr) -> Matrix:
    """The rotation of a plane by an angle, 2 × 2."""
    return Matrix([[cos(by), -sin(by)], [sin(by), cos(by)]])


def shift_trace(d: int, k: int) -> Expr:
    """The trace of the map from PE(p) to PE(p + k), a rotation in each pair: 4, 2 make 2 cos 2 + 2 cos 0.02."""
    return sum((turn(k * step(i, d)).trace() for i in range(d // 2)), Integer(0))


@cache
def rotated_dot(q: Sequence[int], k: Sequence[int]) -> Expr:
    """The score of a pair q turned by a and a pair k turned by b, in these letters."""
    return simplify((turn(A) * Matrix(q)).dot(turn(B) * Matrix(k)))


def rotated_score(pairs: Iterable[tuple[int, int]], m: int, n: int) -> Expr:
    """q·k of equal q and k, given pair by pair, at positions m and n: one pair (1, 0) makes cos(m − n)."""
    known = tuple(pairs)
    angles = [(angle(i, 2 * len(known), m), angle(i, 2 * len(known), n)) for i in range(len(known))]
    scores = (rotated_dot(pair, pair).subs({A: a, B: b}) for pair, (a, b) in zip(known, angles, strict=True))
    return sum(scores, Integer(0))


def rotated_length(a: int, b: int) -> Expr:
    """The length of (a, b) after any rotation, √((Rq)·(Rq)): 3, 4 make 5."""
    return sqrt(rotated_dot((a, b), (a, b)).subs(B, A))


def partner(j: int, d: int) -> Expr:
    """The component rotated with component j when halves are paired: the other solution of x ≡ j mod d/2."""
    same = [Integer(x) for x in range(d) if x % (d // 2) == j % (d // 2) and x != j]
    return same[0]


@cache
def matching_query() -> Expr:
    """The position x with x − p = m − n, in the letters m, n, p: only differences of positions count."""
    m, n, p, x = (Symbol(letter) for letter in "mnpx")
    return solve((x - p) - (m - n), x)[0]


def same_score(m: int, n: int, p: int) -> Expr:
    """Where a query meets a key at p as it met the same key at n from m: 9, 4, 20 make 25."""
    return matching_query().subs({Symbol("m"): m, Symbol("n"): n, Symbol("p"): p})


def table_size(n: int, d: int) -> Expr:
    """Parameters of a learned table: a vector of d for each of n positions."""
    return Integer(n) * d
