"""The wall of a raid is drawn at any thickness: nothing overlaps or leaves the page, the outermost stays legible."""

from __future__ import annotations

from itertools import pairwise

import pytest

from bot.pictures.wall import COURSE, FLOOR, MOST, ROOM, edges
from quizbank.lines import LANGUAGES
from quizbank.picture import Block, Picture
from tests.pictures.test_drawing import drawn, own_lines

pytestmark = pytest.mark.raid


def shared(courses: int, limit: int, cracks: int = 0, strength: int = 1) -> Picture:
    names = [f"course.{kind}" for kind in ("memory", "grid", "dot", *["dot", "grid", "memory"] * 40)][:courses]
    blocks = [Block(name, state="standing" if place < 3 else "new") for place, name in enumerate(names)]
    values = {"count": courses, "limit": limit, "cracks": cracks, "strength": strength}
    title = "title.overgrown" if courses >= limit else "title.standing"
    return Picture("wall", title=title, alt="alt.broken", values=values, blocks=tuple(blocks))


@pytest.mark.parametrize("courses", range(1, MOST + 1))
def test_courses_lie_on_each_other_within_the_page_and_the_outermost_keeps_its_height(courses: int) -> None:
    lows, highs = edges(courses)

    assert lows[0] == FLOOR
    assert all(high == pytest.approx(low) for high, low in zip(highs, lows[1:], strict=False))
    assert all(low < high for low, high in zip(lows, highs, strict=True))
    assert highs[-1] - lows[-1] == pytest.approx(COURSE)
    assert highs[-1] <= FLOOR + ROOM * COURSE + 1e-6
    assert all(later > earlier for earlier, later in pairwise(lows))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "picture",
    [
        shared(3, 34, 7, 15),
        shared(2, 6, 1, 2),
        shared(7, 34),
        shared(33, 34),
        shared(34, 34),
        shared(103, 104),
        shared(3, 104, 49, 50),
    ],
)
def test_a_shared_wall_is_drawn_at_every_thickness_in_every_language(picture: Picture, language: str) -> None:
    assert drawn(picture, lambda key: own_lines().say(key, language, **picture.values)).size == (900, 720)


def test_each_blow_shows() -> None:
    words = {
        "title.standing": "t",
        **{f"course.{kind}": "x\ny" for kind in ("dot", "grid", "memory")},
        "mark.asks": "?",
    }
    seen = {drawn(shared(3, 6, cracks, 15), words.__getitem__).tobytes() for cracks in range(15)}

    assert len(seen) == 15
