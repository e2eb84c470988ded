"""The picture of a shared wall tells what the answers made of it, course by course, and how far it is cracked."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.raid.raid import Raid, fold
from bot.play.raid.raid_picture import raid_picture
from bot.store.raids import RaidRow, StayRow, StruckRow
from engine.rules.raid import Effect
from engine.rules.wall import Layer
from tests.play.raiding import BANK

pytestmark = pytest.mark.raid

START = datetime(2026, 1, 1, tzinfo=UTC)
FAMILIES = {layer: next(facts.id for facts in BANK.facts.values() if facts.layer == layer) for layer in Layer}


@st.composite
def raids(draw: st.DrawFn) -> Raid:
    """A raid as its rows make it."""
    learners = draw(st.integers(1, 8))
    blows = draw(st.lists(st.tuples(st.integers(1, learners), st.sampled_from(Layer), st.booleans()), max_size=40))
    row = RaidRow(1, 1, 5, 50, None, "en", "adept", 7, START, START + timedelta(1), START, START, None, None)
    stays = [StayRow(learner, f"n{learner}", False, START, 0, None, None) for learner in range(1, learners + 1)]
    struck = [
        StruckRow(at, at, who, FAMILIES[kind], "correct" if good else "incorrect", "right" if good else "wrong", START)
        for at, (who, kind, good) in enumerate(blows, 1)
    ]
    return fold(row, stays, struck, BANK)


@given(raids())
def test_the_courses_of_the_picture_are_those_that_stand_and_the_rubble_is_what_fell(raid: Raid) -> None:
    picture = raid_picture(raid)
    standing = [block for block in picture.blocks if block.state != "broken"]
    broken = [block.name for block in picture.blocks if block.state == "broken"]

    assert [block.name for block in standing] == [f"course.{course.kind}" for course in raid.siege.courses]
    assert [block.state == "new" for block in standing] == [course.laid for course in raid.siege.courses]
    fell = [deed.met.kind for deed in raid.deeds if deed.effect in (Effect.FELLED, Effect.BROKE) and deed.met]
    assert Counter(broken) == Counter(f"course.{kind}" for kind in fell)
    assert picture.values["fallen"] == len(fell)
    assert picture.values["count"] == len(standing)


@given(raids())
def test_the_picture_tells_how_far_the_outermost_is_cracked_while_it_stands_and_each_deed_how_it_left_the_wall(
    raid: Raid,
) -> None:
    values, outermost = raid_picture(raid).values, raid.siege.outermost
    if outermost is None:
        assert "cracks" not in values
    else:
        assert (values["cracks"], values["strength"]) == (outermost.cracks, outermost.strength)
    if raid.deeds:
        assert raid.deeds[-1].thickness == len(raid.siege.courses)
    for deed in raid.deeds:
        if deed.effect is Effect.CRACKED:
            assert deed.met is not None
            assert deed.met.strength is not None
            assert 0 < deed.met.cracks < deed.met.strength
