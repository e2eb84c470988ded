"""What one learner alone sees of a raid: their question, their verdict, their part, the ways in and out."""

from __future__ import annotations

from bot.cogs.desk.render_appeal import appeal_button
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Screen, row, small
from bot.cogs.raid.raid_words import NAMED, button, moment, state, to_the_raid, word
from bot.cogs.raid.render_story import measures, ways_on
from bot.cogs.wall.render_verdict import spoken
from bot.cogs.wall.render_wall import PANORAMA, quoted
from bot.play.choices import reading_choices
from bot.play.raid.raid import Raid, Told, Turn
from bot.play.raid.raid_refusals import NotInThisChannelError, RaidRefusalError
from bot.play.scene import Asked


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
