"""Gives words to what the use cases hand back: lines, questions, verdicts and proofs, in the language asked for."""

from __future__ import annotations

from functools import lru_cache

from bot.folders import LINES
from bot.play.judging import RULED
from bot.play.scene import TRAP, Asked, Dial, Judged, Language, Say, Strike
from quizbank.bank import Bank
from quizbank.certificate import Certificate, Number
from quizbank.counsel.teachings import teaching_lines
from quizbank.figures import restyled
from quizbank.lines import Lines
from quizbank.options import offered, shown
from quizbank.picture import Picture
from quizbank.wording import values_of, written, written_value

CHOSEN = ("choice", "word")  # kinds of question that list what may be answered
MEASURED = ("number", "quantity", "expression")  # kinds whose answers may bear a unit
PROVED = 1024  # problems whose proofs were put into words last, and are kept so
POINTS = 2  # of those a formula was measured at, shown to a learner
BOOKS = {
    "bot": "",
    "reading": "reading",
    "discord": "discord",
    "terminal": "terminal",
    "picture": "picture",
    "counsel": "counsel",
    "raid": "raid",
    "study": "study",
    "desk": "desk",
    "review": "review",
    "privacy": "privacy",
}


def family_say(asked: Asked, part: str) -> Say:
    """Return a line of the question's own family: "question", "hint", "solution", "traps.<name>"."""
    facts = asked.certificate.facts
    return Say(facts.hall, f"families.{facts.id}.{part}", values_of(asked.certificate))


def hint_of(asked: Asked) -> Say:
    """Return the hint."""
    return family_say(asked, "hint")


def solution_of(asked: Asked) -> Say:
    """Return the worked solution, with this problem's own numbers."""
    return family_say(asked, "solution")


def unreadable(judged: Judged) -> str:
    """Return the line that tells what to change; where no letters are given, none of the question's is one of them."""
    lettered = judged.line != "unknown_symbol" or judged.asked.certificate.facts.symbols
    return f"unreadable.{judged.line}" if lettered else "unlettered.unknown_symbol"


class Voice:
    """All the line books: the bot's own, and each hall's. Each is read when it is first opened."""

    def __init__(self, bank: Bank) -> None:
        self._bank = bank
        self._books: dict[str, Lines] = {}
        self._proved = lru_cache(maxsize=PROVED)(self._proofs)

    def book(self, name: str) -> Lines:
        """Return a line book: one of the bot's, what the elder teaches, or a hall's by its id."""
        if name not in self._books:
            self._books[name] = self._opened(name)
        return self._books[name]

    def _opened(self, name: str) -> Lines:
        if name == "teachings":
            return teaching_lines()
        return Lines.load(LINES, BOOKS[name]) if name in BOOKS else self._bank.halls[name].lines

    def say(self, say: Say, language: Language) -> str:
        """Return a line in a language."""
        return self.book(say.book).say(say.key, language, **say.values)

    def question(self, asked: Asked, language: Language) -> str:
        """Return a question with its numbers, and what there is to choose from where it is a choice."""
        return "\n".join((self.stem(asked, language), *self.choices(asked, language).values()))

    def stem(self, asked: Asked, language: Language) -> str:
        """Return a question with its numbers, without what there is to choose from."""
        return self.say(family_say(asked, "question"), language)

    def choices(self, asked: Asked, language: Language) -> dict[str, str]:
        """Return the options of a choice by their ids, each behind its label; none where it is no choice."""
        ids = (symbol.split("|")[0] for symbol in asked.certificate.facts.symbols)
        listed = (
            self.say(Say("bot", "choice.option", {"label": label, "option": option}), language)
            for label, option in self.options(asked, language).items()
        )
        return dict(zip(ids, listed, strict=False))

    def options(self, asked: Asked, language: Language) -> dict[str, str]:
        """Return the options of a choice by the label that may be typed for each; none where it is no choice."""
        facts = asked.certificate.facts
        if facts.kind not in CHOSEN:
            return {}
        return offered(facts, self.book(facts.hall), language)

    def form(self, asked: Asked, language: Language) -> str:
        """Return what may be typed: an integer, a rounded number, a size with its unit …"""
        facts = asked.certificate.facts
        form = facts.kind if facts.kind != "number" else "count" if facts.tolerance == 0 else "number"
        return self.say(Say("bot", f"form.{form}", {"tolerance": percent(asked)}), language)

    def dial(self, hall: str, dial: Dial, language: Language) -> str:
        """Return what a dial is called: a word where the hall has one, else the letter it turns."""
        return self.named(hall, f"dials.{dial.id}.name", dial.id, language)

    def setting(self, hall: str, dial: Dial, value: Number, language: Language) -> str:
        """Return what a dial's value is called: a word where the hall has one, else the value."""
        return self.named(hall, f"dials.{dial.id}.{value}", str(value), language)

    def named(self, hall: str, key: str, otherwise: str, language: Language) -> str:
        """Return a hall's line, or what stands in for it where there is none."""
        return self.say(Say(hall, key), language) if key in self.book(hall) else otherwise

    def hint(self, asked: Asked, language: Language) -> str:
        """Return the question's hint."""
        return self.say(hint_of(asked), language)

    def solution(self, asked: Asked, language: Language) -> str:
        """Return the worked solution."""
        return self.say(solution_of(asked), language)

    def verdict(self, judged: Judged, language: Language) -> str:
        """Return what is said of a text: right, the trap it fell into, what was off, or what to change to be read."""
        if judged.line.startswith(TRAP):
            return self.say(family_say(judged.asked, f"traps.{judged.line.removeprefix('trap.')}"), language)
        if judged.line == RULED:
            return self.say(Say("desk", "verdict.ruled"), language)
        if judged.kind == "invalid" and judged.span is not None:
            part = judged.text[slice(*judged.span)]
            return self.say(Say("reading", unreadable(judged), {"part": part}), language)
        if len(judged.readings) == 1:
            return self.say(Say("bot", "reading.confirm", {"echo": restyled(judged.readings[0])}), language)
        return self.say(Say("reading", f"verdict.{judged.line.replace('-', '_')}"), language)

    def trap(self, strike: Strike, language: Language) -> str | None:
        """Return what is said of the mistake an answer fell into; None where it has no name."""
        if strike.trap is None or strike.asked is None:
            return None
        return self.say(family_say(strike.asked, f"traps.{strike.trap}"), language)

    def read_as(self, judged: Judged, language: Language) -> str | None:
        """Return how the text was read, said back; None if it was not."""
        value = self.value(judged, language)
        return None if value is None else self.say(Say("bot", "verdict.read_as", {"echo": value}), language)

    def value(self, judged: Judged, language: Language) -> str | None:
        """Return what a text was read as; None if it was not."""
        if judged.echo is None:
            return None
        facts, echo = judged.asked.certificate.facts, judged.echo
        if facts.kind in CHOSEN:
            return shown(facts, echo, self.book(facts.hall), language)
        read = restyled(echo)
        return self.in_words(read, language) if facts.kind in MEASURED else read

    def in_words(self, read: str, language: Language) -> str:
        """Return what was read with its unit, if it bears one that has a name, as this language calls it."""
        number, between, unit = read.rpartition(" ")
        return f"{number} {self.unit(unit, number, language)}" if between else read

    def unit(self, unit: str, number: str, language: Language) -> str:
        """Return what a unit is called behind a number; those of bytes are the same in every language."""
        key = f"unit.{unit}"
        count = 1 if number == "1" else 2  # a fraction, a formula and whatever is rounded are not one
        return self.say(Say("bot", key, {"count": count}), language) if key in self.book("bot") else unit

    def proofs(self, asked: Asked, language: Language) -> str:
        """Return both proofs: what sympy derived, and what the engine measured just now or when it was certified."""
        return self._proved(asked.certificate, asked.remeasured, language)

    def _proofs(self, certificate: Certificate, remeasured: str | None, language: Language) -> str:
        derived = written(self._bank, certificate, certificate.key, language)
        measured = written_value(self._bank, certificate, remeasured or certificate.measured, language)
        values = {
            "derived": self.with_unit(derived, certificate, language),
            "measured": self.with_unit(some_points(measured), certificate, language),
        }
        fresh = "fresh" if remeasured is not None else "certified"
        return self.say(Say("bot", f"verdict.proofs.{fresh}", values), language)

    def with_unit(self, text: str, certificate: Certificate, language: Language) -> str:
        """Return a value with the unit it is in, if it has one."""
        unit = certificate.unit
        return text if unit is None else f"{text} {self.unit(unit, text, language)}"

    def alt(self, picture: Picture, book: str, language: Language) -> str:
        """Return a picture's facts in words."""
        return self.say(Say("picture" if book == "bot" else book, picture.alt, picture.values), language)


def percent(asked: Asked) -> str:
    """Return how far the question lets one round, as "2%"."""
    return f"{float(asked.certificate.facts.tolerance) * 100:g}%"


def some_points(measured: str) -> str:
    """Return the first sizes at which a formula was measured: "n=64: 4096; n=128: 16384; …"."""
    points = measured.split("; ")
    return measured if len(points) <= POINTS else "; ".join((*points[:POINTS], "…"))
