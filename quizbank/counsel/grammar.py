"""Understands a question asked in figures, or says that it does not: outside the closed language nothing is guessed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from quizbank.counsel.kinds import ALLOWED, GROWING, IN_BYTES, MAIN, NEEDED, ORDER, SHAPED, applies
from quizbank.counsel.presets import presets
from quizbank.counsel.query import ASSUMED_DTYPE, Kind, Query, Unclear
from quizbank.counsel.scanner import LONGEST, UNKNOWN, Piece, scan
from quizbank.counsel.sizes import COPIES, Sizes, sizes_of

SECTIONS = ("preset", "dtypes", "intents", "flags", "every")


@dataclass
class Asked:
    """What the pieces of a question say."""

    sizes: Sizes
    intents: set[str]
    preset: str | None
    dtype: str | None
    causal: bool
    every: set[str]  # letters of which one is meant: "per head"
    binary: int | None  # a number whose k was taken for 1024
    notes: list[tuple[str, Mapping[str, int | str]]] = field(default_factory=list)


def understand(text: str) -> Query | Unclear | None:
    """Return what a text asks to be reckoned, what it leaves open, or None: it is no question of this kind.

    >>> understand("memory of n=8192, 32 heads, bf16, 32 layers?").sizes
    {'n': 8192, 'h': 32, 'L': 32}
    """
    pieces = understood(text)
    asked = heard(pieces) if pieces else None
    if asked is None:
        return None
    if asked.sizes.twice or "growth" in asked.intents:
        return growth(asked)
    kind = kind_of(asked)
    return None if kind is None else query(kind, asked)


def aimless(text: str) -> bool:
    """Tell whether a text names sizes and asks nothing of them: n=4096."""
    asked = heard(understood(text))
    return asked is not None and bool(asked.sizes.named) and not asked.intents


def understood(text: str) -> list[Piece]:
    """Return the pieces of a text; none at all where one of them is unknown, or the text too long to be a sum."""
    pieces = list(scan(text)) if len(text.strip()) <= LONGEST else []
    return [] if UNKNOWN in pieces else pieces


def heard(pieces: list[Piece]) -> Asked | None:
    """Return what the pieces say; None where two models or two number formats are named."""
    found = {section: {which for each, which in piece_tags(pieces) if each == section} for section in SECTIONS}
    if len(found["preset"]) > 1 or len(found["dtypes"]) > 1:
        return None
    return Asked(
        sizes_of(pieces),
        found["intents"],
        next(iter(found["preset"]), None),
        next(iter(found["dtypes"]), None),
        bool(found["flags"]),
        found["every"],
        next((piece.value for piece in pieces if piece.binary), None),
    )


def piece_tags(pieces: list[Piece]) -> list[tuple[str, str]]:
    """Return all tags of all pieces."""
    return [tag for piece in pieces for tag in piece.tags]


def growth(asked: Asked) -> Query | None:
    """Return the growth from the first of exactly two lengths to the second; None where more is said."""
    sizes = asked.sizes
    bare = not asked.preset and set(sizes.named) | set(sizes.open) <= {"n"}
    if "growth" not in asked.intents or not asked.intents <= GROWING or len(sizes.all) != 2 or not bare or asked.causal:
        return None
    before, after = sizes.all
    return Query("growth", {"a": before, "c": after}, linear="cache" in asked.intents, assumed=binary(asked))


def kind_of(asked: Asked) -> Kind | None:
    """Return what is asked for; None where nothing is."""
    intents = {"deviation" if each == "variance" else each for each in asked.intents}
    if asked.preset is None:
        intents -= {"weights", "parameters"} if intents & {"cells", "memory"} else set()
    elif {"memory"} < intents and intents & {"parameters", "weights"}:
        return "weights"
    if "memory" in intents:
        intents -= {"cells"}
    kind = next((kind for kind in ORDER if kind in intents), None)
    if asked.preset and kind == "memory" and "cells" not in asked.intents:
        return "whole" if asked.sizes.all else "weights"
    if kind is None and asked.preset and asked.sizes.open and not asked.sizes.all:
        return "shape"
    return kind


def query(kind: Kind, asked: Asked) -> Query | Unclear | None:
    """Return the query, once every number has its letter and nothing is said that this kind has no use for."""
    sizes = lettered(kind, asked)
    if sizes is None or not set(sizes) <= set(ALLOWED[kind]) or not (sizes or asked.preset):
        return None
    if asked.causal and kind != "cells":
        return None  # what a causal mask saves depends on how it is done
    shape = presets()[asked.preset].shape if asked.preset and kind in SHAPED else {}
    if kind in ("parameters", "weights") and not shape:
        return None
    if asked.preset and not applies(kind, presets()[asked.preset]):
        return None
    known = {*sizes, *shape}
    missing = [letter for letter in NEEDED.get(kind, "") if letter not in known]
    left_open = [letter for letter in asked.sizes.open if letter in COPIES - known - asked.every and kind != "shape"]
    if missing and not (asked.sizes.named or asked.preset):
        return None  # a lone number among words is hardly a sum
    if missing or left_open:
        return Unclear(kind, tuple(dict.fromkeys([*missing, *left_open])))
    return Query(kind, sizes, asked.preset, asked.dtype, asked.causal, assumed=assumed(kind, asked, known))


def lettered(kind: Kind, asked: Asked) -> dict[str, int] | None:
    """Return the sizes by letter, a lone loose number given to the letter the question turns on; None if more are."""
    sizes = dict(asked.sizes.named)
    if "dims" in sizes:
        sizes.setdefault("k" if kind == "deviation" else "d", sizes.pop("dims"))
    main, loose = MAIN.get(kind), asked.sizes.loose
    if loose:
        if len(loose) > 1 or main is None or main in sizes:
            return None
        sizes[main] = loose[0]
        if main not in asked.sizes.open:
            asked.notes.append(("bare", {"value": loose[0], "letter": {"k": "d_k"}.get(main, main)}))
    if kind == "deviation" and "d" in sizes:
        sizes["k"] = sizes.pop("d")
    if kind == "cache":
        completed(sizes, asked)
    return sizes


def completed(sizes: dict[str, int], asked: Asked) -> None:
    """Complete what a cache is reckoned from: as many heads of keys as of queries, and the width of one."""
    if "k" in sizes:
        sizes["e"] = sizes.pop("k")
    if asked.preset is None and "h" in sizes and "g" not in sizes:
        sizes["g"] = sizes["h"]
        asked.notes.append(("every_head_keeps", {}))
    if "e" not in sizes and {"d", "h"} <= sizes.keys() and sizes["d"] % sizes["h"] == 0:
        sizes["e"] = sizes["d"] // sizes["h"]


def assumed(kind: Kind, asked: Asked, known: set[str]) -> tuple[tuple[str, Mapping[str, int | str]], ...]:
    """Return what was taken for granted, to be said with the answer."""
    notes = [*binary(asked), *asked.notes]
    if kind in IN_BYTES and asked.dtype is None:
        notes.append(("dtype", {"dtype": ASSUMED_DTYPE}))
    if kind in ("cells", "memory"):
        notes += [(f"one_{letter.lower()}", {}) for letter in "hL" if letter not in known | asked.every]
    if kind == "macs" and "L" not in known | asked.every:
        notes.append(("one_l", {}))
    return tuple(notes)


def binary(asked: Asked) -> tuple[tuple[str, Mapping[str, int | str]], ...]:
    """Return the note that k was taken for 1024, if it was."""
    return () if asked.binary is None else (("binary", {"value": asked.binary}),)


def setting(text: str) -> Query | Unclear | None:
    """Return the setting of a bill typed freely: a model and a length, or numbers of one's own.

    >>> setting("n=4096 h=32 d=4096 L=32 bf16").sizes["e"]
    128
    """
    pieces = understood(text)
    asked = heard(pieces) if pieces else None
    if asked is None or asked.sizes.twice or asked.causal:
        return None
    sizes = lettered("cache", asked)
    if sizes is None or not set(sizes) <= set("nLhgedb") or not (sizes or asked.preset):
        return None
    if asked.preset and not presets()[asked.preset].single:
        return None
    sizes.pop("d", None)  # the bill is of heads and their width
    known = sizes.keys() | (presets()[asked.preset].shape.keys() if asked.preset else set())
    missing = tuple(letter for letter in "nLhge" if letter not in known)
    if missing:
        return Unclear("whole", missing)
    return Query("whole", sizes, asked.preset, asked.dtype, assumed=assumed("whole", asked, set(known)))
