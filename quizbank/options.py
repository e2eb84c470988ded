"""The options of a choice: what a family calls them, what each language calls them, and what may be typed for them.

The line `families.<id>.options.<option>` is what is shown; further spellings may follow it, parted by |.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

from quizbank.certificate import FamilyFacts
from quizbank.lines import LANGUAGES, Lines

LABELS = "ABCDEFGH"  # typed instead of an option, by its place in the list
ARTICLES = ("the ", "a ", "an ")  # the reader drops them from what is typed


def spelled(package: str, family: str, options: tuple[str, ...]) -> tuple[str, ...]:
    """Return each option as the reader of answers takes it: its id, its label, then its spellings in every language.

    `("ffn|A|前馈网络|FFN|feed-forward network", "attention|B|…")`. KeyError where an option has no line in the hall's
    package, ValueError where there are more options than labels.
    """
    if len(options) > len(LABELS):
        raise ValueError(f"{family} has more than {len(LABELS)} options")
    lines = hall_lines(package)
    return tuple(
        "|".join(spellings(family, option, label, lines)) for option, label in zip(options, LABELS, strict=False)
    )


def spellings(family: str, option: str, label: str, lines: Lines) -> list[str]:
    """Return all that may be typed for one option, its id first."""
    said = (lines.spelled(f"families.{family}.options.{option}", language) for language in LANGUAGES)
    typed = (bare(spelling) for line in said for spelling in line)
    return list(dict.fromkeys((option, label, *typed)))


def bare(spelling: str) -> str:
    """Return a spelling without its article and the stop at its end."""
    article = next((each for each in ARTICLES if spelling.lower().startswith(each)), "")
    return spelling[len(article) :].strip().rstrip(".。")


@cache
def hall_lines(package: str) -> Lines:
    """Return the lines of the hall that a package of problems belongs to."""
    return Lines.load(files(package))


def offered(facts: FamilyFacts, lines: Lines, language: str) -> dict[str, str]:
    """Return what is shown of each option, by the label that may be typed for it: {"A": "the scores", …}."""
    ids = (symbol.split("|")[0] for symbol in facts.symbols)
    return {label: shown(facts, option, lines, language) for label, option in zip(LABELS, ids, strict=False)}


def shown(facts: FamilyFacts, option: str, lines: Lines, language: str) -> str:
    """Return an option, by its id, as it is shown."""
    return lines.spelled(f"families.{facts.id}.options.{option}", language)[0]
