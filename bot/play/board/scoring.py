"""Scores made of answers: a learner's day is reckoned again from all that was given on it, and what changed is kept.

What is in doubt is noted down by the database itself, with the answer or the ending that causes it; scoring takes those
notes in small batches, as often as it likes and in as many processes, and always finds the same.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import chain
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.judging import COUNTED
from bot.store import boards, scores
from bot.store.questions import canonical
from bot.store.scores import DayRow, GivenRow, Mark, SumRow, WallRow
from bot.store.store import Store
from engine.rules.day import day_of, name_of
from engine.rules.points import Answered, Score, answer_scores, wall_scores

WORLD = 0  # the guild of those who stand worldwide
ALWAYS = "all"  # the period that never ends
NEVER = 0  # the season of what came before any
BATCH = 200  # notes taken in one transaction
RIGHT = ("correct",)
DAY = timedelta(hours=26)  # no day of any zone is longer
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

Day = tuple[int, int, int]  # learner, guild, day
Key = tuple[int, int, int, int]  # learner, guild, day, season
Days = Mapping[Key, DayRow]
Sum = tuple[int, int, str]  # learner, guild, period


class Scored(NamedTuple):
    """What one batch did: how many notes it took in, and in which guilds a standing moved."""

    taken: int
    guilds: frozenset[int]


class Calendars(NamedTuple):
    """By which clock each guild tells its days, and when its seasons began."""

    zones: Mapping[int, str | None]
    seasons: Mapping[int, Sequence[datetime]]

    def day(self, guild: int, at: datetime) -> int:
        """Return the day of a moment."""
        return day_of(at, self.zones.get(guild))

    def season(self, guild: int, at: datetime) -> int:
        """Return the season of a moment, by when it began."""
        return max((stamp(began) for began in self.seasons.get(guild, ()) if began <= at), default=NEVER)


async def score(store: Store, learner_id: int | None = None, limit: int = BATCH) -> Scored:
    """Take in a batch of what is not scored yet, of all or of one learner."""
    async with store.reading() as db:
        if not await scores.marked(db, learner_id):
            return Scored(0, frozenset())
    async with store.writing() as db:
        marks = await scores.take_marks(db, limit, learner_id)
        moved = await settle(db, marks)
        await boards.move(db, moved)
        return Scored(len(marks), moved)


async def settle(db: AsyncConnection, marks: Sequence[Mark]) -> frozenset[int]:
    """Reckon again what these notes put in doubt; return the guilds in which a standing moved."""
    worldwide = await scores.hold(db, {mark.learner_id for mark in marks})
    doubted = {mark.learner_id for mark in marks if mark.at is None}
    late = [(mark.learner_id, mark.at) for mark in marks if mark.at is not None and mark.learner_id not in doubted]
    moved: frozenset[int] = frozenset()
    if wholly := doubted & worldwide.keys():
        moved |= await keep(db, *await histories(db, wholly, worldwide))
    if partly := [each for each in late if each[0] in worldwide]:
        moved |= await keep(db, *await days_around(db, partly, worldwide))
    return moved


async def histories(db: AsyncConnection, learners: Collection[int], worldwide: Mapping[int, bool]) -> tuple[Days, Days]:
    """Return all that is remembered of these learners, and what it should be."""
    before, after, _ = await _compared(db, learners, worldwide)
    return before, after


async def days_around(
    db: AsyncConnection, moments: Sequence[tuple[int, datetime]], worldwide: Mapping[int, bool]
) -> tuple[Days, Days]:
    """Return what is remembered of the days in which these moments of learners fall, and what it should be."""
    span = min(at for _, at in moments) - DAY, max(at for _, at in moments) + DAY
    before, after, calendars = await _compared(db, {learner for learner, _ in moments}, worldwide, span)
    guilds = {key[1] for key in before.keys() | after.keys()}
    doubted = {(learner, guild, calendars.day(guild, at)) for learner, at in moments for guild in guilds}
    return (
        {key: row for key, row in before.items() if key[:3] in doubted},
        {key: row for key, row in after.items() if key[:3] in doubted},
    )


async def _compared(
    db: AsyncConnection,
    learners: Collection[int],
    worldwide: Mapping[int, bool],
    span: tuple[datetime, datetime] | None = None,
) -> tuple[Days, Days, Calendars]:
    since, until = span or (None, None)
    given = await scores.given(db, learners, COUNTED, since, until)
    walls = await scores.walls(db, learners, RIGHT, since, until)
    rows = await scores.days(db, learners, day_in_utc(since), day_in_utc(until))
    before = {(row.learner_id, row.guild, row.day, row.season): row for row in rows}
    guilds = {row.guild for row in given} | {row.guild for row in walls} | {row.guild for row in rows}
    calendars = await calendars_of(db, guilds)
    return before, reckon(given, walls, worldwide, calendars), calendars


def day_in_utc(at: datetime | None) -> int | None:
    """Return the day of a moment, which no zone's day is further from than one."""
    return None if at is None else day_of(at, None)


async def calendars_of(db: AsyncConnection, guilds: Collection[int]) -> Calendars:
    """Return the calendars of guilds."""
    seasons: dict[int, list[datetime]] = defaultdict(list)
    for guild, began, _ in await scores.seasons(db, guilds):
        seasons[guild].append(began)
    return Calendars(await scores.zones(db, guilds), seasons)


def reckon(
    given: Iterable[GivenRow], walls: Iterable[WallRow], worldwide: Mapping[int, bool], calendars: Calendars
) -> dict[Key, DayRow]:
    """Return what these answers and walls are worth, by learner, guild, day and season."""
    sums: defaultdict[Key, Score] = defaultdict(Score)
    for key, score in chain(_of_answers(given, worldwide, calendars), _of_walls(walls, worldwide, calendars)):
        sums[key] += score
    return {key: DayRow(*key, **vars(score)) for key, score in sums.items()}


def _of_answers(
    given: Iterable[GivenRow], worldwide: Mapping[int, bool], calendars: Calendars
) -> Iterator[tuple[Key, Score]]:
    attempts: Counter[tuple[int, int]] = Counter()
    days: defaultdict[Day, list[tuple[datetime, Answered]]] = defaultdict(list)
    for row in given:
        attempts[row.learner_id, row.question_id] += 1
        problem = row.family, canonical(row.numbers)
        answered = Answered(problem, row.difficulty, attempts[row.learner_id, row.question_id], row.kind in RIGHT)
        for guild in boards_of(row.guild, worldwide[row.learner_id]):
            days[row.learner_id, guild, calendars.day(guild, row.at)].append((row.at, answered))
    for (learner, guild, day), answers in days.items():
        earned = answer_scores(answered for _, answered in answers)
        for (at, _), score in zip(answers, earned, strict=True):
            yield (learner, guild, day, calendars.season(guild, at)), score


def _of_walls(
    walls: Iterable[WallRow], worldwide: Mapping[int, bool], calendars: Calendars
) -> Iterator[tuple[Key, Score]]:
    days: defaultdict[Day, list[datetime]] = defaultdict(list)
    for row in walls:
        for guild in boards_of(row.guild, worldwide[row.learner_id]):
            days[row.learner_id, guild, calendars.day(guild, row.at)].append(row.at)
    for (learner, guild, day), moments in days.items():
        for at, score in zip(moments, wall_scores(len(moments)), strict=True):
            yield (learner, guild, day, calendars.season(guild, at)), score


def boards_of(guild: int, worldwide: bool) -> Iterator[int]:
    """Return on which boards something counts that happened in a guild, or in a direct message."""
    if guild > 0:
        yield guild
    if worldwide:
        yield WORLD


async def keep(db: AsyncConnection, before: Days, after: Days) -> frozenset[int]:
    """Put days in the place of others, and let the standings follow; return the guilds in which one moved."""
    changed = {key for key in before.keys() | after.keys() if before.get(key) != after.get(key)}
    if not changed:
        return frozenset()
    kept = [after[key] for key in sorted(changed & after.keys())]
    await scores.keep_days(db, kept, [before[key] for key in sorted(changed - after.keys())])
    moves: defaultdict[Sum, list[tuple[int, Score]]] = defaultdict(list)
    for key in changed:
        for sign, rows in ((-1, before), (1, after)):
            if key in rows:
                for period in periods_of(rows[key]):
                    moves[key[0], key[1], period].append((sign, score_of(rows[key])))
    await move(db, moves)
    return frozenset(guild for _, guild, _, _ in changed)


async def move(db: AsyncConnection, moves: Mapping[Sum, Sequence[tuple[int, Score]]]) -> None:
    """Add to standings, and take from them, whole days."""
    found = await scores.sums(db, {learner for learner, _, _ in moves}, {period for _, _, period in moves})
    before = {(row.learner_id, row.guild, row.period): row for row in found}
    after = []
    for key in sorted(moves):
        old = before.get(key)
        days, total = (old.days, score_of(old)) if old is not None else (0, Score())
        for sign, score in moves[key]:
            days, total = days + sign, total + (score if sign > 0 else -score)
        after.append(SumRow(*key, days, **vars(total), accuracy=total.accuracy))
    await scores.keep_sums(db, [before[key] for key in sorted(moves) if key in before], after)


def score_of(row: DayRow | SumRow) -> Score:
    """Return the score a row holds."""
    return Score(row.points, row.right, row.tried, row.walls)


def periods_of(row: DayRow) -> tuple[str, ...]:
    """Return the periods a day belongs to."""
    always = (ALWAYS, name_of("month", row.day), name_of("week", row.day))
    return always if row.season == NEVER else (*always, season_name(row.season))


def season_name(began: int) -> str:
    """Return the period of a season, by when it began."""
    return f"season-{began}"


def stamp(at: datetime) -> int:
    """Return a moment as a whole number of microseconds, as the database keeps it."""
    return (at - EPOCH) // timedelta(microseconds=1)
