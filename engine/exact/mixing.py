"""Which rows a change of one token reaches through one part of a layer, read off the letters its outputs contain.

Three tokens of two components each; the middle one changes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sympy import Expr, Max, Symbol, exp, sqrt, symbols

Row = tuple[Expr, ...]

TOKENS: tuple[Row, ...] = tuple(symbols(f"{name}1 {name}2") for name in "xyz")
CHANGED = 1
WEIGHT = Symbol("w")


def attention(tokens: Sequence[Row], at: int) -> Row:
    """One row of attention whose queries, keys and values are the tokens themselves."""
    heat = [exp(sum(q * k for q, k in zip(tokens[at], token, strict=True))) for token in tokens]
    return tuple(
        sum(h * value for h, value in zip(heat, column, strict=True)) / sum(heat)
        for column in zip(*tokens, strict=True)
    )


def feed_forward(tokens: Sequence[Row], at: int) -> Row:
    """One row of a feed-forward: the components summed, rectified, weighed."""
    return (WEIGHT * Max(sum(tokens[at]), 0),)


def residual(tokens: Sequence[Row], at: int) -> Row:
    """One row of x + wx."""
    return tuple(each + WEIGHT * each for each in tokens[at])


def norm(tokens: Sequence[Row], at: int) -> Row:
    """One row of LayerNorm: over the components of its own token."""
    mean = sum(tokens[at]) / len(tokens[at])
    spread = sqrt(sum((each - mean) ** 2 for each in tokens[at]) / len(tokens[at]))
    return tuple((each - mean) / spread for each in tokens[at])


PARTS: dict[str, Callable[[Sequence[Row], int], Row]] = {
    "attention": attention,
    "feed_forward": feed_forward,
    "residual": residual,
    "norm": norm,
}


def reached(part: str) -> Symbol:
    """The rows in which the changed token's letters appear: `all`, or `itself` alone."""
    letters = set(TOKENS[CHANGED])
    rows = [at for at in range(len(TOKENS)) if any(each.free_symbols & letters for each in PARTS[part](TOKENS, at))]
    return Symbol({(CHANGED,): "itself", tuple(range(len(TOKENS))): "all"}[tuple(rows)])


def kept_by() -> Symbol:
    """Where LayerNorm must stand for a layer whose sub-layer returns 0 to hand its input on: `pre` or `post`."""
    (x,) = TOKENS[:1]
    outputs = {"pre": x, "post": norm([x], 0)}  # x + 0, and LayerNorm(x + 0)
    kept = [place for place, output in outputs.items() if all(o == i for o, i in zip(output, x, strict=True))]
    (place,) = kept
    return Symbol(place)
