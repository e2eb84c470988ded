"""Work that is set, and learners' sittings at it: one question of each family, one answer each, the best counts."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import cast

from bot.play.desk.classes import HandIn, Pupil, Sitting, Told, Work
from bot.play.desk.desk_refusals import DeskRefusalError
from bot.play.desk.moments import moment
from bot.play.desk.syllabus import families_named
from bot.play.house import House
from bot.play.judging import COUNTED, recall_judged
from bot.play.posing import Posed, pose, posed, take, taken_before
from bot.play.readings import what_was_meant
from bot.play.refusals import NotYoursError
from bot.play.scene import Asked, Judged, Language, Learner, Place, Sent
from bot.store import classes, guilds, questions
from bot.store.classes import ResultRow, SittingRow, WorkRow
from bot.store.questions import Home
from quizbank.paper import drawn

LISTED = 25  # assignments in a menu


async def set_work(
    house: House,
    teacher: Learner,
    guild: int,
    title: str,
    named: str,
    *,
    due: str | None,
    attempts: int,
    paper: int | None,
) -> Work:
    """Set work; raises DeskRefusalError where what it names, or its date, is not to be had."""
    families = families_named(house.bank, named)
    async with house.store.writing() as db:
        chosen = await guilds.settings(db, guild)
        id = await classes.set_work(
            db,
            guild=guild,
            teacher_id=teacher.id,
            language=chosen.language or teacher.language,
            title=title,
            families=families,
            paper=paper,
            attempts=attempts,
            secret=house.secret(),
            due=None if due is None else moment(due, chosen.zone, house.clock()),
            at=house.clock(),
        )
    return await find(house, id, guild)


async def find(house: House, work_id: int, guild: int | None) -> Work:
    """Return the work of that id in a guild; DeskRefusalError if there is none."""
    async with house.store.reading() as db:
        row = await classes.find_work(db, work_id)
    if row is None or row.guild != guild:
        raise DeskRefusalError("no_work")
    return work_of(row)


async def placard(house: House, work_id: int) -> Work | None:
    """Return the work of that id, wherever it is, or None."""
    async with house.store.reading() as db:
        row = await classes.find_work(db, work_id)
    return None if row is None else work_of(row)


async def works(house: House, guild: int, *, only_open: bool) -> tuple[Work, ...]:
    """Return a guild's work, the newest first."""
    async with house.store.reading() as db:
        rows = await classes.works(db, guild, limit=LISTED, open_at=house.clock() if only_open else None)
    return tuple(map(work_of, rows))


async def close(house: House, work_id: int, guild: int) -> Work:
    """Close some work before it is due; what was answered in open sittings counts."""
    await find(house, work_id, guild)
    async with house.store.writing() as db:
        await classes.close_work(db, work_id, house.clock())
    return await find(house, work_id, guild)


async def close_due(house: House) -> Sequence[int]:
    """Close this process's work that has fallen due, with its open sittings; return what was closed just now."""
    async with house.store.writing() as db:
        return await classes.close_due(db, house.shards, house.clock())


async def hand_ins(house: House, work_id: int) -> tuple[HandIn, ...]:
    """Return what every learner made of some work, in the order they first sat down to it."""
    async with house.store.reading() as db:
        rows = await classes.results(db, [work_id], counted=COUNTED)
    return tuple(best_of(rows).values())


def best_of(rows: Sequence[ResultRow]) -> dict[int, HandIn]:
    """Return each learner's best, from sittings at one assignment."""
    mine: dict[int, list[ResultRow]] = {}
    for row in rows:
        mine.setdefault(row.learner_id, []).append(row)
    return {id: hand_in(sat) for id, sat in mine.items()}


def hand_in(sat: Sequence[ResultRow]) -> HandIn:
    """Return the best of one learner's sittings."""
    ended = [row for row in sat if row.ended is not None]
    pupil = Pupil(sat[0].learner_id, sat[0].name, sat[0].hidden)
    best = max((row.right for row in ended), default=None)
    return HandIn(pupil, len(sat), best, min((row.ended for row in ended if row.ended is not None), default=None))


async def sit_down(house: House, learner: Learner, work_id: int, guild: int | None, at: datetime) -> Sitting:
    """Take up the learner's open sitting at some work, or begin the next; DeskRefusalError where none is allowed."""
    work = await find(house, work_id, guild)
    async with house.store.writing() as db:
        sat = await classes.sittings(db, work.id, learner.id)
        if not (sat and sat[-1].ended is None):
            if not work.open_at(at):
                raise DeskRefusalError("work_closed")
            if len(sat) >= work.attempts:
                raise DeskRefusalError("no_more_sittings", attempts=work.attempts)
            await classes.sit_down(db, work.id, learner.id, len(sat) + 1, at)
            sat = await classes.sittings(db, work.id, learner.id)
    return await stand(house, learner, sat[-1].id, at)


async def stand(house: House, learner: Learner, sitting_id: int, at: datetime) -> Sitting:
    """Return a sitting with its next question put and its end, if it has come by then, written down."""
    async with house.store.reading() as db:
        row = await classes.find_sitting(db, sitting_id)
        work_row = None if row is None else await classes.find_work(db, row.assignment_id)
    if row is None or work_row is None:
        raise DeskRefusalError("no_work")
    if row.learner_id != learner.id:
        raise NotYoursError
    put = await posed(house, Home("sitting", row.id), learner.id)
    over = row.ended is not None and at >= row.ended
    waiting = next((each for each in put if not each.counted), None)
    if not over and waiting is None and len(put) < len(work_row.families) and work_of(work_row).open_at(at):
        await ask(house, learner, work_row, row, len(put))
        return await stand(house, learner, sitting_id, at)
    if row.ended is None and (waiting is None or not work_of(work_row).open_at(at)):
        async with house.store.writing() as db:
            await classes.stand_up(db, row.id, at)
        over = True
    return await sitting_of(house, work_row, row, put, None if over else waiting)


async def ask(house: House, learner: Learner, work: WorkRow, sitting: SittingRow, turn: int) -> None:
    """Put the question of a turn: that of the fixed paper, or one with numbers of the learner's own."""
    home = Home("sitting", sitting.id)
    if work.paper is None:
        await pose(house, home, learner, [work.families[turn]], turn, work.secret)
        return
    certificate = drawn(house.bank, work.families, work.paper)[turn]
    async with house.store.writing() as db:
        await questions.ask(
            db, home=home, learner_id=learner.id, turn=turn, certificate=certificate.dump(), at=house.clock()
        )


async def sitting_of(
    house: House, work: WorkRow, row: SittingRow, put: Sequence[Posed], waiting: Posed | None
) -> Sitting:
    """Return a sitting as its answers make it."""
    given = [each.counted[0] for each in put if each.counted]
    async with house.store.reading() as db:
        sat = await classes.results(db, [work.id], counted=COUNTED, learner_id=row.learner_id)
    return Sitting(
        id=row.id,
        work=work_of(work),
        number=row.number,
        right=sum(answer.kind == "correct" for answer in given),
        answered=len(given),
        asked=None if waiting is None else waiting.asked,
        doubt=None if waiting is None else doubt_in(waiting),
        best=hand_in(sat).best,
    )


def doubt_in(waiting: Posed) -> Judged | None:
    """Return the last text sent to a question where it could be read in two ways and was not sent again."""
    if not waiting.sent or waiting.sent[-1].kind != "ambiguous":
        return None
    return recall_judged(waiting.asked, waiting.sent[-1])


async def answer(house: House, learner: Learner, sitting_id: int, turn: int, attempt: int, sent: Sent) -> Told:
    """Read, judge and keep a text sent in a sitting; the same interaction twice counts once."""
    sitting = await stand(house, learner, sitting_id, sent.at)
    if (again := await taken_before(house, sent)) is not None:
        return Told(again, sitting)
    asked = awaited(sitting, turn, attempt)
    judged = await take(house, asked, learner, sent)
    judged = judged or await taken_before(house, sent)
    if judged is None:
        raise DeskRefusalError("answered")
    return Told(judged, await stand(house, learner, sitting_id, sent.at))


async def choose_reading(house: House, learner: Learner, answer_id: int, place: int, sent: Sent) -> Told:
    """Send the reading that was meant, of a text sent in a sitting."""
    question, asked, meant = await what_was_meant(house, answer_id, place, learner, sent)
    if question.sitting_id is None:
        raise DeskRefusalError("no_work")
    return await answer(house, learner, question.sitting_id, question.turn, asked.attempt, meant)


def awaited(sitting: Sitting, turn: int, attempt: int) -> Asked:
    """Return the question that is open, if it is the one meant; DeskRefusalError if not."""
    if sitting.asked is None:
        raise DeskRefusalError("sitting_over" if sitting.answered == len(sitting.work.families) else "work_closed")
    if (sitting.asked.turn, sitting.asked.attempt) != (turn, attempt):
        raise DeskRefusalError("answered")
    return sitting.asked


async def moved(house: House, work_id: int, place: Place) -> None:
    """Remember where the public message of some work stands."""
    async with house.store.writing() as db:
        await classes.move_work(db, work_id, place.channel, place.message)


def work_of(row: WorkRow) -> Work:
    """Return an assignment as everyone sees it."""
    place = Place(row.guild, row.channel, row.message)
    language = cast(Language, row.language)
    shown = (row.title, row.families, row.paper, row.attempts, row.due, row.closed, row.handed)
    return Work(row.id, place, language, *shown)
