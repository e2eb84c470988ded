"""What an attention without positions can tell of order, derived from what a row depends on: a query and a bag of keys.

Softmax and sum do not see in which order keys come, so two rows differ only where the query or the bag does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sympy import Expr, Integer, Symbol, summation, symbols

Row = tuple[int, tuple[int, ...]]  # the query's token, and the tokens of its keys, sorted
View = Callable[[Sequence[int]], Sequence[object]]  # tokens -> what each output depends on

MOVED, SAME, OTHER = Symbol("moved"), Symbol("same"), Symbol("other")


def full(tokens: Sequence[int]) -> list[Row]:
    """What each row depends on when every query sees every key."""
    return [(token, tuple(sorted(tokens))) for token in tokens]


def causal(tokens: Sequence[int]) -> list[Row]:
    """What each row depends on when a query sees itself and what came before."""
    return [(token, tuple(sorted(tokens[: place + 1]))) for place, token in enumerate(tokens)]


def pooled(tokens: Sequence[int]) -> list[tuple[Row, ...]]:
    """What the mean of all rows depends on: the bag of rows."""
    return [tuple(sorted(full(tokens)))]


def remembered(tokens: Sequence[int]) -> list[Row]:
    """What each row of a cross-attention depends on: queries that stay, −1 and −2, and the bag of the memory."""
    return [(query, tuple(sorted(tokens))) for query in (-1, -2)]


def swapped(n: int, i: int, j: int) -> list[int]:
    """The tokens 1…n with those at places i and j, counted from 1, exchanged."""
    tokens = list(range(1, n + 1))
    tokens[i - 1], tokens[j - 1] = tokens[j - 1], tokens[i - 1]
    return tokens


VIEWS: Mapping[str, View] = {"full": full, "causal": causal, "pooled": pooled, "remembered": remembered}


def changed_rows(view: str, n: int, i: int, j: int) -> Expr:
    """How many rows a swap of tokens i and j changes: 8, 3, 6 make 2 in the "full" view and 4 in the "causal" one."""
    before, after = VIEWS[view](range(1, n + 1)), VIEWS[view](swapped(n, i, j))
    return Integer(sum(1 for one, other in zip(before, after, strict=True) if one != other))


def changed_between() -> Expr:
    """The rows a causal swap changes, in the letters i < j: those of i to j − 1 hold the other token, j asks anew."""
    i, j, row = symbols("i j row", integer=True)
    return summation(1, (row, i, j - 1)) + 1


def shuffled(view: str, n: int) -> Symbol:
    """What a rotation of n tokens does to the outputs: they stay the `same`, are `moved` alike, or become `other`."""
    tokens = list(range(1, n + 1))
    before, after = list(VIEWS[view](tokens)), list(VIEWS[view]([*tokens[1:], tokens[0]]))
    if before == after:
        return SAME
    return MOVED if [*before[1:], before[0]] == after else OTHER
