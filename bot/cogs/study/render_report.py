"""A session that is over, told: how it ended, what the group knows now, what wants another look, and the best."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from operator import attrgetter
from typing import Final

from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Screen, row
from bot.cogs.study.study_words import SUBJECTS, button, listed_names, name, to_review, word
from bot.play.scene import Say
from bot.play.study.study import Rank, Report, Study

BEST: Final = 3  # ranks of a session's board
SHARING: Final = 5  # names at one rank
LISTED: Final = 6  # skills told in a report


def over(pen: Pen, study: Study, subjects: Sequence[Say], report: Report | None) -> Screen:
    """Return the report: how it ended, what the group knows now, what wants another look, and the best where named."""
    title = f"## {word(pen, 'report.title', subjects=listed_names(pen, [pen.line(say) for say in subjects], SUBJECTS))}"
    ending = pen.line(Say("study", f"ending.{study.ending}"))
    told = () if report is None or not report.rounds else summary(pen, report)
    return Screen(
        (
            *paragraphs(title, ending, *told),
            *row(
                to_review(pen, style="first"),
                button(pen, "own", "studyown", study.id),
                button(pen, "again", "studyagain", study.id),
            ),
        ),
        Accent.JADE,
    )


def summary(pen: Pen, report: Report) -> tuple[str, ...]:
    """Return a report's paragraphs."""
    answered = [each for each in report.rounds if each.last is not None and each.last.answered]
    lines = [
        word(
            pen,
            "report.round",
            number=each.number,
            skill=pen.line(Say(each.hall, f"skills.{each.skill}")),
            right=each.last.right,
            answered=each.last.answered,
        )
        for each in answered
        if each.last is not None
    ]
    rounds = "\n".join((f"**{word(pen, 'report.rounds')}**", *lines)) if lines else ""
    return (rounds, skills(pen, report, "knows"), skills(pen, report, "reviews"), ranking(pen, report))


def skills(pen: Pen, report: Report, which: str) -> str:
    """Return the skills a group knows, or should review."""
    views = report.knows if which == "knows" else report.reviews
    if not views:
        return ""
    names = [pen.line(Say(view.hall, f"skills.{view.skill}")) for view in views]
    return f"**{word(pen, f'report.{which}')}** {listed_names(pen, names, LISTED)}"


def ranking(pen: Pen, report: Report) -> str:
    """Return the best of a session whose names are shown; equal records share a rank, and nobody is shown to fail."""
    best = [each for each in report.board if each.right]
    if not report.study.settings.named or not best:
        return ""
    ranks = [list(each) for _, each in groupby(best, key=attrgetter("rank"))]
    rows = [rank(pen, report.study, each) for each in ranks[:BEST]]
    return "\n".join((f"**{word(pen, 'report.board')}**", *rows))


def rank(pen: Pen, study: Study, sharing: Sequence[Rank]) -> str:
    """Return one rank of a session's board, with those who share it."""
    each = sharing[0]
    who = listed_names(pen, [name(pen, one.member) for one in sharing], SHARING)
    if study.settings.pace == "race":
        seconds = "—" if each.time is None else f"{each.time.total_seconds():.1f}"
        return word(pen, "report.racer", rank=each.rank, who=who, wins=each.wins, right=each.right, seconds=seconds)
    return word(pen, "report.rank", rank=each.rank, who=who, right=each.right, attempts=each.attempts)
