"""Breaks a line of words to a width, between words in Latin and between characters in Chinese."""

from __future__ import annotations

import re

BLANK = r"[^\S\u00a0\u202f]"  # where a line may break; not within 16 777 216, which the latter parts
PIECE = re.compile(
    rf"[\u2e80-\uffef][，。、；：？！」』）》]*|(?:(?!{BLANK})[^\u2e80-\uffef])+[，。、；：？！」』）》]*|{BLANK}+"
)
WIDE = "\u2e80"  # from here on a character is as wide as it is high
NARROW = 0.52  # em, of the others on average


def wrap(text: str, width: float) -> str:
    """Return the text with line breaks so that no line is wider than `width` em, unless one word is.

    >>> wrap("one key takes all", 6)
    'one key\\ntakes all'
    """
    lines = [""]
    for piece in PIECE.findall(text):
        if ems((lines[-1] + piece).rstrip()) > width and lines[-1].strip():
            lines.append("")
        lines[-1] += piece if lines[-1] or not piece.isspace() else ""
    return "\n".join(line.rstrip() for line in lines)


def balanced(text: str, width: float) -> str:
    """Return the text in as few lines as `wrap` needs, but about equally long, so that no word is left alone.

    >>> balanced("near or far, not before or after", 14)
    'near or far, not\\nbefore or after'
    """
    lines = wrap(text, width)
    for less in range(1, int(width) if "\n" in lines else 1):
        closer = wrap(text, width - less)
        if closer.count("\n") > lines.count("\n"):
            break
        lines = closer
    return lines


def ems(text: str) -> float:
    """Return about how wide a text is, in em."""
    return sum(1.0 if character >= WIDE else NARROW for character in text)
