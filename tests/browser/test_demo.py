"""The demo, played by clicking until the wall is down, in both languages, on a desk and on a phone."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from bot.cogs.frame.words import WORDS
from bot.terminal.words import terminal_lines
from quizbank.lines import Lines
from tests.browser.conftest import Demo

pytestmark = [pytest.mark.browser, pytest.mark.slow]

GAME = Lines.load(files("bot") / "lines")
SHOTS = os.environ.get("GAUSS_TEST_SHOTS")  # a folder that keeps the screenshots
OPENINGS, SETTLING = 5, 300  # a page that is published anew shuts its menus: how often to open one, and ms between
SCREENS = [("zh-CN", 1280), ("zh-CN", 420), ("en", 1280), ("en", 420)]


class Visitor:
    """Someone at the page, who presses what they read."""

    def __init__(self, page: Any, demo: Demo, lang: str, width: int, folder: Path) -> None:
        self.page = page
        self.demo = demo
        self.lang = lang
        self.width = width
        self.folder = Path(SHOTS) if SHOTS else folder
        self.folder.mkdir(parents=True, exist_ok=True)
        self.seen = 0

    def word(self, key: str, **values: int | str) -> str:
        return WORDS.say(key, self.lang, **values)

    def button(self, key: str) -> Any:
        """Return the newest button of that word."""
        exactly = re.compile(f"^{re.escape(self.word(f'button.{key}'))}$")
        return self.page.locator(".component-button", has_text=exactly).last

    def press(self, key: str) -> None:
        """Press the newest button of that word."""
        self.button(key).click()

    def menu(self, key: str) -> Any:
        """Return the menu of that word."""
        return self.page.get_by_role("combobox", name=self.word(key))

    def turn(self, value: str) -> None:
        """Turn the newest dial, or any menu, to a value."""
        option = self.page.locator(f'.select-option[data-value="{value}"]').last
        for _ in range(OPENINGS):
            self.page.locator(".select-trigger").last.click()
            self.page.wait_for_timeout(SETTLING)
            if option.is_visible():
                break
        option.click()

    def reads(self, text: str) -> None:
        """Wait until the newest message that says so is there."""
        self.page.locator("main").get_by_text(text).last.wait_for()

    def write(self, text: str) -> None:
        """Write on the sheet that is open, and hand it in."""
        self.page.locator("#modal-root input").fill(text)
        self.shoot("sheet")
        self.page.locator("#modal-root button").last.click()
        self.page.locator("#modal-root input").wait_for(state="detached")

    def command(self, text: str) -> None:
        """Type a slash command and send it."""
        composer = self.page.locator("#channel-composer-input")
        composer.fill(text)
        composer.press("Enter")
        self.page.locator(".send-message").click()

    def look_as(self, name: str) -> None:
        """Change viewers."""
        self.page.locator("#viewer-picker").select_option(label=name)

    def shoot(self, name: str) -> None:
        """Keep a screenshot, with its pictures."""
        self.seen += 1
        self.page.wait_for_function("[...document.images].every(image => image.complete && image.naturalWidth)")
        self.page.screenshot(path=self.folder / f"{self.lang}-{self.width}-{self.seen:02d}-{name}.png")

    def portray(self, name: str) -> None:
        """Keep a picture of the newest message that shows one; the README's are made so."""
        message = self.page.locator(".channel-message:has(.gallery-image)").last
        message.screenshot(path=self.folder / f"{name}-{self.lang}-{self.width}.png")

    def key(self) -> str:
        """Return the right answer to the question asked last, from what the game keeps."""
        with sqlite3.connect(self.demo.folder / "demo.db") as db:
            (stored,) = db.execute("select certificate from question order by id desc limit 1").fetchone()
        certificate = json.loads(stored)
        key, facts = certificate["key"], certificate["facts"]
        text = key if isinstance(key, str) else key[0]
        return f"{text} {facts['unit']}" if facts["kind"] == "quantity" else text


@pytest.fixture
def visitor(page: Any, demo: Demo, lang: str, width: int, tmp_path: Path) -> Visitor:
    return Visitor(page, demo, lang, width, tmp_path / "shots")


@pytest.mark.parametrize(("lang", "width"), SCREENS)
def test_the_wall_is_broken_by_clicking(visitor: Visitor) -> None:
    visitor.shoot("welcome")
    visitor.press("fight")
    visitor.reads(visitor.word("wall.title", thickness=3))
    visitor.page.locator(".gallery-image").last.wait_for()
    visitor.shoot("wall")
    visitor.portray("battle")
    visitor.press("answer")
    visitor.write("abc")
    visitor.shoot("unreadable")
    visitor.press("again")
    for thickness in (2, 1):
        visitor.write(visitor.key())
        visitor.reads(visitor.word("wall.title", thickness=thickness))
        visitor.shoot("verdict")
        visitor.press("next")
    visitor.write(visitor.key())
    visitor.reads(visitor.word("wall.title_broken"))
    visitor.shoot("broken")


@pytest.mark.parametrize(("lang", "width"), [("zh-CN", 1280), ("en", 420)])
def test_each_viewer_is_spoken_to_in_their_own_language(visitor: Visitor) -> None:
    other: Any = "en" if visitor.lang == "zh-CN" else "zh-CN"
    visitor.command("/wall fight")
    visitor.reads(visitor.word("wall.title", thickness=3))
    visitor.look_as(terminal_lines().say(f"demo.{other}", visitor.lang))
    visitor.press("answer")
    visitor.reads(GAME.say("refusal.not_yours", other).split("`")[0].strip())
    visitor.shoot("not-yours")


@pytest.mark.parametrize(("lang", "width"), SCREENS)
def test_the_halls_are_entered_by_the_map_and_walked_by_clicking(visitor: Visitor) -> None:
    visitor.press("enter")
    visitor.button("go_on").wait_for()
    visitor.shoot("hall")
    visitor.press("map")
    visitor.menu("map.enter").wait_for()
    visitor.page.locator(".gallery-image").last.wait_for()
    visitor.shoot("map")
    visitor.turn("dial")
    visitor.menu("map.enter").wait_for(state="detached")
    visitor.button("go_on").wait_for()
    visitor.press("go_on")
    visitor.menu("tour.dial").wait_for()
    visitor.shoot("dial")
    visitor.turn("1024")
    visitor.menu("tour.dial").wait_for(state="detached")
    visitor.shoot("turned")


@pytest.mark.parametrize(("lang", "width"), [("zh-CN", 420), ("en", 1280)])
def test_a_closed_hall_is_proved_by_clicking_and_the_record_looked_at(visitor: Visitor) -> None:
    visitor.command("/elder map")
    visitor.menu("map.enter").wait_for()
    visitor.turn("keys")
    visitor.button("prove").wait_for()
    visitor.shoot("closed")
    visitor.press("prove")
    visitor.button("answer").wait_for()
    visitor.shoot("proof")
    visitor.press("me")
    visitor.reads(visitor.word("me.title"))
    visitor.press("path")
    visitor.reads(visitor.word("path.title"))
    visitor.shoot("path")
