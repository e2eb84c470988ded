"""The court as it is seen: the ways one walks alone, the ways of many, and what a learner chooses for themselves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cogs.board.render_board import PUBLIC as BOARD
from bot.cogs.frame import escape
from bot.cogs.frame.budget import OPTION, OPTIONS
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Menu, Option, Part, Screen, row
from bot.play.scene import Learner, Say
from quizbank.lines import LANGUAGES

TIER: Final = "adept"  # of a wall that is faced from here


def court_screen(pen: Pen, learner: Learner, halls: Sequence[str], *, in_server: bool) -> Screen:
    """Return every way there is; what needs a server is offered in one alone."""
    many = together(pen, halls) if in_server else ()
    return Screen((*alone(pen), *many, *oneself(pen, learner)), Accent.GOLD)


def alone(pen: Pen) -> tuple[Part, ...]:
    """Return the ways one walks alone."""
    return (
        *paragraphs(f"### {pen.word('court.title')}", pen.word("court.alone")),
        *row(pen.button("enter", "enter", style="first"), pen.button("map", "map"), pen.button("me", "me")),
        *row(pen.button("fight", "fight", TIER), way(pen, "review", "review"), pen.button("ask", "inquire")),
        *row(pen.button("call", "call"), way(pen, "bill", "bill"), pen.button("path", "path")),
    )


def together(pen: Pen, halls: Sequence[str]) -> tuple[Part, ...]:
    """Return the ways of many."""
    options = tuple(Option(escape.cut(pen.plain(Say(hall, "hall.name")), OPTION), hall) for hall in halls[:OPTIONS])
    return (
        *paragraphs(pen.word("court.together")),
        *row(way(pen, "raid", "raidopen", TIER), way(pen, "board", BOARD), way(pen, "work", "worklist")),
        Menu(Touch("courtstudy"), pen.word("court.study"), options),
    )


def oneself(pen: Pen, learner: Learner) -> tuple[Part, ...]:
    """Return what a learner chooses for themselves."""
    spoken = tuple(Option(pen.word(f"court.language.{each}"), each, each == learner.language) for each in LANGUAGES)
    shown = way(pen, "pictures" if learner.text_only else "words", "courtshow", int(learner.text_only))
    return (
        *paragraphs(pen.word("court.oneself")),
        Menu(Touch("courtspeak"), pen.word("court.speak"), spoken),
        *row(shown, way(pen, "reminders", "reminders"), way(pen, "privacy", "privacy")),
    )


def way(pen: Pen, key: str, kind: str, *arguments: Argument) -> Button:
    """Return a button of the court."""
    return Button(pen.word(f"court.{key}"), Touch(kind, arguments))
