"""How a raid went: its end, who did what, and every answer with what it did to the wall."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final

from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Button, Part, Screen, row, small
from bot.cogs.raid.raid_words import button, doer, layer, name, state, to_the_raid, word
from bot.cogs.wall.render_wall import quoted
from bot.play.raid.raid import Deed, Raid
from bot.play.scene import Asked
from bot.play.voice import family_say
from engine.rules.raid import Effect

LISTED: Final = 30  # learners whose part is told at the end
TURNS: Final = 8  # layers that fell or rose, told at the end: the last ones
PAGE: Final = 20  # deeds on a page of the whole story
TURNING: Final = frozenset({Effect.FELLED, Effect.BROKE, Effect.LAID, Effect.SANK})
Causes = Mapping[int, Asked]  # the questions whose wrong answers laid a layer, by their ids


def ended(pen: Pen, raid: Raid, causes: Causes) -> tuple[Part, ...]:
    """Return the outcome, what each has done, how it went, and the ways on."""
    return (
        *paragraphs(quoted(word(pen, f"ending.{state(raid)}")), parts(pen, raid), turns(pen, raid, causes)),
        *row(*ways_on(pen, raid)),
    )


def ways_on(pen: Pen, raid: Raid) -> tuple[Button, ...]:
    """Return what may be done after a raid."""
    again = button(pen, "again", "raidopen", raid.tier, style="first")
    if not raid.deeds:
        return (again, pen.button("enter", "enter"))
    return (again, button(pen, "part", "raidpart", raid.id), button(pen, "story", "raidstory", raid.id, 0))


def parts(pen: Pen, raid: Raid) -> str:
    """Return what each has done, those with most blows first; the sums alone where nobody is named."""
    acted = sorted(
        (each for each in raid.fighters if each.part.blows or each.part.layers),
        key=lambda each: (-each.part.blows, each.part.layers),
    )
    if not acted:
        return ""
    if raid.named:
        rows = [
            word(pen, "end.part", who=name(pen, each), blows=each.part.blows, layers=each.part.layers)
            for each in acted[:LISTED]
        ]
        rows += [word(pen, "end.more", count=len(acted) - LISTED)] if len(acted) > LISTED else []
    else:
        blows, layers = sum(each.part.blows for each in acted), sum(each.part.layers for each in acted)
        rows = [word(pen, "end.sums", count=len(acted), blows=blows, layers=layers)]
    return "\n".join((f"**{word(pen, 'end.parts')}**", *rows))


def turns(pen: Pen, raid: Raid, causes: Causes) -> str:
    """Return the last layers that fell and rose, in order, each rising with its cause."""
    turning = [line for deed, line in story(pen, raid, causes) if deed.effect in TURNING]
    if not turning:
        return ""
    earlier = len(turning) - TURNS
    before = [small(word(pen, "end.earlier", count=earlier))] if earlier > 0 else []
    return "\n".join((f"**{word(pen, 'end.turns')}**", *before, *turning[-TURNS:]))


def story(pen: Pen, raid: Raid, causes: Causes) -> Iterable[tuple[Deed, str]]:
    """Yield every counted answer with what it did, in order."""
    for number, deed in enumerate(raid.deeds, 1):
        line = word(pen, f"deed.{deed.effect.value}", number=number, who=doer(pen, raid, deed), **measures(pen, deed))
        yield deed, "\n".join(filter(None, (line, small(cause(pen, deed, causes)))))


def measures(pen: Pen, deed: Deed) -> dict[str, int | str]:
    """Return what an answer's line may tell: which layer it struck or laid, its cracks, how thick the wall was then."""
    met = deed.met
    return {
        "layer": layer(pen, deed.kind if met is None else met.kind),
        "cracks": 0 if met is None else met.cracks,
        "strength": 1 if met is None else met.strength or 1,
        "count": deed.thickness,
    }


def whole_story(pen: Pen, raid: Raid, causes: Causes, page: int) -> Screen:
    """Return a page of all that was answered, for one learner's eyes."""
    lines = [line for _, line in story(pen, raid, causes)]
    pages = max(1, -(-len(lines) // PAGE))
    page = min(max(page, 0), pages - 1)
    title = f"**{word(pen, 'story.title', page=page + 1, pages=pages)}**"
    body = "\n".join(lines[page * PAGE : (page + 1) * PAGE]) or word(pen, "story.nothing")
    earlier = button(pen, "earlier", "raidpage", raid.id, page - 1) if page else None
    later = button(pen, "later", "raidpage", raid.id, page + 1) if page + 1 < pages else None
    return Screen((*paragraphs(title, body), *row(earlier, later, to_the_raid(pen, raid))))


def cause(pen: Pen, deed: Deed, causes: Causes) -> str:
    """Return the mistake by which a layer rose, where it has a name."""
    asked = causes.get(deed.question)
    if not deed.laid or asked is None or deed.trap is None:
        return ""
    return pen.line(family_say(asked, f"traps.{deed.trap}"))
