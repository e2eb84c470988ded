"""One exhibit: the scores of n tokens."""

from collections.abc import Mapping

from engine.attention import tally
from quizbank.picture import Number, Picture, Series


def scores(turns: Mapping[str, Number]) -> Picture:
    """Count the score entries of n tokens."""
    n = int(turns.get("n", 2))
    entries = tally.entries(n).value
    heights = (Series("exhibit.scores.entries", (entries,)),)
    return Picture(
        "bars", "exhibit.scores.title", "exhibit.scores.alt", {"n": n, "x": entries}, (), (n,), series=heights
    )
