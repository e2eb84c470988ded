"""A class list as CSV: for Excel by its mark of byte order, and with no cell that a spreadsheet would run."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import tzinfo
from typing import Final

from bot.cogs.desk.desk_words import said
from bot.cogs.frame import escape
from bot.cogs.frame.pen import Pen
from bot.play.desk.classes import ClassList, Line, Pupil
from bot.play.scene import Say

RUN: Final = "=+-@\t\r\n|%\uff1d\uff0b\uff0d\uff20"  # what makes a spreadsheet take a cell for more than its text
Cell = str | int


def ledger(pen: Pen, listed: ClassList, halls: dict[str, str], zone: tzinfo) -> bytes:
    """Return the list as a file: one line a learner; `halls` names the hall of each skill."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    for line in table(pen, listed, halls, zone):
        writer.writerow([guarded(cell) for cell in line])
    return file.getvalue().encode("utf-8-sig", "replace")


def table(pen: Pen, listed: ClassList, halls: dict[str, str], zone: tzinfo) -> Iterator[list[Cell]]:
    """Yield the heading, then each learner's line."""
    yield list(heading(pen, listed, halls))
    hidden = 0
    for line in listed.lines:
        hidden += line.pupil.hidden
        name = said(pen, "pupil.hidden", number=hidden) if line.pupil.hidden else plain_name(pen, line.pupil)
        yield [name, *cells(listed, line, zone)]


def heading(pen: Pen, listed: ClassList, halls: dict[str, str]) -> Iterator[str]:
    """Yield what each column is."""
    yield from (said(pen, f"ledger.{column}") for column in ("learner", "tried", "right"))
    for skill in listed.skills:
        name = pen.plain(Say(halls[skill], f"skills.{skill}"))
        yield from (said(pen, f"ledger.skill_{column}", skill=name) for column in ("tried", "right"))
    for work in listed.works:
        title = escape.visible(work.title)
        yield from (said(pen, f"ledger.work_{column}", title=title) for column in ("best", "of", "sittings", "when"))


def cells(listed: ClassList, line: Line, zone: tzinfo) -> Iterator[Cell]:
    """Yield a learner's figures; empty cells where they have none."""
    made = line.skills.values()
    yield sum(tried for tried, _ in made)
    yield sum(right for _, right in made)
    for skill in listed.skills:
        yield from line.skills.get(skill, ("", ""))
    for work in listed.works:
        handed = line.works.get(work.id)
        if handed is None:
            yield from ("", len(work.families), "", "")
            continue
        when = "" if handed.when is None else f"{handed.when.astimezone(zone):%Y-%m-%d %H:%M}"
        yield from ("" if handed.best is None else handed.best, len(work.families), handed.sittings, when)


def plain_name(pen: Pen, pupil: Pupil) -> str:
    """Return a name as a spreadsheet shows it, with nothing that cannot be seen."""
    return escape.visible(pupil.name).strip() or said(pen, "pupil.unnamed")


def guarded(cell: Cell) -> Cell:
    """Return a cell that a spreadsheet takes for text, whatever it begins with; our own figures stay figures.

    >>> guarded("=HYPERLINK(1)"), guarded("Ann"), guarded(3)
    ("'=HYPERLINK(1)", 'Ann', 3)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.lstrip(" \u00a0\u3000").startswith(tuple(RUN)) else cell
