"""The map, the record and the path fit what Discord takes at every extreme, in both languages."""

from __future__ import annotations

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.cogs.frame import budget
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Image, Menu, Row, Screen, Text
from bot.cogs.tour.render_map import closed_screen, map_screen
from bot.cogs.tour.render_path import me_screen, path_screen, told_parts
from bot.cogs.tour.render_tour import Behind, tour
from bot.play.refusals import HallClosedError
from bot.play.scene import Asked, DoorView, Language, Learner, Memory, Path, Say, Scene, SkillView, TourMap, Walk
from bot.play.tour.map_picture import map_picture, mastery_picture
from bot.play.tour.mastery import hall_views
from bot.play.tour.telling import MOST, tell
from bot.play.voice import Voice, family_say
from engine.rules.tour import Door, doors, missing
from quizbank.bank import Bank, open_bank
from quizbank.lines import LANGUAGES

BANK = open_bank()
VOICE = Voice(BANK)
SINCE = datetime(2026, 1, 1, tzinfo=UTC)
NEEDS = {name: hall.needs for name, hall in BANK.halls.items()}
HOME = {facts.skill: facts.hall for facts in reversed(BANK.facts.values())}


@pytest.fixture(params=LANGUAGES)
def pen(request: pytest.FixtureRequest) -> Pen:
    return Pen(VOICE, request.param)


def name_of(skill: str, language: Language) -> str:
    """Return what a skill is called."""
    return VOICE.say(Say(HOME[skill], f"skills.{skill}"), language)


def tour_map(cleared: frozenset[str], here: str | None = None) -> TourMap:
    """Return the map of one who cleared these halls."""
    stand = doors(NEEDS, cleared)
    return TourMap(tuple(DoorView(hall, stand[hall], missing(NEEDS, cleared, hall)) for hall in NEEDS), here)


def longest_memories(language: Language) -> tuple[Memory, ...]:
    """Return a memory of every trap there is, the longest line first."""
    found = [
        Memory(certificate.facts.skill, certificate.facts.hall, Asked(1, certificate, 0, 1), f"trap.{trap}", 99, SINCE)
        for certificates in BANK.certificates.values()
        for certificate in certificates[:1]
        for trap in certificate.traps
    ]

    def length(memory: Memory) -> int:
        return len(VOICE.say(family_say(memory.asked, memory.line.replace("trap.", "traps.")), language))

    return tuple(sorted(found, key=length, reverse=True))


def path_of(cleared: frozenset[str], mastery: Fraction, memories: tuple[Memory, ...] = ()) -> Path:
    """Return the path of one who holds every skill so well."""
    skills = tuple(SkillView(skill, hall, mastery, 999) for skill, hall in HOME.items())
    return Path(tour_map(cleared), skills, SINCE, memories, None if cleared == frozenset(NEEDS) else "gate")


def shows(screen: Screen) -> str:
    return "\n".join(part.body for part in screen.parts if isinstance(part, Text))


@given(st.frozensets(st.sampled_from(list(NEEDS))), st.sampled_from([None, *NEEDS]), st.sampled_from(LANGUAGES))
def test_the_map_says_of_every_hall_how_it_stands_in_lines_and_in_its_alt_text(
    cleared: frozenset[str], here: str | None, language: Language
) -> None:
    pen, doors_now = Pen(VOICE, language), tour_map(cleared, here)
    picture = map_picture(doors_now, VOICE, language)
    alt = VOICE.alt(picture, "bot", language)
    screen = map_screen(pen, doors_now, (Image(b"png", alt, "map.png"),))
    signs = {Door.CLEARED: "◆", Door.OPEN: "◇", Door.CLOSED: "·"}

    assert budget.lint(screen) == ()
    lines = shows(screen).splitlines()[1:]
    assert [line[0] for line in lines] == [signs[door.door] for door in doors_now.doors]
    assert all(pen.hall(hall) in line and pen.hall(hall) in alt for hall, line in zip(NEEDS, lines, strict=True))
    assert len(alt) <= budget.ALT
    assert picture.values["at"] == (0 if here is None else list(NEEDS).index(here) + 1)


@pytest.mark.parametrize("cleared", [frozenset(), frozenset(NEEDS)])
@pytest.mark.parametrize("mastery", [Fraction(0), Fraction(1)])
def test_all_seventy_odd_skills_fit_the_record_by_name(pen: Pen, cleared: frozenset[str], mastery: Fraction) -> None:
    path = path_of(cleared, mastery)
    halls = hall_views(BANK, path)
    alt = VOICE.alt(mastery_picture(halls, VOICE, pen.language), "bot", pen.language)
    screen = me_screen(pen, path, halls, (Image(b"png", alt, "mastery.png"),))
    said = shows(screen)

    assert budget.lint(screen) == ()
    assert budget.fit(screen) == screen
    assert all(name_of(skill, pen.language) in said for skill in HOME)
    assert said.count("✓") == (len(HOME) + 1 if mastery == 1 else 1), "once in the legend"


def test_the_longest_path_fits_and_tells_no_more_than_five(pen: Pen) -> None:
    memories = longest_memories(pen.language)
    for start in range(0, len(memories), MOST):
        path = path_of(frozenset(NEEDS), Fraction(1), memories[start : start + MOST + 1])
        screen = path_screen(pen, path, tell(path))
        at_the_end = tour(
            pen,
            Scene(Learner(1, pen.language), "nothing", (Say("bot", "tour.all_walked"),)),
            Walk(1, "panorama", None, 9, 9),
            None,
            Behind(told_parts(pen, tell(path))),
        )

        assert budget.lint(screen) == ()
        assert budget.fit(screen) == screen
        assert budget.lint(at_the_end) == ()
        assert shows(screen).count("\n> ") <= MOST


def test_every_slip_a_learner_can_make_can_be_told(pen: Pen) -> None:
    for memory in longest_memories(pen.language):
        for told in (memory, memory._replace(line="wrong", seen=None)):
            path = path_of(frozenset(), Fraction(0), (told,))
            assert "{" not in shows(path_screen(pen, path, tell(path)))


def test_one_who_never_slipped_is_told_so_and_one_who_did_nothing_too(pen: Pen) -> None:
    flawless = path_of(frozenset(), Fraction(1))
    nothing = Path(tour_map(frozenset()), (), None, (), "gate")
    screens = [path_screen(pen, path, tell(path)) for path in (flawless, nothing)]

    assert [budget.lint(screen) for screen in screens] == [(), ()]
    assert len({shows(screen) for screen in screens}) == 2


@pytest.mark.parametrize("hall", [hall for hall, needs in NEEDS.items() if needs])
def test_every_closed_door_names_what_opens_it_and_is_no_dead_end(pen: Pen, hall: str) -> None:
    screen = closed_screen(pen, HallClosedError(hall, NEEDS[hall]))
    buttons = [button for part in screen.parts if isinstance(part, Row) for button in part.buttons]

    assert budget.lint(screen) == ()
    assert all(pen.hall(need) in shows(screen) for need in NEEDS[hall])
    assert [str(button.touch).split(":")[1] for button in buttons] == ["toward", "prove", "map"]


def test_the_menu_of_the_map_enters_any_hall(pen: Pen) -> None:
    screen = map_screen(pen, tour_map(frozenset()), ())
    (menu,) = (part for part in screen.parts if isinstance(part, Menu))

    assert [option.value for option in menu.options] == list(NEEDS)
    assert not any(option.chosen for option in menu.options)


def test_every_skill_of_the_bank_has_a_name_and_no_name_is_without_a_skill(bank: Bank) -> None:
    named = {(name, key) for name, hall in bank.halls.items() for key in hall.lines.keys if key.startswith("skills.")}
    names = [name_of(skill, language) for skill in HOME for language in LANGUAGES]

    assert named == {(facts.hall, f"skills.{facts.skill}") for facts in bank.facts.values()}
    assert max(map(len, names)) <= 30
    for place, language in enumerate(LANGUAGES):
        assert len(set(names[place :: len(LANGUAGES)])) == len(HOME), language
