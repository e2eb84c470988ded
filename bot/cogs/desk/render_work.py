"""Work that is set: for all to see, for whoever sits at it, and for the teacher who reads what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from bot.cogs.desk.desk_words import button, named, said, some, stamp, titled
from bot.cogs.desk.render_appeal import appeal_button
from bot.cogs.frame import escape
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Menu, Option, Row, Screen, row, small
from bot.cogs.wall.render_verdict import spoken
from bot.play.choices import reading_choices
from bot.play.desk.classes import HandIn, Sitting, Told, Work

ROWS: Final = 20  # lines of a list
LABEL: Final = 100
FAMILIES: Final = 400  # characters of a list of families


def placard(pen: Pen, work: Work, now: datetime) -> Screen:
    """Return what everyone sees of some work."""
    is_open = work.open_at(now)
    body = [*facts(pen, work), said(pen, "work.handed", count=work.handed)]
    if not is_open:
        body.append(f"**{said(pen, 'work.closed')}**")
    ways = row(button(pen, "take", "worktake", work.id, style="first")) if is_open else ()
    return Screen((*paragraphs(f"### {title(pen, work)}", "\n".join(body)), *ways), Accent.GOLD)


def title(pen: Pen, work: Work) -> str:
    """Return the name of some work."""
    return said(pen, "work.title", title=titled(work.title))


def facts(pen: Pen, work: Work) -> list[str]:
    """Return how long it is, whose numbers it has, how often it may be sat, and until when."""
    paper = said(pen, "work.own") if work.paper is None else said(pen, "work.fixed", number=work.paper)
    often = said(pen, "work.once") if work.attempts == 1 else said(pen, "work.often", count=work.attempts)
    lead = said(pen, "work.lead", count=len(work.families), paper=paper, attempts=often)
    if work.due is None:
        return [lead, said(pen, "work.no_due")]
    return [lead, said(pen, "work.due", when=stamp(work.due, "F"), left=stamp(work.due, "R"))]


def works_screen(pen: Pen, works: Sequence[Work], now: datetime) -> Screen:
    """Return a server's work, as its teacher picks from it."""
    rows = [
        said(
            pen,
            "work.list_row",
            title=titled(work.title),
            count=work.handed,
            state=said(pen, "work.state_open" if work.open_at(now) else "work.state_closed"),
        )
        for work in works[:ROWS]
    ]
    body = "\n".join(rows) or said(pen, "work.list_empty")
    menu = (menu_of(pen, works, "deskwork", "work.pick"),) if works else ()
    stats = row(button(pen, "stats", "deskall"))
    return Screen((*paragraphs(f"### {said(pen, 'work.list_title')}", body), *menu, *stats), Accent.GOLD)


def menu_of(pen: Pen, works: Sequence[Work], kind: str, key: str) -> Menu:
    """Return a menu of work."""
    options = tuple(
        Option(escape.cut(escape.visible(work.title).strip() or str(work.id), LABEL), str(work.id)) for work in works
    )
    return Menu(Touch(kind), said(pen, key), options)


def mine_screen(pen: Pen, works: Sequence[Work]) -> Screen:
    """Return the work that is open to a learner."""
    rows = [f"**{titled(work.title)}** · {facts(pen, work)[-1]}" for work in works[:ROWS]]
    body = "\n".join(rows) or said(pen, "work.mine_empty")
    menu = (menu_of(pen, works, "worktaken", "work.mine_pick"),) if works else ()
    ways = row(None if works else pen.button("enter", "enter"), pen.button("court", "court"))
    return Screen((*paragraphs(f"### {said(pen, 'work.mine_title')}", body), *menu, *ways), Accent.GOLD)


def work_screen(pen: Pen, work: Work, handed: Sequence[HandIn], now: datetime) -> Screen:
    """Return some work with what each learner made of it."""
    people = [hand_in_line(pen, work, each) for each in handed]
    listed = some(people, ROWS, said(pen, "work.more", count=len(people) - ROWS))
    paper = ""
    if work.paper is not None:
        families = escape.cut(" ".join(f"`{family}`" for family in work.families), FAMILIES)
        paper = small(said(pen, "work.small_paper", number=work.paper, families=families))
    close = button(pen, "close", "deskclose", work.id, 0) if work.open_at(now) else None
    return Screen(
        (
            *paragraphs(f"### {title(pen, work)}", "\n".join(facts(pen, work)), paper),
            *paragraphs("\n".join(listed) or said(pen, "work.nobody")),
            *row(
                button(pen, "skills", "deskstats", "work", work.id, 0),
                button(pen, "export", "deskexport", "work", work.id),
            ),
            *row(close, button(pen, "back", "deskworks")),
        ),
        Accent.GOLD,
    )


def hand_in_line(pen: Pen, work: Work, made: HandIn) -> str:
    """Return what one learner made of some work."""
    name = named(pen, made.pupil)
    if made.best is None:
        return said(pen, "work.begun", name=name)
    return said(pen, "work.hand_in", name=name, best=made.best, of=len(work.families), sittings=made.sittings)


def close_screen(pen: Pen, work: Work) -> Screen:
    """Return the question whether some work is to be closed."""
    ways = row(
        button(pen, "keep", "deskview", work.id, style="first"),
        button(pen, "close_now", "deskclose", work.id, 1, style="grave"),
    )
    return Screen((*paragraphs(f"### {title(pen, work)}", said(pen, "work.close_ask")), *ways), Accent.GOLD)


def sitting_screen(pen: Pen, sitting: Sitting, now: datetime) -> Screen:
    """Return the question that is open in a sitting, or how it ended."""
    asked = sitting.asked
    if asked is None:
        return over_screen(pen, sitting, now)
    if sitting.doubt is not None:
        return readings(pen, Told(sitting.doubt, sitting))
    answer = Button(said(pen, "button.answer"), Touch("workask", (sitting.id, asked.turn)), "first")
    return Screen(
        (*paragraphs(f"### {heading(pen, sitting)}", pen.question(asked), small(pen.form(asked))), *row(answer))
    )


def heading(pen: Pen, sitting: Sitting) -> str:
    """Return which question of which work is asked."""
    work, number = sitting.work, sitting.answered + 1
    return said(pen, "sitting.title", title=titled(work.title), number=number, count=len(work.families))


def over_screen(pen: Pen, sitting: Sitting, now: datetime) -> Screen:
    """Return what came of a sitting, and whether there may be another."""
    of, best = len(sitting.work.families), sitting.right if sitting.best is None else sitting.best
    key = "sitting.over" if sitting.answered == of else "sitting.over_early"
    told = said(pen, key, right=sitting.right, of=of, answered=sitting.answered, best=best)
    more = sitting.left if sitting.work.open_at(now) else 0
    left = said(pen, "sitting.left", count=more) if more else said(pen, "sitting.no_left")
    again = button(pen, "sit_again", "worktake", sitting.work.id) if more else None
    mine = button(pen, "mine", "worklist")
    return Screen((*paragraphs(f"### {titled(sitting.work.title)}", told, left), *row(again, mine)), Accent.GOLD)


def verdict(pen: Pen, told: Told) -> Screen:
    """Return what became of a text, to its writer alone; a sheet that is the same for all is not worked out."""
    judged, sitting = told.judged, told.sitting
    if judged.kind == "ambiguous":
        return readings(pen, told)
    own = sitting.work.paper is None
    key = "finish" if sitting.asked is None else "next" if judged.counts else "again"
    on = button(pen, key, "worksit", sitting.id, style="first")
    solution = pen.button("solution", "why", judged.asked.id) if own and judged.counts else None
    accent = Accent.JADE if judged.right else Accent.CINNABAR if judged.counts else Accent.MIST
    aside = "" if own or not judged.counts else small(said(pen, "sitting.no_proofs"))
    appeal = row(appeal_button(pen, judged, sitting.work.place.guild))
    return Screen((*spoken(pen, judged, proofs=own), *paragraphs(aside), *row(on, solution), *appeal), accent)


def readings(pen: Pen, told: Told) -> Screen:
    """Return one button a reading, none of them first."""
    judged = told.judged
    assert judged.stored is not None, "what was sent is stored"
    ways: list[Button] = [
        pen.choice(choice.say, Touch("workread", (judged.stored, int(choice.token))))
        for choice in reading_choices(judged)
    ]
    if told.sitting.asked is not None:
        ways.append(button(pen, "again", "workask", told.sitting.id, told.sitting.asked.turn))
    rows: tuple[Row, ...] = row(*ways)
    return Screen((*paragraphs(pen.verdict(judged), small(pen.word("verdict.uncounted"))), *rows))
