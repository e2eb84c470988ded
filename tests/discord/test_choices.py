"""What a learner chose of how the elder speaks: the language, and words in the place of pictures."""

from __future__ import annotations

from tests.discord.acting import Room, pictures, shown, text


async def test_the_pictures_may_be_had_in_words_everywhere(room: Room) -> None:
    await room.ann.slash(room.channel, "elder language", pictures="no")
    shown_map = shown(await room.ann.slash(room.channel, "elder map"))
    record = shown(await room.ann.slash(room.channel, "elder me"))
    wall = await room.fight(room.ann)
    verdict = shown(await room.answer(room.ann, wall, "1"))

    assert [pictures(message) for message in (shown_map, record, wall, verdict)] == [[], [], [], []]
    battle = await room.battle(room.ann)
    assert pictures(await room.wall(battle.id)) == []
    assert "◇" in text(shown_map)
    await room.ann.slash(room.channel, "elder language", pictures="yes")
    assert pictures(shown(await room.ann.slash(room.channel, "elder map")))


async def test_the_language_may_be_looked_at_without_choosing(room: Room) -> None:
    said = shown(await room.ann.slash(room.channel, "elder language"))
    learner = await room.bot.host.play.meet(room.ann.id)

    assert text(said).startswith("I speak English with you.")
    assert (learner.language, learner.text_only) == ("en", False)
    chosen = shown(await room.ann.slash(room.channel, "elder language", language="en"))
    assert text(chosen).startswith("From now on")
