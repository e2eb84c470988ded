"""What everyone may read of a question whose numbers differ from learner to learner: letters stand in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping

from bot.play.scene import TRAP, Say
from bot.play.study.study import Share, Split
from quizbank.bank import Bank
from quizbank.certificate import Certificate, Number

UNSAID = "…"
FIGURE = re.compile(r"-?\d+(/\d+)?")


def letters(certificate: Certificate) -> Mapping[str, str]:
    """Return a problem's values by their letters; what is no number stays unsaid."""
    numbers = {name: name if figure(value) else UNSAID for name, value in certificate.numbers.items()}
    return {**dict.fromkeys((*certificate.steps, "key"), UNSAID), **numbers}


def figure(value: Number) -> bool:
    """Whether a value is a number, and not a word."""
    return isinstance(value, int) or FIGURE.fullmatch(value) is not None


def stem(bank: Bank, family: str) -> Say:
    """Return a family's question with letters for its numbers."""
    certificate = bank.certificates[family][0]
    return Say(certificate.facts.hall, f"families.{family}.question", letters(certificate))


def split_of(bank: Bank, family: str, counts: Mapping[str, int]) -> Split:
    """Return what a group answered, each kind in words."""
    return Split(tuple(Share(line, count, meaning(bank, family, line)) for line, count in counts.items()))


def meaning(bank: Bank, family: str, line: str) -> Say:
    """Return what a kind of answer means: a trap by its own line, if the family still has it."""
    certificate = bank.certificates[family][0]
    key = f"families.{family}.traps.{line.removeprefix('trap.')}"
    if line.startswith(TRAP) and key in bank.halls[certificate.facts.hall].lines:
        return Say(certificate.facts.hall, key, letters(certificate))
    return Say("study", "share.right" if line == "right" else "share.other")
