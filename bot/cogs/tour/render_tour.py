"""A scene of the tour, for its learner alone: where they are, the elder's words, the picture, the thing to touch."""

from __future__ import annotations

import unicodedata
from typing import Final, NamedTuple

from bot.cogs.frame import escape
from bot.cogs.frame.budget import LABEL, OPTION
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Menu, Option, Part, Row, Screen, Text, row, small
from bot.cogs.tour.render_path import to_next
from bot.cogs.wall.render_verdict import spoken
from bot.play.scene import Asked, Choice, Dial, Say, Scene, Walk

PICTURE: Final = "exhibit.png"
LETTERS: Final = "ABCDEFGHIJ"
IN_A_ROW: Final = 5
NARROW: Final = 18  # columns of a choice that still fits a button on a phone; a Chinese character takes two


class Behind(NamedTuple):
    """What is shown once a hall lies behind: the path retold, where that ends the tour, and the hall that follows."""

    told: tuple[Text, ...] = ()
    on: str | None = None


UNDER_WAY: Final = Behind()


def tour(
    pen: Pen, scene: Scene, walk: Walk, png: bytes | None, behind: Behind = UNDER_WAY, aside: str | None = None
) -> Screen:
    """Return the screen of a scene in a hall; the path retold stands in the place of its last words.

    `aside` is the key of what is said of a picture that is not there.
    """
    judged = spoken(pen, scene.judged, proofs=scene.judged.right) if scene.judged is not None else ()
    shown = (
        *paragraphs(pen.lines(scene.say[:-1] if behind.told else scene.say)),
        *behind.told,
        *pen.picture(scene, png, PICTURE),
        *paragraphs(pen.line(Say("bot", aside)) if aside is not None else ""),
    )
    asked = asked_parts(pen, scene.asked) if scene.asked is not None else ()
    return Screen(
        (
            *paragraphs(f"### {title(pen, walk)}"),
            *judged,
            *shown,
            *asked,
            *touchables(pen, scene, walk, behind.on),
            *row(pen.button("map", "map"), pen.button("ask", "inquire"), pen.button("me", "me")),
        ),
        Accent.GOLD,
    )


def title(pen: Pen, walk: Walk) -> str:
    """Return the hall's name and how far through it this is."""
    hall = pen.hall(walk.hall)
    if walk.beat is None:
        return hall if walk.proving else pen.word("tour.title_done", hall=hall)
    return pen.word("tour.proof" if walk.proving else "tour.title", hall=hall, step=walk.step, steps=walk.steps)


def asked_parts(pen: Pen, asked: Asked) -> tuple[Text, ...]:
    """Return the question and what to type."""
    return paragraphs(pen.question(asked), small(pen.form(asked)))


def touchables(pen: Pen, scene: Scene, walk: Walk, following: str | None) -> tuple[Part, ...]:
    """Return what may be touched now; the wall's door beside it where the hall opens on it."""
    nowhere_else = scene.opens_wall or scene.awaits == "nothing"
    fight = pen.button("fight", "fight", "adept", style="first") if nowhere_else else None
    match scene.awaits:
        case "next" if fight is None:
            return row(onward(pen, walk, following), walk_it(pen, scene, walk, following))
        case "answer" if scene.asked is not None:
            return row(sheet_button(pen, walk, scene.asked), hint_button(pen, walk, scene.asked), fight)
        case "choose":
            return choices(pen, scene, walk)
        case "turn" if scene.dial is not None:
            return (dial(pen, scene.dial, walk), *row(fight))
        case _:
            return row(fight)


def onward(pen: Pen, walk: Walk, following: str | None) -> Button:
    """Return the way on: to the next beat, or, where the hall lies behind, to the hall that it names."""
    if walk.beat is not None:
        return pen.button("go_on", "go", walk.id, walk.beat, style="first")
    return pen.button("go_on", "on", style="first") if following is None else to_next(pen, "on", following)


def walk_it(pen: Pen, scene: Scene, walk: Walk, following: str | None) -> Button | None:
    """Return the way to the hall whose proof just failed, or to the first before it, if the way on is another."""
    failed = walk.proving and walk.beat is None and scene.judged is not None and not scene.judged.right
    return pen.button("toward", "toward", walk.hall) if failed and following != walk.hall else None


def sheet_button(pen: Pen, walk: Walk, asked: Asked) -> Button:
    """Return the button that opens the sheet for a hall's question."""
    key = "answer" if asked.attempt == 1 else "again"
    return pen.button(key, "write", walk.id, walk.beat or "", asked.attempt, style="first")


def hint_button(pen: Pen, walk: Walk, asked: Asked) -> Button:
    """Return the button that shows a question's hint, from where its sheet can be opened too."""
    return pen.button("hint", "tip", asked.id, walk.id, walk.beat or "", asked.attempt)


def choices(pen: Pen, scene: Scene, walk: Walk) -> tuple[Part, ...]:
    """Return the choices as a list of letters and a button a letter, or as buttons alone where they are short."""
    said = [escape.cut(pen.plain(choice.say), LABEL) for choice in scene.choices]
    touches = [choice_touch(scene, walk, choice) for choice in scene.choices]
    if all(columns(text) <= NARROW for text in said):
        return rows([Button(text, touch) for text, touch in zip(said, touches, strict=True)])
    listed = "\n".join(
        f"**{letter}** · {pen.line(choice.say)}" for letter, choice in zip(LETTERS, scene.choices, strict=False)
    )
    return (Text(listed), *rows([Button(letter, touch) for letter, touch in zip(LETTERS, touches, strict=False)]))


def columns(text: str) -> int:
    """Return how wide a text is.

    >>> columns("Ａb")
    3
    """
    return sum(2 if unicodedata.east_asian_width(character) in "WF" else 1 for character in text)


def choice_touch(scene: Scene, walk: Walk, choice: Choice) -> Touch:
    """Return what pressing a choice means: a way on, or the reading that was meant."""
    judged = scene.judged
    if judged is not None and judged.kind == "ambiguous" and judged.stored is not None:
        return Touch("read", (judged.stored, int(choice.token)))
    return Touch("pick", (walk.id, walk.beat or "", choice.token))


def rows(buttons: list[Button]) -> tuple[Row, ...]:
    """Return as many rows as the buttons need."""
    return tuple(Row(tuple(buttons[at : at + IN_A_ROW])) for at in range(0, len(buttons), IN_A_ROW))


def dial(pen: Pen, dial: Dial, walk: Walk) -> Menu:
    """Return the dial as a menu of its values, standing where it stands."""
    options = tuple(
        Option(escape.cut(pen.setting(walk.hall, dial, value), OPTION), str(value), chosen=value == dial.at)
        for value in dial.values
    )
    return Menu(Touch("turn", (walk.id, walk.beat or "")), pen.word("tour.dial"), options)
