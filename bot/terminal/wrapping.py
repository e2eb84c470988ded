"""Breaks lines where Chinese and English both allow it: between words and characters, never before a closing mark."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text

OPENING, CLOSING = "「『《（“‘", "。，、；：！？）」』》”’…"
BLANK = r"[^\S\u00a0\u202f]"  # where a line may break; not within 16 777 216, which the latter parts
WIDE = r"\u2e80-\u2fff\u3040-\ua4cf\uf900-\ufaff"  # the scripts that are written without spaces
UNIT = re.compile(f"[{OPENING}]*(?:[{WIDE}]|(?:(?!{BLANK})[^{WIDE}{OPENING}{CLOSING}])+)?[{CLOSING}]*|{BLANK}")


def wrapped(text: Text, width: int) -> Iterator[Text]:
    """Yield the text's lines, none wider than `width` columns unless a single word is.

    >>> [line.plain for line in wrapped(Text("壁厚三层，答 n² 问。"), 10)]
    ['壁厚三层，', '答 n² 问。']
    """
    for paragraph in text.split("\n", allow_blank=True):
        for line in paragraph.divide(breaks(paragraph.plain, width)):
            line.rstrip()
            yield line


def breaks(line: str, width: int) -> list[int]:
    """Return where a line has to be broken."""
    places, column = [], 0
    for unit in UNIT.finditer(line):
        columns = cell_len(unit[0])
        if column and column + columns > width and not unit[0].isspace():
            places.append(unit.start())
            column = 0
        column += columns
    return places
