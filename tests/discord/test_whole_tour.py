"""The whole tour by touch, with the real bank and the real workshop: twelve halls, the wall, and the path retold."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from bot.app import GaussElder
from bot.cogs.frame.pen import unmarked
from bot.play.scene import Language, Say, Scene
from bot.play.voice import Voice
from quizbank.bank import Bank
from quizbank.beat import Choose, Fight, Show, Turn
from quizbank.certificate import Number
from tests.discord.acting import Room, kinds, parts, pictures, press, right, shown, text, trapped
from tests.discord.exhibition import Exhibition

pytestmark = [pytest.mark.slow, pytest.mark.again, pytest.mark.simcord(settle_timeout=60)]


@pytest.fixture(scope="module")
def easel() -> Iterator[Exhibition]:
    exhibition = Exhibition()
    yield exhibition
    asyncio.run(exhibition.close())


def turns(beat: Turn) -> list[Number]:
    """Return what a dial is turned to: all that does not open the way, and then what does."""
    return [value for value in beat.values if value not in beat.goal] + [beat.goal[-1]]


def exhibits(bank: Bank) -> Iterator[tuple[str, str, Number | None]]:
    """Yield all that is shown on the way: hall, exhibit, and what its dial stands at."""
    for hall in bank.halls.values():
        for beat in hall.beats:
            if isinstance(beat, Turn):
                yield from ((hall.id, beat.exhibit, value) for value in turns(beat))
            elif isinstance(beat, Show):
                yield (hall.id, beat.exhibit, None)


def waiting(scene: Scene) -> Scene:
    """Return a scene without what was said to the last move."""
    return scene._replace(say=(), judged=None, picture=None, dial=None)


class Walker:
    """Ann on her way; with `restarts`, the bot is started anew at each beat."""

    def __init__(self, room: Room, bank: Bank, make_bot: Callable[[], GaussElder], *, restarts: bool) -> None:
        self.room = room
        self.bank = bank
        self.make_bot = make_bot
        self.restarts = restarts
        self.message: Any = None
        self.alts: set[str] = set()
        self.places: list[tuple[str, str]] = []

    async def stand(self) -> Scene:
        """Return where ann stands."""
        play = self.room.bot.host.play
        return await play.enter(await play.meet(self.room.ann.id))

    async def enter(self) -> None:
        """Have the tour shown in a message of its own."""
        self.message = shown(await self.room.ann.slash(self.room.channel, "elder enter"))
        self.look()

    def look(self) -> None:
        """Read the message that is there now."""
        assert text(self.message)
        self.alts |= set(pictures(self.message))

    async def restart(self, before: Scene) -> None:
        """Kill the bot and start another; it knows where ann stands."""
        await self.room.env.restart_bot(self.make_bot())
        assert waiting(await self.stand()) == waiting(before)

    async def walk(self) -> None:
        """Walk until the wall is to be fought, or all is walked."""
        while "fight" not in kinds(self.message):
            scene = await self.stand()
            if self.restarts:
                await self.restart(scene)
            if "on" in kinds(self.message):  # a hall lies behind, and who looks where ann stands is in the next
                await self.touch(scene, "on", 0)
            else:
                await self.beat(scene)

    async def beat(self, scene: Scene) -> None:
        """Do all that a beat offers, what leads on last."""
        walk = scene.walk
        assert walk is not None
        assert walk.beat is not None
        self.places.append((walk.hall, walk.beat))
        beat = next(each for each in self.bank.halls[walk.hall].beats if each.id == walk.beat)
        if isinstance(beat, Choose):
            for nth in sorted(range(len(beat.options)), key=lambda nth: beat.options[nth].right):
                if (await self.stand()).walk == walk:
                    await self.touch(scene, "pick", nth)
        elif isinstance(beat, Turn):
            for value in turns(beat):
                if value != beat.values[0]:
                    await self.touch(scene, "turn", beat.values.index(value))
        else:
            await self.touch(scene, "write" if scene.asked is not None else "go", 0)

    async def touch(self, scene: Scene, kind: str, nth: int) -> None:
        """Press, pick, turn or write."""
        if kind == "turn":
            menu = next(part for part in parts(self.message) if part["type"] == 3)
            await self.room.ann.select(self.message, [menu["options"][nth]["value"]], custom_id=menu["custom_id"])
        elif kind == "write":
            sheet = await press(self.room.ann, self.message, "write")
            assert scene.asked is not None
            await self.room.ann.submit_modal(sheet, {"answer": right(scene.asked)})
        else:
            await press(self.room.ann, self.message, kind, nth)
        self.look()

    async def fight(self) -> None:
        """Break the wall, after one mistake."""
        message = shown(await press(self.room.ann, self.message, "fight"))
        battle = await self.room.battle(self.room.ann)
        missed = False
        while battle.ending is None:
            assert battle.asked is not None
            await self.room.env.restart_bot(self.make_bot())
            told = right(battle.asked) if missed else trapped(battle.asked)
            missed = True
            message = shown(await self.room.answer(self.room.ann, message, told))
            assert text(message)
            battle = await self.room.ended(battle.id)
        assert battle.ending == "broken"
        assert pictures(await self.room.wall(battle.id))


def retold(voice: Voice, language: Language) -> list[str]:
    """Return the first and the last words of a path retold."""
    return [voice.say(Say("bot", key), language) for key in ("path.opening.slipped", "path.closing.mountain")]


@pytest.mark.parametrize(
    ("locale", "language", "restarts"),
    [
        pytest.param("zh-CN", "zh-CN", True, id="zh-CN"),
        pytest.param("en-US", "en", False, id="en"),
    ],
)
async def test_the_tour_is_walked_through_every_beat_to_the_path_retold(
    room: Room, speak: Callable[[str], None], make_bot: Callable[[], GaussElder], bank: Bank, easel: Exhibition,
    caplog: pytest.LogCaptureFixture, locale: str, language: Language, restarts: bool,
) -> None:  # fmt: skip
    speak(locale)
    walker, voice = Walker(room, bank, make_bot, restarts=restarts), Voice(bank)
    await walker.enter()
    await walker.walk()
    await walker.fight()
    await walker.enter()
    await walker.walk()

    walked = [(hall.id, beat.id) for hall in bank.halls.values() for beat in hall.beats if not isinstance(beat, Fight)]
    assert walker.places == walked
    assert all(words in text(walker.message) for words in retold(voice, language))

    words = {key: unmarked(voice.alt(picture, key[0], language)) for key, picture in easel.shown.items()}
    assert set(words) == set(exhibits(bank))
    assert set(words.values()) == walker.alts
    assert not [record for record in caplog.records if "shortened" in record.getMessage()]
