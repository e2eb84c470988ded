"""A raid as everyone sees it: while they gather, while they fight, and at the end."""

from __future__ import annotations

from collections import Counter
from typing import Final

from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Image, Part, Screen, Text, row, small
from bot.cogs.raid.raid_words import NAMED, button, doer, layer, listed, moment, name, state, tier, word
from bot.cogs.raid.render_story import TURNING, Causes, cause, ended
from bot.cogs.wall.render_wall import quoted
from bot.play.raid.raid import Raid
from bot.play.raid.raids import SILENCE
from engine.rules.raid import Effect
from engine.rules.wall import Layer

PICTURE: Final = "raid.png"
FOREMOST: Final = 5


def placard(pen: Pen, raid: Raid, png: bytes | None, causes: Causes) -> Screen:
    """Return a raid's public screen."""
    title = Text(f"## {word(pen, f'title.{state(raid)}', count=len(raid.siege.courses))}")
    if raid.awaiting:
        return Screen((title, *gathering(pen, raid)), Accent.GOLD)
    picture = () if raid.started is None else shown(pen, raid, png)
    body = fighting(pen, raid, causes) if raid.standing else ended(pen, raid, causes)
    accent = Accent.JADE if raid.ending == "broken" else Accent.CINNABAR
    return Screen((title, *picture, *body), accent)


def shown(pen: Pen, raid: Raid, png: bytes | None) -> tuple[Part, ...]:
    """Return the picture of the wall, or its words."""
    alt = told_picture(pen, raid)
    return (Text(small(alt)),) if png is None else (Image(png, alt, PICTURE),)


def told_picture(pen: Pen, raid: Raid) -> str:
    """Return what the wall's picture shows, in words."""
    siege = raid.siege
    kinds = Counter(course.kind for course in siege.courses)
    outermost = siege.outermost
    values: dict[str, int | str] = {
        "count": len(siege.courses),
        **{kind.value: kinds[kind] for kind in Layer},
        "laid": sum(course.laid for course in siege.courses),
        "fallen": sum(deed.effect in (Effect.FELLED, Effect.BROKE) for deed in raid.deeds),
        "limit": siege.limit,
    }
    if outermost is None:
        return word(pen, f"alt.{siege.outcome.value}", **values)
    cracks = {"cracks": outermost.cracks, "strength": outermost.strength or 1}
    return word(pen, "alt.standing", **values, **cracks, layer=layer(pen, outermost.kind))


def gathering(pen: Pen, raid: Raid) -> tuple[Part, ...]:
    """Return what a raid is, who is in, and the ways in, out and on."""
    names = [name(pen, fighter) for fighter in raid.here]
    called, host = word(pen, "lobby.called_by_someone", tier=tier(pen, raid)), raid.fighter(raid.host)
    arrived = word(pen, "lobby.arrived", count=len(names))
    if raid.named and names:
        arrived = word(pen, "lobby.names", count=len(names), names=listed(pen, names, NAMED))
    if raid.named and host is not None:
        called = word(pen, "lobby.called", who=name(pen, host), tier=tier(pen, raid))
    return (
        *paragraphs(called, word(pen, "lobby.about"), arrived),
        *row(
            button(pen, "join", "raidjoin", raid.id, style="first"),
            pen.button("leave", "raidleave", raid.id),
            button(pen, "start", "raidstart", raid.id),
        ),
        Text(small(word(pen, "lobby.begin", when=moment(raid.opened + SILENCE)))),
    )


def fighting(pen: Pen, raid: Raid, causes: Causes) -> tuple[Part, ...]:
    """Return how the wall stands, what last rose and why, who is foremost, and what may be done."""
    buttons = row(
        pen.button("answer", "raidask", raid.id, style="first"),
        pen.button("leave", "raidleave", raid.id),
        button(pen, "host", "raidhost", raid.id),
    )
    return (
        *paragraphs(faced(pen, raid), risen(pen, raid, causes), foremost(pen, raid)),
        *buttons,
        Text(small(footer(pen, raid))),
    )


def faced(pen: Pen, raid: Raid) -> str:
    """Return the outermost layer with its cracks, and what stands behind it."""
    outermost = raid.siege.outermost
    if outermost is None:
        return ""
    behind = Counter(course.kind for course in reversed(raid.siege.courses[:-1]))
    layers = (word(pen, "fight.layers", layer=layer(pen, kind), count=many) for kind, many in behind.items())
    kinds = word(pen, "fight.between").join(layers)
    rest = (
        word(pen, "fight.beneath", count=len(raid.siege.courses) - 1, layers=kinds)
        if behind
        else word(pen, "fight.last")
    )
    first = word(
        pen,
        "fight.outermost",
        layer=layer(pen, outermost.kind),
        cracks=outermost.cracks,
        strength=outermost.strength or 1,
    )
    limit = word(pen, "fight.limit", limit=raid.siege.limit, count=len(raid.here))
    return "\n".join((first, rest, small(limit)))


def risen(pen: Pen, raid: Raid, causes: Causes) -> str:
    """Return what the last answer of weight did: why a layer rose, if one did; the opening before any answer."""
    if not raid.deeds:
        return quoted(word(pen, "fight.begun"))
    last = next((deed for deed in reversed(raid.deeds) if deed.effect in TURNING), None)
    if last is None or not last.laid:
        return ""
    why, kind = cause(pen, last, causes), layer(pen, last.kind)
    if not raid.named:
        return quoted(word(pen, "cause.rose", layer=kind, why=why))
    return quoted(word(pen, "cause.rose_named", who=doer(pen, raid, last), layer=kind, why=why))


def foremost(pen: Pen, raid: Raid) -> str:
    """Return who has landed most blows, or how many were landed where nobody is named."""
    struck = sorted((each for each in raid.fighters if each.part.blows), key=lambda each: -each.part.blows)
    if not struck:
        return ""
    if not raid.named:
        return word(pen, "fight.total", count=sum(each.part.blows for each in struck))
    rows = (word(pen, "fight.blows", who=name(pen, each), count=each.part.blows) for each in struck[:FOREMOST])
    return word(pen, "fight.top", names=word(pen, "names.between").join(rows))


def footer(pen: Pen, raid: Raid) -> str:
    """Return who hosts, at which tier, and since when."""
    host, when = raid.fighter(raid.host), moment(raid.started or raid.opened)
    if host is None or not raid.named:
        return word(pen, "fight.unnamed_host", tier=tier(pen, raid), when=when)
    return word(pen, "fight.host", who=name(pen, host), tier=tier(pen, raid), when=when)
