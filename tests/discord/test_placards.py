"""Placards: however many ask for a redraw, a channel is written to as often as Discord takes, and ends up true."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from inspect import isawaitable
from itertools import pairwise, product
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.cogs.frame.host import Host
from bot.cogs.frame.placards import APART, OFTEN, QUIET, YOUNG, Placards
from bot.cogs.frame.screen import Screen, Text
from bot.cogs.frame.showing import Sight
from bot.play.scene import Place
from bot.play.showing import Posting
from bot.store.store import LostError

START = datetime(2026, 1, 1, tzinfo=UTC)


class DeathError(BaseException):
    """Whoever was at work is no more."""


@dataclass
class Tally:
    """A sort of placard that shows a number, and remembers what befell it."""

    places: dict[int, Place]
    number: int = 0
    lost_ids: list[int] = field(default_factory=list)
    clock: Callable[[], datetime] = lambda: START

    async def placed(self, id: int) -> Place | None:
        return self.places.get(id)

    async def look(self, id: int) -> Sight | None:
        place = self.places.get(id)
        return None if place is None else Sight(place, Screen((Text(str(self.number)),)))

    async def moved(self, id: int, place: Place) -> None:
        self.places[id] = place

    async def lost(self, id: int, failure: Exception) -> None:
        self.lost_ids.append(id)


class Notes:
    """What is noted down of messages that are being put up; outlives whoever made the notes."""

    def __init__(self) -> None:
        self.standing: dict[int, Posting] = {}

    async def begin(self, sort: str, home: int, place: Place, replaced: Place, token: str | None = None) -> int:
        id = max(self.standing, default=0) + 1  # that of one struck out may come again
        self.standing[id] = Posting(id, sort, home, place, replaced, token)
        return id

    async def end(self, ids: Collection[int]) -> None:
        self.standing = {id: each for id, each in self.standing.items() if id not in ids}

    async def left(self) -> Sequence[Posting]:
        return list(self.standing.values())


class SlowNotes(Notes):
    """Notes that are made, read and struck out some turns of the loop after they are asked for, and told of later."""

    def __init__(self, turns: Mapping[str, tuple[int, int]]) -> None:
        super().__init__()
        self._turns = turns

    async def begin(self, *given: Any) -> int:
        made: int = await self._slowly("begin", super().begin(*given))
        return made

    async def end(self, ids: Collection[int]) -> None:
        await self._slowly("end", super().end(ids))

    async def left(self) -> Sequence[Posting]:
        found: Sequence[Posting] = await self._slowly("left", super().left())
        return found

    async def _slowly(self, how: str, deed: Awaitable[Any]) -> Any:
        before, after = self._turns[how]
        await turn(before)
        done = await deed
        await turn(after)
        return done


class Channels:
    """Discord's side: takes what is written, or refuses it."""

    def __init__(self) -> None:
        self.now = START
        self.written: list[tuple[str, int, str]] = []  # how, to which channel, what
        self.refusing: set[str] = set()
        self.failure: Exception = discord.DiscordException("no")
        self.nonces: dict[str, int] = {}
        self.dying = False  # whoever sends is dead before they hear of it
        self.unheard: Exception | None = None  # what whoever sends hears in the place of what they did

    def clock(self) -> datetime:
        return self.now

    def get_partial_messageable(self, id: int, *, guild_id: int | None = None) -> Any:
        async def send(*, view: Any, nonce: str, **_: Any) -> Any:
            if nonce not in self.nonces:
                self._take("send", id, view)
                self.nonces[nonce] = discord.utils.time_snowflake(self.now) + 900 + len(self.nonces)
            if self.dying:
                raise DeathError
            if self.unheard is not None:
                raise self.unheard
            return SimpleNamespace(id=self.nonces[nonce], channel=SimpleNamespace(id=id))

        def partial(message: int) -> Any:
            async def edit(*, view: Any, **_: Any) -> None:
                self._take("edit", id, view)

            async def delete() -> None:
                self._take("delete", id, None)

            return SimpleNamespace(edit=edit, delete=delete)

        return SimpleNamespace(send=send, get_partial_message=partial)

    def _take(self, how: str, channel: int, view: Any) -> None:
        if how in self.refusing:
            raise self.failure
        self.written.append((how, channel, "" if view is None else said(view)))


@dataclass
class Mortality:
    """Counts what a keeper does, and lets it die at one of these deeds: before it is done, or right after."""

    deeds: int = 0
    last: int | None = None  # the half step at which the keeper dies; None where it lives on

    def live(self, last: int | None) -> None:
        """Begin a life that ends there."""
        self.deeds, self.last = 0, last

    async def do(self, deed: Callable[[], Any]) -> Any:
        """Do a deed, or die before it or after it."""
        self._step()
        done = deed()
        if isawaitable(done):
            done = await done
        self._step()
        return done

    def _step(self) -> None:
        self.deeds += 1
        if self.deeds == self.last:
            raise DeathError


@dataclass
class Remembered(Tally):
    """A tally that remembers what it showed, and owes what it did not."""

    seen: int | None = None
    mortality: Mortality = field(default_factory=Mortality)

    async def look(self, id: int) -> Sight | None:
        return Sight(self.places[id], Screen((Text(str(self.number)),)), self.number)

    async def moved(self, id: int, place: Place) -> None:
        await self.mortality.do(lambda: self._move(id, place))

    async def shown(self, id: int, sight: Sight) -> bool:
        await self.mortality.do(lambda: setattr(self, "seen", sight.state))
        return False

    async def owed(self) -> Sequence[int]:
        return [id for id in self.places if self.seen != self.number]

    def _move(self, id: int, place: Place) -> None:
        self.places[id], self.seen = place, None


class MortalNotes(Notes):
    """Notes whose maker may die over them."""

    def __init__(self, mortality: Mortality) -> None:
        super().__init__()
        self._mortality = mortality

    async def begin(self, *given: Any) -> int:
        made: int = await self._mortality.do(lambda: Notes.begin(self, *given))
        return made

    async def end(self, ids: Collection[int]) -> None:
        await self._mortality.do(lambda: Notes.end(self, ids))


class Wall:
    """A channel as it is seen: every message by its id, and what it says."""

    def __init__(self, mortality: Mortality, messages: dict[int, str]) -> None:
        self.now = START + YOUNG + timedelta(minutes=1)
        self.messages = messages
        self.nonces: dict[str, int] = {}
        self._mortality = mortality

    def clock(self) -> datetime:
        return self.now

    def get_partial_messageable(self, id: int, *, guild_id: int | None = None) -> Any:
        async def send(*, view: Any, nonce: str, **_: Any) -> Any:
            made = await self._mortality.do(lambda: self._post(nonce, said(view)))
            return SimpleNamespace(id=made, channel=SimpleNamespace(id=id))

        def partial(message: int) -> Any:
            async def edit(*, view: Any, **_: Any) -> None:
                await self._mortality.do(lambda: self.messages.__setitem__(message, said(view)))

            async def delete() -> None:
                await self._mortality.do(lambda: self.messages.pop(message, None))

            return SimpleNamespace(edit=edit, delete=delete)

        return SimpleNamespace(send=send, get_partial_message=partial)

    def _post(self, nonce: str, text: str) -> int:
        if nonce not in self.nonces:
            self.nonces[nonce] = discord.utils.time_snowflake(self.now) + 900 + len(self.nonces)
            self.messages[self.nonces[nonce]] = text
        return self.nonces[nonce]


async def turn(times: int) -> None:
    """Let the loop turn that often."""
    for _ in range(times):
        await asyncio.sleep(0)


def said(view: Any) -> str:
    """Return the first text of a layout."""
    return str(next(each.content for each in view.walk_children() if hasattr(each, "content")))


@pytest.fixture
def channels() -> Channels:
    return Channels()


def hung(channels: Channels, *ids: int, channel: int = 1) -> tuple[Tally, Placards]:
    message = discord.utils.time_snowflake(START)
    tally = Tally({id: Place(1, channel, message + id) for id in ids})
    return tally, kept(channels, tally, Notes())


def kept(channels: Channels, tally: Tally, notes: Notes) -> Placards:
    """Return a keeper of these placards, who has found these notes."""
    host = SimpleNamespace(clock=channels.clock, play=SimpleNamespace(showings=notes))
    return Placards(cast(Host, host), cast(discord.Client, channels), {"tally": tally})


async def test_a_hundred_askings_at_once_are_two_writings_and_the_last_shows_the_truth(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    for number in range(1, 101):
        tally.number = number
        await placards.renew("tally", 1)
    channels.now += QUIET
    await placards.catch_up()
    channels.now += QUIET
    await placards.catch_up()

    assert channels.written == [("edit", 1, "1"), ("edit", 1, "100")]


async def test_placards_of_one_channel_share_its_pace(channels: Channels) -> None:
    _, placards = hung(channels, *range(1, 6))
    for id in range(1, 6):
        await placards.renew("tally", id)
    assert len(channels.written) == 1
    for turn in range(2, 6):
        channels.now += APART
        await placards.catch_up()
        assert len(channels.written) == turn


@pytest.mark.parametrize("ids", [(1,), (1, 2), tuple(range(1, 9))])
async def test_however_often_it_is_asked_a_channel_takes_five_in_five_seconds_and_a_placard_one_in_two(
    channels: Channels, ids: tuple[int, ...]
) -> None:
    tally, placards = hung(channels, *ids)
    looked: list[tuple[datetime, int]] = []

    async def look(id: int) -> Sight:
        looked.append((channels.now, id))
        return Sight(tally.places[id], Screen((Text(str(id)),)))

    tally.look = look  # type: ignore[method-assign]
    for _ in range(60):
        for id in ids:
            await placards.renew("tally", id)
        channels.now += OFTEN
        await placards.catch_up()

    moments = [at for at, _ in looked]
    assert max(sum(since <= at < since + timedelta(seconds=5) for at in moments) for since in moments) <= 5
    assert {id for _, id in looked} == set(ids)
    for id in ids:
        own = [at for at, each in looked if each == id]
        assert all(after - before >= QUIET for before, after in pairwise(own))


async def test_what_could_not_be_read_for_a_while_is_shown_once_it_can(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    shown, gone = tally.look, iter([True, True, False])

    async def look(id: int) -> Sight | None:
        if next(gone):
            raise LostError
        return await shown(id)

    tally.look = look  # type: ignore[method-assign]
    with pytest.raises(LostError):
        await placards.renew("tally", 1)
    channels.now += QUIET
    with pytest.raises(LostError):
        await placards.catch_up()
    channels.now += QUIET
    await placards.catch_up()

    assert channels.written == [("edit", 1, "0")]


async def test_what_cannot_be_shown_for_a_fault_of_its_own_is_not_tried_again_and_again(channels: Channels) -> None:
    tally, placards = hung(channels, 1)

    async def look(id: int) -> Sight | None:
        raise ValueError(id)

    tally.look = look  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="1"):
        await placards.renew("tally", 1)
    channels.now += QUIET
    await placards.catch_up()

    assert channels.written == []


async def test_a_slow_writing_is_not_overtaken(channels: Channels) -> None:
    tally, placards = hung(channels, 1)

    async def slow(id: int) -> Sight | None:
        channels.now += 5 * QUIET  # meanwhile another asks
        if not channels.written:
            tally.number = 2
            await placards.renew("tally", 1)
        return Sight(tally.places[id], Screen((Text(str(tally.number)),)))

    tally.look = slow  # type: ignore[method-assign]
    await placards.renew("tally", 1)
    assert [text for _, _, text in channels.written] == ["2"]


async def test_a_placard_older_than_an_hour_is_put_up_anew_and_the_old_one_taken_down(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    before = tally.places[1]
    channels.now += YOUNG + timedelta(minutes=1)
    await placards.renew("tally", 1)

    assert [how for how, _, _ in channels.written] == ["send", "delete"]
    assert tally.places[1].message != before.message
    assert tally.places[1] == before._replace(message=tally.places[1].message)


async def test_one_that_can_be_neither_edited_nor_put_up_is_told_lost(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    channels.refusing = {"edit", "send"}
    await placards.renew("tally", 1)

    assert tally.lost_ids == [1]
    assert channels.written == []


async def test_a_message_put_up_by_one_who_died_before_they_knew_is_found_and_the_old_one_goes(
    channels: Channels,
) -> None:
    notes = Notes()
    tally, _ = hung(channels, 1)
    old = tally.places[1]
    channels.now += YOUNG + timedelta(minutes=1)
    channels.dying = True
    with pytest.raises(DeathError):
        await kept(channels, tally, notes).renew("tally", 1)
    assert tally.places[1] == old

    channels.dying, tally.number = False, 7
    heir = kept(channels, tally, notes)
    await heir.wake()
    for _ in range(3):
        await heir.catch_up()
        channels.now += QUIET

    assert [how for how, _, _ in channels.written] == ["send", "delete", "edit"]
    assert channels.written[-1] == ("edit", 1, "7")
    assert tally.places[1].message in channels.nonces.values()
    assert notes.standing == {}


@pytest.mark.parametrize("early", [False, True])  # whether someone strikes before the keeper has looked around
async def test_whenever_two_keepers_die_one_after_another_the_third_leaves_one_message_that_is_true(
    early: bool,
) -> None:
    deaths = [None, *range(1, 21)]
    for first, second in product(deaths, deaths):
        mortality = Mortality()
        old = discord.utils.time_snowflake(START)
        tally = Remembered({1: Place(1, 1, old)}, mortality=mortality)
        wall, notes = Wall(mortality, {old: "0"}), MortalNotes(mortality)

        for number, last in enumerate((first, second, None), 1):
            tally.number = number
            mortality.live(last)
            with suppress(DeathError):
                await lived(kept(cast(Channels, wall), tally, notes), wall, early=early)

        standing = tally.places[1].message
        assert wall.messages == {standing: "3"}, (first, second)
        assert notes.standing == {}, (first, second)


async def lived(keeper: Placards, wall: Wall, *, early: bool) -> None:
    """Do what a keeper does from its start on, for a while."""
    if early:
        await keeper.renew("tally", 1)
    await keeper.wake()
    for _ in range(12):
        await keeper.catch_up()
        wall.now += OFTEN


async def test_a_message_remembered_by_one_who_died_before_the_old_one_was_gone_takes_it_down(
    channels: Channels,
) -> None:
    notes = Notes()
    tally, _ = hung(channels, 1)
    old = tally.places[1]
    await notes.begin("tally", 1, old, old)
    tally.places[1] = here = old._replace(message=discord.utils.time_snowflake(START) + 77)

    heir = kept(channels, tally, notes)
    await heir.wake()
    await heir.catch_up()

    assert channels.written == [("delete", 1, ""), ("edit", 1, "0")]
    assert tally.places[1] == here
    assert notes.standing == {}


async def test_nobody_mends_what_they_are_doing_themselves(channels: Channels) -> None:
    notes = Notes()
    tally, _ = hung(channels, 1)
    placards = kept(channels, tally, notes)
    channels.now += YOUNG + timedelta(minutes=1)
    moved = tally.moved

    async def slowly(id: int, place: Place) -> None:
        await placards.wake()
        await moved(id, place)

    tally.moved = slowly  # type: ignore[method-assign]
    await placards.renew("tally", 1)

    assert [how for how, _, _ in channels.written] == ["send", "delete"]


async def test_however_slowly_notes_are_made_read_and_struck_out_nobody_mends_their_own() -> None:
    slowness = list(product((0, 1, 4), repeat=2))
    for begin, left, end in product(slowness, repeat=3):
        channels, notes = Channels(), SlowNotes({"begin": begin, "left": left, "end": end})
        tally, _ = hung(channels, 1)
        tally.places |= {id: tally.places[1]._replace(channel=id) for id in range(2, 5)}
        placards = kept(channels, tally, notes)
        channels.now += YOUNG + timedelta(minutes=1)

        async with asyncio.TaskGroup() as keeper:
            for id in tally.places:
                keeper.create_task(placards.renew("tally", id, id))
                keeper.create_task(placards.wake())
                await turn(2)
                keeper.create_task(placards.catch_up())
        await placards.catch_up()

        assert sorted(channels.written) == [
            (how, id, text) for how, text in (("delete", ""), ("send", "0")) for id in tally.places
        ]
        assert notes.standing == {}


async def test_a_posting_that_may_have_been_taken_is_made_once_and_then_shown_as_it_is(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    channels.now += YOUNG + timedelta(minutes=1)
    channels.unheard = discord.DiscordServerError(cast(Any, SimpleNamespace(status=502, reason="")), None)
    assert await placards.renew("tally", 1)  # it is on its way, for all one knows

    channels.unheard, tally.number = None, 3
    for _ in range(3):
        channels.now += QUIET
        await placards.catch_up()

    assert channels.written == [("send", 1, "0"), ("delete", 1, ""), ("edit", 1, "3")]


async def test_whoever_asks_hears_whether_it_can_be_seen(channels: Channels) -> None:
    _, placards = hung(channels, 1, 2)
    channels.refusing = {"edit", "send"}

    assert not await placards.renew("tally", 1)
    assert not await placards.renew("tally", 404)
    channels.refusing = set()
    channels.now += QUIET
    assert await placards.renew("tally", 1, 1)
    assert await placards.renew("tally", 2, 1)  # soon


async def test_one_that_stands_elsewhere_by_now_is_written_there(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    tally.places[1] = tally.places[1]._replace(channel=2)
    await placards.renew("tally", 1, 1)
    await placards.catch_up()

    assert channels.written == [("edit", 2, "0")]


async def test_one_that_stands_nowhere_is_let_go(channels: Channels) -> None:
    _, placards = hung(channels)
    await placards.renew("tally", 404)
    channels.now += QUIET
    await placards.catch_up()

    assert channels.written == []


async def test_what_discord_cannot_take_for_a_while_is_written_later(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    channels.failure = discord.DiscordServerError(cast(Any, SimpleNamespace(status=503, reason="")), None)
    channels.refusing = {"edit"}
    await placards.renew("tally", 1)
    tally.number = 5
    channels.now += QUIET
    channels.refusing = set()
    await placards.catch_up()

    assert tally.lost_ids == []
    assert channels.written == [("edit", 1, "5")]
