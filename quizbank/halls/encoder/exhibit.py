"""The inscription: an encoder with one line covered, and the gradient with and without a residual."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from engine.attention import bereft
from quizbank.certificate import Number
from quizbank.picture import Picture, Series

LAYERS, TOKENS = 12, 8


def parts(turns: Mapping[str, Number]) -> Picture:
    """Show signal, differences and gradient over the layers of an encoder that lacks a part."""
    without = str(turns["without"])
    course = bereft.course(TOKENS, LAYERS, without)
    return Picture(
        kind="curves",
        title=f"exhibit.parts.{without}",
        alt="exhibit.parts.alt",
        values={
            "layers": LAYERS,
            "n": TOKENS,
            "signal_first": short(course.signal[0]),
            "signal_last": short(course.signal[-1]),
            "spread_first": short(course.spread[0]),
            "spread_last": short(course.spread[-1]),
            "gradient_first": short(course.gradient[0]),
            "reached": bereft.rows_reached(TOKENS, LAYERS, without),
            "kept": round(100 * bereft.kept_parameters(without)),
        },
        captions=("exhibit.parts.touched", "exhibit.parts.weights"),
        ticks=tuple(range(LAYERS + 1)),
        across="exhibit.parts.across",
        upward="exhibit.parts.upward",
        logarithmic=True,
        series=(
            Series("exhibit.parts.signal", course.signal),
            Series("exhibit.parts.spread", course.spread),
            Series("exhibit.parts.gradient", course.gradient),
        ),
    )


def slope(turns: Mapping[str, Number]) -> Picture:
    """Show the gradient over the layers when each sub-layer multiplies by c."""
    c = str(turns["c"])
    residual, plain = (bereft.slopes(float(Fraction(c)), LAYERS, kept) for kept in (True, False))
    return Picture(
        kind="curves",
        title="exhibit.slope.title",
        alt="exhibit.slope.alt",
        values={"c": float(Fraction(c)), "layers": LAYERS, "residual": short(residual[-1]), "plain": short(plain[-1])},
        captions=("exhibit.slope.left",),
        ticks=tuple(range(LAYERS + 1)),
        across="exhibit.slope.across",
        upward="exhibit.slope.upward",
        logarithmic=True,
        series=(Series("exhibit.slope.residual", residual), Series("exhibit.slope.plain", plain)),
    )


def short(value: float) -> float:
    """Return two significant digits, which is what a caption has room for."""
    return float(f"{value:.2g}")
