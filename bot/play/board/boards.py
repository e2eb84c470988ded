"""The use cases of boards: looked at, kept up to date, put up for a server; and who is seen where."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.board.board import ROWS, RUNNING, Board, Line, Scope, Season, View
from bot.play.board.ranking import Ranked, Ranking
from bot.play.board.scoring import ALWAYS, BATCH, WORLD, score, season_name, stamp
from bot.play.house import House
from bot.play.scene import Place
from bot.play.wall.gathering import Gathering
from bot.store import boards, guilds, memberships, scores
from bot.store.guilds import GuildRow
from engine.rules.day import SPANS, Span, day_of, name_of, resets
from engine.rules.streak import streak

PAST = 5  # seasons that are over and can still be looked at
BATCHES = 20  # at one turn of the clock
KEPT = timedelta(days=30)  # that the standings of a week or month stay after it was over
AT_ONCE = 20  # boards deleted at one turn of the clock
REMEMBERED = 50_000  # who was seen where today; whoever came longest ago is written down once more


class Boards:
    """The boards of every server, and that of all of them."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._seen: OrderedDict[tuple[int, int], int] = OrderedDict()  # (guild, learner) -> the day
        self._sights = Gathering(self._see)

    async def look(self, guild: int | None, learner_id: int | None, view: View) -> Board:
        """Return a board as a learner sees it, with all they have just done; None is nobody in particular."""
        if learner_id is not None:
            await self._catch_up(learner_id)
        now = self._house.clock()
        async with self._house.store.reading() as db:
            where = WORLD if view.scope == "world" or guild is None else guild
            frame = await framed(db, where, now)
            return await seen_by(db, frame, frame.shown(view), learner_id)

    async def take_in(self) -> frozenset[int]:
        """Take in what is not scored yet, as much as one turn of the clock allows; return whose boards moved."""
        moved: frozenset[int] = frozenset()
        for _ in range(BATCHES):
            scored = await score(self._house.store)
            moved |= scored.guilds
            if scored.taken < BATCH:
                break
        return moved

    async def rescore(self) -> int:
        """Make every standing again from the answers; return how many learners were looked at."""
        async with self._house.store.writing() as db:
            await scores.forget_all(db)
        looked = 0
        while taken := (await score(self._house.store)).taken:
            looked += taken
        return looked

    async def retire(self) -> int:
        """Delete some standings of weeks and months that were over long ago, and can be looked at no more; how many."""
        before = day_of(self._house.clock() - KEPT, None)
        week, month = (name_of(span, before) for span in SPANS)
        async with self._house.store.reading() as db:
            over = await boards.past(db, self._house.shards, week, month, AT_ONCE)
        for guild, period in over:
            async with self._house.store.writing() as db:
                await boards.drop(db, guild, period)
        return len(over)

    async def seen(self, guild: int, learner_id: int) -> None:
        """Remember that a learner is in a guild; it is written down once a day."""
        now = self._house.clock()
        today = day_of(now, None)
        if self._seen.get((guild, learner_id)) == today:
            return
        await self._sights.take((guild, learner_id))
        self._seen[guild, learner_id] = today
        self._seen.move_to_end((guild, learner_id))
        while len(self._seen) > REMEMBERED:
            self._seen.popitem(last=False)

    async def _see(self, sights: Sequence[tuple[int, int]]) -> Sequence[None]:
        async with self._house.store.writing() as db:
            await memberships.see(db, sorted(set(sights)), self._house.clock())
        return [None] * len(sights)

    async def left(self, guild: int, learner_id: int) -> None:
        """Remember that a learner has left a guild."""
        self._seen.pop((guild, learner_id), None)
        async with self._house.store.writing() as db:
            await memberships.leave(db, guild, learner_id, self._house.clock())

    async def stand_worldwide(self, learner_id: int, wanted: bool) -> None:
        """Let a learner stand on the board of all servers, or on it no more."""
        async with self._house.store.writing() as db:
            await memberships.stand_worldwide(db, learner_id, wanted)

    async def posted(self) -> Sequence[int]:
        """Return the guilds of this process that have a board message."""
        async with self._house.store.reading() as db:
            return await boards.posted(db, self._house.shards)

    async def moved(self) -> Collection[int]:
        """Return the guilds of this process whose standings have moved under their message, each once."""
        async with self._house.store.writing() as db:
            return await boards.take_moved(db, self._house.shards)

    async def settings(self, guild: int) -> GuildRow:
        """Return what a guild has chosen."""
        async with self._house.store.reading() as db:
            return await guilds.settings(db, guild)

    async def post(self, guild: int, place: Place | None) -> None:
        """Remember where a guild's one board message stands; None: nowhere."""
        channel, message = (None, None) if place is None else (place.channel, place.message)
        async with self._house.store.writing() as db:
            await guilds.choose(db, guild, board_channel=channel, board_message=message)

    async def shows(self, guild: int) -> str | None:
        """Return the digest of what a guild's board message was last known to show; None if it never was."""
        return await self._house.store.recall(f"board.{guild}")

    async def showed(self, guild: int, drawn: str) -> None:
        """Remember what a guild's board message shows, by its digest."""
        await self._house.store.remember(f"board.{guild}", drawn)

    async def _catch_up(self, learner_id: int) -> None:
        while (await score(self._house.store, learner_id)).taken == BATCH:
            pass


class Frame(NamedTuple):
    """Where and when a board is looked at: the guild's choices and its seasons, the latest first."""

    guild: int
    settings: GuildRow
    season: Season | None
    past: tuple[Season, ...]
    now: datetime

    def shown(self, view: View) -> View:
        """Return what can be shown of what was asked for: a season only where there is one."""
        scope: Scope = "world" if self.guild == WORLD else "server"
        known = {*RUNNING, *(season.period for season in self.past)} - ({"season"} if self.season is None else set())
        return view._replace(scope=scope, period=view.period if view.period in known else ALWAYS)

    def stored(self, view: View) -> str:
        """Return the name under which the standings of a view's period are kept."""
        if view.period == "season" and self.season is not None:
            return self.season.period
        span = span_of(view)
        return view.period if span is None else name_of(span, self.today)

    def resets(self, view: View) -> datetime | None:
        """Return when a view's period gives way to the next by the calendar; None if it does not."""
        span = span_of(view)
        return None if span is None else resets(span, self.now, self.settings.zone)

    @property
    def today(self) -> int:
        """The day it is there."""
        return day_of(self.now, self.settings.zone)


def span_of(view: View) -> Span | None:
    """Return what of the calendar a view's period is; None if it is nothing of it."""
    return next((span for span in SPANS if span == view.period), None)


async def framed(db: AsyncConnection, guild: int, now: datetime) -> Frame:
    """Return the frame of a guild's board."""
    settings = await guilds.settings(db, guild)
    began = [Season(season_name(stamp(at)), name, at) for _, at, name in await scores.seasons(db, [guild])][::-1]
    running = bool(began) and began[0].began == settings.season_began
    return Frame(guild, settings, began[0] if running else None, tuple(began[1:] if running else began)[:PAST], now)


async def seen_by(db: AsyncConnection, frame: Frame, view: View, learner_id: int | None) -> Board:
    """Return a page of a board with the asker's own row."""
    ranking = Ranking(db, frame.guild, frame.stored(view), view.sort)
    total = await ranking.size()
    view = view._replace(start=max(0, min(view.start, (total - 1) // ROWS * ROWS)))
    page = await ranking.page(view.start)
    own = None if learner_id is None else await ranking.own(learner_id)
    on_page = own is not None and own.ranked in page
    near = () if own is None or on_page else own.near
    days = await scores.days_of(db, frame.guild, {each.row.learner_id for each in (*page, *near)})
    return Board(
        view=view,
        lines=lines(page, days, frame.today, learner_id),
        own=None if own is None else lines([own.ranked], days, frame.today, learner_id)[0],
        equals=0 if own is None else own.equals,
        near=lines(near, days, frame.today, learner_id),
        total=total,
        season=frame.season,
        past=frame.past,
        resets=frame.resets(view),
        worldwide=learner_id is not None and await memberships.worldwide(db, learner_id),
    )


def lines(
    rows: Collection[Ranked], days: Mapping[int, Collection[int]], today: int, learner_id: int | None
) -> tuple[Line, ...]:
    """Return rows as they are shown; whoever hid or left is not named, except to themselves."""
    return tuple(line(each, sorted(days.get(each.row.learner_id, ())), today, learner_id) for each in rows)


def line(ranked: Ranked, days: Sequence[int], today: int, learner_id: int | None) -> Line:
    """Return one row as it is shown."""
    row, mine = ranked.row, ranked.row.learner_id == learner_id
    return Line(
        rank=ranked.rank,
        learner=row.learner_id,
        name=row.name if row.named or mine else None,
        points=row.points,
        accuracy=row.accuracy,
        walls=row.walls,
        streak=streak([(day,) for day in days], (today,)).days,
        mine=mine,
    )
