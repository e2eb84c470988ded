"""`gauss-elder map` and `gauss-elder me`, carried out on what is kept here."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from rich.console import Console

from bot.cli.clock import now
from bot.cli.house import Opened, opened
from bot.cli.options import Language
from bot.cli.settled import chosen_language, settings, writable
from bot.cli.sitting import meet
from bot.play.scene import Learner, Scene
from bot.play.tour.map_picture import map_picture, mastery_picture
from bot.play.tour.mastery import hall_views
from bot.play.tour.recital import Recital
from bot.play.voice import Voice
from bot.settings import Settings
from bot.terminal.gallery import Gallery
from bot.terminal.ink import inked
from bot.terminal.inline import inline_for
from bot.terminal.page import WIDTH
from bot.terminal.record import map_lines, map_told, me_lines, me_told
from bot.terminal.words import terminal_lines
from bot.terminal.wrapping import wrapped
from quizbank.picture import Picture


@dataclass(frozen=True)
class Record:
    """One page of what is kept: for a person, for a program, and as a picture."""

    lines: Iterable[str]
    told: dict[str, Any]
    picture: Picture


Keeper = Callable[[Opened, Learner, Recital], Awaitable[Record]]


def print_map(lang: Language | None, *, pictures: bool, as_json: bool) -> None:
    """Print the map."""
    asyncio.run(print_record(map_record, lang, pictures=pictures, as_json=as_json))


def print_me(lang: Language | None, *, pictures: bool, as_json: bool) -> None:
    """Print what the learner holds, and their path."""
    asyncio.run(print_record(me_record, lang, pictures=pictures, as_json=as_json))


async def map_record(house: Opened, learner: Learner, recital: Recital) -> Record:
    """Return the map as a page."""
    tour_map = await house.play.map(learner)
    picture = map_picture(tour_map, recital.voice, recital.language)
    return Record(map_lines(recital, tour_map), map_told(recital, tour_map), picture)


async def me_record(house: Opened, learner: Learner, recital: Recital) -> Record:
    """Return what the learner holds as a page."""
    path = await house.play.path(learner)
    halls = hall_views(house.bank, path)
    picture = mastery_picture(halls, recital.voice, recital.language)
    return Record(me_lines(recital, path, halls), me_told(recital, path, halls), picture)


async def print_record(keep: Keeper, lang: Language | None, *, pictures: bool, as_json: bool) -> None:
    """Print a page of what is kept, and where its picture was put."""
    set_up = settings()
    writable(set_up.data)
    async with opened(set_up.database_url, workers=set_up.workers, clock=now) as house:
        learner = await meet(house.play, lang, chosen_language(lang, set_up))
        record = await keep(house, learner, Recital(Voice(house.bank), learner.language))
        if as_json:
            print(json.dumps(record.told, ensure_ascii=False))
            return
        print_lines(record.lines)
        if pictures and not learner.text_only:
            await print_picture(house, set_up, Scene(learner, "nothing", picture=record.picture))


async def print_picture(house: Opened, set_up: Settings, scene: Scene) -> None:
    """Show a picture where the terminal can draw; else put it into the data folder, and print where it lies."""
    gallery = Gallery(set_up.data / "pictures", house.workshop, inline_for(os.environ, sys.stdout))
    hung = await gallery.hang(scene, scene.learner.language)
    if hung is not None and hung.drawn is not None:
        print(hung.drawn)
    elif hung is not None:
        print_lines([terminal_lines().say("game.picture", scene.learner.language, path=hung.path or "")])


def print_lines(paragraphs: Iterable[str]) -> None:
    """Print paragraphs, an empty line between them."""
    console = Console(highlight=False)
    for place, text in enumerate(paragraphs):
        if place:
            console.print()
        for line in wrapped(inked(text), min(WIDTH, console.width)):
            console.print(line, soft_wrap=True)
