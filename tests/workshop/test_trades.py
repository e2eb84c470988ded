"""What a worker does, asked directly."""

from dataclasses import replace
from fractions import Fraction

import pytest

from bot.workshop import trades
from quizbank.beat import Show, Turn
from quizbank.certificate import Exact
from quizbank.lines import LANGUAGES

pytest.importorskip("torch")


@pytest.fixture
def certificate():
    """A committed certificate."""
    return trades.bank().certificates["dial.var"][0]


def test_a_certified_problem_measures_as_it_did_when_it_was_certified(certificate):
    told = trades.measure(certificate.family, certificate.numbers).message["measured"]

    assert told == {
        "value": certificate.measured,
        "bound": certificate.bound,
        "how": certificate.how,
        "agrees": True,
    }


def test_a_measurement_off_the_key_does_not_agree(certificate, monkeypatch):
    wrong = Exact(str(certificate.key.value + 1), Fraction(certificate.key.value + 1))
    monkeypatch.setattr(trades.bank(), "certificate", lambda family, numbers: replace(certificate, key=wrong))

    assert trades.measure(certificate.family, certificate.numbers).message["measured"]["agrees"] is False


def test_numbers_that_were_never_certified_are_refused():
    with pytest.raises(KeyError):
        trades.measure("dial.var", {"d": 3})


def test_without_torch_there_is_no_exhibit_and_no_measuring(monkeypatch):
    monkeypatch.setattr(trades, "find_spec", lambda name: None)

    assert trades.prepare_proofs().message == {"torch": False}
    assert trades.exhibit("dial", "dial", {}).message == {"picture": None}


def test_a_job_nobody_knows_is_refused():
    with pytest.raises(ValueError, match="no such job"):
        trades.work({"do": "dance"})


def exhibits():
    """Yield each exhibit of each hall with a value of the dial that turns it."""
    for hall in trades.bank().halls.values():
        for beat in hall.beats:
            if isinstance(beat, Turn):
                yield pytest.param(hall.id, beat.exhibit, {beat.dial: beat.values[-1]}, id=f"{hall.id}.{beat.exhibit}")
            elif isinstance(beat, Show):
                yield pytest.param(hall.id, beat.exhibit, {}, id=f"{hall.id}.{beat.exhibit}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("hall", "name", "turns"), list(exhibits()))
def test_every_exhibit_can_be_drawn_in_every_language(hall, name, turns, language):
    picture = trades.exhibit(hall, name, turns).message["picture"]
    job = {"do": "draw", "picture": picture, "book": hall, "language": language}

    assert trades.work(job).tail.startswith(b"\x89PNG")
