"""Doors that open on what is mastered, the proof that spares a walk, the map, and the path told back."""

from __future__ import annotations

import pytest

from bot.play import Play
from bot.play.refusals import HallClosedError, NoHallError
from bot.play.scene import Scene
from bot.play.tour.ways import way_to
from bot.store.store import Store
from engine.rules.tour import Door
from quizbank.bank import open_bank
from tests.play.stage import ZH, right, send, staged, trapped
from tests.play.walking import win

BANK = open_bank()
NEEDY = next(name for name, hall in BANK.halls.items() if hall.needs)  # a hall whose door is closed at first
NEEDED = BANK.halls[NEEDY].needs[0]


async def reply(play: Play, scene: Scene, text: str) -> Scene:
    """Answer the question that a walk's scene asks."""
    assert scene.walk is not None
    assert scene.walk.beat is not None
    assert scene.asked is not None
    return await play.reply(scene.walk.id, scene.walk.beat, scene.asked.attempt, ZH, text)


async def door(play: Play, hall: str) -> Door:
    """Return how one door stands."""
    return next(door.door for door in (await play.map(ZH)).doors if door.hall == hall)


async def prove(play: Play, hall: str) -> Scene:
    """Prove a hall with right answers."""
    scene = await play.prove(ZH, hall)
    while scene.awaits == "answer":
        scene = await reply(play, scene, right(scene.asked))
    return scene


async def test_a_closed_hall_refuses_and_names_what_would_open_it(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    with pytest.raises(HallClosedError) as closed:
        await play.enter(ZH, NEEDY)

    assert closed.value.missing == BANK.halls[NEEDY].needs
    assert await door(play, NEEDY) is Door.CLOSED


async def test_right_answers_at_the_first_attempt_prove_a_hall_and_open_the_next(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    for need in BANK.halls[NEEDY].needs:
        proved = await prove(play, need)
        assert proved.walk is not None
        assert proved.walk.beat is None
        assert proved.say[-1].key == "tour.proved"
        assert await door(play, need) is Door.CLEARED

    assert await door(play, NEEDY) is Door.OPEN
    assert (await play.enter(ZH, NEEDY)).walk is not None


async def test_one_wrong_answer_ends_a_proof_with_the_working_and_clears_nothing(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await play.prove(ZH, NEEDED)
    failed = await reply(play, scene, trapped(scene.asked))

    assert failed.judged is not None
    assert not failed.judged.right
    assert [say.key.rsplit(".", 1)[-1] for say in failed.say] == ["solution", "not_proved"]
    assert await door(play, NEEDED) is not Door.CLEARED
    again = await play.prove(ZH, NEEDED)
    assert again.asked is not None
    assert scene.asked is not None
    assert again.asked.certificate != scene.asked.certificate


@pytest.mark.parametrize("hall", list(BANK.halls))
async def test_a_failed_proof_says_walk_it_of_an_open_door_and_of_a_closed_one_where_to_begin(
    store: Store, hall: str
) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await play.prove(ZH, hall)
    failed = await reply(play, scene, trapped(scene.asked))
    first = way_to(await play.map(ZH), hall)
    said = failed.say[-1]

    assert said.key == ("tour.not_proved" if first == hall else "tour.not_proved_closed")
    assert said.values.get("hall") == (None if first == hall else BANK.halls[first].lines.say("hall.name", ZH.language))


async def test_an_unreadable_text_fails_no_proof(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await play.prove(ZH, NEEDED)
    after = await reply(play, scene, "嗯")

    assert after.asked == scene.asked
    assert after.awaits == "answer"


async def test_a_proof_goes_on_after_a_restart(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await play.prove(ZH, NEEDED)
    scene = await reply(play, scene, right(scene.asked))
    resumed = await staged(store, bank=BANK).enter(ZH)

    assert resumed.walk == scene.walk
    assert resumed.asked == scene.asked


async def test_nothing_is_proved_of_a_hall_that_is_not_there(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    with pytest.raises(NoHallError):
        await play.prove(ZH, "cellar")


async def test_breaking_the_wall_clears_its_hall_and_opens_the_panorama(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    before = await door(play, "panorama")
    await win(play, ZH)

    assert before is Door.CLOSED
    assert await door(play, "wall") is Door.CLEARED
    assert await door(play, "panorama") is Door.OPEN
    assert (await play.path(ZH)).broke is not None


async def test_the_path_remembers_what_was_first_believed_and_when_it_was_seen(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await play.fight(ZH, tier="apprentice")
    assert scene.asked is not None
    slip = scene.asked
    scene = await send(play, scene, trapped(slip))
    while scene.awaits == "answer":
        scene = await send(play, scene, right(scene.asked))
    path = await play.path(ZH)
    memory = next(memory for memory in path.memories if memory.skill == slip.certificate.facts.skill)

    assert memory.line.startswith("trap.")
    assert memory.asked.certificate == slip.certificate
    assert memory.slips == 1
    assert len(path.memories) == 1
    assert all(0 <= skill.mastery <= 1 for skill in path.skills)
    assert {skill.skill for skill in path.skills} >= {memory.skill}
    assert path.next is not None


async def test_a_learner_who_has_done_nothing_has_an_empty_path(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    path = await play.path(ZH)

    assert (path.skills, path.memories, path.broke) == ((), (), None)
    assert path.next == next(iter(BANK.halls))
