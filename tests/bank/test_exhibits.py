"""Laws of the exhibits: computed, worded in both languages, and the same after a journey through JSON."""

import json
from fractions import Fraction
from itertools import count

import pytest

from engine.attention import stopwatch
from quizbank.bank import open_bank
from quizbank.beat import Turn
from quizbank.counsel.presets import presets
from quizbank.lines import LANGUAGES
from quizbank.picture import Picture
from quizbank.wording import values_of

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
def test_the_same_turn_shows_the_same_picture_but_for_what_a_clock_says(monkeypatch, hall, name, turns):
    monkeypatch.setattr(stopwatch, "process_time", count().__next__)

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


def models():
    """Return the beat of the corridor at which a model is chosen, and what is shown for each."""
    hall = BANK.halls["corridor"]
    beat = next(beat for beat in hall.beats if beat.id == "model")
    return beat, {name: hall.exhibit("configured")({"model": name}).values for name in beat.values}


def test_whatever_model_is_chosen_sixteen_times_the_tokens_are_two_hundred_and_fifty_six_times_its_bytes():
    _, shown = models()

    assert {values["factor"] for values in shown.values()} == {256}
    assert all(values["last"] == 256 * values["first"] for values in shown.values())


def test_the_bytes_shown_are_those_of_the_model_that_was_chosen():
    by_name = {preset.name: preset.shape for preset in presets().values()}
    _, shown = models()
    for name, values in shown.items():
        layers, heads, n = by_name[name]["L"], by_name[name]["h"], values["n"]

        assert (values["layers"], values["heads"]) == (layers, heads)
        assert Fraction(values["layer"]) * 2**30 == heads * n * n * values["bytes"]
        assert values["last"] == layers * values["layer"]


def test_the_models_that_open_the_way_are_those_whose_bytes_stand_on_the_stone():
    beat, shown = models()
    carved = BANK.certificate(beat.cites.family, beat.cites.numbers)
    half, first = Fraction(carved.steps["half"].text), carved.numbers["m"]
    passing = {name for name, values in shown.items() if values["last"] == half}

    assert passing == set(beat.goal)
    assert all(first == shown[name]["first"] * 4 / shown[name]["bytes"] for name in passing)  # in fp32


def test_only_a_model_with_idle_experts_speaks_of_them():
    hall = BANK.halls["panorama"]
    beat = next(beat for beat in hall.beats if beat.id == "doors")
    for name in beat.values:
        picture = hall.exhibit("doors")({"door": name})
        told = "".join(hall.lines.say(key, "zh-CN", **picture.values) for key in picture.words())
        idle = picture.values["active"] < picture.values["total"]

        assert told.count("专家") == 2 * idle, "in the alt text and below the drawing"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_dial_that_is_to_be_turned_to_its_end_opens_the_way_only_there(language):
    to_the_end = ("尽头", "到头", "最远", "最后一扇", "all the way", "far end", "to the end", "to the last")
    told = [
        (hall.lines.say(f"tale.{beat.prompt}", language, **cited(beat)), beat)
        for hall in BANK.halls.values()
        for beat in hall.beats
        if isinstance(beat, Turn)
    ]
    sent = [beat for line, beat in told if any(each in line for each in to_the_end)]

    assert len(sent) >= 5
    assert all(beat.goal == beat.values[-1:] for beat in sent)


def cited(beat):
    """Return the figures of the problem a beat cites."""
    return {} if beat.cites is None else values_of(BANK.certificate(beat.cites.family, beat.cites.numbers))


def test_each_of_the_four_keys_shows_its_error_its_time_its_memory_and_its_ledger(monkeypatch):
    monkeypatch.setattr(stopwatch, "process_time", count().__next__)
    lock = BANK.halls["keys"].exhibit("lock")
    few, many = lock({"r": 64}).values, lock({"r": 256}).values
    n, d = many["n"], many["d"]

    assert {many[f"{key}_time"] for key in ("standard", "linformer", "performer", "flash")} == {1000}  # a tick, in ms
    assert many["standard_error"] == 0 < many["flash_error"] < 1e-12 < many["linformer_error"] < many["performer_error"]
    assert few["linformer_error"] > many["linformer_error"]
    assert (many["standard_scores"], many["linformer_scores"], many["performer_scores"]) == (n * n, n * 256, 0)
    assert many["flash_scores"] == n * n
    assert many["flash_macs"] == many["standard_macs"] == 2 * n * n * d
    assert many["flash_memory"] < many["standard_memory"] / 10
    assert many["flash_moved"] < many["standard_moved"] / 10
