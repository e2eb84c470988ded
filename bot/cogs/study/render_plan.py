"""Planned sessions as they are seen: announced, listed, and told of in private to those who asked."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final

from bot.cogs.frame import escape
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Part, Row, Screen, row, small
from bot.cogs.study.study_words import NAME, SUBJECTS, button, listed_names, moment, word
from bot.play.scene import Say
from bot.play.study.study import Plan

SHOWN: Final = 5  # plans in a list
EVENT_NAME: Final = 100  # characters, of an event's place as well
LASTING: Final = timedelta(hours=1)  # how long an event is said to last; Discord wants an end


def about(pen: Pen, subjects: Sequence[Say]) -> str:
    """Return what a session is about, in a few words."""
    return listed_names(pen, [pen.line(say) for say in subjects], SUBJECTS)


def event_name(pen: Pen, subjects: Sequence[Say]) -> str:
    """Return what a plan is called among a server's events."""
    return escape.cut(word(pen, "plan.event", subjects=about(pen, subjects)), EVENT_NAME)


def event_about(pen: Pen) -> str:
    """Return what is said of a plan among a server's events."""
    return word(pen, "plan.event_about")


def planned(pen: Pen, plan: Plan, subjects: Sequence[Say], among_events: bool) -> Screen:
    """Return a plan as it is announced."""
    note = "" if among_events else small(word(pen, "plan.no_event"))
    return Screen(
        (
            *paragraphs(*told(pen, plan, subjects), word(pen, "plan.made"), note),
            *row(
                button(pen, "remind", "planremind", plan.id, style="first"),
                button(pen, "cancel_plan", "plancancel", plan.id),
            ),
        ),
        Accent.GOLD,
    )


def told(pen: Pen, plan: Plan, subjects: Sequence[Say]) -> tuple[str, ...]:
    """Return what a plan is, when and where."""
    at = int(plan.starts.timestamp())
    who = escape.line(plan.host.name or "", NAME)
    counted = word(pen, "plan.count", count=plan.reminded) if plan.reminded else ""
    return (
        f"### {word(pen, 'plan.title', subjects=about(pen, subjects))}",
        word(pen, "plan.when", at=f"<t:{at}:F>", when=moment(plan.starts), channel=channel(plan)),
        small(" · ".join(filter(None, (word(pen, "plan.host", who=who) if who else "", counted)))),
    )


def listed(pen: Pen, plans: Sequence[Plan], abouts: Sequence[Sequence[Say]], learner: int) -> Screen:
    """Return what is planned, soonest first, each with its buttons."""
    if not plans:
        return Screen(
            (*paragraphs(word(pen, "plan.none")), *row(pen.button("enter", "enter"), pen.button("court", "court")))
        )
    parts: list[Part] = []
    for plan, subjects in zip(plans[:SHOWN], abouts[:SHOWN], strict=True):
        parts += [*paragraphs(*told(pen, plan, subjects)), *ways(pen, plan, learner)]
    return Screen(tuple(parts), Accent.GOLD)


def ways(pen: Pen, plan: Plan, learner: int) -> tuple[Row, ...]:
    """Return what may be done about a plan; cancelling is offered to its host."""
    mine = plan.host.id == learner
    return row(
        button(pen, "remind", "planremind", plan.id),
        button(pen, "cancel_plan", "plancancel", plan.id) if mine else None,
    )


def sure_to_cancel(pen: Pen, plan: Plan, subjects: Sequence[Say]) -> Screen:
    """Return the question whether a plan is to be cancelled, keeping it first."""
    return Screen(
        (
            *paragraphs(*told(pen, plan, subjects), word(pen, "sure.cancel")),
            *row(
                button(pen, "keep_plan", "plankeep", plan.id, style="first"),
                button(pen, "cancel_now", "plangone", plan.id, style="grave"),
            ),
        )
    )


def back(pen: Pen, said: str) -> Screen:
    """Return words about plans, and the way to those there are."""
    return Screen((*paragraphs(said), *row(button(pen, "plans", "planlist"), pen.button("court", "court"))))


def reminding(pen: Pen, plan: Plan, on: bool) -> Screen:
    """Return that one will be reminded, or will not."""
    other = button(pen, "unremind", "planunremind", plan.id) if on else button(pen, "remind", "planremind", plan.id)
    return Screen(
        (
            *paragraphs(word(pen, "plan.reminded" if on else "plan.unreminded")),
            *row(other, button(pen, "plans", "planlist")),
        )
    )


def reminder(pen: Pen, plan: Plan, subjects: Sequence[Say]) -> Screen:
    """Return the one word in private."""
    said = word(pen, "plan.reminder", subjects=about(pen, subjects), when=moment(plan.starts), channel=channel(plan))
    return Screen((*paragraphs(said), *row(button(pen, "unremind", "planunremind", plan.id))), Accent.GOLD)


def kept(pen: Pen, plans: Sequence[Plan], abouts: Sequence[Sequence[Say]]) -> Screen:
    """Return the words that could not be said in private, each with the way to take part or to be left alone."""
    texts = [
        word(pen, "plan.kept", subjects=about(pen, subjects), when=moment(plan.starts), channel=channel(plan))
        for plan, subjects in zip(plans[:SHOWN], abouts[:SHOWN], strict=True)
    ]
    return Screen((*paragraphs("\n".join(texts)), *row(button(pen, "plans", "planlist"))), Accent.GOLD)


def given_up(pen: Pen, plan: Plan, subjects: Sequence[Say]) -> Screen:
    """Return what the host of a plan that could not be opened is told elsewhere."""
    said = word(pen, "plan.missed", subjects=about(pen, subjects), channel=channel(plan))
    return Screen(paragraphs(said))


def channel(plan: Plan) -> str:
    """Return the channel as a link; a mention of a channel pings nobody."""
    return f"<#{plan.place.channel}>"
