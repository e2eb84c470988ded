"""A picture that takes long: the words are there in time, the elder says so, and the same message then holds it."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import DRAINING
from bot.cogs.frame.screen import Screen
from bot.cogs.tour import tours
from bot.play.scene import Exhibit, Learner, Scene, Walk
from bot.play.tour import beats
from bot.workshop import LateError, WorkshopError
from quizbank.certificate import Number
from quizbank.picture import Picture
from tests.discord.acting import Room, kinds, parts, pictures, press, shown, text
from tests.discord.easel import DOT, Easel

WAITING, MISSING = "brush goes on", "not going to come"
SELECT = 3  # Discord's type of a menu
FIRST = 2.5  # seconds within which something is to be seen


class SlowEasel(Easel):
    """Is ready with nothing at first; what then becomes of a picture, a test says."""

    def __init__(self, *, comes: bool = True, fails: bool = False, draws: bool = True) -> None:
        super().__init__()
        self.comes, self.fails, self.draws = comes, fails, draws
        self.waited: list[float | None] = []
        self.follow_up = asyncio.Event()  # set once somebody waits for what was late
        self.go = asyncio.Event()
        self.go.set()

    async def exhibit(
        self, hall: str, name: str, turns: Mapping[str, Number], *, patience: float | None = None
    ) -> Picture | None:
        self.waited.append(patience)
        if patience == beats.EXHIBIT:
            raise LateError
        self.follow_up.set()
        await self.go.wait()
        if self.fails:
            raise WorkshopError
        if not self.comes:
            raise LateError
        return await super().exhibit(hall, name, turns)

    async def draw(self, picture: Picture, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        self.waited.append(patience)
        return DOT if self.draws and patience != tours.PATIENCE else None


@pytest.fixture
def easel(request: pytest.FixtureRequest) -> SlowEasel:
    return SlowEasel(**getattr(request, "param", {}))


async def at_the_dial(room: Room) -> Any:
    """Walk to the hall's dial, and return the message that shows it."""
    message = shown(await room.ann.slash(room.channel, "elder hall", name="dial"))
    while "go" in kinds(message):
        await press(room.ann, message, "go")
    assert kinds(message)[0] == "turn"
    return message


async def turn(room: Room, message: Any) -> list[str]:
    """Turn the dial of a message to where it is not; return what was sent to Discord for it, request by request."""
    begun = len(room.env.http_requests)
    menu = next(part for part in parts(message) if part["type"] == SELECT)
    value = next(option["value"] for option in menu["options"] if not option.get("default"))
    await room.ann.select(message, [value], custom_id=menu["custom_id"])
    return [f"{request.method} {request.json}" for request in room.env.http_requests[begun:]]


async def test_the_words_come_first_and_the_same_message_is_edited_to_hold_the_picture(room: Room) -> None:
    message = await at_the_dial(room)
    first, then = await turn(room, message)

    assert "'type': 7" in first
    assert WAITING in first
    assert "attachment://" not in first
    assert then.startswith("PATCH")
    assert "attachment://" in then
    assert WAITING not in text(message)
    assert pictures(message)
    assert kinds(message)[0] == "turn"


async def test_a_hall_entered_in_a_message_of_its_own_gets_its_picture_there(room: Room) -> None:
    await at_the_dial(room)
    result = await room.ann.slash(room.channel, "elder enter")

    assert result.followups == []
    assert pictures(shown(result))
    assert WAITING not in text(shown(result))


@pytest.mark.parametrize("easel", [{"comes": False}, {"fails": True}], indirect=True)
async def test_where_the_picture_never_comes_the_words_stand_and_the_dial_still_turns(room: Room) -> None:
    message = await at_the_dial(room)
    for _ in range(2):
        first, then = await turn(room, message)

        assert WAITING in first
        assert MISSING in then
        assert WAITING not in text(message)
        assert kinds(message)[0] == "turn"


@pytest.mark.parametrize("easel", [{"draws": False}], indirect=True)
async def test_where_it_is_made_and_cannot_be_drawn_its_own_words_are_told(room: Room) -> None:
    message = await at_the_dial(room)
    _, then = await turn(room, message)

    assert "attachment://" not in then
    assert MISSING not in then
    assert WAITING not in text(message)
    assert "Scaling Dial" in text(message)


async def test_a_first_answer_never_waits_longer_than_it_may(room: Room, easel: SlowEasel) -> None:
    message = await at_the_dial(room)
    easel.waited.clear()
    await turn(room, message)

    assert sum(each or 0 for each in easel.waited[:-2]) <= FIRST  # the last two are of the picture that followed
    assert 2 * beats.EXHIBIT + tours.PATIENCE <= FIRST  # a dial passed on to the next


def test_a_late_picture_is_not_waited_for_longer_than_a_bot_that_ends_waits_for_it() -> None:
    assert beats.LATEST + tours.DRAWING <= DRAINING


@dataclass
class Slate:
    """A reply that only notes what was put where."""

    message: int | None = 5
    put: list[Screen] = field(default_factory=list)
    amended: list[Screen] = field(default_factory=list)

    async def update(self, screen: Screen) -> None:
        self.put.append(screen)

    async def amend(self, screen: Screen) -> None:
        self.amended.append(screen)


def audience(room: Room, scene: Scene) -> Any:
    """Return one who touched the same message as any other of them."""
    host = room.bot.host
    touched = SimpleNamespace(message=SimpleNamespace(id=5))
    return SimpleNamespace(
        host=host, interaction=touched, reply=Slate(), learner=scene.learner, pen=host.pen(scene.learner.language)
    )


async def test_a_late_picture_does_not_overwrite_the_scene_that_came_after_it(room: Room, easel: SlowEasel) -> None:
    walk = Walk(1, "dial", "turn", 3, 9)
    late = Scene(Learner(7, "en"), "turn", walk=walk, picture_book="dial", late=Exhibit("dial", "dial", {"d_k": 16}))
    before, after = audience(room, late), audience(room, late)
    easel.go.clear()
    waiting = asyncio.create_task(tours.show(before, late))
    await easel.follow_up.wait()

    await tours.show(after, late._replace(late=None))
    easel.go.set()
    await waiting

    assert (len(before.reply.put), len(before.reply.amended)) == (1, 0)
    assert (len(after.reply.put), len(after.reply.amended)) == (1, 0)
    assert room.bot.host.unfinished == {}


async def test_an_edit_that_has_begun_ends_before_the_next_scene_is_shown(room: Room, easel: SlowEasel) -> None:
    walk = Walk(1, "dial", "turn", 3, 9)
    late = Scene(Learner(7, "en"), "turn", walk=walk, picture_book="dial", late=Exhibit("dial", "dial", {"d_k": 16}))
    before, after = audience(room, late), audience(room, late)
    editing, edited, order = asyncio.Event(), asyncio.Event(), []

    async def amend(screen: Screen) -> None:
        editing.set()
        await edited.wait()
        order.append("late")

    async def update(screen: Screen) -> None:
        order.append("next")

    before.reply.amend, after.reply.update = amend, update
    first = asyncio.create_task(tours.show(before, late))
    await editing.wait()
    second = asyncio.create_task(tours.show(after, late._replace(late=None)))
    await asyncio.sleep(0)
    edited.set()
    await asyncio.gather(first, second)

    assert order == ["late", "next"]
