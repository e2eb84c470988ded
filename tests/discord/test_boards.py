"""The board in Discord: whose row it marks, whom it names, and the one message that keeps itself up to date."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import discord
import pytest
from sqlalchemy import event

from bot.cogs.board.render_board import board_screen, public_screen
from bot.cogs.frame import budget
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Menu, Row, Screen, Text
from bot.play.board.board import Board, Line, Season, View
from bot.play.scene import Place
from bot.play.voice import Voice
from bot.store import guilds, learners, scores
from bot.store.scores import SumRow
from bot.store.store import Store
from quizbank.bank import Bank
from quizbank.lines import LANGUAGES
from tests.discord.acting import Room, kinds, parts, press, right, shown, text

pytestmark = pytest.mark.board

NOW = datetime(2026, 1, 1, tzinfo=UTC)
HOSTILE = [
    "@everyone",
    "<@1> <@&2>",
    "**x**\n# y",
    "\u202egnorw",
    "[free](https://x.example)",
    "\u3164",
    "a" * 32,
    "`1.",
]
NAME = "天" * 100


@pytest.fixture(params=LANGUAGES)
def pen(request: pytest.FixtureRequest, bank: Bank) -> Pen:
    return Pen(Voice(bank), request.param)


def line(rank: int, name: str | None = NAME, *, mine: bool = False) -> Line:
    return Line(rank, rank, name, 2**31, 100, 2**31, 9_999, mine)


def board(**changes: Any) -> Board:
    """Return the fullest board there can be: a page in the middle, seasons, and one's own row far below."""
    past = tuple(Season(f"season-{at}", NAME, NOW) for at in range(5))
    own = line(10**6, "\u202e**me**", mine=True)
    full = Board(
        view=View("server", "month", "points", 50),
        lines=tuple(map(line, range(51, 61))),
        own=own,
        equals=10**6,
        near=(line(10**6 - 1), own, line(10**6 + 1)),
        total=10**7,
        season=Season("season-9", NAME, NOW),
        past=past,
        resets=NOW,
        worldwide=True,
    )
    return full._replace(**changes)


def words(screen: Screen) -> str:
    return "\n".join(part.body for part in screen.parts if isinstance(part, Text))


@pytest.mark.parametrize("scope", ["server", "world"])
@pytest.mark.parametrize("period", ["season", "month", "all", "season-3"])
def test_the_fullest_board_is_one_that_discord_takes(pen: Pen, scope: Any, period: str) -> None:
    view = View(scope, period, "accuracy", 50)
    screens = [board_screen(pen, board(view=view), at_home=home) for home in (True, False)]

    for screen in (*screens, public_screen(pen, board(view=view, own=None, near=()))):
        assert budget.lint(screen) == ()
        assert [part for part in screen.parts if isinstance(part, Menu)]
        assert all(len(part.buttons) <= 3 for part in screen.parts if hasattr(part, "buttons"))


def test_the_askers_row_is_marked_once_by_a_sign_wherever_it_stands(pen: Pen) -> None:
    far = words(board_screen(pen, board(), at_home=True))
    mine = line(3, mine=True)
    here = words(board_screen(pen, board(lines=(line(1), mine), own=mine, near=()), at_home=True))

    assert far.count("→") == here.count("→") == 1
    assert r"\*\*me\*\*" in far
    assert "\u202e" not in far
    assert "→" not in words(public_screen(pen, board(own=None, near=())))


def test_ties_are_told_and_those_who_are_not_to_be_named_are_not(pen: Pen) -> None:
    alone, tied = (words(board_screen(pen, board(equals=equals), at_home=True)) for equals in (0, 1))
    hidden = words(board_screen(pen, board(lines=(line(1, None),), near=()), at_home=True))

    assert alone != tied
    assert NAME[:5] not in hidden
    assert "1" in hidden


def test_only_a_period_of_the_calendar_says_when_it_begins_anew(pen: Pen) -> None:
    moment = f"<t:{int(NOW.timestamp())}"

    assert words(board_screen(pen, board(), at_home=True)).count(moment) == 2
    assert moment not in words(board_screen(pen, board(resets=None), at_home=True))


def test_no_touch_carries_the_id_of_anyone_on_the_board(pen: Pen) -> None:
    id = 987_654_321_987_654_321
    someone = line(4, None)._replace(learner=id)
    screen = board_screen(pen, board(lines=(someone,), near=(someone,)), at_home=True)
    touches = [part.touch for part in screen.parts if isinstance(part, Menu)]
    touches += [
        button.touch for part in screen.parts if isinstance(part, Row) for button in part.buttons if button.touch
    ]

    assert len(touches) > 3
    assert not any(id in touch.arguments or str(id) in str(touch) for touch in touches)


async def crowd(store: Store, guild: int, ids: range) -> None:
    """Let learners stand in a guild, each with ten points more than the one before."""
    async with store.writing() as db:
        for id in ids:
            await learners.meet(db, id, f"learner {id}", NOW)
            await scores.keep_sums(db, [], [SumRow(id, guild, "all", 1, 10 * id, 0, 0, 0, None)])


async def broken(room: Room, actor: Any) -> None:
    """Have someone break the wall."""
    message = await room.fight(actor)
    while "ask" in kinds(message):
        battle = await room.battle(actor)
        assert battle.asked is not None
        message = shown(await room.answer(actor, message, right(battle.asked)))
        message = await room.wall(battle.id) if "ask" not in kinds(message) else message


async def posted(room: Room) -> Any:
    """Have ann, who manages the server, put up its board."""
    settings = room.bot.host.play.boards
    result = await room.ann.slash(room.channel, "elder board", public=True)
    assert (await settings.settings(room.guild.id)).board_message == shown(result).id
    return shown(result)


async def standing(room: Room) -> Any:
    """Return the server's board message as it stands in the channel; None if there is none."""
    message = (await room.bot.host.play.boards.settings(room.guild.id)).board_message
    return next((each for each in room.channel.history() if each.id == message), None)


async def minutes(room: Room, count: int) -> None:
    """Let minutes pass, a few seconds at a time: the simulator is soon out of patience."""
    for _ in range(6 * count):
        await room.env.advance_time(10)


@pytest.fixture
def managed(room: Room) -> Room:
    """A server in which ann may put up a board."""
    role = room.guild.create_role("manager", permissions=discord.Permissions(manage_guild=True))
    return replace(room, ann=room.guild.add_member(room.env.create_user("anne"), roles=[role]))


@pytest.mark.parametrize("name", HOSTILE)
async def test_no_name_on_the_board_pings_formats_or_hides(room: Room, name: str) -> None:
    eve = room.guild.add_member(room.env.create_user("eve", global_name=name))
    await broken(room, eve)
    message = shown(await eve.slash(room.channel, "elder board"))
    rows = [row for row in text(message).splitlines() if row.startswith("→")]

    assert len(rows) == 1
    assert "<@" not in rows[0].replace("\\<@", "")
    assert "**" not in rows[0].replace("\\*\\*", "")
    assert "\u202e" not in rows[0]


async def test_the_board_is_shown_where_nobody_has_answered(room: Room) -> None:
    message = shown(await room.ann.slash(room.channel, "elder board"))

    assert message.ephemeral
    assert kinds(message) == ["board", "board", "board", "fight", "enter"]


async def test_ones_own_board_turns_to_other_pages_orders_and_servers_in_its_place(room: Room, store: Store) -> None:
    await crowd(store, room.guild.id, range(1, 26))
    message = shown(await room.ann.slash(room.channel, "elder board"))
    seen = [text(message)]
    for touch in (turn(message, "on"), pick(message, "sort", "walls"), pick(message, "scope", "world")):
        seen.append(text(shown(await touch(room.ann))))
    seen.append(text(shown(await press(room.ann, message, "worldwide"))))

    assert len({message.id for message in room.channel.history() if not message.ephemeral}) == 0
    assert ["learner 25" in each for each in seen] == [True, False, True, False, False]
    assert "learner 15" in seen[1]
    assert len(set(seen)) == len(seen)


def pick(message: Any, what: str, value: str) -> Callable[[Any], Awaitable[Any]]:
    """Return what picks a line of one of the board's menus."""
    return lambda actor: actor.select(message, [value], custom_id=touch(message, what))


def turn(message: Any, what: str) -> Callable[[Any], Awaitable[Any]]:
    """Return what presses one of the board's buttons."""
    return lambda actor: actor.click(message, custom_id=touch(message, what))


def touch(message: Any, what: str) -> str:
    """Return the touch that changes one thing about a board."""
    return next(id for part in parts(message) if f":~{what}:" in (id := part.get("custom_id") or ""))


async def test_only_those_who_manage_or_teach_put_up_a_board_for_all(managed: Room, store: Store) -> None:
    refused = shown(await managed.bob.slash(managed.channel, "elder board", public=True))
    role = managed.guild.create_role("teachers")
    teacher = managed.guild.add_member(managed.env.create_user("tess"), roles=[role])
    async with store.writing() as db:
        await guilds.choose(db, managed.guild.id, teachers=role.id)
    granted = shown(await teacher.slash(managed.channel, "elder board", public=True))

    assert refused.ephemeral
    assert not granted.ephemeral
    assert (await standing(managed)).id == granted.id


async def test_a_server_has_one_board_message_and_what_is_picked_on_it_is_shown_to_one(managed: Room) -> None:
    first = await posted(managed)
    second = await posted(managed)
    picked = shown(await pick(await standing(managed), "period", "week")(managed.bob))

    assert [each.id for each in managed.channel.history() if each.id in (first.id, second.id)] == [second.id]
    assert picked.ephemeral
    assert "boardof" not in kinds(picked)


async def test_the_board_message_follows_within_a_minute_and_is_left_alone_while_nothing_moves(managed: Room) -> None:
    await posted(managed)
    await minutes(managed, 2)
    before = len(managed.env.http_requests)
    await minutes(managed, 2)
    quiet = len(managed.env.http_requests)
    await broken(managed, managed.bob)
    await minutes(managed, 2)

    assert before == quiet
    assert "bob" in text(await standing(managed))


async def test_an_old_board_message_is_put_up_anew_only_when_something_moved(
    managed: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cogs.frame.placards.YOUNG", timedelta(minutes=1))
    message = await posted(managed)
    await minutes(managed, 3)
    still = await standing(managed)
    await broken(managed, managed.bob)
    await minutes(managed, 2)
    anew = await standing(managed)

    assert still.id == message.id
    assert anew.id != message.id
    assert message.id not in [each.id for each in managed.channel.history()]


async def test_a_board_message_taken_down_is_let_go(managed: Room) -> None:
    await posted(managed)
    await (await standing(managed)).delete()
    await broken(managed, managed.bob)
    await minutes(managed, 2)

    assert await standing(managed) is None
    assert (await managed.bot.host.play.boards.posted()) == []


async def test_a_board_of_five_hundred_names_is_one_answer_and_fetches_nobody(room: Room, store: Store) -> None:
    statements: list[str] = []
    event.listen(store.engine.sync_engine, "before_cursor_execute", lambda *call: statements.append(call[2]))
    await room.ann.slash(room.channel, "elder board")
    counts = []
    for ids in (range(1, 21), range(21, 501)):
        await crowd(store, room.guild.id, ids)
        statements.clear()
        before = len(room.env.http_requests)
        await room.ann.slash(room.channel, "elder board")
        calls = [request.path for request in room.env.http_requests[before:]]
        counts.append(sum(each.startswith("SELECT") for each in statements))
        assert [path.rpartition("/")[2] for path in calls] == ["callback"]

    assert counts[0] == counts[1] <= 20


async def test_what_a_board_message_shows_is_remembered_once_it_shows_it(managed: Room) -> None:
    message = await posted(managed)
    play, guild = managed.bot.host.play, managed.guild.id
    await minutes(managed, 2)
    before = await play.boards.shows(guild)
    managed.env.inject_error("PATCH", f"/channels/*/messages/{message.id}", status=500, times=60)
    eve = await play.meet(77, name="eve")
    battle = (await play.fight(eve, place=Place(guild=guild))).battle
    assert battle is not None
    assert battle.asked is not None
    await play.answer(battle.id, 0, 1, eve, right(battle.asked))
    await minutes(managed, 1)
    unheard = await play.boards.shows(guild)
    await minutes(managed, 3)

    assert before is not None
    assert unheard == before
    assert await play.boards.shows(guild) != before
    assert "eve" in text(await standing(managed))


async def test_what_one_message_showed_says_nothing_of_the_one_that_takes_its_place(managed: Room) -> None:
    play, guild = managed.bot.host.play, managed.guild.id
    await posted(managed)
    before = await play.boards.shows(guild)
    await posted(managed)

    assert before is not None
    assert await play.boards.shows(guild) not in (None, before)
