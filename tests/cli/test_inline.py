"""Pictures in a terminal's own lines: what is written decodes to the picture, and nothing of it enters a pipe."""

from __future__ import annotations

import asyncio
import io
import re
from base64 import b64decode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from bot.play.scene import Exhibit, Learner, Scene, Walk
from bot.play.voice import Voice
from bot.terminal.gallery import COLUMNS, Gallery
from bot.terminal.game import Game
from bot.terminal.inline import CHUNK, Inline, inline_for, iterm, kitty
from bot.terminal.page import Page
from bot.terminal.person import SOON, Sitting
from bot.terminal.teller import Teller
from quizbank.bank import open_bank
from quizbank.picture import Picture
from tests.cli.shell import run

PNG = st.binary(min_size=1, max_size=20_000)
COMMAND = re.compile(r"\x1b_G([^;]*);([^\x1b]*)\x1b\\")
VOICE = Voice(open_bank())
PICTURE = Picture("bars", title="hall.name", alt="hall.name")
WALK = Walk(1, "dial", "turn", 3, 9)
WAITING, RECKONING, MISSING = "brush goes on", "still counting", "not going to come"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@given(PNG, st.integers(1, 200))
def test_what_kitty_is_told_is_the_picture_in_pieces_it_takes(png: bytes, columns: int) -> None:
    written = kitty(png, columns)
    commands = COMMAND.findall(written)

    assert "".join(f"\x1b_G{settings};{chunk}\x1b\\" for settings, chunk in commands) == written
    assert b64decode("".join(chunk for _, chunk in commands)) == png
    assert all(len(chunk) <= CHUNK for _, chunk in commands)
    assert all(len(chunk) % 4 == 0 for _, chunk in commands)
    assert [settings.endswith("m=1") for settings, _ in commands] == [True] * (len(commands) - 1) + [False]
    assert commands[0][0].startswith(f"a=T,f=100,q=2,c={columns},")


@given(PNG, st.integers(1, 200))
def test_what_iterm_is_told_is_the_picture(png: bytes, columns: int) -> None:
    found = re.fullmatch(r"\x1b\]1337;File=([^:]*):([^\x07]*)\x07", iterm(png, columns))

    assert found is not None
    assert b64decode(found[2]) == png
    settings = dict(each.split("=") for each in found[1].split(";"))
    assert settings == {"inline": "1", "size": str(len(png)), "width": str(columns), "preserveAspectRatio": "1"}


@pytest.mark.parametrize(
    ("environ", "how"),
    [
        ({"TERM": "xterm-kitty"}, kitty),
        ({"TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"}, kitty),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "ghostty"}, kitty),
        ({"TERM": "xterm-ghostty"}, kitty),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"}, iterm),
        ({"TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm"}, iterm),
        ({"TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"}, iterm),
        ({"TERM": "tmux-256color", "TERM_PROGRAM": "tmux", "LC_TERMINAL": "iTerm2"}, None),
        ({"TERM": "screen", "KITTY_WINDOW_ID": "1"}, None),
        ({"TERM": "xterm-kitty", "TMUX": "/tmp/tmux"}, None),
        ({"TERM": "xterm-256color"}, None),
        ({"TERM": "dumb"}, None),
        ({}, None),
    ],
)
def test_a_terminal_is_known_by_what_it_says_of_itself(environ: dict[str, str], how: Inline | None) -> None:
    assert inline_for(environ, Terminal()) is how
    assert inline_for(environ, io.StringIO()) is None


def test_nothing_that_a_terminal_would_obey_is_written_into_a_pipe() -> None:
    lines = "\n" * 40
    done = run("play", "dial", "--lang", "en", lines=lines, KITTY_WINDOW_ID="1", TERM_PROGRAM="iTerm.app")

    assert done.code == 0
    assert "\x1b" not in done.out + done.err


class Painter:
    """Draws after as many refusals as it is told."""

    def __init__(self, refusals: int = 0) -> None:
        self.refusals = refusals

    async def draw(self, picture: Picture, book: str, language: str, *, patience: float | None = None) -> bytes | None:
        self.refusals -= 1
        return b"PNG" if self.refusals < 0 else None


class Exhibits:
    """A game whose late exhibit comes, or does not."""

    def __init__(self, picture: Picture | None) -> None:
        self.picture = picture

    async def exhibit(self, late: Exhibit) -> Picture | None:
        return self.picture


def shown(scene: Scene, gallery: Gallery | None, exhibit: Picture | None = None) -> str:
    """Return what one scene prints."""
    out, learner = Terminal(), Learner(0, "en")
    page = Page(Console(file=out, width=80, highlight=False, color_system=None), Teller(VOICE, "en"))
    with asyncio.Runner() as runner:
        game = Game(Exhibits(exhibit), learner)  # type: ignore[arg-type]
        Sitting(runner, game, page, gallery, lambda prompt: "/leave")._show(scene)
    return out.getvalue()


def scene(**picture: object) -> Scene:
    """Return the scene of a hall with a picture."""
    return Scene(Learner(0, "en"), "turn", walk=WALK, picture_book="dial", **picture)  # type: ignore[arg-type]


LATE = Exhibit("dial", "dial", {"d_k": 16})


def test_a_picture_is_drawn_where_it_belongs_and_no_file_is_left(tmp_path: Path) -> None:
    said = shown(scene(picture=PICTURE), Gallery(tmp_path, Painter(), kitty))

    assert said.count(kitty(b"PNG", COLUMNS)) == 1
    assert list(tmp_path.iterdir()) == []
    assert WAITING not in said


def test_a_terminal_that_draws_nothing_is_told_the_file(tmp_path: Path) -> None:
    said = shown(scene(picture=PICTURE), Gallery(tmp_path, Painter()))
    (file,) = tmp_path.iterdir()

    assert file.read_bytes() == b"PNG"
    assert file.name in said.replace("\n", "")
    assert "\x1b" not in said


@pytest.mark.parametrize("inline", [kitty, None])
def test_a_drawing_that_is_late_is_announced_and_follows_once(tmp_path: Path, inline: Inline | None) -> None:
    said = shown(scene(picture=PICTURE), Gallery(tmp_path, Painter(refusals=1), inline))
    drawn = kitty(b"PNG", COLUMNS) if inline else ".png"

    assert said.index(WAITING) < said.index(drawn)
    assert said.count("Scaling Dial\n") == 1


def test_an_exhibit_that_is_late_is_announced_and_its_words_and_its_drawing_follow(tmp_path: Path) -> None:
    said = shown(scene(late=LATE), Gallery(tmp_path, Painter(), kitty), PICTURE)

    assert said.index(WAITING) < said.rindex("Scaling Dial") < said.index(kitty(b"PNG", COLUMNS))


def test_words_alone_wait_for_a_late_exhibit_too() -> None:
    said = shown(scene(late=LATE), None, PICTURE)

    assert said.index(RECKONING) < said.rindex("Scaling Dial")
    assert WAITING not in said, "no picture is to come"
    assert "\x1b" not in said


def test_an_exhibit_that_never_comes_is_owned_up_to(tmp_path: Path) -> None:
    said = shown(scene(late=LATE), Gallery(tmp_path, Painter(), kitty), None)

    assert said.index(WAITING) < said.index(MISSING)
    assert "\x1b" not in said


def test_a_scene_waits_for_its_drawing_no_longer_than_it_may(tmp_path: Path) -> None:
    asked: list[float | None] = []

    class Patient(Painter):
        async def draw(
            self, picture: Picture, book: str, language: str, *, patience: float | None = None
        ) -> bytes | None:
            asked.append(patience)
            return b"PNG"

    shown(scene(picture=PICTURE), Gallery(tmp_path, Patient()))

    assert asked == [SOON]
