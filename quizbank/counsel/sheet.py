"""The whole bill of attention at one length: rows of counts and bytes, with FlashAttention and without, and a picture.

For workers: it loads sympy.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sympy import Expr, Integer

from engine.exact import counts, memory, tilework
from quizbank.counsel.plans import parameters
from quizbank.counsel.reckoning import Sizes, in_bytes, sized, written
from quizbank.picture import Picture, Series

DOUBLINGS = (1, 2, 4, 8)  # lengths that the picture compares, as multiples of the one asked for
MIB = Integer(2) ** 20

Row = Mapping[str, str]


def bill(job: Mapping[str, Any]) -> dict[str, Any]:
    """Return the rows of a `Query.job()` of kind "whole", and the picture's dump; KeyError where a size is missing."""
    sizes: Sizes = {"b": 1, **job["sizes"]}
    rows = [{"key": key, "exact": str(value), "text": text} for key, value, text in lines(job, sizes)]
    return {"rows": rows, "picture": picture(job, sizes).dump()}


def lines(job: Mapping[str, Any], sizes: Sizes) -> Iterator[tuple[str, Expr, str]]:
    """Yield each row: its key, its value, and the value written out."""
    n, h, b, layers = (sizes[letter] for letter in "nhbL")
    d = sizes["h"] * sizes["e"]
    for key, value in (
        ("scores_one", counts.entries(n)),
        ("scores_layer", counts.entries(n, b, h)),
        ("scores_all", counts.entries(n, b, h, layers)),
        ("macs", b * counts.core_macs(n, d, layers)),
    ):
        yield key, value, written(value)
    for key, value in held(job, sizes, n).items():
        yield key, value, in_bytes(value)
    if job["plan"] is not None:
        weights = parameters(job["plan"], sizes) * sizes["s"]
        yield "weights", weights, in_bytes(weights)


def held(job: Mapping[str, Any], sizes: Sizes, n: int) -> dict[str, Expr]:
    """Return the bytes held at a length: scores of a layer, what Flash keeps instead, and the cache, if one is kept."""
    b, h, s = sizes["b"], sizes["h"], sizes["s"]
    found = {"standard": memory.score_bytes(n, s, b, h), "flash": tilework.row_bytes(n, b, h)}
    if job["generates"]:
        found["cache"] = memory.cache_bytes(sizes["L"], sizes["g"], sizes["e"], n, b, s)
    return found


def picture(job: Mapping[str, Any], sizes: Sizes) -> Picture:
    """Return bars of what is held at this length and its doublings: the square outgrows the others."""
    lengths = tuple(sizes["n"] * times for times in DOUBLINGS)
    bytes_at = [held(job, sizes, n) for n in lengths]
    series = tuple(Series(f"cost.{key}", tuple(float(each[key] / MIB) for each in bytes_at)) for key in bytes_at[0])
    alt = {f"{key}_{place}": sized(value) for place, each in enumerate(bytes_at) for key, value in each.items()}
    values: dict[str, int | str] = {**alt, **{f"n_{place}": written(n) for place, n in enumerate(lengths)}}
    kept = "" if job["generates"] else "_no_cache"
    return Picture(
        "bars",
        title="cost.title",
        alt=f"cost.alt{kept}",
        values=values,
        captions=(f"cost.caption{kept}",),
        ticks=lengths,
        across="cost.across",
        upward="cost.upward",
        logarithmic=True,
        series=series,
    )
