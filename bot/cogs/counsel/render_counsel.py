"""What the elder answers, and the bill of attention: lines of our own alone, and a way into the hall that teaches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from discord import TextStyle, ui

from bot.cogs.frame import escape
from bot.cogs.frame.budget import ALT, LABEL
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.modals import DESCRIPTION, FIELD, TITLE
from bot.cogs.frame.modals import LABEL as FIELD_LABEL
from bot.cogs.frame.pen import Pen, paragraphs, unmarked
from bot.cogs.frame.screen import Accent, Button, Image, Part, Row, Screen, Text, row, small
from bot.play.counsel.cost import CostSheet, UnreckonedError
from bot.play.counsel.counsel import Counsel
from bot.play.scene import Say

PICTURE: Final = "cost.png"
NUMBERS: Final = 200  # characters of numbers of one's own
QUESTION: Final = 2_000  # characters of a question, as many as a message holds


def counsel_screen(pen: Pen, counsel: Counsel) -> Screen:
    """Return an answer: the words, or the sum step by step; what was assumed in small print; the hall."""
    return Screen(
        (
            *paragraphs(f"### {said(pen, 'talk.title')}", *spoken(pen, counsel.say)),
            *paragraphs("\n".join(spoken(pen, counsel.working)), assumed(pen, counsel.assumed)),
            *ways(pen, counsel),
        ),
        Accent.MIST if counsel.kind in ("unsure", "unknown", "patience", "slow") else Accent.GOLD,
    )


def ways(pen: Pen, counsel: Counsel) -> tuple[Row, ...]:
    """Return the ways on and what may have been meant, the likelier first."""
    on, kin = row(*ways_on(pen, counsel)), rows_of_kin(pen, counsel)
    return (*kin, *on) if counsel.kind == "unsure" else (*on, *kin)


def ways_on(pen: Pen, counsel: Counsel) -> tuple[Button | None, ...]:
    """Return the hall that teaches it, or the halls; and the bill where figures were asked for."""
    if counsel.kind in ("unsure", "patience", "slow"):
        return (pen.button("ask", "inquire"), pen.button("court", "court"))
    hall = pen.button("enter", "enter") if counsel.hall is None else hall_button(pen, counsel.hall)
    bill = pen.button("bill", "bill") if counsel.kind in ("computed", "unclear", "greeting") else None
    return (hall, bill, pen.button("ask_again", "inquire"))


def rows_of_kin(pen: Pen, counsel: Counsel) -> tuple[Row, ...]:
    """Return what may have been meant, a question a row: beside each other they would be cut on a phone."""
    return tuple(each for teaching in counsel.kin for each in row(kin_button(pen, teaching)))


def kin_button(pen: Pen, teaching: str) -> Button:
    """Return the way to what may have been meant as well, by how it is asked."""
    asked = pen.voice.book("teachings").spelled(f"{teaching}.asked", pen.language)[0]
    return Button(escape.cut(asked, LABEL), Touch("told", (teaching,)))


def hall_button(pen: Pen, hall: str) -> Button:
    """Return the way into a hall."""
    label = pen.word("counsel.to_hall", hall=pen.hall(hall))
    return Button(escape.cut(label, LABEL), Touch("taught", (hall,)), "first")


def cost_screen(pen: Pen, sheet: CostSheet, png: bytes | None) -> Screen:
    """Return a bill: what it is for, a row a line, the picture or its words."""
    title = said(pen, "sheet.title", what=sheet.name or said(pen, "sheet.own"))
    rows = "\n".join(
        said(pen, "sheet.row", label=pen.voice.say(each.label, pen.language), value=each.text) for each in sheet.rows
    )
    return Screen(
        (
            *paragraphs(f"### {title}", small(pen.voice.say(sheet.setting, pen.language)), rows),
            *picture(pen, sheet, png),
            *paragraphs(pen.lines(sheet.warned), small(said(pen, "sheet.note")), assumed(pen, sheet.assumed)),
            *row(
                pen.button("own_numbers", "bill"),
                hall_button(pen, sheet.hall) if sheet.hall else None,
                pen.button("court", "court"),
            ),
        ),
        Accent.GOLD,
    )


def unreckoned(pen: Pen, refusal: UnreckonedError) -> Screen:
    """Return what a bill lacks, how numbers may be written, and the sheet once more."""
    form = small(pen.word("counsel.numbers_form"))
    return Screen(
        (
            *paragraphs(*spoken(pen, (refusal.say,)), form),
            *row(pen.button("own_numbers", "bill", style="first"), pen.button("court", "court")),
        )
    )


def picture(pen: Pen, sheet: CostSheet, png: bytes | None) -> tuple[Part, ...]:
    """Return the picture of a bill, or its words where it is not drawn."""
    alt = escape.cut(unmarked(pen.voice.alt(sheet.picture, sheet.picture_book, pen.language)), ALT)
    return (Text(small(alt)),) if png is None else (Image(png, alt, PICTURE),)


def numbers_modal(pen: Pen, touch: Touch) -> ui.Modal:
    """Return the sheet for numbers of one's own, stopped: its submission is known by its custom_id."""
    field: ui.TextInput[ui.Modal] = ui.TextInput(custom_id=FIELD, required=True, min_length=1, max_length=NUMBERS)
    description = escape.cut(pen.word("counsel.numbers_form"), DESCRIPTION)
    label = escape.cut(pen.word("counsel.numbers"), FIELD_LABEL)
    modal = ui.Modal(title=escape.cut(pen.word("counsel.numbers_title"), TITLE), custom_id=str(touch))
    modal.add_item(ui.Label(text=label, description=description, component=field))
    modal.stop()
    return modal


def question_modal(pen: Pen, touch: Touch) -> ui.Modal:
    """Return the sheet for a question to the elder, stopped: its submission is known by its custom_id."""
    field: ui.TextInput[ui.Modal] = ui.TextInput(
        custom_id=FIELD, style=TextStyle.paragraph, required=True, min_length=1, max_length=QUESTION
    )
    description = escape.cut(pen.word("counsel.question_form"), DESCRIPTION)
    label = escape.cut(pen.word("counsel.question"), FIELD_LABEL)
    modal = ui.Modal(title=escape.cut(pen.word("button.ask"), TITLE), custom_id=str(touch))
    modal.add_item(ui.Label(text=label, description=description, component=field))
    modal.stop()
    return modal


def assumed(pen: Pen, says: Iterable[Say]) -> str:
    """Return what was assumed, in small print; nothing where nothing was."""
    notes = said(pen, "talk.separator").join(spoken(pen, says))
    return small(said(pen, "talk.assuming", notes=notes)) if notes else ""


def spoken(pen: Pen, says: Iterable[Say]) -> list[str]:
    """Return lines whose values are all our own: they need no disarming, and keep their figures as written."""
    return [pen.voice.say(say, pen.language) for say in says]


def said(pen: Pen, key: str, **values: str) -> str:
    """Return a line of the book of counsel."""
    return pen.voice.say(Say("counsel", key, values), pen.language)
