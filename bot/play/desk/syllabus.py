"""What a teacher names: halls, skills, families, by their names in either language or their ids; all in memory."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from bot.play.desk.desk_refusals import DeskRefusalError, UnknownNameError
from bot.play.likeness import nearest
from bot.play.scene import Language
from quizbank.bank import Bank
from quizbank.lines import LANGUAGES

NEAREST = 3  # that may have been meant
MOST = 25  # questions of one assignment or sheet
PARTED = re.compile(r"\s*[,，、;；]\s*")


def families_named(bank: Bank, text: str) -> tuple[str, ...]:
    """Return the families of everything named, each once, in the order named.

    Raises DeskRefusalError for a name that is none, for no name at all, and for more than can be asked at a sitting.
    """
    families: dict[str, None] = {}
    for name in filter(None, PARTED.split(text.strip())):
        found = families_of(bank, name)
        if not found:
            raise UnknownNameError(name[:60])
        families.update(dict.fromkeys(found))
    if not families:
        raise DeskRefusalError("nothing_named")
    return tuple(families)[:MOST]


def families_of(bank: Bank, name: str) -> Sequence[str]:
    """Return the families of one hall, skill or family; none where there is nothing of that name."""
    wanted = folded(name)
    facts = bank.facts.values()
    for hall, skill, spelled in names(bank):
        if wanted == folded(spelled):
            return [each.id for each in facts if (each.hall == hall if skill is None else each.skill == skill)]
    return [wanted] if wanted in bank.facts else []


def offered(bank: Bank, typed: str, language: Language) -> list[tuple[str, str]]:
    """Return the halls and skills whose name holds what was typed last, each with what to send for it."""
    before, parted, last = split_last(typed)
    wanted, found = folded(last), {}
    for hall, skill, spelled in names(bank):
        if wanted in folded(spelled):
            found[skill or hall] = title(bank, hall, skill, language)
    return [(f"{before}{parted}{name}", f"{before}{parted}{id}") for id, name in found.items()]


def near(bank: Bank, name: str, language: Language) -> tuple[str, ...]:
    """Return the halls and skills that may have been meant by a name that is none, as they are called."""
    spelled: dict[str, list[str]] = {}
    called: dict[str, str] = {}
    for hall, skill, spelling in names(bank):
        spelled.setdefault(skill or hall, []).append(spelling)
        called[skill or hall] = title(bank, hall, skill, language)
    return tuple(called[id] for id in nearest(name, spelled, NEAREST))


def title(bank: Bank, hall: str, skill: str | None, language: Language) -> str:
    """Return a hall's or a skill's name."""
    return bank.halls[hall].lines.say("hall.name" if skill is None else f"skills.{skill}", language)


def skill_name(bank: Bank, skill: str, language: Language) -> str:
    """Return a skill's name, as the hall that teaches it calls it."""
    hall = next(facts.hall for facts in bank.facts.values() if facts.skill == skill)
    return title(bank, hall, skill, language)


def names(bank: Bank) -> Iterator[tuple[str, str | None, str]]:
    """Yield everything that can be named: its hall, its skill (None for the hall itself), and a spelling."""
    taught = dict.fromkeys((facts.hall, facts.skill) for facts in bank.facts.values())
    halls: list[tuple[str, str | None]] = [(hall, None) for hall in dict.fromkeys(hall for hall, _ in taught)]
    for hall, skill in [*halls, *taught]:
        yield hall, skill, skill or hall
        for language in LANGUAGES:
            yield hall, skill, bank.halls[hall].lines.say("hall.name" if skill is None else f"skills.{skill}", language)


def split_last(typed: str) -> tuple[str, str, str]:
    """Return what was typed before the last parting sign, the sign, and what stands after it."""
    signs = list(PARTED.finditer(typed))
    if not signs:
        return "", "", typed
    last = signs[-1]
    return typed[: last.start()], ", ", typed[last.end() :]


def folded(name: str) -> str:
    """Return a name as it is compared."""
    return unicodedata.normalize("NFKC", name).strip().casefold()
