"""Text for a terminal: the lines' light markup made visible, and nothing in it that a terminal would obey."""

from __future__ import annotations

import re
import unicodedata

from rich.text import Text

CINNABAR, JADE, GOLD, MIST = (
    "#d2664c",
    "#5fa893",
    "#c79a3b",
    "#8a93a5",
)  # the pictures' palette, lightened for dark ground
EMPHASIS = re.compile(r"\*\*(.+?)\*\*")
OBEYED = frozenset({"Cc", "Cf", "Cs"})  # controls, bidi marks and zero widths, surrogates


def inked(text: str, style: str = "") -> Text:
    """Return a text with `**emphasis**` in bold and what a terminal would obey replaced.

    >>> inked("d = **64**").plain
    'd = 64'
    """
    page = Text(style=style)
    at = 0
    for found in EMPHASIS.finditer(text):
        page.append(harmless(text[at : found.start()]))
        page.append(harmless(found[1]), style="bold")
        at = found.end()
    page.append(harmless(text[at:]))
    return page


def plain(text: str) -> str:
    """Return a text without its light markup.

    >>> plain("d = **64**")
    'd = 64'
    """
    return EMPHASIS.sub(r"\1", text)


def harmless(text: str) -> str:
    """Return the text with each control or invisible character, but the line break, as a replacement mark."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if character != "\n" and unicodedata.category(character) in OBEYED else character
        for character in text
    )
