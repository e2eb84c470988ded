"""From what a learner typed to what became of it: read, judged, kept. Only what is an answer ever costs an attempt."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.scene import Asked, Judged, Sent
from bot.store import answers
from bot.store.answers import AnswerRow
from bot.store.questions import QuestionRow
from bot.store.store import DOCUMENTS, Document
from engine.answers import VERSION, Ambiguous, Reading, Unreadable, read
from quizbank.certificate import Certificate, FamilyFacts
from quizbank.judging import judge

WRONG = ("diagnosed", "incorrect")  # the verdicts that count against a learner
COUNTED = ("correct", *WRONG)  # the verdicts on what was an answer at all
RULED = "ruled"  # the line of a verdict that a teacher gave


def read_as(facts: FamilyFacts, text: str) -> Reading:
    """Read a text as an answer to a question of this family; raises what `engine.answers.read` raises."""
    kind = "word" if facts.kind == "choice" else facts.kind
    return read(text, kind, symbols=facts.symbols)


def judge_text(asked: Asked, text: str) -> Judged:
    """Return what becomes of a text sent to a question; total: whatever is typed, something is said about it."""
    facts = asked.certificate.facts
    try:
        reading = read_as(facts, text)
    except Unreadable as refused:
        return Judged("invalid", refused.reason, asked, text, None, span=(refused.start, refused.end))
    except Ambiguous as doubt:
        ways = tuple(reading.echo for reading in doubt.readings)
        return Judged("ambiguous", "ambiguous", asked, text, None, readings=ways)
    verdict = judge(reading, asked.certificate)
    return Judged(verdict.kind, verdict.line, asked, text, reading.echo)


async def keep(db: AsyncConnection, judged: Judged, learner: int, sent: Sent) -> int | None:
    """Keep a text with its verdict; None if this attempt, or this interaction, is kept already."""
    return await answers.add(db, **answer_row(judged, learner, sent))


def answer_row(judged: Judged, learner: int, sent: Sent) -> dict[str, Any]:
    """Return what is kept of a text with its verdict."""
    return {
        "question_id": judged.asked.id,
        "learner_id": learner,
        "attempt": judged.asked.attempt if judged.counts else None,
        "text": judged.text,
        "kind": judged.kind,
        "line": judged.line,
        "echo": judged.echo,
        "reader": VERSION,
        "interaction": sent.interaction,
        "at": sent.at,
    }


def recall_judged(asked: Asked, row: AnswerRow) -> Judged:
    """Return the verdict on a stored text as it stands, with the readings or the span found anew."""
    again = judge_text(asked, row.text)
    same = (again.kind, again.line) == (row.kind, row.line)
    return Judged(
        row.kind,
        row.line,
        asked,
        row.text,
        row.echo,
        span=again.span if same else None,
        readings=again.readings if same else (),
        stored=row.id,
    )


def recall_asked(row: QuestionRow, rows: Sequence[AnswerRow]) -> Asked:
    """Return a stored question with the number its next answer will bear."""
    here = [answer for answer in rows if answer.question_id == row.id]
    return Asked(row.id, certificate_of(row.certificate), row.turn, next_attempt(here), row.remeasured)


def next_attempt(sent: Sequence[AnswerRow]) -> int:
    """Return the number that the next answer to a question will bear, after all that was sent to it.

    A number once borne is never free again, also where a later judgement holds that text to be no answer.
    """
    if not sent:
        return 1
    counted = sum(1 for answer in sent if answer.kind in COUNTED)
    return max(counted, *(answer.attempt or 0 for answer in sent)) + 1


def certificate_of(stored: Mapping[str, Any]) -> Certificate:
    """Return a stored certificate; one read from a table is made once for all the questions that it asks."""
    return _made(stored) if isinstance(stored, Document) else Certificate.load(stored)


@lru_cache(maxsize=DOCUMENTS)
def _made(stored: Document) -> Certificate:
    return Certificate.load(stored)
