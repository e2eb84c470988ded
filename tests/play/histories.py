"""Random histories of learners in several servers, written straight into the store; and their standings, by hand."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from sqlalchemy import JSON, Boolean, Integer, String, Table, insert, select

from bot.store import answers, battles, guilds, learners, memberships, questions, scores
from bot.store.questions import Home
from bot.store.store import Store
from bot.store.tables import assignment, battle, raid, raid_member, score_day, sitting, standing, standing_node
from bot.store.tables.columns import Instant

LEARNERS, GUILDS = (1, 2, 3, 4, 5), (7, 8)
ZONES = (None, "Asia/Shanghai", "America/St_Johns", "Pacific/Kiritimati")
START = datetime(2026, 10, 28, tzinfo=UTC)
CLOSE, FAR = timedelta(days=1), timedelta(days=7)  # into the next week and month
Projection = dict[str, set[tuple[Any, ...]]]


@dataclass
class Place:
    """A battle, a raid or a sitting: where, whose questions, and how it ended."""

    home: Home
    guild: int
    learners: tuple[int, ...]
    ended: datetime | None = None


@dataclass
class Given:
    """One counted answer as it stands judged."""

    id: int
    learner: int
    question: int
    problem: tuple[str, int]
    difficulty: int
    right: bool
    at: datetime
    place: Place


@dataclass
class History:
    """Everything that has happened, beside the store it was written into."""

    store: Store
    random: Random
    places: list[Place] = field(default_factory=list)
    given: list[Given] = field(default_factory=list)
    zones: dict[int, str | None] = field(default_factory=lambda: dict.fromkeys(GUILDS))
    seasons: dict[int, list[datetime]] = field(default_factory=lambda: {guild: [] for guild in GUILDS})
    worldwide: set[int] = field(default_factory=set)
    forgotten: set[int] = field(default_factory=set)

    async def begin(self) -> None:
        """Meet everyone, and open a few places."""
        async with self.store.writing() as db:
            for learner in LEARNERS:
                await learners.meet(db, learner, f"learner {learner}", START)
        for _ in range(8):
            await self.open()

    async def happen(self) -> None:
        """Let something happen, answers most of all."""
        kinds: tuple[Callable[[], Awaitable[None]], ...] = (
            self.open,
            self.answer,
            self.correct,
            self.end,
            self.turn_worldwide,
            self.move_zone,
            self.begin_season,
        )
        await self.random.choices(kinds, (6, 20, 3, 12, 1, 1, 1))[0]()

    def now(self) -> datetime:
        """Return some moment; most of them crowd on a day or two."""
        return START + self.random.random() * self.random.choice((CLOSE, CLOSE, CLOSE, FAR))

    async def open(self) -> None:
        """Open a battle, a raid of three, or a sitting."""
        guild = self.random.choice((*GUILDS, 0))
        kind = self.random.choice(("battle", "battle", "raid", "sitting")) if guild else "battle"
        who = tuple(self.random.sample(LEARNERS, 3 if kind == "raid" else 1))
        async with self.store.writing() as db:
            id = await {"battle": self._battle, "raid": self._raid, "sitting": self._sitting}[kind](db, guild, who)
        if id is not None:
            self.places.append(Place(Home(kind, id), guild, who))  # type: ignore[arg-type]

    async def _battle(self, db: Any, guild: int, who: tuple[int, ...]) -> int | None:
        for place in self.places:  # a learner has one open battle in a guild
            if place.home.kind == "battle" and (place.guild, place.learners) == (guild, who) and place.ended is None:
                return None
        return await battles.begin(
            db, learner_id=who[0], guild=guild, language="en", tier="adept", secret=1, at=self.now()
        )

    async def _raid(self, db: Any, guild: int, who: tuple[int, ...]) -> int:
        at = self.now()
        id = await added(db, raid, at, host_id=who[0], guild=guild, channel=len(self.places))
        for learner in (*who, who[0]):
            gone = learner == who[0]  # and back, and gone again: two stays
            left = {"left": at if gone else None, "left_after": 0 if gone else None}
            await added(db, raid_member, at, raid_id=id, learner_id=learner, **left)
        return id

    async def _sitting(self, db: Any, guild: int, who: tuple[int, ...]) -> int:
        at = self.now()
        work = await added(db, assignment, at, guild=guild, teacher_id=1)
        return await added(db, sitting, at, assignment_id=work, learner_id=who[0])

    async def answer(self) -> None:
        """Have someone answer a question somewhere: a new one, or one they answered before."""
        place = self.random.choice(self.places)
        learner = self.random.choice(place.learners)
        before = [each for each in self.given if each.place is place and each.learner == learner]
        asked = self.random.choice(before) if before and self.random.random() < 0.3 else None
        family, number, difficulty = f"f{self.random.randrange(3)}", self.random.randrange(3), self.random.randint(1, 5)
        if asked is not None:
            (family, number), difficulty = asked.problem, asked.difficulty
        certificate = {"facts": {"id": family, "difficulty": difficulty}, "numbers": {"n": number}}
        right, at = self.random.random() < 0.6, self.now()
        attempt = 1 + sum(each.question == asked.question for each in self.given) if asked is not None else 1
        async with self.store.writing() as db:
            question = (
                asked.question
                if asked is not None
                else await questions.ask(
                    db, home=place.home, learner_id=learner, turn=len(self.given), certificate=certificate, at=at
                )
            )
            assert question is not None
            id = await answers.add(
                db,
                question_id=question,
                learner_id=learner,
                attempt=attempt,
                text="1",
                kind="correct" if right else "incorrect",
                line="right",
                echo=None,
                reader=1,
                interaction=None,
                at=at,
            )
        assert id is not None
        self.given.append(Given(id, learner, question, (family, number), difficulty, right, at, place))

    async def correct(self) -> None:
        """Judge an answer otherwise."""
        if self.given:
            given = self.random.choice(self.given)
            given.right = not given.right
            kind = "correct" if given.right else "diagnosed"
            async with self.store.writing() as db:
                await answers.correct(db, given.id, kind=kind, line=kind, echo=None, reader=2, at=self.now())

    async def end(self) -> None:
        """Have a wall broken, or stand again."""
        place = self.random.choice([each for each in self.places if each.home.kind != "sitting"])
        table = {"battle": battle, "raid": raid}[place.home.kind]
        anew = place.ended is not None and not any(
            other is not place
            and other.home.kind == "battle"
            and other.ended is None
            and (other.guild, other.learners) == (place.guild, place.learners)
            for other in self.places
        )
        if place.ended is not None and not anew:
            return
        place.ended = None if anew else self.now()
        ending = None if place.ended is None else "broken"
        async with self.store.writing() as db:
            await db.execute(table.update().where(table.c.id == place.home.id).values(ended=place.ended, ending=ending))

    async def turn_worldwide(self) -> None:
        """Have someone join the board of all servers, or leave it."""
        learner = self.random.choice(LEARNERS)
        self.worldwide ^= {learner}
        async with self.store.writing() as db:
            await memberships.stand_worldwide(db, learner, learner in self.worldwide)

    async def move_zone(self) -> None:
        """Have a server choose another clock."""
        guild = self.random.choice(GUILDS)
        self.zones[guild] = self.random.choice(ZONES)
        async with self.store.writing() as db:
            await guilds.choose(db, guild, zone=self.zones[guild])

    async def begin_season(self) -> None:
        """Have a server begin a season."""
        guild, began = self.random.choice(GUILDS), self.now()
        self.seasons[guild].append(began)
        async with self.store.writing() as db:
            await guilds.choose(db, guild, season=f"s{len(self.seasons[guild])}", season_began=began)

    async def forget(self, learner: int) -> None:
        """Have someone's standings forgotten, and all they gave."""
        async with self.store.writing() as db:
            await scores.forget(db, learner)
        self.forgotten.add(learner)


async def added(db: Any, table: Table, at: datetime, **row: Any) -> int:
    """Insert a row and return its id; what it must have and was not given is a moment, a number, a text or a list."""
    for column in table.c:
        if not (column.nullable or column.primary_key or column.server_default is not None or column.name in row):
            kinds = ((Instant, at), (Boolean, False), (Integer, 1), (String, "en"), (JSON, []))
            row[column.name] = next(value for kind, value in kinds if isinstance(column.type, kind))
    id: int = (await db.execute(insert(table).values(row).returning(table.c.id))).scalar_one()
    return id


async def remembered(store: Store) -> Projection:
    """Return everything the projections hold; counts of nobody left out."""
    async with store.reading() as db:
        tables = {table.name: set(map(tuple, await db.execute(select(table)))) for table in (score_day, standing)}
        nodes = await db.execute(select(standing_node).where(standing_node.c.learners != 0))
        return {**tables, "standing_node": set(map(tuple, nodes))}


def by_hand(history: History) -> Projection:
    """Reckon all of it from the beginning, by the letter of the rules and nothing of the code."""
    days = _days(history)
    sums: defaultdict[tuple[int, int, str], list[int]] = defaultdict(lambda: [0] * 5)
    for (learner, guild, day, season), score in days.items():
        date = datetime.fromordinal(day)
        names = ["all", f"{date:%Y-%m}", f"{date:%G}-W{date:%V}", *([f"season-{season}"] if season else [])]
        for name in names:
            sums[learner, guild, name] = [a + b for a, b in zip(sums[learner, guild, name], (1, *score), strict=True)]
    standings = {(*key, *total, percent(total[2], total[3])) for key, total in sums.items()}
    nodes: defaultdict[tuple[Any, ...], int] = defaultdict(int)
    for _, guild, period, _, points, _, _, walls, accuracy in standings:
        for sort, value in (("points", points), ("walls", walls), ("accuracy", accuracy)):
            for level in range(4) if value is not None else ():
                nodes[guild, period, sort, level, value // 64**level] += 1
    return {
        "score_day": {(*key, *score) for key, score in days.items()},
        "standing": standings,
        "standing_node": {(*key, count) for key, count in nodes.items()},
    }


def percent(right: int, tried: int) -> int | None:
    """Return how many of a hundred were right; None of fewer than ten."""
    return 100 * right // tried if tried >= 10 else None


def _days(history: History) -> dict[tuple[int, int, int, int], list[int]]:
    days: defaultdict[tuple[int, int, int, int], list[int]] = defaultdict(lambda: [0] * 4)
    met: defaultdict[tuple[Any, ...], int] = defaultdict(int)
    solved, tries, bonuses = set(), defaultdict[int, int](int), defaultdict[tuple[Any, ...], int](int)
    for given in sorted(history.given, key=lambda each: each.id):
        tries[given.question] += 1
        for guild in _boards(history, given.learner, given.place.guild):
            key = _key(history, given.learner, guild, given.at)
            today = (*key[:3], given.problem)
            met[today] += 1
            if given.right and today not in solved:
                days[key][0] += 10 * given.difficulty // 2 ** (max(tries[given.question], met[today]) - 1)
                solved.add(today)
            days[key][1] += given.right and tries[given.question] == 1
            days[key][2] += tries[given.question] == 1
    for place in sorted(history.places, key=lambda each: each.ended or START):
        helpers = {each.learner for each in history.given if each.place is place and each.right}
        for learner in place.learners if place.home.kind == "battle" else sorted(helpers):
            for guild in _boards(history, learner, place.guild) if place.ended is not None else ():
                assert place.ended is not None
                key = _key(history, learner, guild, place.ended)
                days[key][0] += 50 if bonuses[key[:3]] < 3 else 0
                days[key][3] += 1
                bonuses[key[:3]] += 1
    return days


def _boards(history: History, learner: int, guild: int) -> list[int]:
    if learner in history.forgotten:
        return []
    return [*([guild] if guild else []), *([0] if learner in history.worldwide else [])]


def _key(history: History, learner: int, guild: int, at: datetime) -> tuple[int, int, int, int]:
    zone = history.zones.get(guild)
    day = at.astimezone(ZoneInfo(zone or "UTC")).toordinal()
    began = [each for each in history.seasons.get(guild, []) if each <= at]
    epoch = datetime(1970, 1, 1, tzinfo=UTC)
    return learner, guild, day, (max(began) - epoch) // timedelta(microseconds=1) if began else 0
