"""Wires the terminal's game together: the learner of this shell, their store, and a person or a program to play."""

from __future__ import annotations

import asyncio
import os
import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager, contextmanager
from importlib import import_module
from importlib.util import find_spec
from typing import TypeVar

from rich.console import Console

from bot.cli.clock import now
from bot.cli.database import troubled
from bot.cli.errors import WrongUseError
from bot.cli.house import opened
from bot.cli.settled import chosen_language, settings, writable
from bot.play import Play
from bot.play.scene import Language, Learner, Tier
from bot.play.voice import Voice
from bot.terminal.gallery import Gallery
from bot.terminal.game import Game, targets
from bot.terminal.inline import inline_for
from bot.terminal.page import Page
from bot.terminal.person import Sitting
from bot.terminal.program import play_by_lines
from bot.terminal.teller import Teller

AT_THIS_SHELL = 0  # the learner's id

Entered = TypeVar("Entered")


def sit_down(
    target: str | None, *, lang: Language | None, random: int | None, tier: Tier, pictures: bool, as_json: bool
) -> None:
    """Play, from the target or from where the learner was, until they leave or a scene awaits nothing."""
    set_up = settings()
    writable(set_up.data)
    house = opened(set_up.database_url, workers=set_up.workers, clock=now, secrets=draws_from(random))
    with troubled(set_up.database_url), asyncio.Runner() as runner, entered(runner, house) as here:
        if target is not None and target not in targets(here.bank.halls):
            raise WrongUseError("no_hall", name=target, halls=" ".join(targets(here.bank.halls)))
        learner = runner.run(meet(here.play, lang, chosen_language(lang, set_up)))
        if lang is not None:
            learner = runner.run(here.play.speak(learner, lang))
        game, teller = Game(here.play, learner, tier, random), Teller(Voice(here.bank), learner.language)
        scene = runner.run(game.enter(target))
        if as_json:
            play_by_lines(runner, game, scene, teller, sys.stdin, sys.stdout)
        else:
            console = Console(highlight=False)
            inline = inline_for(os.environ, sys.stdout)
            hangs = pictures and not learner.text_only
            gallery = Gallery(set_up.data / "pictures", here.workshop, inline) if hangs else None
            enable_line_editing()
            Sitting(runner, game, Page(console, teller), gallery, input).play(scene)


def enable_line_editing() -> None:
    """Let the prompt be edited by whole characters, Chinese ones too, where the platform has the library for it."""
    if find_spec("readline") is not None:
        import_module("readline")  # input() uses it once it is loaded


def draws_from(random: int | None) -> Callable[[int], int]:
    """Return where secrets come from: the system, or always the same number if one was named."""
    if random is None:
        return secrets.randbits
    return lambda bits: random % 2**bits


@contextmanager
def entered(runner: asyncio.Runner, context: AbstractAsyncContextManager[Entered]) -> Iterator[Entered]:
    """Enter an asynchronous context from outside its loop, which rests while a person thinks."""

    async def enter() -> Entered:
        return await context.__aenter__()

    async def leave() -> None:
        await context.__aexit__(None, None, None)

    inside = runner.run(enter())
    try:
        yield inside
    finally:
        runner.run(leave())


async def meet(play: Play, lang: Language | None, default: Language) -> Learner:
    """Return the learner at this shell, who is spoken to in the language named now or set, else the one they play in.

    Nothing is remembered of it: whoever only looks something up has chosen no language.
    """
    learner = await play.meet(AT_THIS_SHELL, locale=default)
    spoken = lang or settings().lang
    return learner if spoken is None else learner._replace(language=spoken)
