"""What a session may be about: halls and skills, found by their names in either language; the families they hold."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from re import split as parted

from bot.play.likeness import nearest
from bot.play.scene import Language, Say
from bot.play.study.study import Subject
from bot.play.study.study_refusals import NoSubjectError
from quizbank.bank import Bank
from quizbank.lines import LANGUAGES

OFFERED = 25  # as many as Discord lists
NEAREST = 3  # that may have been meant
VARIETY = 4  # problems a family should have where neighbours are to have numbers of their own
PARTING = r"[,，、;；|\n]"


def subjects(bank: Bank) -> tuple[Subject, ...]:
    """Return every hall that asks something, each followed by the skills first asked there, in the tour's order."""
    skills: dict[str, str] = {}
    for facts in bank.facts.values():
        skills.setdefault(facts.skill, facts.hall)
    halls = [hall for hall in bank.halls if any(facts.hall == hall for facts in bank.facts.values())]
    found: list[Subject] = []
    for hall in halls:
        found.append(Subject(hall, hall, Say(hall, "hall.name")))
        found += [Subject(skill, hall, Say(hall, f"skills.{skill}")) for skill, at in skills.items() if at == hall]
    return tuple(found)


def named(bank: Bank, id: str) -> Subject:
    """Return the subject of that id; raises NoSubjectError."""
    found = next((subject for subject in subjects(bank) if subject.id == id), None)
    if found is None:
        raise NoSubjectError(id)
    return found


def find(bank: Bank, text: str) -> tuple[str, ...]:
    """Return the subjects a text names, parted by commas; raises NoSubjectError for a name that is none."""
    names = [name for part in parted(PARTING, text) if (name := folded(part))]
    if not names:
        raise NoSubjectError(text)
    return tuple(dict.fromkeys(found(bank, name) for name in names))


def found(bank: Bank, name: str) -> str:
    """Return the one subject of a name, or the only one that holds it."""
    known = [(subject.id, spellings(bank, subject)) for subject in subjects(bank)]
    exact = [id for id, names in known if name in names]
    near = [id for id, names in known if any(name in each for each in names)]
    if exact:
        return exact[0]
    if len(near) == 1:
        return near[0]
    raise NoSubjectError(name)


def suggest(bank: Bank, text: str, language: Language) -> tuple[Subject, ...]:
    """Return the subjects that the last name in a text may mean, those that begin like it first."""
    name = folded(parted(PARTING, text)[-1])
    offered = []
    for subject in subjects(bank):
        names = spellings(bank, subject)
        if any(name in each for each in names):
            shown = folded(bank.halls[subject.say.book].lines.say(subject.say.key, language))
            offered.append((not shown.startswith(name), subject))
    return tuple(subject for _, subject in sorted(offered, key=lambda each: each[0]))[:OFFERED]


def near(bank: Bank, name: str) -> tuple[Subject, ...]:
    """Return the subjects that may have been meant by a name that is none, the likeliest first."""
    known = {subject.id: subject for subject in subjects(bank)}
    names = {id: spellings(bank, subject) for id, subject in known.items()}
    return tuple(known[id] for id in nearest(name, names, NEAREST))


def families_of(bank: Bank, chosen: Collection[str]) -> tuple[str, ...]:
    """Return the families of these halls and skills, those with many problems if there are any."""
    within = [facts.id for facts in bank.facts.values() if facts.hall in chosen or facts.skill in chosen]
    various = [family for family in within if len(bank.certificates[family]) >= VARIETY]
    return tuple(various or within)


def spellings(bank: Bank, subject: Subject) -> Sequence[str]:
    """Return what a subject may be called."""
    lines = bank.halls[subject.say.book].lines
    return (folded(subject.id), *(folded(lines.say(subject.say.key, language)) for language in LANGUAGES))


def folded(name: str) -> str:
    """Return a name as names are compared."""
    return " ".join(name.casefold().split())
