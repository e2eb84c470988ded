"""Every screen of every question, in both languages, is one that Discord takes; shown without a Discord."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import islice, pairwise

import pytest

from bot.cogs.frame import budget, modals
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.render_notice import explained, notice
from bot.cogs.frame.screen import Screen, Text
from bot.cogs.tour.render_tour import columns, tour
from bot.cogs.wall.render_verdict import verdict
from bot.cogs.wall.render_wall import private, wall
from bot.play.scene import (
    Asked,
    Battle,
    Choice,
    Dial,
    Judged,
    Learner,
    Place,
    Say,
    Scene,
    Strike,
    Walk,
)
from bot.play.voice import Voice, hint_of, solution_of
from bot.play.wall.wall_picture import wall_picture
from engine.rules.wall import Layer, Wall, replay
from quizbank.bank import Bank, open_bank
from quizbank.beat import Ask, Choose, Turn
from quizbank.lines import LANGUAGES
from quizbank.picture import Picture
from quizbank.wording import values_of

SNOWFLAKE = 2**63 - 1
TRAP = "std_not_var"
TRAPPING = Asked(SNOWFLAKE, open_bank().certificates["dial.var"][0], turn=99, attempt=99)
SAMPLE = 12  # problems of each family
SINCE = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture(params=LANGUAGES)
def pen(request: pytest.FixtureRequest, bank: Bank) -> Pen:
    return Pen(Voice(bank), request.param)


def questions(bank: Bank) -> Iterator[Asked]:
    """Yield a few problems of every family, as they are asked."""
    for certificates in bank.certificates.values():
        for certificate in islice(certificates, SAMPLE):
            yield Asked(SNOWFLAKE, certificate, turn=99, attempt=99, remeasured=certificate.measured)


def battle_asking(asked: Asked | None, rights: tuple[bool, ...] = ()) -> Battle:
    """Return a battle in which so many answers were given."""
    wall_left, strikes = replay(rights), []
    for turn, right in enumerate(rights):
        layer = replay(rights[:turn]).asking
        assert layer is not None
        strikes.append(Strike(turn, layer, right, "right" if right else f"trap.{TRAP}", TRAPPING))
    return Battle(
        id=SNOWFLAKE,
        learner=Learner(SNOWFLAKE, "en", "x" * 100),
        tier="elder",
        place=Place(SNOWFLAKE, SNOWFLAKE, SNOWFLAKE),
        started=SINCE,
        strikes=tuple(strikes),
        wall=wall_left,
        asked=asked,
    )


def scene_of(battle: Battle, judged: Judged | None = None, choices: tuple[Choice, ...] = ()) -> Scene:
    """Return the scene a battle waits in."""
    picture = wall_picture(battle.wall, battle.strikes)
    opening = Say("bot", "wall.opening", {"count": len(battle.wall.layers)})
    return Scene(
        battle.learner, "answer", (opening,), judged, battle, asked=battle.asked, choices=choices, picture=picture
    )


def verdicts(asked: Asked) -> Iterator[Judged]:
    """Yield every verdict that a question can come to."""
    echo = next((symbol.split("|")[0] for symbol in asked.certificate.facts.symbols), "1")
    longest = echo if asked.kind in ("choice", "word") else "9" * 300
    yield Judged("correct", "right", asked, "1", echo, stored=SNOWFLAKE)
    yield Judged("incorrect", "wrong", asked, "1", longest, stored=SNOWFLAKE)
    for name in asked.certificate.traps:
        yield Judged("diagnosed", f"trap.{name}", asked, "1", echo, stored=SNOWFLAKE)
    yield Judged("invalid", "unknown_word", asked, "**x** " * 500, None, span=(0, 3_000), stored=SNOWFLAKE)


def test_every_question_fits_the_wall_its_sheet_and_every_verdict_on_it(bank: Bank, pen: Pen) -> None:
    for asked in questions(bank):
        battle = battle_asking(asked)
        scene = scene_of(battle)
        shown = [wall(pen, scene, battle, b"png"), wall(pen, scene, battle, None), private(pen, battle, "lead")]
        shown += [verdict(pen, scene, judged, battle) for judged in verdicts(asked)]
        shown += [
            explained(pen, "verdict.hint", (hint_of(asked),)),
            explained(pen, "verdict.solution", (solution_of(asked),)),
        ]

        assert [fault for screen in shown for fault in budget.lint(screen)] == [], asked.certificate.family


async def test_every_sheet_is_one_that_discord_opens(bank: Bank, pen: Pen) -> None:
    touch = Touch("said", (SNOWFLAKE, 99, 99, SNOWFLAKE))
    for asked in questions(bank):
        sheet = modals.sheet(pen, touch, asked, "title " * 20).to_dict()

        label = sheet["components"][-1]
        assert len(sheet["title"]) <= 45
        assert len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
        assert label["component"]["required"]
        assert "value" not in label["component"], "never a default, never the last answer"


@pytest.mark.parametrize("ending", ["broken", "overgrown", "abandoned", "overtaken"])
def test_every_end_names_itself_tells_the_way_there_and_offers_another_battle(pen: Pen, ending: str) -> None:
    rights = (True, False, True, False, True, True)
    battle = battle_asking(None, rights)._replace(ending=ending)  # type: ignore[arg-type]
    screen = wall(pen, scene_of(battle), battle, b"png")

    assert budget.lint(screen) == ()
    assert screen.parts[0] == Text(f"## {pen.word(f'wall.title_{ending}')}")
    steps = "\n".join(part.body for part in screen.parts if isinstance(part, Text))
    assert all(f"{number} · " in steps for number in range(1, 7))


@pytest.mark.parametrize("layers", range(1, 6))
def test_the_title_says_how_thick_the_wall_is(pen: Pen, layers: int) -> None:
    rights = (True,) * max(0, 3 - layers) + (False,) * max(0, layers - 3)
    battle = battle_asking(None, rights)
    assert len(battle.wall.layers) == layers

    title = wall(pen, scene_of(battle), battle, None).parts[0]

    assert isinstance(title, Text)
    assert str(layers) in title.body


def hall_scenes(pen: Pen) -> Iterator[Screen]:
    """Yield a screen of each kind of scene a hall can hold."""
    learner = Learner(1, pen.language)
    walk = Walk(SNOWFLAKE, "dial", "b" * 20, 3, 12)
    name = Say("dial", "hall.name")
    choices = tuple(Choice(name, str(at)) for at in range(10))
    yield tour(pen, Scene(learner, "next", (name,) * 5, walk=walk), walk, None)
    yield tour(pen, Scene(learner, "choose", (name,), walk=walk, choices=choices), walk, None)
    yield tour(pen, Scene(learner, "turn", (name,), walk=walk, dial=Dial("d_k", range(25), 3)), walk, None)
    yield tour(pen, Scene(learner, "nothing", (name,), walk=walk._replace(beat=None)), walk._replace(beat=None), None)
    yield tour(pen, Scene(learner, "next", (name,), walk=walk, opens_wall=True), walk, None)


def test_every_kind_of_scene_in_a_hall_fits(pen: Pen) -> None:
    for screen in hall_scenes(pen):
        assert budget.lint(screen) == ()


def led_questions(bank: Bank) -> Iterator[tuple[str, Say, Asked]]:
    """Yield each hall's questions with the words that led to them."""
    for hall in bank.halls.values():
        for before, beat in pairwise(hall.beats):
            if isinstance(before, Choose | Turn) and isinstance(beat, Ask):
                reply = before.reply if isinstance(before, Turn) else next(o.reply for o in before.options if o.right)
                cites = before.cites
                values = {} if cites is None else values_of(bank.certificate(cites.family, cites.numbers))
                for family in beat.families:
                    certificate = bank.certificates[family][0]
                    yield hall.id, Say(hall.id, f"tale.{reply}", values), Asked(SNOWFLAKE, certificate, 0, 3)


def test_every_question_of_a_hall_fits_with_what_led_to_it_and_every_verdict(bank: Bank, pen: Pen) -> None:
    picture = Picture("bars", title="hall.name", alt="hall.name")
    for hall, say, asked in led_questions(bank):
        walk = Walk(SNOWFLAKE, hall, "b" * 20, 3, 12)
        asking = Scene(Learner(1, pen.language), "answer", (say,), walk=walk, asked=asked, picture=picture, kept=True)
        for judged in verdicts(asked):
            screen = tour(pen, asking._replace(picture_book=hall, judged=judged), walk, b"png")

            assert budget.lint(screen) == (), asked.certificate.family


def test_no_scene_is_a_dead_end(pen: Pen) -> None:
    for screen in hall_scenes(pen):
        assert any(hasattr(part, "buttons") or hasattr(part, "options") for part in screen.parts)


@pytest.mark.parametrize("what", ["older", "unknown"])
def test_every_fault_says_what_happened_and_offers_a_way_on(pen: Pen, what: str) -> None:
    screen = notice(pen.language, what, number=str(SNOWFLAKE))

    assert budget.lint(screen) == ()
    assert len(screen.parts) == 3


def test_a_wide_character_takes_two_columns() -> None:
    assert columns("O(n²)\u4e4b\u58c1") == 9


def test_the_layers_of_the_wall_all_have_names(pen: Pen) -> None:
    assert all(pen.word(f"layer.{layer.value}") for layer in Layer)
    assert Wall().layers == (Layer.MEMORY, Layer.GRID, Layer.DOT)
