"""The doors and the shares: drawn however they stand, with every letter; a shape and a word beside every colour."""

from fractions import Fraction
from io import BytesIO

import pytest
from PIL import Image

from bot.pictures import doors, draw, leaves
from bot.play.scene import DoorView, SkillView, TourMap
from bot.play.tour.map_picture import map_picture, mastery_picture
from bot.play.tour.mastery import HallView
from bot.play.voice import Voice
from bot.workshop.trades import work
from engine.rules.tour import Door, missing
from engine.rules.tour import doors as doors_of
from quizbank.bank import open_bank
from quizbank.lines import LANGUAGES
from quizbank.picture import Block, Picture

BANK = open_bank()
VOICE = Voice(BANK)
NEEDS = {name: hall.needs for name, hall in BANK.halls.items()}
TITLED = {"title": "title", "alt": "alt"}


def tour_map(cleared, here=None):
    """Return the map of one who cleared these halls."""
    stand = doors_of(NEEDS, cleared)
    return TourMap(tuple(DoorView(hall, stand[hall], missing(NEEDS, cleared, hall)) for hall in NEEDS), here)


def drawn(picture, language):
    """Return the image that the workshop makes of a picture, after its journey through JSON."""
    frame = work({"do": "draw", "picture": picture.dump(), "book": "bot", "language": language})
    return Image.open(BytesIO(frame.tail))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("cleared", "here"), [((), "gate"), (("gate", "tablets"), "wall"), (tuple(NEEDS), None), (("wall",), "panorama")]
)
def test_the_map_is_drawn_however_the_doors_stand(cleared, here, language):
    image = drawn(map_picture(tour_map(cleared, here), VOICE, language), language)

    assert image.width == 900
    assert image.convert("RGBA").getchannel("A").getextrema() == (255, 255)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("percent", [0, 1, 2])
def test_the_shares_are_drawn_from_nothing_to_all(percent, language):
    views = [
        HallView(hall, (SkillView("dot.variance", hall, Fraction(percent, 2), 3),), taught=1) for hall in BANK.halls
    ]
    image = drawn(mastery_picture(views, VOICE, language), language)

    assert image.width == 900


def test_where_the_learner_stands_changes_the_picture():
    here, elsewhere, nowhere = (
        drawn(map_picture(tour_map((), hall), VOICE, "en"), "en").tobytes() for hall in ("gate", "dial", None)
    )

    assert len({here, elsewhere, nowhere}) == 3


def test_the_three_ways_a_door_can_stand_differ_without_their_colours():
    shapes = []
    for state in ("lit", "ajar", "shut"):
        picture = Picture("doors", blocks=(Block("name", state=state),), values={"at": 0}, **TITLED)
        image = Image.open(BytesIO(draw(picture, lambda key: "same")))
        shapes.append(image.convert("L").point(lambda light: 255 * (light > 60)).tobytes())

    assert len(set(shapes)) == 3


def height(name):
    """Return how high the page of four doors of that name is."""
    words = {"title": "t", "door.shut": "shut", "door.here": "here", "name": name}
    picture = Picture("doors", blocks=(Block("name", state="shut"),) * 4, values={"at": 2}, **TITLED)
    return Image.open(BytesIO(draw(picture, words.__getitem__))).height


def test_a_long_name_is_broken_and_makes_the_page_higher_instead_of_running_over():
    assert height("a name far longer than any door is wide") > height("short")


def test_every_second_row_runs_the_other_way():
    across = [doors.foot(place, 1000, 0)[0] for place in range(2 * doors.COLUMNS)]

    assert across[: doors.COLUMNS] == across[: doors.COLUMNS - 1 : -1]


def test_a_door_that_stands_in_no_known_way_is_refused():
    with pytest.raises(KeyError):
        leaves.draw_door(None, 0, 0, "bricked")


def test_every_door_of_the_rules_has_a_look():
    assert {door.door for door in tour_map(("gate",)).doors} == set(Door)
