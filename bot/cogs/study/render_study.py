"""A study session as everyone sees it: while they gather, while it runs, while it rests, and at the end."""

from __future__ import annotations

from collections.abc import Sequence

from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Screen, row, small
from bot.cogs.study.render_report import over
from bot.cogs.study.render_round import at_work
from bot.cogs.study.study_words import NAMED, SUBJECTS, button, listed_names, name, word
from bot.play.scene import Say
from bot.play.study.study import Report, Study


def placard(pen: Pen, study: Study, subjects: Sequence[Say], report: Report | None) -> Screen:
    """Return a session's public screen; `report` where it is over."""
    if study.state == "ended":
        return over(pen, study, subjects, report)
    title = f"## {word(pen, 'title', subjects=listed_names(pen, [pen.line(say) for say in subjects], SUBJECTS))}"
    if study.state == "lobby":
        return lobby(pen, study, title)
    body = resting(pen, study) if study.state == "paused" else at_work(pen, study, study.round)
    return Screen((*paragraphs(title), *body.parts), body.accent)


def lobby(pen: Pen, study: Study, title: str) -> Screen:
    """Return what the session will be, who is in, and the ways in and on."""
    return Screen(
        (
            *paragraphs(title, word(pen, "lobby.about"), rules(pen, study), gathered(pen, study)),
            *row(
                button(pen, "join", "studyjoin", study.id, style="first"),
                button(pen, "start", "studystart", study.id),
                button(pen, "more", "studymore", study.id),
            ),
            *paragraphs(small(hosted(pen, study))),
        ),
        Accent.GOLD,
    )


def rules(pen: Pen, study: Study) -> str:
    """Return the rules in force, in one line."""
    settings = study.settings
    parts = [word(pen, "rules.rounds", count=settings.rounds), word(pen, f"rules.{settings.pace}")]
    if settings.peer:
        parts.append(word(pen, "rules.peer"))
    if settings.seconds is not None:
        parts.append(word(pen, "rules.seconds", count=settings.seconds))
    parts.append(word(pen, "rules.named" if settings.named else "rules.unnamed"))
    return word(pen, "rules.between").join(parts)


def gathered(pen: Pen, study: Study) -> str:
    """Return who is in: by name where names are shown, else how many."""
    names = [name(pen, member) for member in study.members if member.name is not None]
    if not study.settings.named or not names:
        return word(pen, "lobby.count", count=study.present)
    rest = study.present - min(len(names), NAMED)
    shown = word(pen, "names.between").join(names[:NAMED])
    if rest:
        shown = word(pen, "names.more", names=shown, count=rest)
    return word(pen, "lobby.names", count=study.present, names=shown)


def hosted(pen: Pen, study: Study) -> str:
    """Return who hosts."""
    if study.host.name is None or not study.settings.named:
        return word(pen, "hosted.by_someone")
    return word(pen, "hosted.by", who=name(pen, study.host))


def resting(pen: Pen, study: Study) -> Screen:
    """Return a session that is paused."""
    number = study.round.number if study.round is not None else 0
    return Screen(
        (
            *paragraphs(word(pen, "paused", number=number)),
            *row(
                button(pen, "resume", "studyresume", study.id, style="first"),
                button(pen, "more", "studymore", study.id),
            ),
        )
    )
