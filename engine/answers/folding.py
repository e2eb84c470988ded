"""Folding: one character to one character, so that spans survive and nothing that carries meaning is lost.

A superscript is not folded to a digit, nor ½ to 1: those are tokens of their own. NFKC would read 512² as 5122.
"""

from __future__ import annotations

from collections.abc import Iterable
from string import ascii_letters

DASHES = "−–—‐‑‒―﹣－⁃˗負负➖"
TIMES = "·⋅∙•∗⁎＊・‧"
CROSSES = "×✕✖⨯❌"
DIVISIONS = "÷⁄∕／➗"
ABOUT = "≈≃≅≒≐∼"
SPACES = "\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000\t"
WEIGHTLESS = "\u200b\u200c\u200d\u2060\ufeff\u200e\u200f\ufe0f\u2061\u2062\u2063\u00ad"
QUOTES = "’‘ʼ′＇´"
MATHEMATICAL_LETTERS = range(0x1D400, 0x1D6A4)  # 13 styles of A–Z a–z, as rendered mathematics copies them
MATHEMATICAL_DIGITS = range(0x1D7CE, 0x1D800)  # 5 styles of 0–9
FULL_WIDTH = range(0xFF01, 0xFF5F)


def table() -> dict[int, str]:
    """Build the folding for `str.translate`."""
    folded = {code: chr(code - 0xFEE0) for code in FULL_WIDTH}
    folded |= {code: ascii_letters[(code - 0x1D400 + 26) % 52] for code in MATHEMATICAL_LETTERS}
    folded |= {code: "0123456789"[(code - 0x1D7CE) % 10] for code in MATHEMATICAL_DIGITS}
    for group, to in (
        (DASHES, "-"),
        (TIMES, "*"),
        (CROSSES, "×"),
        (DIVISIONS, "/"),
        (ABOUT, "≈"),
        (SPACES + WEIGHTLESS, " "),
        (QUOTES, "'"),
    ):
        folded |= to_one(group, to)
    return folded | {ord(raw): to for raw, to in zip("ˆ↑∶﹪，。｡⋯ℎϴθ‖", "^^:%,..…hΘΘ|", strict=True)}


def to_one(group: Iterable[str], to: str) -> dict[int, str]:
    """Map every character of `group` to `to`."""
    return {ord(raw): to for raw in group}


FOLDED = table()


def fold(text: str) -> str:
    """Return `text` folded, of the same length.

    >>> fold("－１２８×2²")
    '-128×2²'
    """
    return text if text.isascii() and "\t" not in text else text.translate(FOLDED)
