"""The demo's whole tour, walked by clicking: twelve halls, the wall, the panorama and the path retold."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from quizbank.bank import open_bank
from tests.browser.conftest import Demo
from tests.browser.test_demo import GAME, SCREENS, SHOTS, Visitor

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TALL, TALLER = 1_800, 6_000  # pixels, before the wall and after: the page shuts a menu that is scrolled out of sight
MOST = 1_000  # clicks, far more than the tour takes
SETTLED = "before => window.simcordPreview.ready && (window.simcordPreview.lastAction?.sequence ?? 0) > before"
DRAWN = "() => [...document.images].every(image => image.complete && image.naturalWidth)"  # else they push menus down
SEQUENCE = "() => window.simcordPreview.lastAction?.sequence ?? 0"


class Wayfarer:
    """Someone who knows the tour by nothing but what the page shows."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.titles: list[str] = []
        self.tried = 0
        self.portrayed: set[str] = set()

    @property
    def message(self) -> Any:
        """The newest message."""
        return self.page.locator(".channel-message").last

    def labels(self) -> list[str]:
        """Return what is written on its buttons."""
        found: list[str] = self.message.locator(".component-button").all_inner_texts()
        return [label.strip() for label in found]

    def label(self, key: str) -> str:
        return self.visitor.word(f"button.{key}")

    @property
    def onward(self) -> str:
        """How the button begins that leads on to a hall and names it."""
        return self.visitor.word("me.next", hall="").strip()

    def settle(self, act: Any) -> None:
        """Do something, and wait until the page has taken in what came of it."""
        before = self.page.evaluate(SEQUENCE)
        act()
        self.page.wait_for_function(SETTLED, arg=before)

    def press(self, label: str) -> None:
        """Press the button of that word on the newest message."""
        place = self.labels().index(label)
        self.settle(self.message.locator(".component-button").nth(place).click)

    def portray(self, kind: str) -> None:
        """Keep a screenshot of the first screen of each kind."""
        if kind not in self.portrayed:
            self.portrayed.add(kind)
            self.visitor.shoot(kind)

    def write(self, text: str) -> None:
        """Write on the sheet that is open, or tick what there is to choose from, and hand it in."""
        sheet = self.page.locator("#modal-root")
        sheet.locator("input").first.wait_for()
        if sheet.locator("input[type=radio]").count():
            sheet.locator(f'input[value="{text}"]').check()
            self.portray("ticked")
        else:
            sheet.locator("input").fill(text)
            self.portray("sheet")
        self.settle(sheet.locator("button").last.click)
        sheet.locator("input").first.wait_for(state="detached")

    def turn(self) -> None:
        """Turn the dial to another value each time; one that the page holds for chosen already would go unsaid."""
        self.message.locator(".gallery-image").last.wait_for()
        self.page.wait_for_function(DRAWN)
        self.message.locator(".select-trigger").click()
        others = self.page.locator('.select-option[aria-selected="false"]')
        others.first.wait_for()
        self.settle(others.nth(self.tried % others.count()).click)

    def walk(self) -> None:
        """Click on until the wall is to be fought, or fought again."""
        while self.label("fight") not in self.labels():
            title = self.message.locator("h3").first.inner_text()
            self.tried = self.tried + 1 if self.titles and self.titles[-1] == title else 0
            self.titles.append(title)
            assert len(self.titles) < MOST
            self.step()

    def step(self) -> None:
        """Do what the screen offers."""
        labels = self.labels()
        if on := [label for label in labels if label == self.label("go_on") or label.startswith(self.onward)]:
            self.portray("said")
            self.press(on[0])
        elif self.message.locator(".select-trigger").count():
            self.portray("dial")
            self.turn()
        elif asked := {self.label("answer"), self.label("again")} & set(labels):
            self.portray("asked")
            self.press(asked.pop())
            self.write(self.visitor.key())
            self.portray("judged")
        else:
            self.portray("choice")
            offered = [label for label in labels if label not in (self.label("map"), self.label("me"))]
            self.press(offered[self.tried % len(offered)])

    def fight(self) -> None:
        """Break the wall, after one mistake."""
        self.press(self.label("fight"))
        self.portray("wall")
        self.press(self.label("answer"))
        self.write("-987654321")
        self.portray("thicker")
        while self.label("fight_again") not in self.labels():
            asks = next(label for key in ("next", "again", "answer") if (label := self.label(key)) in self.labels())
            self.press(asks)
            self.write(self.visitor.key())
        self.portray("broken")


@pytest.fixture
def wayfarer(page: Any, demo: Demo, lang: str, width: int, tmp_path: Path) -> Wayfarer:
    page.set_viewport_size({"width": width, "height": TALL})
    return Wayfarer(Visitor(page, demo, lang, width, tmp_path / "shots"))


@pytest.mark.parametrize(("lang", "width"), SCREENS if SHOTS else [("zh-CN", 420), ("en", 1280)])
def test_the_tour_is_walked_by_clicking_to_the_path_retold(wayfarer: Wayfarer, lang: Any, width: int) -> None:
    wayfarer.press(wayfarer.label("enter"))
    wayfarer.walk()
    wayfarer.portray("at the wall")
    wayfarer.fight()
    wayfarer.page.set_viewport_size({"width": width, "height": TALLER})
    wayfarer.visitor.command("/elder enter")
    wayfarer.page.get_by_role("button", name=re.compile(f"^{re.escape(wayfarer.onward)}")).first.wait_for()
    wayfarer.walk()
    wayfarer.portray("retold")

    halls = [hall.lines.say("hall.name", lang) for hall in open_bank().halls.values()]
    entered = [hall for hall in halls if any(title.startswith(hall) for title in wayfarer.titles)]
    told = wayfarer.message.inner_text()
    assert entered == halls
    assert GAME.say("path.closing.mountain", lang).split("\n")[0] in told
