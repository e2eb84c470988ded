"""The typefaces: static Noto cuts that hold Chinese and Latin alike, so no machine needs fonts of its own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any

import pylopdf_fonts_zh_cn
from matplotlib import font_manager, rc_context

SERIF = ("Noto Serif SC", "DejaVu Serif", "DejaVu Sans")  # the latter for what Noto lacks: thin spaces, ᵀ
SANS = ("Noto Sans SC", "DejaVu Sans")
LACKING = re.compile("[⁻⁰⁵⁶⁷⁸⁹]")  # Noto has ¹ to ⁴ alone, smaller and higher than DejaVu's


def faces(text: str, family: Sequence[str]) -> Sequence[str]:
    """Return the faces for a text, the first that has a character taken for it, so that a power is set in one.

    >>> faces("10⁻¹⁷", ["Noto Sans SC", "DejaVu Sans"])
    ['DejaVu Sans', 'Noto Sans SC']
    """
    noto, *others = family
    return [*others, noto] if LACKING.search(text) and others else family


@cache
def register() -> None:
    """Make the fonts known, once in a process."""
    for path in (pylopdf_fonts_zh_cn.serif_path(), pylopdf_fonts_zh_cn.sans_path()):
        font_manager.fontManager.addfont(str(path))


@contextmanager
def typeset() -> Iterator[None]:
    """Set all text in these faces. A `$` is a dollar: mathtext and Chinese in one string lose glyphs."""
    register()
    settings: Any = {"font.family": list(SANS), "text.parse_math": False, "axes.unicode_minus": False}
    with rc_context(settings):
        yield
