"""Every kind of picture can be drawn with every letter it needs: a missing glyph is a warning, and so an error."""

from io import BytesIO

import pytest
from PIL import Image

from bot.pictures import draw
from bot.pictures.drawing import KINDS
from bot.play.wall.wall_picture import wall_picture
from bot.workshop.trades import own_lines
from engine.rules.wall import replay
from quizbank.lines import LANGUAGES
from quizbank.picture import Block, Picture, Series
from tests.pictures.test_wall_picture import Struck

WORDS = {
    "title": "缩放台：q·k 之方差 σ² = d_k，除以 √d_k；the scores QKᵀ, divided, and then the softmax of them all",
    "alt": "",
    "first": "未缩放 raw",
    "second": "已缩放 ÷√d_k",
    "across": "序列长度 n",
    "upward": "权重 × 10\u202f000",
    "caption": "雅可比 ‖J‖_F ≈ 0.33 → 0.002；costs $2 and $3, n² − 1 ≤ ∞",
}
WORDED = {"title": "title", "alt": "alt", "captions": ("caption", "caption"), "across": "across", "upward": "upward"}
SERIES = (Series("first", (0.9, 0.05, 0.03)), Series("second", (0.2, 0.17, 0)))
CELLS = tuple(tuple(1 / (1 + row) if column <= row else 0 for column in range(5)) for row in range(5))
PICTURES = [
    Picture("curves", ticks=(16, 256, 4096), series=SERIES, **WORDED),
    Picture(
        "curves", ticks=(512, 2**14, 2**20), series=(Series("first", (1, 10**6, 10**12)),), logarithmic=True, **WORDED
    ),
    Picture("bars", ticks=(1, 2, 3), series=SERIES, **WORDED),
    Picture("bars", ticks=(512,), series=(Series("first", (0,)),), title="title", alt="alt"),
    Picture("heatmap", ticks=(0, 1, 2, 3, 4), cells=CELLS, **WORDED),
    Picture("grid", cells=CELLS, **WORDED),
    Picture("grid", cells=((1,) * 64,) * 64, title="title", alt="alt"),
    Picture("grid", cells=CELLS, blocks=(Block("first", 3), Block("second", 2)), title="title", alt="alt"),
    Picture("table", series=SERIES, blocks=(Block("first"), Block("second"), Block("first")), **WORDED),
    Picture("blocks", blocks=(Block("first", 2**26), Block("second", 3, "new"), Block("first", 9, "broken")), **WORDED),
]


def drawn(picture, say):
    """Return the image that a picture becomes."""
    return Image.open(BytesIO(draw(picture, say)))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.kind)
def test_every_kind_is_drawn_900_pixels_wide_on_its_own_ground(picture):
    image = drawn(picture, WORDS.__getitem__)

    assert image.width == 900
    assert image.convert("RGBA").getchannel("A").getextrema() == (255, 255)


def test_every_kind_that_a_picture_may_be_is_drawn_somewhere_here():
    assert {picture.kind for picture in PICTURES} | {"wall", "doors", "shares"} == KINDS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("answers", ["", "1", "0", "0110", "111", "0111011", "000", "10000"])
def test_the_wall_is_drawn_at_every_thickness_in_every_language(answers, language):
    strikes = [Struck(answer == "1") for answer in answers]
    wall = replay(each.right for each in strikes)
    picture = wall_picture(wall, strikes)

    assert drawn(picture, lambda key: own_lines().say(key, language, **picture.values)).width == 900


def test_the_same_picture_is_drawn_the_same_to_the_byte():
    assert draw(PICTURES[0], WORDS.__getitem__) == draw(PICTURES[0], WORDS.__getitem__)


def test_pictures_that_differ_in_one_number_are_drawn_differently():
    changed = Picture("bars", ticks=(1, 2, 3), series=(SERIES[0], Series("second", (0.2, 0.17, 0.01))), **WORDED)

    assert draw(changed, WORDS.__getitem__) != draw(PICTURES[2], WORDS.__getitem__)


def test_a_letter_that_no_typeface_has_is_not_passed_over():
    with pytest.raises(UserWarning, match="missing from font"):
        draw(PICTURES[0], lambda key: "\U00013000")


def test_a_kind_nobody_draws_is_refused():
    with pytest.raises(KeyError):
        draw(Picture("fresco", title="title", alt="alt"), WORDS.__getitem__)
