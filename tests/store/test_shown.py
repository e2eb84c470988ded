"""Which walls may not show how they stand, by what is remembered of what they showed."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from bot.play.scene import Learner, Place, Scene
from bot.play.showing import BYGONE, ShownWall
from bot.store.shards import Shards
from bot.store.store import Store
from tests.play.raiding import Clock, opened
from tests.play.stage import right, trapped

PLACE = Place(guild=5, channel=50, message=500)
ANN = Learner(1, "en", "ann")


class Wall:
    """One wall in a channel, the game it is fought in, and what is owed of it."""

    def __init__(self, store: Store) -> None:
        self.clock = Clock(datetime(2026, 1, 1, tzinfo=UTC))
        self.play = opened(store, self.clock)

    async def fight(self, place: Place = PLACE) -> int:
        await self.play.meet(ANN.id, name=ANN.name)
        battle = (await self.play.fight(ANN, place=place)).battle
        assert battle is not None
        return battle.id

    async def show(self, id: int) -> None:
        """Show it as it stands, its next question asked, and remember that."""
        await self.play.showings.show_walls([await self.seen(id)])

    async def seen(self, id: int) -> ShownWall:
        scene = await self.play.public(id)
        assert scene is not None
        assert scene.battle is not None
        return ShownWall(id, scene.battle.place.message, scene.battle.turn, scene.battle.ending)

    async def answer(self, id: int, *, rightly: bool) -> Scene:
        battle = (await self.play.scene(id, ANN)).battle
        assert battle is not None
        assert battle.asked is not None
        text = right(battle.asked) if rightly else trapped(battle.asked)
        return await self.play.answer(id, battle.asked.turn, battle.asked.attempt, ANN, text)

    async def owed(self) -> list[int]:
        return list(await self.play.showings.unshown_walls())


@pytest.fixture
def wall(store: Store) -> Wall:
    return Wall(store)


async def test_a_wall_is_owed_until_it_is_shown_and_again_after_each_answer_and_its_end(wall: Wall) -> None:
    id = await wall.fight()
    for blow in range(3):
        assert await wall.owed() == [id], blow
        await wall.show(id)
        assert await wall.owed() == []
        await wall.answer(id, rightly=True)
    assert await wall.owed() == [id]
    await wall.show(id)

    assert await wall.owed() == []


async def test_what_cannot_be_read_moves_no_wall(wall: Wall) -> None:
    id = await wall.fight()
    await wall.show(id)
    await wall.play.answer(id, 0, 1, ANN, "what?")

    assert await wall.owed() == []


async def test_one_that_is_left_or_stands_nowhere_or_ended_long_ago_is_treated_accordingly(wall: Wall) -> None:
    id = await wall.fight()
    await wall.show(id)
    await wall.play.abandon(ANN, PLACE.guild)
    assert await wall.owed() == [id]
    wall.clock.wait(seconds=BYGONE.total_seconds())
    assert await wall.owed() == []

    elsewhere = await wall.fight(Place(guild=6, channel=60))
    assert elsewhere not in await wall.owed()  # nobody was shown it yet


async def test_what_was_seen_before_an_end_does_not_pass_for_the_end(wall: Wall) -> None:
    id = await wall.fight()
    before = await wall.seen(id)
    await wall.play.abandon(ANN, PLACE.guild)
    await wall.play.showings.show_walls([before])

    assert await wall.owed() == [id]


async def test_what_one_message_showed_says_nothing_of_another_that_takes_its_place(wall: Wall) -> None:
    id = await wall.fight()
    await wall.play.abandon(ANN, PLACE.guild)
    await wall.show(id)
    before = await wall.seen(id)
    await wall.play.moved(id, PLACE._replace(message=501))

    assert await wall.owed() == [id]
    await wall.play.showings.show_walls([before])  # remembered late: it was seen where it stands no more
    assert await wall.owed() == [id]
    await wall.show(id)
    assert await wall.owed() == []


async def test_each_process_owes_what_is_its_own(store: Store, wall: Wall) -> None:
    id = await wall.fight()
    wall.play.house.__dict__["shards"] = Shards(1, 1, 2)  # guild 5 is the first one's

    assert await wall.owed() == []
    wall.play.house.__dict__["shards"] = Shards(0, 0, 2)
    assert await wall.owed() == [id]


async def test_a_note_stands_until_it_is_struck_out_and_tells_all_it_was_told(wall: Wall) -> None:
    showings, there = wall.play.showings, Place(5, 51)
    one = await showings.begin("battle", 7, there, PLACE, "token")
    two = await showings.begin("board", 5, there, Place())
    found = await showings.left()

    assert [(each.id, each.sort, each.home, each.token) for each in found] == [
        (one, "battle", 7, "token"),
        (two, "board", 5, None),
    ]
    assert found[0].place == there
    assert found[0].replaced == PLACE
    await showings.end([one, two])
    assert await showings.left() == []
