"""What a learner's record says: halls held, the way to a closed door, the path retold, and what was chosen."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play import Play
from bot.play.scene import Asked, DoorView, Memory, Path, Scene, SkillView, TourMap
from bot.play.tour.mastery import HallView, hall_views
from bot.play.tour.telling import MOST, ends_the_tour, most_instructive, tell
from bot.play.tour.ways import way_to
from bot.play.voice import Voice
from bot.store.store import Store
from engine.rules.tour import Door, doors, missing
from quizbank.bank import open_bank
from quizbank.beat import Choose
from quizbank.lines import LANGUAGES
from tests.play.stage import EN, ZH, send, staged, trapped
from tests.play.walking import step, win

BANK = open_bank()
NEEDS = {name: hall.needs for name, hall in BANK.halls.items()}
CERTIFICATE = BANK.certificates["dial.var"][0]
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
HALF = Fraction(1, 2)


def tour_map(cleared: frozenset[str]) -> TourMap:
    """Return the map of one who cleared these halls."""
    stand = doors(NEEDS, cleared)
    return TourMap(tuple(DoorView(hall, stand[hall], missing(NEEDS, cleared, hall)) for hall in NEEDS), None)


def memory(line: str, slips: int) -> Memory:
    """Return a memory of one slip."""
    return Memory("dot.variance", "dial", Asked(1, CERTIFICATE, 0, 1), line, slips, SINCE)


def path_with(
    *memories: Memory, skills: tuple[SkillView, ...] = (), broke: datetime | None = None, next: str | None = "gate"
) -> Path:
    """Return a path."""
    return Path(tour_map(frozenset()), skills, broke, memories, next)


@given(st.frozensets(st.sampled_from(list(NEEDS))), st.sampled_from(list(NEEDS)))
def test_the_way_to_a_door_begins_at_one_that_can_be_entered(cleared: frozenset[str], hall: str) -> None:
    seen = tour_map(cleared)
    way = way_to(seen, hall)
    stand = {door.hall: door.door for door in seen.doors}

    assert stand[way] is not Door.CLOSED
    assert (way == hall) is (stand[hall] is not Door.CLOSED)


@given(st.fractions(0, 1), st.integers(1, 5), st.integers(0, 5))
def test_a_hall_is_a_hundred_percent_held_only_when_all_it_teaches_is(share: Fraction, met: int, unmet: int) -> None:
    skills = tuple(SkillView(f"a.{each}", "dial", share, 1) for each in range(met))
    view = HallView("dial", skills, met + unmet)

    assert 0 <= view.percent <= 100
    assert (view.percent == 100) is (share == 1 and unmet == 0)
    assert view.held is (unmet == 0 and skills[0].held)


def test_every_skill_is_counted_in_one_hall() -> None:
    home = {facts.skill for facts in BANK.facts.values()}
    skills = tuple(SkillView(skill, "anywhere", HALF, 1) for skill in home)
    views = hall_views(BANK, path_with(skills=skills))

    assert sorted(skill.skill for view in views for skill in view.skills) == sorted(home)
    assert all(len(view.skills) == view.taught for view in views)


@given(st.lists(st.tuples(st.sampled_from(["wrong", "trap.one"]), st.integers(1, 9)), max_size=12))
def test_at_most_five_are_told_named_ones_first_and_the_most_frequent_of_them(slips: list[tuple[str, int]]) -> None:
    memories = [memory(line, count) for line, count in slips]
    chosen = most_instructive(path_with(*memories))
    ranks = [(each.line == "wrong", -each.slips) for each in chosen]

    assert len(chosen) == min(MOST, len(memories))
    assert ranks == sorted((each.line == "wrong", -each.slips) for each in memories)[:MOST]


@pytest.mark.parametrize(
    ("path", "opening", "closing"),
    [
        (path_with(), "unwritten", "wall"),
        (path_with(skills=(SkillView("dot.variance", "dial", HALF, 1),)), "flawless", "wall"),
        (
            path_with(memory("wrong", 1), skills=(SkillView("dot.variance", "dial", HALF, 1),), broke=SINCE),
            "slipped",
            "halls",
        ),
        (
            path_with(memory("wrong", 1), skills=(SkillView("dot.variance", "dial", HALF, 1),), broke=SINCE, next=None),
            "slipped",
            "mountain",
        ),
    ],
)
def test_the_telling_begins_and_ends_by_what_the_learner_did(path: Path, opening: str, closing: str) -> None:
    telling = tell(path)

    assert telling.opening.key == f"path.opening.{opening}"
    assert telling.closing.key == f"path.closing.{closing}"


async def test_the_telling_says_what_was_first_believed_by_the_traps_own_line(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await play.fight(ZH)
    assert scene.asked is not None
    asked = scene.asked
    await send(play, scene, trapped(asked))
    await win(play, ZH)
    (told,) = tell(await play.path(ZH)).memories
    trap = next(iter(asked.certificate.traps))

    assert told.slip.key == f"families.{asked.certificate.family}.traps.{trap}"
    assert told.seen is not None
    assert told.slips == 1


async def test_only_the_last_hall_walked_through_ends_the_tour(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await play.prove(ZH, "panorama")
    first = ends_the_tour(scene, await play.path(ZH))
    while scene.awaits == "answer":
        assert scene.walk is not None
        assert scene.walk.beat is not None
        assert scene.asked is not None
        key, unit = scene.asked.certificate.key.text, scene.asked.certificate.unit
        text = f"{key} {unit}" if unit else key
        scene = await play.reply(scene.walk.id, scene.walk.beat, scene.asked.attempt, ZH, text)

    assert not first
    assert ends_the_tour(scene, await play.path(ZH))


async def test_a_failed_proof_of_the_last_hall_ends_nothing(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await play.prove(ZH, "panorama")
    assert scene.walk is not None
    assert scene.walk.beat is not None
    failed = await play.reply(scene.walk.id, scene.walk.beat, 1, ZH, trapped(scene.asked))

    assert failed.walk is not None
    assert failed.walk.beat is None
    assert not ends_the_tour(failed, await play.path(ZH))


async def test_words_in_the_place_of_pictures_are_remembered_whatever_name_one_bears(store: Store) -> None:
    play = staged(store, bank=BANK)
    learner = await play.meet(EN.id, name="B")
    assert not learner.text_only
    await play.picture(learner, text_only=True)
    again = await staged(store, bank=BANK).meet(EN.id, name="Bea")
    fight = await play.fight(again)

    assert again.text_only
    assert fight.battle is not None
    assert fight.battle.learner.text_only, "the wall for all to see is its challenger's"


async def test_a_guild_has_one_role_or_none(store: Store) -> None:
    play = staged(store, bank=BANK)
    before = await play.reward_of(5)
    await play.reward(5, 7)
    await play.reward(5, 2**63 - 1)
    chosen, elsewhere = await play.reward_of(5), await play.reward_of(6)
    await play.reward(5, None)

    assert (before, chosen, elsewhere) == (None, 2**63 - 1, None)
    assert await play.reward_of(5) is None


def before_teaching() -> Iterator[tuple[str, str, int, str]]:
    """Yield each answer that a hall has words to retell by: hall, beat, place, key."""
    for hall in BANK.halls.values():
        for beat in hall.beats:
            if isinstance(beat, Choose):
                for place, option in enumerate(beat.options):
                    if f"retold.{option.say}" in hall.lines:
                        yield hall.id, beat.id, place, option.say


async def at_the_gates_question(play: Play) -> Scene:
    """Walk through the gate to the first choice."""
    scene = await play.enter(ZH, "gate")
    while scene.awaits != "choose":
        scene = await step(play, scene)
    return scene


def test_only_mistaken_words_are_retold_and_every_one_is_offered() -> None:
    retold = {(hall.id, key) for hall in BANK.halls.values() for key in hall.lines.keys if key.startswith("retold.")}
    offered = list(before_teaching())

    assert retold == {(hall, f"retold.{said}") for hall, _, _, said in offered}
    for hall, beat_id, place, _ in offered:
        beat = next(beat for beat in BANK.halls[hall].beats if beat.id == beat_id)
        assert isinstance(beat, Choose)
        assert not beat.options[place].right


@pytest.mark.parametrize(("hall", "beat", "place", "said"), list(before_teaching()))
async def test_what_was_said_before_any_teaching_is_retold_with_when_it_was_put_right(
    store: Store, hall: str, beat: str, place: int, said: str
) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await at_the_gates_question(play)
    assert scene.walk is not None
    assert (scene.walk.hall, scene.walk.beat) == (hall, beat)
    await play.walk(scene.walk.id, beat, ZH, f"choose:{place}")
    (unseen,) = tell(await play.path(ZH)).memories
    for token in range(len(scene.choices)):
        if (await play.enter(ZH)).walk == scene.walk:
            await play.walk(scene.walk.id, beat, ZH, f"choose:{token}")
    telling = tell(await play.path(ZH))
    (told,) = telling.memories

    assert telling.opening.key == "path.opening.slipped"
    assert told.slip.key == unseen.slip.key == f"retold.{said}"
    assert (unseen.slips, unseen.seen) == (1, None)
    assert told.seen is not None
    assert all(Voice(BANK).say(say, language) for say in (told.skill, told.hall, told.slip) for language in LANGUAGES)


async def test_whoever_said_it_rightly_at_once_is_reminded_of_nothing(store: Store) -> None:
    play = staged(store, bank=BANK)
    await play.meet(ZH.id)
    scene = await at_the_gates_question(play)
    assert scene.walk is not None
    beat = next(beat for beat in BANK.halls["gate"].beats if beat.id == scene.walk.beat)
    assert isinstance(beat, Choose)
    place = next(place for place, option in enumerate(beat.options) if option.right)
    await play.walk(scene.walk.id, beat.id, ZH, f"choose:{place}")

    assert (await play.path(ZH)).beliefs == ()
    assert (await play.path(EN)).beliefs == ()
