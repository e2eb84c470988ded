"""Placards: however many ask for a redraw, a channel is written to at most once in two seconds, and ends up true."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.cogs.frame.host import Host
from bot.cogs.frame.placards import QUIET, YOUNG, Placards
from bot.cogs.frame.screen import Screen, Text
from bot.play.scene import Place
from bot.store.store import LostError

START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class Tally:
    """A sort of placard that shows a number, and remembers what befell it."""

    places: dict[int, Place]
    number: int = 0
    lost_ids: list[int] = field(default_factory=list)
    clock: Callable[[], datetime] = lambda: START

    async def placed(self, id: int) -> Place | None:
        return self.places.get(id)

    async def screen(self, id: int) -> Screen:
        return Screen((Text(str(self.number)),))

    async def moved(self, id: int, place: Place) -> None:
        self.places[id] = place

    async def lost(self, id: int, failure: Exception) -> None:
        self.lost_ids.append(id)


class Channels:
    """Discord's side: takes what is written, or refuses it."""

    def __init__(self) -> None:
        self.now = START
        self.written: list[tuple[str, int, str]] = []  # how, to which channel, what
        self.refusing: set[str] = set()
        self.failure: Exception = discord.DiscordException("no")
        self._next = 900

    def clock(self) -> datetime:
        return self.now

    def get_partial_messageable(self, id: int, *, guild_id: int | None = None) -> Any:
        async def send(*, view: Any, **_: Any) -> Any:
            self._take("send", id, view)
            self._next += 1
            return SimpleNamespace(id=discord.utils.time_snowflake(self.now) + self._next)

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
        text = "" if view is None else next(each.content for each in view.walk_children() if hasattr(each, "content"))
        self.written.append((how, channel, text))


@pytest.fixture
def channels() -> Channels:
    return Channels()


def hung(channels: Channels, *ids: int, channel: int = 1) -> tuple[Tally, Placards]:
    message = discord.utils.time_snowflake(START)
    tally = Tally({id: Place(1, channel, message + id) for id in ids})
    host = cast(Host, SimpleNamespace(clock=channels.clock))
    return tally, Placards(host, cast(discord.Client, channels), {"tally": tally})


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
        channels.now += QUIET
        await placards.catch_up()
        assert len(channels.written) == turn


async def test_what_could_not_be_read_for_a_while_is_shown_once_it_can(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    shown, gone = tally.screen, iter([True, True, False])

    async def screen(id: int) -> Screen:
        if next(gone):
            raise LostError
        return await shown(id)

    tally.screen = screen  # type: ignore[method-assign]
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

    async def screen(id: int) -> Screen:
        raise ValueError(id)

    tally.screen = screen  # type: ignore[method-assign]
    with pytest.raises(ValueError, match="1"):
        await placards.renew("tally", 1)
    channels.now += QUIET
    await placards.catch_up()

    assert channels.written == []


async def test_a_slow_writing_is_not_overtaken(channels: Channels) -> None:
    tally, placards = hung(channels, 1)

    async def slow(id: int) -> Screen:
        channels.now += 5 * QUIET  # meanwhile another asks
        if not channels.written:
            tally.number = 2
            await placards.renew("tally", 1)
        return Screen((Text(str(tally.number)),))

    tally.screen = slow  # type: ignore[method-assign]
    await placards.renew("tally", 1)
    assert [text for _, _, text in channels.written] == ["2"]


async def test_a_placard_older_than_an_hour_is_put_up_anew_and_the_old_one_taken_down(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    before = tally.places[1]
    channels.now += YOUNG + timedelta(minutes=1)
    await placards.renew("tally", 1)

    assert [how for how, _, _ in channels.written] == ["send", "delete"]
    assert tally.places[1].message != before.message
    assert tally.places[1] == replace(before, message=tally.places[1].message)


async def test_one_that_can_be_neither_edited_nor_put_up_is_told_lost(channels: Channels) -> None:
    tally, placards = hung(channels, 1)
    channels.refusing = {"edit", "send"}
    await placards.renew("tally", 1)

    assert tally.lost_ids == [1]
    assert channels.written == []


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
