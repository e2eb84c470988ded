"""What a hall shows fits a hand: short lines, scenes of one screen, enough to do, and pictures that can be heard."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

import pytest

from bot.play.scene import Asked
from bot.play.voice import Voice
from engine.rules.wall import Wall
from quizbank.bank import open_bank
from quizbank.beat import Ask, Beat, Choose, Fight, Grant, Say, Show, Turn
from quizbank.certificate import Number
from quizbank.hall import Hall
from quizbank.lines import LANGUAGES
from quizbank.picture import Picture
from quizbank.wording import values_of

BANK = open_bank()
VOICE = Voice(BANK)
LINE = {"zh-CN": 100, "en": 220}  # characters that a phone shows of one line without scrolling
SCREEN = {"zh-CN": 600, "en": 1200}  # … and of all that one scene says
BEATS, FAMILIES = 8, 2  # at least, in each hall
NEAR = 0.06  # of a number, by which its two significant digits in words may be off
NUMBER = re.compile(r"\b10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)|([−-]?\d+(?:\.\d+)?)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?")
BETWEEN_THOUSANDS = re.compile(r"(?<=\d)[\u00a0\u2009\u202f](?=\d)")
AS_TYPED = str.maketrans("⁻−⁰¹²³⁴⁵⁶⁷⁸⁹", "--0123456789")
AS_PROGRAMS_WRITE = re.compile(r"\de[+-]?\d|(?<!\w)-\d")

each_language = pytest.mark.parametrize("language", LANGUAGES)
each_hall = pytest.mark.parametrize("hall", BANK.halls.values(), ids=BANK.halls)
each_turn = pytest.mark.parametrize(
    ("hall", "beat"),
    [
        pytest.param(hall, beat, id=f"{hall.id}.{beat.id}")
        for hall in BANK.halls.values()
        for beat in hall.beats
        if isinstance(beat, Turn)
    ],
)


def told(hall: Hall, beat: Beat, language: str, *keys: str) -> list[str]:
    """Return lines of the tale with the figures that the beat cites."""
    values = values_of(BANK.certificate(beat.cites.family, beat.cites.numbers)) if beat.cites else {}
    return [hall.lines.say(f"tale.{key}", language, **values) for key in keys]


def longest_question(beat: Ask, language) -> str:
    """Return the longest that the beat may ask, with what to type."""
    asked = [Asked(0, certificate, 0, 1) for family in beat.families for certificate in BANK.certificates[family]]
    return max((VOICE.question(each, language) + VOICE.form(each, language) for each in asked), key=len)


def said_here(hall: Hall, beat: Beat, language) -> list[str]:
    """Return all that a beat itself says."""
    match beat:
        case Say():
            return told(hall, beat, language, *beat.lines)
        case Choose():
            return told(hall, beat, language, beat.prompt, *(option.say for option in beat.options))
        case Turn():
            return told(hall, beat, language, beat.prompt)
        case Grant():
            return told(hall, beat, language, f"token.{beat.token}")
        case Ask():
            return [longest_question(beat, language)]
        case Show() | Fight():
            return []
    raise AssertionError(f"a beat of a kind unknown here: {beat}")


def said_of_the_last(hall: Hall, beat: Beat | None, language) -> list[str]:
    """Return the longest that is said to a move that passes a beat, at the head of the next scene."""
    match beat:
        case Choose():
            return [max(told(hall, beat, language, *(each.reply for each in beat.options if each.right)), key=len)]
        case Turn():
            return told(hall, beat, language, beat.reply)
        case Ask():
            asked = (Asked(0, each, 0, 1) for family in beat.families for each in BANK.certificates[family])
            return [max((VOICE.proofs(each, language) for each in asked), key=len)]
    return []


@each_language
@each_hall
def test_no_line_of_the_tale_is_longer_than_a_phone_shows(hall: Hall, language: str) -> None:
    lines = {
        (beat.id, key): len(line)
        for beat in hall.beats
        for key in beat.says()
        for line in told(hall, beat, language, key)
    }

    assert {place: length for place, length in lines.items() if length > LINE[language]} == {}


@each_language
@each_hall
def test_every_scene_fits_one_screen_of_a_phone_with_its_question(hall: Hall, language: str) -> None:
    before = (None, *hall.beats)
    scenes = {
        beat.id: sum(map(len, said_of_the_last(hall, last, language) + said_here(hall, beat, language)))
        for last, beat in zip(before, hall.beats, strict=False)
    }

    assert {beat: length for beat, length in scenes.items() if length > SCREEN[language]} == {}


@each_hall
def test_a_hall_has_enough_beats_and_asks_enough_families_and_shows_an_exhibit(hall: Hall) -> None:
    fights = sum(isinstance(beat, Fight) for beat in hall.beats)
    asked = {family for beat in hall.beats if isinstance(beat, Ask) for family in beat.families}
    layers = len(Wall().layers)  # a fight asks as often, of other families each time

    assert len(hall.beats) + fights * (layers - 1) >= BEATS
    assert len(asked) + fights * layers >= FAMILIES
    assert any(isinstance(beat, Turn | Show) for beat in hall.beats)


def shown(hall: Hall, beat: Turn) -> list[Picture]:
    """Return what the dial shows at each of its values."""
    return [computed(hall.id, beat.exhibit, beat.dial, value) for value in beat.values]


@cache
def computed(hall: str, exhibit: str, dial: str, value: Number) -> Picture:
    """Return a picture, computed once for all that is asked of it."""
    return BANK.halls[hall].exhibit(exhibit)({dial: value})


def written(picture) -> Iterator[float]:
    """Yield the numbers that a drawing writes beside its lines, bars and blocks, however crowded it is."""
    if picture.kind == "table":
        yield from (float(number) for series in picture.series for number in series.heights)
        return
    for series in picture.series:
        yield float(series.heights[-1] if picture.kind == "curves" else max(series.heights))
    yield from (float(block.size) for block in picture.blocks)
    yield from (float(picture.values[end]) for end in ("low", "high") if end in picture.values)


def heard(alt: str) -> list[float]:
    """Return the numbers in a text."""
    found = NUMBER.findall(BETWEEN_THOUSANDS.sub("", alt))
    spelled = (f"{digits or 1}e{power or alone or 0}" for alone, digits, power in found)
    return [float(each.translate(AS_TYPED)) for each in spelled]


@each_turn
def test_the_words_for_a_picture_name_every_figure_written_in_it(hall: Hall, beat: Turn) -> None:
    for picture in shown(hall, beat):
        for language in LANGUAGES:
            alt = hall.lines.say(picture.alt, language, **picture.values)
            numbers = heard(alt)
            silent = [
                number
                for number in written(picture)
                if not any(abs(number - each) <= NEAR * abs(number) + 1e-12 for each in numbers)
            ]

            assert silent == [], alt
            assert len(alt) <= 1024


@each_turn
def test_a_picture_and_its_words_write_minus_and_powers_of_ten_as_print_does(hall: Hall, beat: Turn) -> None:
    for picture in shown(hall, beat):
        for language in LANGUAGES:
            said = [hall.lines.say(key, language, **picture.values) for key in picture.words()]

            assert [each for each in said if AS_PROGRAMS_WRITE.search(each)] == []


@each_turn
def test_the_words_for_a_picture_name_every_figure_of_its_captions(hall: Hall, beat: Turn) -> None:
    for picture in shown(hall, beat):
        figures = {name for key in (picture.title, *picture.captions) for name in hall.lines.placeholders(key)}

        assert figures <= hall.lines.placeholders(picture.alt)


@each_turn
def test_the_words_for_a_picture_change_with_the_dial(hall: Hall, beat: Turn) -> None:
    for language in LANGUAGES:
        alts = [hall.lines.say(picture.alt, language, **picture.values) for picture in shown(hall, beat)]

        assert len(set(alts)) == len(alts)
