"""The one palette: ink, paper, a seal of cinnabar, and what lies between."""

from __future__ import annotations

from matplotlib.colors import LinearSegmentedColormap, to_hex, to_rgb

INK = "#1b1d23"
PAPER = "#f3ead7"
CINNABAR = "#b3402a"
JADE = "#3f7d6b"
GOLD = "#c79a3b"
MIST = "#8a93a5"

SERIES = (GOLD, JADE, MIST, CINNABAR)  # in the order in which things are told apart


def mix(colour: str, other: str, share: float) -> str:
    """Return `colour` with a share of `other`, from 0 to 1, in it.

    >>> mix("#000000", "#ffffff", 0.2)
    '#333333'
    """
    red, green, blue = (one + (two - one) * share for one, two in zip(to_rgb(colour), to_rgb(other), strict=True))
    return to_hex((red, green, blue))


NIGHT = mix(INK, "#000000", 0.35)
SHADE = mix(INK, MIST, 0.22)  # lines that only guide the eye
GLOW = LinearSegmentedColormap.from_list("glow", [mix(INK, MIST, 0.12), mix(INK, JADE, 0.8), GOLD, PAPER])
