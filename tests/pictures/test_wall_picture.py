"""The wall's picture tells what the strikes made of the wall, no more and no less."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.play.wall.wall_picture import wall_picture
from bot.workshop.trades import own_lines
from engine.rules.wall import Outcome, Wall, replay, strike
from quizbank.lines import LANGUAGES
from quizbank.picture import Picture

LINES = own_lines()  # read here, so that no example waits for it


@dataclass(frozen=True)
class Struck:
    right: bool


@st.composite
def battles(draw):
    """A battle up to its end or somewhere before it: the wall, and the strikes that made it."""
    strikes = []
    for right in draw(st.lists(st.booleans(), max_size=30)):
        if replay(each.right for each in strikes).asking is None:
            break
        strikes.append(Struck(right))
    return replay(each.right for each in strikes), strikes


@given(battles())
def test_the_courses_that_stand_are_the_wall_and_the_rubble_is_what_was_broken(battle):
    wall, strikes = battle
    blocks = wall_picture(wall, strikes).blocks
    standing = [block.name for block in blocks if block.state != "broken"]

    assert standing == [f"course.{layer}" for layer in wall.layers]
    assert len(blocks) - len(standing) == sum(each.right for each in strikes)


@given(battles())
def test_every_layer_above_three_was_laid_by_a_wrong_answer(battle):
    wall, strikes = battle
    states = [block.state for block in wall_picture(wall, strikes).blocks]

    assert states.count("new") <= sum(not each.right for each in strikes)
    assert states.count("standing") == len(wall.layers) - states.count("new") <= 3


@given(battles(), st.sampled_from(LANGUAGES))
def test_the_alt_text_says_every_number_the_picture_shows_and_fits_discord(battle, language):
    wall, strikes = battle
    picture = wall_picture(wall, strikes)
    alt = LINES.say(picture.alt, language, **picture.values)
    shown = {"count": len(wall.layers), "fallen": sum(each.right for each in strikes)}

    assert {name: picture.values[name] for name in shown} == shown
    assert len(alt) <= 1024
    if wall.outcome is not Outcome.BROKEN:
        assert sum(picture.values[name] for name in ("dot", "grid", "memory")) == len(wall.layers)
        assert picture.values.keys() == LINES.placeholders(picture.alt)


@given(battles())
def test_the_picture_survives_its_json(battle):
    picture = wall_picture(*battle)

    assert Picture.load(picture.dump()) == picture


@given(st.lists(st.builds(Struck, st.booleans()), max_size=30))
def test_strikes_after_the_end_change_nothing(strikes):
    wall = replay(each.right for each in strikes)

    assert [block.name for block in wall_picture(wall, strikes).blocks if block.state != "broken"] == [
        f"course.{layer}" for layer in wall.layers
    ]


def test_strikes_that_do_not_make_the_wall_are_refused():
    with pytest.raises(ValueError, match="do not leave"):
        wall_picture(Wall(), [Struck(True)])


@pytest.mark.parametrize("right", [True, False])
def test_a_strike_changes_the_picture(right):
    assert wall_picture(strike(Wall(), right), [Struck(right)]) != wall_picture(Wall(), [])
