"""A round as everyone sees it: asked, talked over, closed; and how the group answered."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Final

from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Screen, Style, row, small
from bot.cogs.study.study_words import NAMED, button, listed_names, moment, name, word
from bot.play.scene import Say
from bot.play.study.study import Round, Split, Study

FULL, WIDTH = "▰", 12  # of which all bars of a split have so many between them: what is drawn is read aloud as well
STOPS: Final = "。."  # a sentence that names a row of a split ends in none
TAUTOLOGY: Final = re.compile(r"(?<![A-Za-z0-9_])([A-Za-z_]+) = \*\*\1\*\*")
HEARD: Final = ("first", "second")  # the phases in which answers are heard


def at_work(pen: Pen, study: Study, now: Round | None) -> Screen:
    """Return the round that is on: asked, talked over, or closed."""
    if now is None:
        return Screen(paragraphs(word(pen, "between_rounds")))
    if now.phase in HEARD:
        return asking(pen, study, now)
    return talking(pen, study, now) if now.phase == "talk" else closed(pen, study, now)


def asking(pen: Pen, study: Study, now: Round) -> Screen:
    """Return an open question: without its numbers, the time left, how many are done, and the way in."""
    lead = word(pen, "round.again" if now.review else f"round.{now.phase}") if now.review or study.settings.peer else ""
    return Screen(
        (
            *paragraphs(
                headed(pen, study, now),
                lead,
                stem(pen, now),
                word(pen, "round.done", done=now.done, present=now.present),
                clock(pen, study, now),
            ),
            *row(
                pen.button("answer", "studyask", study.id, style="first"),
                onward(pen, study, now),
                button(pen, "more", "studymore", study.id),
            ),
        ),
        Accent.CINNABAR,
    )


def headed(pen: Pen, study: Study, now: Round) -> str:
    """Return which round this is, and of what."""
    skill = pen.line(Say(now.hall, f"skills.{now.skill}"))
    return f"**{word(pen, 'round.title', number=now.number, rounds=max(study.settings.rounds, now.number))}** · {skill}"


def clock(pen: Pen, study: Study, now: Round) -> str:
    """Return how long is left, as every reader's own client counts it; nothing where nobody is timed."""
    if now.deadline is not None:
        return small(word(pen, "round.deadline", when=moment(now.deadline)))
    seconds = study.settings.seconds
    return (
        small(word(pen, "round.clock", count=seconds)) if seconds is not None else small(word(pen, "round.unhurried"))
    )


def talking(pen: Pen, study: Study, now: Round) -> Screen:
    """Return the split of the first vote, and the time to talk it over."""
    left = small(word(pen, "round.deadline", when=moment(now.deadline))) if now.deadline is not None else ""
    voted = split(pen, None if now.first is None else unsettled(pen, now.first), "split.first")
    return Screen(
        (
            *paragraphs(headed(pen, study, now), stem(pen, now), voted, word(pen, "talk"), left),
            *row(onward(pen, study, now, first=True), button(pen, "more", "studymore", study.id)),
        ),
        Accent.GOLD,
    )


def closed(pen: Pen, study: Study, now: Round) -> Screen:
    """Return what the group answered, the trap most fell into, and the way on; nobody is named for a mistake."""
    left = small(word(pen, "round.next_at", when=moment(now.deadline))) if now.deadline is not None else ""
    return Screen(
        (
            *paragraphs(headed(pen, study, now), stem(pen, now), *outcome(pen, study, now), left),
            *row(
                onward(pen, study, now, first=True),
                button(pen, "own", "studyown", study.id),
                button(pen, "more", "studymore", study.id),
            ),
        ),
        Accent.JADE,
    )


def stem(pen: Pen, now: Round) -> str:
    """Return the question with letters for the numbers that each has of their own; none is said to be itself."""
    return TAUTOLOGY.sub(r"**\1**", pen.line(now.stem))


def outcome(pen: Pen, study: Study, now: Round) -> tuple[str, ...]:
    """Return a closed round told: its splits, the shift between votes, who won a race, the commonest trap."""
    told = [*votes(pen, now)] if study.settings.peer else [split(pen, now.last, "split.only")]
    shift = now.shift
    if shift is not None and (shift.kept or shift.gained or shift.lost or shift.missed):
        told.append(word(pen, "shift", kept=shift.kept, gained=shift.gained, lost=shift.lost, missed=shift.missed))
    if study.settings.pace == "race":
        told.append(won(pen, study, now))
    trap = now.first.trap if now.first is not None else None
    if trap is not None:
        told.append(word(pen, "commonest", count=trap.count, trap=pen.line(trap.say)))
    return tuple(told)


def votes(pen: Pen, now: Round) -> tuple[str, ...]:
    """Return the second vote; where nobody voted again, the first one under its own name, and that it is so."""
    if now.second is not None and now.second.answered:
        return (split(pen, now.second, "split.second"),)
    if now.first is None or not now.first.answered:
        return (word(pen, "split.nobody"),)
    return (split(pen, now.first, "split.first"), word(pen, "split.nobody_again"))


def won(pen: Pen, study: Study, now: Round) -> str:
    """Return who was first; all whose right answers came so near to each other that none was later."""
    if not now.winners:
        return word(pen, "won.nobody")
    seconds = "—" if now.quickest is None else f"{now.quickest.total_seconds():.1f}"
    names = [name(pen, winner) for winner in now.winners if winner.name is not None]
    if not study.settings.named or not names:
        return word(pen, "won.unnamed", count=len(now.winners), seconds=seconds)
    return word(pen, "won.named", count=len(now.winners), names=listed_names(pen, names, NAMED), seconds=seconds)


def split(pen: Pen, of: Split | None, title: str) -> str:
    """Return how many gave each kind of answer."""
    if of is None or not of.answered:
        return word(pen, "split.nobody")
    rows = [
        word(
            pen,
            "split.row",
            what=pen.line(share.say).rstrip(STOPS),
            count=share.count,
            answered=of.answered,
            percent=percent,
            bar=bar(share.count, of.answered),
        )
        for share, percent in zip(of.shares, of.percents, strict=True)
    ]
    return "\n".join((f"**{word(pen, title)}**", *rows))


def unsettled(pen: Pen, of: Split) -> Split:
    """Return a split that tells how the votes fell and not which of them was right, nor what the others mistook."""
    letters = iter(word(pen, "split.letters"))
    by_count = sorted(of.shares, key=lambda share: (share.line == "other", -share.count))
    return Split(
        tuple(
            share
            if share.line == "other"
            else replace(share, line="way", say=Say("study", "split.way", {"letter": next(letters, "…")}))
            for share in by_count
        )
    )


def bar(count: int, of: int) -> str:
    """Return a part of a whole as a bar; whatever there is at all is seen."""
    return FULL * max(round(WIDTH * count / of), min(count, 1))


def onward(pen: Pen, study: Study, now: Round, *, first: bool = False) -> Button:
    """Return the host's way on from this phase of this round."""
    more = "next" if now.number < study.settings.rounds else "on"  # the last is followed by a look back, or the report
    key = {"first": "close", "talk": "vote", "second": "close", "closed": more}[now.phase]
    style: Style = "first" if first else "plain"
    return button(pen, key, "studynext", study.id, now.number, now.phase, style=style)
