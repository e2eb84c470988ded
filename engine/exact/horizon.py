"""What becomes of positions beyond the trained length: turns of RoPE's pairs, ALiBi's weights, stretched bases.

n tokens, B the base, d the width of a head, i numbers its d/2 pairs from 0; s is how much longer a text should become.
"""

from __future__ import annotations

from functools import cache

from sympy import Expr, Integer, Rational, Symbol, exp, floor, log, pi, solve, summation


def beyond(table: int, n: int) -> Expr:
    """Positions of n tokens that a table of fewer has no row for."""
    return Integer(n) - table


def turned(base: int, d: int, i: int, n: int) -> Expr:
    """Full turns of pair i over n tokens, by B^(−2i/d) radians a token: 10 000, 64, 16, 8192 make about 13.04."""
    return n * Integer(base) ** Rational(-2 * i, d) / (2 * pi)


@cache
def last_with(turns: int) -> Expr:
    """The real number i at which a pair makes just so many turns, in the letters n, b (for B) and d."""
    n, b, d, i = (Symbol(letter, positive=True) for letter in ("n", "b", "d", "i"))
    angle = log(n) - 2 * i / d * log(b)  # the logarithm of the radians turned
    return solve(angle - log(2 * pi * turns), i)[0]


def last_turning(base: int, d: int, n: int, turns: int = 1) -> Expr:
    """That number for known sizes, to be rounded down."""
    known = {"n": n, "b": base, "d": d}
    return last_with(turns).subs({Symbol(letter, positive=True): value for letter, value in known.items()})


def about(value: Expr) -> Expr:
    """A value to three decimals, where its closed form says nothing to a reader: 2/3 makes 0.667."""
    return Rational(str(value.round(3)))


def turning(base: int, d: int, n: int, turns: int = 1) -> Expr:
    """Pairs that make at least so many turns over n tokens: 10 000, 128, 512 make 31."""
    return floor(last_turning(base, d, n, turns)) + 1


def unturned(base: int, d: int, n: int) -> Expr:
    """Pairs that never complete a turn: 10 000, 128, 512 make 33."""
    return Rational(d, 2) - turning(base, d, n)


def interpolated(m: int, trained: int, longer: int) -> Expr:
    """The index that position m becomes when `longer` tokens are squeezed into the trained ones: 6000·2048/16 384."""
    return Rational(m * trained, longer)


@cache
def stretch_power() -> Expr:
    """The power of s in a base that slows the last pair, d/2 − 1, s times, in the letter d: d/(d − 2)."""
    new, old, s, d = (Symbol(letter) for letter in ("log_new", "log_old", "log_s", "d"))
    slowest = (d - 2) / d  # 2i/d at the last pair; it turns by B^(−2i/d)
    return solve((new - old) * slowest - s, new)[0].diff(s).simplify()


def base_growth(s: int, d: int) -> Expr:
    """How many times larger that base is: s^(d/(d−2))."""
    return Integer(s) ** stretch_power().subs(Symbol("d"), d)


def ntk_base(s: int, d: int, base: int = 10_000) -> Expr:
    """The NTK-aware base: 2 and 128 make about 20 221."""
    return base * base_growth(s, d)


def ntk_slowing(s: int, d: int, i: int) -> Expr:
    """How many times slower pair i turns under that base: pair 0 is left alone, the last is s times slower."""
    return base_growth(s, d) ** Rational(2 * i, d)


def yarn_slowing(s: int, d: int, i: int, n: int, slow: int = 1, fast: int = 32) -> Expr:
    """How many times slower pair i turns under YaRN: not at all from `fast` turns in n tokens on, s times below one."""
    turns = turned(10_000, d, i, n)
    if turns >= fast:
        return Integer(1)
    kept = (turns - slow) / (fast - slow) if turns > slow else Integer(0)
    return 1 / (kept + (1 - kept) / s)


def slowings(s: int, d: int, i: int, n: int) -> dict[str, Expr]:
    """How many times slower pair i turns under each scaling to s times the trained n tokens."""
    return {"linear": Integer(s), "ntk": ntk_slowing(s, d, i), "yarn": yarn_slowing(s, d, i, n)}


def unevenness(s: int, d: int, n: int) -> dict[str, Expr]:
    """How much more each scaling slows the slowest pair than the fastest: 1 where it treats all alike."""
    slow, fast = slowings(s, d, d // 2 - 1, n), slowings(s, d, 0, n)
    return {name: slow[name] / fast[name] for name in slow}


def without_rows(table: int, n: int) -> dict[str, Expr]:
    """Positions of n tokens that a scheme built for fewer has nothing for: formulas have something for all."""
    return {
        "sinusoid": Integer(0),
        "rope": Integer(0),
        "learned": beyond(table, n),
        "alibi": Integer(0),
    }


def decay(distance: int, m: int) -> Expr:
    """ALiBi's weight at a distance over the weight at distance 0, slope 1/m, all else equal: 2 and 4 make e^(−1/2)."""
    return exp(-Rational(distance, m))


@cache
def visible() -> Expr:
    """The sum of x^t over distances 0…n − 1, in the letters x and n."""
    x, n, t = Symbol("x", positive=True), Symbol("n", integer=True, positive=True), Symbol("t", integer=True)
    total = summation(x**t, (t, 0, n - 1))
    return total.args[-1].expr if total.is_Piecewise else total


def own_weight(n: int, m: int) -> Expr:
    """ALiBi's weight of a token for itself among n visible ones, slope 1/m, all else equal: 8, 4 make about 0.2558."""
    total = visible().subs(Symbol("n", integer=True, positive=True), n)
    return 1 / total.subs(Symbol("x", positive=True), decay(1, m))


def faded(m: int, f: int) -> Expr:
    """The least distance at which ALiBi's weight is below 1/f of that at distance 0: m = 4, f = 100 make 19."""
    distance = Symbol("D", positive=True)
    even = solve(distance / m - log(f), distance)[0]
    return floor(even) + 1
