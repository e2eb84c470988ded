"""The laws of the wall, over every way a battle can go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.wall import OVERGROWN_AT, Layer, NotStandingError, Outcome, Wall, replay, strike

answers = st.lists(st.booleans(), max_size=30)


def test_a_new_wall_is_three_thick_and_asks_of_dot_products_first_then_the_grid_then_memory() -> None:
    wall, asked = Wall(), []
    while wall.asking is not None:
        asked.append(wall.asking)
        wall = strike(wall, right=True)

    assert asked == [Layer.DOT, Layer.GRID, Layer.MEMORY]
    assert wall.outcome is Outcome.BROKEN


def test_three_wrong_answers_overgrow_the_learner() -> None:
    wall = replay([False] * 3)

    assert wall.outcome is Outcome.OVERGROWN
    assert len(wall.layers) == OVERGROWN_AT


@given(answers)
def test_each_answer_moves_the_wall_by_exactly_one_layer(given_answers: list[bool]) -> None:
    wall = Wall()
    for right in given_answers:
        if wall.asking is None:
            break
        struck = strike(wall, right)

        assert len(struck.layers) - len(wall.layers) == (-1 if right else 1)
        wall = struck


@given(answers)
def test_a_wrong_answer_lays_a_layer_of_the_kind_that_asked(given_answers: list[bool]) -> None:
    wall = replay(given_answers)
    if wall.asking is None:
        return
    struck = strike(wall, right=False)

    assert struck.layers == (*wall.layers, wall.asking)


@given(answers)
def test_a_right_answer_undoes_a_wrong_one(given_answers: list[bool]) -> None:
    wall = replay(given_answers)
    if wall.asking is None or len(wall.layers) + 1 >= OVERGROWN_AT:
        return

    assert strike(strike(wall, right=False), right=True) == wall


@given(answers)
def test_replay_stops_where_the_battle_ends(given_answers: list[bool]) -> None:
    for length in range(len(given_answers) + 1):
        wall = replay(given_answers[:length])
        if wall.outcome is not Outcome.STANDING:
            assert replay(given_answers) == wall
            return

    assert replay(given_answers).outcome is Outcome.STANDING


@given(answers, st.booleans())
def test_striking_a_wall_that_no_longer_stands_raises_and_changes_nothing(
    given_answers: list[bool], right: bool
) -> None:
    wall = replay(given_answers)
    if wall.outcome is Outcome.STANDING:
        return
    before = wall.layers
    with pytest.raises(NotStandingError):
        strike(wall, right)

    assert wall.layers == before


@given(answers)
def test_a_standing_wall_is_between_one_layer_and_five(given_answers: list[bool]) -> None:
    wall = replay(given_answers)

    assert (0 < len(wall.layers) < OVERGROWN_AT) == (wall.outcome is Outcome.STANDING)
