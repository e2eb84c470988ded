"""What a class knows: by skill and by question, who has not taken part, and the whole of it as a list."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from fractions import Fraction

from bot.play.desk.classes import (
    Absent,
    ClassList,
    Cohort,
    CohortKind,
    Item,
    Line,
    Overview,
    Pupil,
    SkillView,
    Slip,
    Wrong,
)
from bot.play.desk.desk_refusals import DeskRefusalError
from bot.play.desk.sittings import LISTED, best_of, find, work_of
from bot.play.house import House
from bot.play.judging import COUNTED, recall_asked
from bot.play.scene import Asked, Judged
from bot.store import classes, statistics, tallies
from bot.store.questions import QuestionRow
from bot.store.statistics import LearnerRow, SlipRow, TryRow, WrongRow
from bot.store.tallies import TallyRow
from engine.rules.items import Try, difficulty, discrimination
from quizbank.bank import Bank


async def cohort_of(house: House, kind: CohortKind, id: int, guild: int) -> Cohort:
    """Return a cohort of this guild's; DeskRefusalError if it is another's, or none."""
    if kind == "work":
        await find(house, id, guild)
    elif kind == "study":
        async with house.store.reading() as db:
            home = await classes.find_session(db, id)
        if home != guild:
            raise DeskRefusalError("no_cohort")
    return Cohort(kind, guild if kind == "server" else id, guild)


async def overview(house: House, cohort: Cohort) -> Overview:
    """Return how a cohort holds each skill it has met."""
    taught = skill_of(house.bank)
    async with house.store.reading() as db:
        rows = await statistics.skills(db, cohort, taught, counted=COUNTED)
        slips = commonest(await statistics.slips(db, cohort, taught, counted=COUNTED))
        shown = await statistics.examples(db, [slip.question_id for slip in slips.values()])
        left = await tallies.of_guild(db, cohort.id) if cohort.kind == "server" else ()
    gone = of_the_forgotten(left, taught)
    met = {row.skill: row for row in rows}
    views = []
    for skill, hall in halls_of(house.bank).items():
        if (row := met.get(skill)) is not None:
            slip = slip_of(slips.get(skill), shown)
            tried, right = gone.get(skill, (0, 0))
            views.append(SkillView(skill, hall, row.learners, row.tried + tried, row.right + right, slip))
    return Overview(cohort, tuple(views))


def of_the_forgotten(left: Iterable[TallyRow], taught: Mapping[str, str]) -> dict[str, tuple[int, int]]:
    """Return how often those who were forgotten tried each skill at first sight, and how often rightly."""
    found: dict[str, tuple[int, int]] = {}
    for row in left:
        if row.first and row.kind in COUNTED and row.family in taught:
            tried, right = found.get(taught[row.family], (0, 0))
            held = row.count if row.kind == "correct" else 0
            found[taught[row.family]] = (tried + row.count, right + held)
    return found


def commonest(rows: Iterable[SlipRow]) -> dict[str, SlipRow]:
    """Return each skill's commonest named mistake; of two as common, the first by name."""
    found: dict[str, SlipRow] = {}
    for row in sorted(rows, key=lambda row: (-row.count, row.family, row.line)):
        found.setdefault(row.skill, row)
    return found


def slip_of(row: SlipRow | None, shown: Mapping[int, QuestionRow]) -> Slip | None:
    """Return a mistake with a question it was made at."""
    if row is None or row.question_id not in shown:
        return None
    asked = recall_asked(shown[row.question_id], ())
    return Slip(Judged("diagnosed", row.line, asked, "", None), row.count)


async def items(house: House, cohort: Cohort, skill: str) -> tuple[Item, ...]:
    """Return how each family of a skill served a cohort, those that were tried, in the bank's order."""
    families = [facts.id for facts in house.bank.facts.values() if facts.skill == skill]
    async with house.store.reading() as db:
        tries = await statistics.tries_at(db, cohort, families, counted=COUNTED)
        wrong = await statistics.frequent_wrong(db, cohort, families, counted=COUNTED)
        shown = await statistics.examples(db, [row.question_id for row in wrong])
    by_family: dict[str, list[TryRow]] = {}
    for row in tries:
        by_family.setdefault(row.family, []).append(row)
    return tuple(
        item(house.bank, family, by_family[family], [row for row in wrong if row.family == family], shown)
        for family in families
        if family in by_family
    )


def item(
    bank: Bank, family: str, tries: Sequence[TryRow], wrong: Sequence[WrongRow], shown: Mapping[int, QuestionRow]
) -> Item:
    """Return how one family served."""
    rest = [Try(row.right, share_of_rest(row)) for row in tries if row.all_tried > row.tried]
    hard = difficulty(sum(row.held for row in tries), sum(row.tried for row in tries))
    often = tuple(
        Wrong(Judged("incorrect", row.line, asked, "", row.echo), row.count)
        for row in wrong
        if (asked := asked_at(shown, row.question_id)) is not None
    )
    example = often[0].judged.asked if often else Asked(0, bank.certificates[family][0], turn=0, attempt=1)
    return Item(family, example, len(tries), hard, discrimination(rest), often)


def share_of_rest(row: TryRow) -> Fraction:
    """Return the share a learner had right of everything but this family."""
    return Fraction(row.all_right - row.held, row.all_tried - row.tried)


def asked_at(shown: Mapping[int, QuestionRow], id: int) -> Asked | None:
    """Return a question by its id, if it is at hand."""
    return recall_asked(shown[id], ()) if id in shown else None


async def absent(house: House, cohort: Cohort, teacher: int, roster: Mapping[int, str] | None) -> Absent:
    """Return who has not taken part: of a role's members by id and name, else of everyone ever met in the server.

    In an assignment, taking part is handing in. The teacher who asks is not looked for.
    """
    async with house.store.reading() as db:
        if cohort.kind == "work":
            sat = best_of(await classes.results(db, [cohort.id], counted=COUNTED))
            part: Collection[int] = {id for id, made in sat.items() if made.best is not None}
        else:
            part = await statistics.taking_part(db, cohort)
        known = await statistics.people(db, list(roster)) if roster is not None else ()
        listed = known if roster is not None else await statistics.seen(db, cohort.guild)
    pupils = {row.id: pupil(row) for row in listed}
    for id, name in (roster or {}).items():
        pupils.setdefault(id, Pupil(id, name))
    pupils.pop(teacher, None)
    missing = sorted((each for each in pupils.values() if each.id not in part), key=lambda each: (each.name, each.id))
    return Absent("seen" if roster is None else "role", len(pupils), tuple(missing))


async def class_list(house: House, cohort: Cohort) -> ClassList:
    """Return what each learner of a cohort made of each skill, and of the work it holds."""
    taught = skill_of(house.bank)
    async with house.store.reading() as db:
        cells = await statistics.cells(db, cohort, taught, counted=COUNTED)
        if cohort.kind == "work":
            found = await classes.find_work(db, cohort.id)
            rows = [] if found is None else [found]
        else:
            rows = list(await classes.works(db, cohort.guild, limit=LISTED)) if cohort.kind == "server" else []
        results = await classes.results(db, [row.id for row in rows], counted=COUNTED)
        ids = {cell.learner_id for cell in cells} | {row.learner_id for row in results}
        people = await statistics.people(db, [id for id in ids if id > 0])
    marks = {row.id: best_of([each for each in results if each.assignment_id == row.id]) for row in rows}
    made: dict[int, dict[str, tuple[int, int]]] = {}
    for cell in cells:
        made.setdefault(cell.learner_id, {})[cell.skill] = (cell.tried, cell.right)
    met = {cell.skill for cell in cells}
    lines = tuple(
        Line(
            pupil(row),
            made.get(row.id, {}),
            {work: handed[row.id] for work, handed in marks.items() if row.id in handed},
        )
        for row in people
    )
    return ClassList(tuple(skill for skill in halls_of(house.bank) if skill in met), tuple(map(work_of, rows)), lines)


def pupil(row: LearnerRow) -> Pupil:
    """Return someone of a class list."""
    return Pupil(row.id, row.name, row.hidden)


def skill_of(bank: Bank) -> Mapping[str, str]:
    """Return every family's skill."""
    return {facts.id: facts.skill for facts in bank.facts.values()}


def halls_of(bank: Bank) -> Mapping[str, str]:
    """Return every skill's hall, in the tour's order; one asked in two halls is taught in the first."""
    found: dict[str, str] = {}
    for facts in bank.facts.values():
        found.setdefault(facts.skill, facts.hall)
    return found
