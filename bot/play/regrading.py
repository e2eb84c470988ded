"""Judges every stored text again: what a better reader, or a corrected family, would say now. Nothing is rewritten.

A change is added beside the first judgement, and what is a fold of the answers follows: the walls they built, the
endings, the boards.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.desk.rulings import ruled
from bot.play.house import House
from bot.play.judging import judge_text, recall_asked
from bot.play.raid import raids
from bot.play.scene import Judged
from bot.play.wall.battles import fold
from bot.store import answers, battles, courses, questions
from bot.store.answers import AnswerRow
from engine.answers import VERSION
from engine.rules.wall import Outcome

PAGE = 500  # answers judged between two looks at the database


class Change(NamedTuple):
    """A stored text that is judged otherwise now."""

    answer: AnswerRow
    judged: Judged
    battle: int | None  # whose wall it moves
    raid: int | None = None  # whose shared wall it moves


async def regrade(house: House, *, dry_run: bool) -> AsyncIterator[Change]:
    """Yield every change, kept by the time it is yielded unless this is a dry run; a second regrading finds none."""
    after = 0
    while True:
        async with house.store.reading() as db:
            page = await answers.everything(db, after, PAGE)
            changes = [change for row in page if (change := await changed(db, row)) is not None]
        if not page:
            return
        if changes and not dry_run:
            async with house.store.writing() as db:
                await write_down(db, house, changes)
        for change in changes:
            yield change
        after = page[-1].id


async def changed(db: AsyncConnection, row: AnswerRow) -> Change | None:
    """Return how a stored text is judged now, if that is not how it stands."""
    if row.learner_id < 0:
        return None  # its learner is forgotten, and the text with them: the verdict is all that is left
    question = await questions.find(db, row.question_id)
    assert question is not None  # a law of the table
    judged = await ruled(db, judge_text(recall_asked(question, []), row.text))
    if (judged.kind, judged.line) == (row.kind, row.line):
        return None
    return Change(row, judged, question.battle_id, question.raid_id)


async def write_down(db: AsyncConnection, house: House, changes: list[Change]) -> None:
    """Add corrections, and let the endings of the battles they touch follow."""
    for change in changes:
        judged = change.judged
        await answers.correct(
            db,
            change.answer.id,
            kind=judged.kind,
            line=judged.line,
            echo=judged.echo,
            reader=VERSION,
            at=house.clock(),
        )
    for battle in dict.fromkeys(change.battle for change in changes if change.battle is not None):
        await follow(db, battle)
    for raid in dict.fromkeys(change.raid for change in changes if change.raid is not None):
        await raids.follow(db, house, raid)


async def follow(db: AsyncConnection, battle_id: int) -> None:
    """Bring a closed battle's ending in line with its answers; a wall that stands again may be fought on."""
    row = await battles.find(db, battle_id)
    assert row is not None  # its answers were just judged
    if row.ended is None or row.ending == "abandoned":
        return
    outcome = fold(row, (await db.run_sync(courses.of_battles, (battle_id,)))[battle_id]).outcome
    if outcome is not Outcome.STANDING:
        await battles.end_anew(db, battle_id, outcome.value)
    elif await battles.find_open(db, row.challenger.id, row.guild) is None:
        await battles.reopen(db, battle_id)
    else:
        await battles.end_anew(db, battle_id, "overtaken")  # its challenger has moved on to another
