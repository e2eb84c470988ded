"""Proving a hall: one who knows it answers two of its harder questions at the first attempt, and need not walk it."""

from __future__ import annotations

from bot.store.walks import WalkRow
from quizbank.bank import Bank
from quizbank.beat import Ask, Beat

QUESTIONS = 2  # right answers running that hold a skill, by the rule book of mastery
HARDER = 2  # the least difficulty asked, where a hall has that


def course(bank: Bank, row: WalkRow) -> tuple[Beat, ...]:
    """Return the beats of a walk: the hall's own, or the questions of its proof."""
    return proof(bank, row.hall) if row.proving else bank.halls[row.hall].beats


def proof(bank: Bank, hall: str) -> tuple[Ask, ...]:
    """Return the beats of a hall's proof, empty where the hall has nothing to ask."""
    taught = [facts for facts in bank.facts.values() if facts.hall == hall]
    families = tuple(facts.id for facts in taught if facts.difficulty >= HARDER) or tuple(facts.id for facts in taught)
    return tuple(Ask(f"proof-{number}", families) for number in range(1, QUESTIONS + 1)) if families else ()
