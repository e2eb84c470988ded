"""A raid as it is seen: by everyone, while they gather, while they fight and at the end; and by each alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Final

from bot.cogs.desk.render_appeal import appeal_button
from bot.cogs.frame import escape
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Image, Part, Screen, Style, Text, row, small
from bot.cogs.wall.render_verdict import spoken
from bot.cogs.wall.render_wall import PANORAMA, link, quoted
from bot.play.choices import reading_choices
from bot.play.raid.raid import Deed, Fighter, Raid, Told, Turn
from bot.play.raid.raid_refusals import NotInThisChannelError, RaidRefusalError
from bot.play.raid.raids import SILENCE
from bot.play.scene import Asked, Say
from bot.play.voice import family_say
from engine.rules.raid import Effect
from engine.rules.wall import Layer

PICTURE: Final = "raid.png"
NAME: Final = 24  # characters of a name that are shown
NAMED: Final = 10  # names in the lobby, and after them how many more
FOREMOST: Final = 5
LISTED: Final = 30  # learners whose part is told at the end
TURNS: Final = 8  # layers that fell or rose, told at the end: the last ones
PAGE: Final = 20  # deeds on a page of the whole story
TURNING: Final = frozenset({Effect.FELLED, Effect.BROKE, Effect.LAID, Effect.SANK})

Causes = Mapping[int, Asked]  # the questions whose wrong answers laid a layer, by their ids


def word(pen: Pen, key: str, **values: int | str) -> str:
    """Return a line of raids; foreign values must come escaped."""
    return pen.voice.say(Say("raid", key, values), pen.language)


def button(pen: Pen, key: str, kind: str, *arguments: Argument, style: Style = "plain") -> Button:
    """Return a button that only raids have."""
    return Button(word(pen, f"button.{key}"), Touch(kind, arguments), style)


def placard(pen: Pen, raid: Raid, png: bytes | None, causes: Causes) -> Screen:
    """Return a raid's public screen."""
    title = Text(f"## {word(pen, f'title.{state(raid)}', count=len(raid.siege.courses))}")
    if raid.awaiting:
        return Screen((title, *gathering(pen, raid)), Accent.GOLD)
    picture = () if raid.started is None else shown(pen, raid, png)
    body = fighting(pen, raid, causes) if raid.standing else ended(pen, raid, causes)
    accent = Accent.JADE if raid.ending == "broken" else Accent.CINNABAR
    return Screen((title, *picture, *body), accent)


def state(raid: Raid) -> str:
    """Return how a raid stands, as its lines call it."""
    return raid.ending or ("awaiting" if raid.awaiting else "standing")


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


def private(pen: Pen, turn: Turn, *lead: str) -> Screen:
    """Return a learner's own open question, with words before it; the raid as it stands where none is open."""
    raid, asked = turn.raid, turn.asked
    if asked is None:
        return standing(pen, raid, *lead)
    head = f"**{heading(pen, asked)}**\n{pen.question(asked)}"
    buttons = row(
        pen.button("answer", "raidask", raid.id, style="first"),
        pen.button("hint", "raidhint", raid.id),
        to_the_raid(pen, raid),
    )
    return Screen((*paragraphs(*lead, head, small(pen.form(asked))), *buttons), Accent.CINNABAR)


def standing(pen: Pen, raid: Raid, *lead: str) -> Screen:
    """Return words about a raid with what may be done there, whether it gathers, is fought or has ended."""
    if raid.ending is not None:
        return Screen((*paragraphs(*lead, quoted(word(pen, f"ending.{raid.ending}"))), *row(*ways_on(pen, raid))))
    first = (
        button(pen, "join", "raidjoin", raid.id, style="first")
        if raid.awaiting
        else pen.button("answer", "raidask", raid.id, style="first")
    )
    here = button(pen, "raid_here", "raidcall", raid.id)
    return Screen((*paragraphs(*lead), *row(first, here, to_the_raid(pen, raid))))


def farewell_to_host(pen: Pen, raid: Raid) -> Screen:
    """Return what the host of a raid that was lost is told elsewhere."""
    title, why = word(pen, f"title.{state(raid)}"), word(pen, f"ending.{state(raid)}")
    return Screen(paragraphs(f"**{title}**", why))


def arrived(pen: Pen, raid: Raid) -> Screen:
    """Return what one who came to a raid that gathers is told."""
    leave = pen.button("leave", "raidleave", raid.id)
    return Screen((*paragraphs(word(pen, "in.lobby")), *row(leave, pen.button("enter", "enter"))))


def verdict(pen: Pen, told: Told) -> Screen:
    """Return what the writer of an answer sees: the verdict, what it did to the wall, and the way on."""
    judged, turn = told.judged, told.turn
    if judged.kind == "ambiguous" and turn.doubt is not None:
        return readings(pen, told)
    accent = Accent.JADE if judged.right else Accent.CINNABAR if judged.counts else Accent.MIST
    said = (*spoken(pen, judged, proofs=True), *paragraphs(effect(pen, told)))
    solution = pen.button("solution", "why", judged.asked.id) if judged.counts else None
    appeal = row(appeal_button(pen, judged, turn.raid.place.guild))
    if turn.asked is None:
        ways = (*row(*ways_on(pen, turn.raid)), *row(solution, to_the_raid(pen, turn.raid)))
        return Screen((*said, *ways, *appeal), accent)
    on = pen.button("next" if judged.counts else "again", "raidask", turn.raid.id, style="first")
    help = solution or pen.button("hint", "raidhint", turn.raid.id)
    return Screen((*said, *row(on, help, to_the_raid(pen, turn.raid)), *appeal), accent)


def effect(pen: Pen, told: Told) -> str:
    """Return what an answer did to the wall."""
    deed = told.deed
    if deed is None:
        return ""
    mine = told.turn.raid.siege.part(deed.learner).layers
    return word(pen, f"told.{deed.effect.value}", mine=mine, **measures(pen, deed))


def readings(pen: Pen, told: Told) -> Screen:
    """Return one button a reading, none of them first: only the learner knows which was meant, or whether any was."""
    judged, raid = told.judged, told.turn.raid
    if judged.stored is None:
        raise ValueError("an ambiguous text that was not stored")
    buttons = [
        pen.choice(choice.say, Touch("raidread", (judged.stored, int(choice.token))))
        for choice in reading_choices(judged)
    ]
    again = pen.button("again", "raidask", raid.id)
    uncounted = small(pen.word("verdict.uncounted"))
    return Screen((*paragraphs(pen.verdict(judged), uncounted), *row(*buttons, again)))


def farewell(pen: Pen, raid: Raid, learner: int) -> Screen:
    """Return the question whether to leave, staying first; to the host of one that gathers, also to call it off.

    One who is not in it is told so, with the way in.
    """
    fighter = raid.fighter(learner)
    if fighter is None or not fighter.here:
        join = button(pen, "join", "raidjoin", raid.id, style="first")
        return Screen((*paragraphs(word(pen, "out.not_in")), *row(join, pen.button("enter", "enter"))))
    calls_off = raid.awaiting and raid.host == learner
    return Screen(
        (
            *paragraphs(word(pen, "out.sure_host" if calls_off else "out.sure")),
            *row(
                button(pen, "stay", "raidstay", raid.id, style="first"),
                pen.button("leave", "raidgo", raid.id, style="grave"),
                button(pen, "cancel", "raidcancel", raid.id, style="grave") if calls_off else None,
            ),
        )
    )


def left(pen: Pen, raid: Raid) -> Screen:
    """Return what one who left is told."""
    said = word(pen, "out.left" if raid.here else "out.left_empty")
    back = button(pen, "join", "raidjoin", raid.id, style="first")
    return Screen((*paragraphs(said), *row(back, pen.button("enter", "enter"))))


def part(pen: Pen, raid: Raid, learner: int) -> Screen:
    """Return what a learner did in a raid, to them alone."""
    fighter, lines = raid.fighter(learner), [f"**{word(pen, 'part.title')}**"]
    mine = None if fighter is None else fighter.part
    if mine is not None and (mine.blows or mine.layers or mine.spared):
        lines.append(word(pen, "part.did", blows=mine.blows, layers=mine.layers, spared=mine.spared))
    if mine is None or not mine.blows:
        lines.append(word(pen, "part.nothing"))
    elif raid.ending == "broken":
        lines.append(word(pen, "part.credited"))
    panorama = pen.button("panorama", "visit", PANORAMA) if raid.ending == "broken" else None
    return Screen((*paragraphs(*lines), *row(panorama, pen.button("path", "path"), to_the_raid(pen, raid))))


def refused(pen: Pen, refusal: RaidRefusalError) -> Screen:
    """Return a refusal in words, with what may be done instead."""
    raid = refusal.raid
    channels = ""
    if isinstance(refusal, NotInThisChannelError):
        channels = word(pen, "names.between").join(f"<#{channel}>" for channel in refusal.channels[:NAMED])
    key = refusal.say.key
    said = word(pen, key, when="" if refusal.when is None else moment(refusal.when), channels=channels)
    if raid is None:
        return Screen((*paragraphs(said), *row(pen.button("fight", "fight", "adept"), pen.button("enter", "enter"))))
    return standing(pen, raid, said)


def heading(pen: Pen, asked: Asked) -> str:
    """Return which of the learner's own questions this is, and of which layer."""
    kind = asked.certificate.facts.layer
    return pen.word("wall.question", number=asked.turn + 1, layer="" if kind is None else pen.word(f"layer.{kind}"))


def to_the_raid(pen: Pen, raid: Raid) -> Button | None:
    """Return the link to the public message, where there is one."""
    address = link(raid.place)
    return None if address is None else Button(word(pen, "button.raid"), url=address)


def name(pen: Pen, fighter: Fighter) -> str:
    """Return a learner's name, harmless, or that they are someone, where they wish so or bear none."""
    return ("" if fighter.hidden else escape.line(fighter.name, NAME)) or word(pen, "names.someone")


def doer(pen: Pen, raid: Raid, deed: Deed) -> str:
    """Return who gave an answer, or that someone did."""
    fighter = raid.fighter(deed.learner) if raid.named else None
    return word(pen, "names.someone") if fighter is None else name(pen, fighter)


def listed(pen: Pen, names: Sequence[str], most: int) -> str:
    """Return the first names and how many more there are."""
    told = word(pen, "names.between").join(names[:most])
    return told if len(names) <= most else word(pen, "names.more", names=told, count=len(names) - most)


def layer(pen: Pen, kind: Layer) -> str:
    """Return what a layer asks about."""
    return pen.word(f"layer.{kind.value}")


def tier(pen: Pen, raid: Raid) -> str:
    """Return how deep a raid's questions go."""
    return pen.word(f"tier.{raid.tier}")


def moment(at: datetime) -> str:
    """Return a moment as Discord tells it to each in their own time: "in 3 minutes"."""
    return f"<t:{int(at.timestamp())}:R>"
