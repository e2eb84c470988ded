"""Appeals: the button for whoever thinks they were right, the case as a teacher sees it, and the news of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.cogs.desk.desk_words import button, named, said, stamp
from bot.cogs.frame import escape
from bot.cogs.frame.pen import Pen, paragraphs, unmarked
from bot.cogs.frame.screen import Accent, Button, Screen, row, small
from bot.play.desk.classes import Appeal, Decision, News, Outcome
from bot.play.scene import Judged

WRONG: Final = ("diagnosed", "incorrect")  # verdicts against which there is an appeal
TYPED: Final = 200  # characters that are shown of what was typed
STEM: Final = 160
NEWS: Final = 5  # told at once


def appeal_button(pen: Pen, judged: Judged, guild: int | None) -> Button | None:
    """Return the button under a wrong verdict given in a server; None where there is nothing to appeal to."""
    if guild is None or judged.kind not in WRONG or judged.stored is None:
        return None
    return button(pen, "appeal", "appeal", judged.stored)


def appealed(pen: Pen, outcome: Outcome) -> Screen:
    """Return how an appeal stands, to whoever made it."""
    return Screen((*paragraphs(said(pen, f"appeal.{outcome}")), *row(pen.button("court", "court"))))


def appeal_screen(pen: Pen, appeal: Appeal | None, before: Decision | None = None) -> Screen:
    """Return the case that waits longest, under what was just decided; or that there is none."""
    lead = "" if before is None else decided(pen, before)
    if appeal is None:
        back = row(button(pen, "stats", "deskall", style="first"))
        return Screen((*paragraphs(lead, said(pen, "appeal.empty")), *back), Accent.GOLD)
    judged = appeal.judged
    typed = escape.line(judged.text, TYPED) or "—"
    told = [
        said(pen, "appeal.who", name=named(pen, appeal.pupil), when=stamp(appeal.made, "R")),
        said(pen, "appeal.typed", text=typed),
        pen.read_as(judged),
        said(pen, "appeal.verdict", verdict=pen.verdict(judged)),
        said(pen, "appeal.same", count=appeal.same) if appeal.same else "",
    ]
    ways = row(
        button(pen, "accept", "deskaccept", appeal.id, style="first"),
        button(pen, "decline", "deskdecline", appeal.id),
        button(pen, "next_appeal", "deskappeals", appeal.id) if appeal.waiting > 1 else None,
    )
    return Screen(
        (
            *paragraphs(lead, f"### {said(pen, 'appeal.title', count=appeal.waiting)}"),
            *paragraphs(pen.question(judged.asked), "\n".join(filter(None, told)), small(pen.proofs(judged.asked))),
            *ways,
            *paragraphs(small(said(pen, "appeal.small"))),
        ),
        Accent.GOLD,
    )


def decided(pen: Pen, decision: Decision) -> str:
    """Return what came of a decision."""
    if not decision.mine:
        return said(pen, "appeal.was_decided", outcome=said(pen, f"appeal.outcome_{decision.outcome}"))
    return said(pen, f"appeal.was_{decision.outcome}", count=decision.moved)


def news_screen(pen: Pen, news: Sequence[News]) -> Screen:
    """Return what a learner is told of answers of theirs that were decided on while they were away."""
    texts = []
    for each in news[:NEWS]:
        stem = escape.cut(unmarked(pen.stem(each.judged.asked)).replace("\n", " "), STEM)
        text = escape.line(each.judged.text, TYPED) or "—"
        texts.append(f"{said(pen, f'news.{each.outcome}')}\n{small(said(pen, 'news.answer', stem=stem, text=text))}")
    more = said(pen, "news.more") if len(news) > NEWS else ""
    return Screen(
        (*paragraphs(*texts, small(more)), *row(pen.button("me", "me"), pen.button("court", "court"))), Accent.GOLD
    )
