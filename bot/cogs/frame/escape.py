"""Foreign text made harmless: it shows as it was typed, formats nothing, mentions nobody, and hides nothing."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import Final

# Letters by name, blanks by nature: a name made of them would be invisible.
BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u180e\u034f\u17b4\u17b5")
UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})  # controls, bidi, zero widths
MARKS: Final = 2  # combining marks one letter may carry
BLANKS: Final = re.compile(" {2,}")
SPACES: Final = frozenset(" \u00a0\u202f\u3000")  # others become the first; U+202F groups our digits
KEPT: Final = 4096  # texts made harmless last

HARMLESS: Final = re.compile(r"-?[0-9A-Za-z]+(?: [0-9A-Za-z]+)*")  # most of what is said back: nothing to be done
MARKUP: Final = re.compile(r"[\\*_~`|<>\[\]]|:(?=//)|@(?=everyone|here)|:(?=[A-Za-z0-9_+-]+:)")
LEADING: Final = re.compile(r"(?m)^(\s*)(#{1,3}|[-+]|\d{1,9}(?=\.))(?=[\s.#]|$)")


@lru_cache(maxsize=KEPT)
def line(text: str, limit: int | None = None) -> str:
    """Return foreign text as one harmless line, cut to `limit` characters as they are seen.

    >>> line("**bold** <@1>")
    '\\\\*\\\\*bold\\\\*\\\\* \\\\<@1\\\\>'
    """
    if HARMLESS.fullmatch(text) and (limit is None or len(text) <= limit):
        return text
    seen = BLANKS.sub(" ", visible(text)).strip()
    return markup(cut(seen, limit) if limit is not None else seen)


def visible(text: str) -> str:
    """Drop what cannot be seen or would reorder its neighbours, and marks piled up on one letter."""
    if text.isascii() and text.isprintable():
        return text
    kept: list[str] = []
    marks = 0
    for character in unicodedata.normalize("NFC", text):
        if character.isspace() and character not in SPACES:
            character = " "
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if category not in UNSEEN and character not in BLANK and marks <= MARKS:
            kept.append(character)
    return "".join(kept)


def cut(text: str, limit: int) -> str:
    """Shorten a text to `limit` characters, the last of which then says that it goes on."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def markup(text: str) -> str:
    """Put a backslash before what Discord would take for markup."""
    return LEADING.sub(_shield_leading, MARKUP.sub(lambda found: "\\" + found[0], text))


def _shield_leading(found: re.Match[str]) -> str:
    indent, sign = found[1], found[2]
    return f"{indent}{sign}\\" if sign.isdigit() else f"{indent}\\{sign}"
