"""The broken curve of four small trained models, and what each scaling does to the pairs of RoPE, both run live."""

from __future__ import annotations

from collections.abc import Mapping

from engine.attention import stretch
from engine.attention.extrapolation.curve import curve
from engine.attention.extrapolation.model import BACK, SCHEMES, TOKENS, TRAINED
from quizbank.certificate import Number
from quizbank.picture import Picture, Series

LENGTHS = (16, 32, 48, 64, 128, 256)
WIDTH, CONTEXT = 128, 4096  # of the head whose pairs are shown, and what it was trained on


def broken(turns: Mapping[str, Number]) -> Picture:
    """Show how often each model is right near the end of texts up to the length that is turned to.

    A model that cannot begin, because its table has no row, is drawn at zero.
    """
    n = int(turns["n"])
    lengths = [length for length in LENGTHS if length <= n]
    found = {scheme: curve(scheme, lengths) for scheme in SCHEMES}
    refused = [length for length, right in zip(lengths, found["learned"], strict=True) if right is None]
    values: dict[str, int | float | str] = {
        "n": n,
        "trained": TRAINED,
        "back": BACK,
        "times": n // TRAINED,
        "chance": short(1 / TOKENS),
        "refused": len(refused),
    }
    values |= {scheme: short(rights[-1] or 0) for scheme, rights in found.items()}
    return Picture(
        kind="curves",
        title="exhibit.broken.title",
        alt="exhibit.broken.alt",
        values=values,
        captions=("exhibit.broken.table", "exhibit.broken.once"),
        ticks=tuple(lengths),
        across="exhibit.broken.across",
        upward="exhibit.broken.upward",
        series=tuple(
            Series(f"exhibit.broken.{scheme}", tuple(right or 0 for right in found[scheme])) for scheme in SCHEMES
        ),
    )


def scalings(turns: Mapping[str, Number]) -> Picture:
    """Show how many times slower each pair turns once a text may be s times longer."""
    s = int(turns["s"])
    slowed = {name: stretch.slowing(scaling, WIDTH).tolist() for name, scaling in stretch.scalings(s, CONTEXT).items()}
    shown = range(0, WIDTH // 2, 3)
    return Picture(
        kind="curves",
        title="exhibit.scalings.title",
        alt="exhibit.scalings.alt",
        values={
            "s": s,
            "d": WIDTH,
            "trained": CONTEXT,
            "kept": sum(abs(ratio - 1) < stretch.SAME for ratio in slowed["yarn"]),
            "middle": WIDTH // 4,
            "linear": short(slowed["linear"][WIDTH // 4]),
            "ntk": short(slowed["ntk"][WIDTH // 4]),
            "yarn": short(slowed["yarn"][WIDTH // 4]),
        },
        captions=("exhibit.scalings.ends", "exhibit.scalings.between"),
        ticks=tuple(shown),
        across="exhibit.scalings.across",
        upward="exhibit.scalings.upward",
        series=tuple(
            Series(f"exhibit.scalings.{name}", tuple(ratios[i] for i in shown)) for name, ratios in slowed.items()
        ),
    )


def short(value: float) -> float:
    """Return two significant digits, which is what a caption has room for."""
    return float(f"{value:.2g}")
