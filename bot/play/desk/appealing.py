"""A learner says that a verdict is wrong; a teacher decides, and what they accept holds for all who said the same.

Nothing is rewritten: the verdicts it moves are added as corrections, and walls, boards and reports follow, as after
any regrading. What is accepted holds from then on as well (see `rulings`). The first teacher to decide has decided.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.desk.classes import Appeal, Decision, News, Outcome, Pupil
from bot.play.desk.desk_refusals import DeskRefusalError
from bot.play.desk.rulings import problem_asked, ruled
from bot.play.house import House
from bot.play.judging import WRONG, recall_asked, recall_judged
from bot.play.refusals import NotYoursError
from bot.play.regrading import Change, changed, write_down
from bot.play.scene import Judged, Learner
from bot.store import answers, appeals, cohorts, questions
from bot.store.appeals import AppealRow, SameRow
from bot.store.questions import Home


async def appeal(house: House, learner: Learner, answer_id: int) -> Outcome:
    """Lay an answer of one's own before the teachers of the server where it was given, once; return how it stands.

    What was ruled already is accepted at once. Raises NotYoursError for another's answer, DeskRefusalError for one
    that is not held wrong, or was given in private.
    """
    async with house.store.writing() as db:
        judged, owner = await judged_answer(db, answer_id)
        if owner != learner.id:
            raise NotYoursError
        guild = await cohorts.guild_of(db, judged.asked.id)
        if guild is None:
            raise DeskRefusalError("no_teacher")
        if (before := await appeals.of_answer(db, answer_id)) is not None:
            return outcome_of(before)
        if judged.kind not in WRONG:
            raise DeskRefusalError("not_wrong")
        if (await ruled(db, judged)).right:
            await rescore(db, house, [answer_id])
            return "accepted"
        await appeals.make(db, answer_id, guild, house.clock())
    return "waiting"


async def waiting(house: House, guild: int, after: int = 0) -> Appeal | None:
    """Return the oldest appeal that waits in a guild, of those after an id; beyond the last, the first again."""
    async with house.store.reading() as db:
        row = await appeals.waiting(db, guild, after) or await appeals.waiting(db, guild)
        return None if row is None else await seen(db, row)


async def count_waiting(house: House, guild: int) -> int:
    """Return how many appeals wait in a guild."""
    async with house.store.reading() as db:
        return await appeals.count_waiting(db, guild)


async def decide(house: House, teacher: Learner, appeal_id: int, guild: int, *, accept: bool) -> Decision:
    """Decide an appeal, and with it all that say the same; one that is decided stays as it was."""
    async with house.store.writing() as db:
        await appeals.alone(db, guild)
        row = await appeals.find(db, appeal_id)
        if row is None or row.guild != guild:
            raise DeskRefusalError("no_appeal")
        outcome: Outcome = "accepted" if accept else "declined"
        judged, _ = await judged_answer(db, row.answer_id)
        same = await same_answers(db, row, judged)
        alike = [each.appeal_id for each in same if each.appeal_id is not None]
        if not await appeals.decide(db, {row.id, *alike}, teacher.id, outcome, house.clock()):
            return Decision(outcome_of(row), mine=False, moved=0, homes=())
        changes: Sequence[Change] = ()
        if accept and judged.echo is not None:
            await appeals.rule(db, row.id, guild, problem_asked(judged), judged.echo)
            changes = await rescore(db, house, [each.answer_id for each in same])
        told = same if accept else [each for each in same if each.appeal_id is not None]
        for each in told:
            await appeals.tell(db, each.answer_id, each.learner_id, outcome, house.clock())
    homes = tuple(dict.fromkeys(home for change in changes for home in shown_at(change)))
    return Decision(outcome, mine=True, moved=len(changes), homes=homes)


async def same_answers(db: AsyncConnection, row: AppealRow, judged: Judged) -> Sequence[SameRow]:
    """Return the answer that was appealed and all that said the same to the same problem and stand wrong."""
    if judged.echo is None or judged.kind not in WRONG:  # judged anew since
        return [SameRow(row.answer_id, row.question_id, row.learner_id, row.id)]
    return await appeals.same(db, row.guild, problem_asked(judged), judged.echo, kinds=WRONG)


async def rescore(db: AsyncConnection, house: House, ids: Sequence[int]) -> Sequence[Change]:
    """Add a correction to each of these answers that a ruling makes right, and let what follows from them follow."""
    rows = [row for id in ids if (row := await answers.find(db, id)) is not None]
    changes = [change for row in rows if (change := await changed(db, row)) is not None]
    await write_down(db, house, changes)
    return changes


def shown_at(change: Change) -> list[Home]:
    """Return the games for all to see that an answer moves."""
    battle = [] if change.battle is None else [Home("battle", change.battle)]
    raid = [] if change.raid is None else [Home("raid", change.raid)]
    return [*battle, *raid]


async def news(house: House, learner: Learner) -> tuple[News, ...]:
    """Return what a learner has not been told yet of their answers."""
    async with house.store.reading() as db:
        rows = await appeals.untold(db, learner.id)
        found = [(row, (await judged_answer(db, row.answer_id))[0]) for row in rows]
    return tuple(News(judged, cast(Outcome, row.outcome)) for row, judged in found)


async def told(house: House, news: Sequence[News]) -> None:
    """Remember that a learner has been told."""
    ids = [each.judged.stored for each in news if each.judged.stored is not None]
    async with house.store.writing() as db:
        await appeals.told(db, ids, house.clock())


async def seen(db: AsyncConnection, row: AppealRow) -> Appeal:
    """Return an appeal with the answer it is about."""
    judged, _ = await judged_answer(db, row.answer_id)
    same = await same_answers(db, row, judged)
    count = await appeals.count_waiting(db, row.guild)
    others = len({each.learner_id for each in same} - {row.learner_id})
    pupil = Pupil(row.learner_id, row.name, row.hidden)
    return Appeal(row.id, pupil, judged, row.made, outcome_of(row), others, count)


async def judged_answer(db: AsyncConnection, answer_id: int) -> tuple[Judged, int]:
    """Return an answer as it stands judged, and whose it is; DeskRefusalError if there is none of that id."""
    row = await answers.find(db, answer_id)
    question = None if row is None else await questions.find(db, row.question_id)
    if row is None or question is None:
        raise DeskRefusalError("no_answer")
    return recall_judged(recall_asked(question, ()), row), row.learner_id


def outcome_of(row: AppealRow) -> Outcome:
    """Return how an appeal stands."""
    return cast(Outcome, row.outcome or "waiting")
