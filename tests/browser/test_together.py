"""What a group sees: a raid, a session of thirty, the board and a teacher's desk; nothing is wider than a phone."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import simcord
from discord.utils import utcnow

from bot.app import create_bot
from bot.cli.house import opened
from bot.demo.simulator import each_in_their_locale, served
from bot.demo.world import LOCALES
from bot.play.scene import Language
from bot.settings import sqlite_url
from tests.browser.conftest import CHROMIUM, FLAGS
from tests.discord import raiding, studying
from tests.discord.acting import Room, press, right, trapped
from tests.discord.test_teach import manager

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SHOTS = os.environ.get("GAUSS_TEST_SHOTS")  # a folder that keeps the screenshots
WIDTH = 420  # pixels: a phone
SIZE = 30  # in the session
NAMES = {
    "zh-CN": ["阿珠", "小明", "王老师", "欧阳修远", "梦里不知身是客", "A-Bao 阿宝"],
    "en": ["Ada", "Bob", "Ms Wang", "Maximilian of Hohenzollern", "x_Dragon_Slayer_x", "Zoë"],
}
TALL = 2600  # pixels: several messages at once
TO_THE_END = "[...document.querySelectorAll('*')].forEach(e => { e.scrollTop = e.scrollHeight })"
WIDER = "[...document.querySelectorAll('main *')].filter(e => e.getBoundingClientRect().right > innerWidth + 1).length"


@dataclass
class Class:
    """Thirty members of a server, a page on which one of them looks at its channel, and a folder for screenshots."""

    room: Room
    members: list[Any]
    teacher: Any
    page: Any
    preview: Any
    folder: Path

    async def shoot(self, name: str) -> None:
        """Look at the page as it is now, whole: all of it within the phone's width, every picture there."""
        await self.preview.refresh()
        await self.page.wait_for_timeout(500)
        await self.page.evaluate(TO_THE_END)
        await self.page.wait_for_function("[...document.images].every(image => image.complete && image.naturalWidth)")
        assert await self.page.evaluate(WIDER) == 0
        await self.page.screenshot(path=self.folder / f"{name}.png")


@asynccontextmanager
async def gathered(lang: Language, folder: Path, shots: Path) -> AsyncIterator[Class]:
    """Give a class in a channel, its host at a phone."""
    playwright = pytest.importorskip("playwright.async_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install one, or name it in GAUSS_TEST_BROWSER")
    async with opened(sqlite_url(folder / "class.db"), workers=1, clock=utcnow) as house:
        bot = create_bot(play=house.play, bank=house.bank, store=house.store, workshop=house.workshop)
        async with (
            simcord.run(bot, check_errors=False, settle_timeout=60) as env,
            playwright.async_playwright() as driver,
        ):
            guild = env.create_guild("Hall")
            channel = guild.create_text_channel("attention")
            members = [
                guild.add_member(env.create_user(f"m{at}", global_name=f"{NAMES[lang][at % 6]}{at // 6 or ''}"))
                for at in range(SIZE)
            ]
            room = Room(env, guild, channel, *members[:2])
            teacher = manager(room)
            preview = env.preview(
                channel, viewers=[members[0], teacher], layout="channel", locale=LOCALES[lang], port=0
            )
            browser = await driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
            locales = dict.fromkeys((each.id for each in (*members, teacher)), LOCALES[lang])
            with each_in_their_locale(locales):
                async with served(preview):
                    page = await browser.new_page(viewport={"width": WIDTH, "height": TALL}, bypass_csp=True)
                    await page.goto(preview.url)
                    await page.wait_for_function("window.simcordPreview && window.simcordPreview.ready")
                    yield Class(room, members, teacher, page, preview, shots)
            await browser.close()


async def raided(here: Class) -> None:
    """Let five raid a wall until it is down."""
    room, raiders = here.room, here.members[:5]
    message = await raiding.call(room, raiders[0])
    for each in raiders[1:]:
        await press(each, message, "raidjoin")
    await room.env.advance_time(3)
    await here.shoot("raid-1-lobby")
    await press(raiders[0], message, "raidstart")
    await room.env.advance_time(3)
    raid = await raiding.raid_of(room)
    for at in range(40):
        now = await raiding.found(room, raid.id)
        if now.ending is not None:
            break
        await raiding.strike(room, raiders[at % 5], await raiding.placard(room, raid), rightly=at % 4 != 1)
        if at in (0, 1):
            await here.shoot(f"raid-2-verdict-{at}")
    await room.env.advance_time(3)
    await here.shoot("raid-3-end")


async def studied(here: Class) -> None:
    """Let thirty study, with a vote before and after a talk."""
    room = here.room
    message = await studying.opened(room, rounds=1, peer=True)
    for each in here.members[1:]:
        await press(each, message, "studyjoin")
    await room.env.advance_time(3)
    await here.shoot("study-1-lobby")
    await press(room.ann, message, "studystart")
    await room.env.advance_time(3)
    await here.shoot("study-2-open")
    await vote(here, wrong=3)
    await here.shoot("study-3-talk")
    await go_on(here)
    await here.shoot("study-4-again")
    await vote(here, wrong=5)
    await here.shoot("study-5-closed")
    await go_on(here)
    await here.shoot("study-6-report")


async def vote(here: Class, *, wrong: int) -> None:
    """Let all answer, one in so many wrongly."""
    for at, each in enumerate(here.members):
        await studying.sent(here.room, each, trapped if at % wrong == 0 else right)
    await here.room.env.advance_time(5)


async def go_on(here: Class) -> None:
    """Have the host move the session on."""
    await press(here.room.ann, await studying.placard(here.room), "studynext")
    await here.room.env.advance_time(5)


async def stood(here: Class) -> None:
    """Look at the board that all of this led to, and at the teacher's desk."""
    room = here.room
    await room.ann.slash(room.channel, "elder board")
    await here.shoot("board-1-own")
    await here.teacher.slash(room.channel, "elder board", public=True)
    await room.env.advance_time(5)
    await here.shoot("board-2-public")
    await here.page.locator("#viewer-picker").select_option(index=1)
    await here.teacher.slash(room.channel, "teach stats")
    await here.shoot("teach-1-stats")


@pytest.mark.parametrize("lang", ["zh-CN", pytest.param("en", marks=pytest.mark.again)])
def test_what_a_group_sees_is_never_wider_than_a_phone(lang: Language, tmp_path: Path) -> None:
    with ThreadPoolExecutor(1) as apart:  # the other tests' browser keeps a loop running in this thread
        apart.submit(asyncio.run, lived(lang, tmp_path)).result()


async def lived(lang: Language, folder: Path) -> None:
    """Let a class raid, study, and look at what came of it."""
    shots = Path(SHOTS or folder) / lang
    shots.mkdir(parents=True, exist_ok=True)
    async with gathered(lang, folder, shots) as here:
        await raided(here)
        await studied(here)
        await stood(here)
