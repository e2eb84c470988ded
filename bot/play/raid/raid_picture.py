"""The shared wall as a picture: every course that stands, how far the outermost is cracked, and what lies broken."""

from __future__ import annotations

from collections import Counter

from bot.play.raid.raid import Raid
from engine.rules.raid import Effect, Siege
from engine.rules.wall import Layer, Wall
from quizbank.picture import Block, Picture

FELLING = (Effect.FELLED, Effect.BROKE)


def raid_picture(raid: Raid) -> Picture:
    """Return the picture of a raid's wall; its words are in the book "bot"."""
    siege = raid.siege
    counts = Counter(course.kind for course in siege.courses)
    values: dict[str, int | float | str] = {
        "count": len(siege.courses),
        **{str(kind): counts[kind] for kind in Layer},
        "laid": sum(course.laid for course in siege.courses),
        "fallen": sum(deed.effect in FELLING for deed in raid.deeds),
        "limit": siege.limit,
    }
    outermost = siege.outermost
    if outermost is not None and outermost.strength is not None:
        values |= {"cracks": outermost.cracks, "strength": outermost.strength}
    return Picture(
        "wall",
        title=f"title.{siege.outcome}",
        alt=f"alt.{siege.outcome}" if outermost is None else f"alt.asks_{outermost.kind}",
        values=values,
        blocks=(*rubble(raid), *standing(siege)),
    )


def standing(siege: Siege) -> tuple[Block, ...]:
    """Return the standing courses from the innermost."""
    return tuple(Block(f"course.{course.kind}", state="new" if course.laid else "standing") for course in siege.courses)


def rubble(raid: Raid) -> tuple[Block, ...]:
    """Return what has fallen, in the order it fell: courses laid and never broken are those that stand."""
    laid = Counter(deed.kind for deed in raid.deeds if deed.laid) + Counter(Wall().layers)
    left = Counter(course.kind for course in raid.siege.courses)
    return tuple(Block(f"course.{kind}", state="broken") for kind in (laid - left).elements())
