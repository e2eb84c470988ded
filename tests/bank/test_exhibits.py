"""Laws of the exhibits: computed, worded in both languages, and the same after a journey through JSON."""

import json

import pytest

from quizbank.bank import open_bank
from quizbank.beat import Turn
from quizbank.lines import LANGUAGES
from quizbank.picture import Picture

BANK = open_bank()
SHOWN = [
    pytest.param(hall, beat.exhibit, {beat.dial: value}, id=f"{hall.id}.{beat.exhibit}.{value}")
    for hall in BANK.halls.values()
    for beat in hall.beats
    if isinstance(beat, Turn)
    for value in beat.values
]


@pytest.mark.parametrize(("hall", "name", "turns"), SHOWN)
def test_a_picture_survives_json_and_all_its_words_are_lines_of_its_hall(hall, name, turns):
    picture = hall.exhibit(name)(turns)

    assert Picture.load(json.loads(json.dumps(picture.dump()))) == picture
    for language in LANGUAGES:
        assert all(hall.lines.say(key, language, **picture.values) for key in picture.words())


@pytest.mark.parametrize(("hall", "name", "turns"), SHOWN)
def test_the_same_turn_shows_the_same_picture(hall, name, turns):
    assert hall.exhibit(name)(turns) == hall.exhibit(name)(turns)


def test_raw_scores_saturate_as_the_dial_turns_and_scaled_ones_do_not():
    dial = BANK.halls["dial"].exhibit("dial")
    shown = [dial({"d_k": d_k}).values for d_k in (16, 64, 256, 512)]

    assert [each["raw_max"] for each in shown] == sorted(each["raw_max"] for each in shown)
    assert shown[-1]["raw_max"] > 0.9
    assert all(each["scaled_max"] < 0.15 for each in shown)
    assert shown[1]["raw_slope"] > 0.1  # at 64 the softmax is peaked, not dead
    assert shown[-1]["raw_slope"] < 0.01 < shown[-1]["scaled_slope"]


def test_sixteen_times_the_tokens_are_two_hundred_and_fifty_six_times_the_cells():
    values = BANK.halls["corridor"].exhibit("corridor")({"n": 8192}).values

    assert (values["ratio"], values["factor"], values["mebibytes"]) == (16, 256, 256)
