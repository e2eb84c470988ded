"""Which problems are asked: none twice while others are left, and none on which the two witnesses disagree."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.play.drawing import DIFFICULTIES, NothingToAskError, draw, families_for, pick, problem_of
from bot.play.scene import Tier
from bot.store import learners, questions
from bot.store.store import Store
from bot.workshop.errors import WorkshopError
from bot.workshop.remeasured import Remeasured
from engine.rules.wall import Layer
from quizbank.bank import open_bank
from tests.play.stage import ZH, QuietWorkshop, clock, staged

BANK = open_bank()


@pytest.mark.parametrize("layer", list(Layer))
@pytest.mark.parametrize("tier", ["apprentice", "adept", "elder"])
def test_every_layer_has_at_least_two_families_for_every_tier(layer: Layer, tier: Tier) -> None:
    families = families_for(BANK, layer, tier)

    assert len(families) >= 2
    assert all(BANK.facts[family].layer == layer for family in families)
    assert all(BANK.facts[family].difficulty in DIFFICULTIES[tier] for family in families)


@given(st.integers(), st.sampled_from(list(Layer)))
@settings(max_examples=20)
def test_no_problem_repeats_until_all_were_met(seed: int, layer: Layer) -> None:
    families = families_for(BANK, layer, "apprentice")
    pool = sum(len(BANK.certificates[family]) for family in families)
    random, met = Random(seed), set()
    for _ in range(pool):
        met.add(problem_of(pick(BANK, families, random, met, frozenset())))

    assert len(met) == pool
    assert problem_of(pick(BANK, families, random, met, frozenset())) in met


@given(st.integers())
@settings(max_examples=20)
def test_families_take_turns(seed: int) -> None:
    families = families_for(BANK, Layer.GRID, "adept")
    random, met = Random(seed), set()
    for _ in families:
        met.add(problem_of(pick(BANK, families, random, met, frozenset())))

    assert {family for family, _ in met} == set(families)


async def test_a_problem_the_engine_does_not_bear_out_is_withdrawn_for_good_and_another_asked(store: Store) -> None:
    families = ["dial.var"]
    lies = {problem_of(each) for each in BANK.certificates["dial.var"][:3]}

    def measure(family: str, numbers: object) -> Remeasured:
        lying = (family, questions.canonical(numbers)) in lies  # type: ignore[arg-type]
        return Remeasured(value="65", bound="0", how="test", agrees=not lying)

    workshop = QuietWorkshop(measure)
    house = staged(store, workshop).house
    async with store.writing() as db:
        await learners.meet(db, ZH.id, "甲", clock()())
    drawn = [await draw(house, ZH.id, families, f"seed {number}") for number in range(12)]
    async with store.reading() as db:
        withdrawn = await questions.withdrawn_problems(db)

    assert withdrawn == lies
    assert all(problem_of(each.certificate) not in lies for each in drawn)
    assert all(each.remeasured == "65" for each in drawn)


async def test_where_nothing_holds_nothing_is_asked(store: Store) -> None:
    workshop = QuietWorkshop(lambda family, numbers: Remeasured(value="0", bound="0", how="test", agrees=False))
    house = staged(store, workshop).house
    with pytest.raises(NothingToAskError):
        await draw(house, ZH.id, ["dial.var"], "seed")


async def test_a_workshop_that_fails_leaves_the_certificate_to_serve(store: Store) -> None:
    def measure(family: str, numbers: object) -> Remeasured:
        raise WorkshopError("gone")

    drawn = await draw(staged(store, QuietWorkshop(measure)).house, ZH.id, ["dial.var"], "seed")

    assert drawn.remeasured is None
    assert drawn.certificate.family == "dial.var"
