"""Wires the demo together: a store of its own, the bot, a simulated Discord, and a browser."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

from discord.utils import utcnow

from bot.app import create_bot, ended_by_signals
from bot.cli.clock import here, now
from bot.cli.errors import CommandError
from bot.cli.house import opened
from bot.cli.settled import chosen_language, settings, writable
from bot.cli.words import say
from bot.demo.simulator import TRIED, OtherSimulatorError, PortTakenError, require_simulator
from bot.demo.welcome import welcome
from bot.play.scene import Language
from bot.settings import sqlite_url
from bot.terminal.words import terminal_lines


def show_demo(lang: Language | None, *, port: int, browse: bool, folder: Path | None) -> None:
    """Serve the demo until its page ends the session, or Ctrl-C."""
    set_up = settings()
    logging.basicConfig(level=logging.WARNING)
    logging.getLogger("discord").setLevel(logging.ERROR)  # it warns of voice libraries that nobody needs
    try:
        require_simulator()
        with kept_in(folder) as kept:
            asyncio.run(show(kept, chosen_language(lang, set_up), set_up.workers, port, browse=browse))
    except OtherSimulatorError as error:
        if error.found is None:
            raise CommandError("no_demo") from None
        raise CommandError("other_simcord", wanted=TRIED, found=error.found) from None
    except PortTakenError:
        raise CommandError("port_taken", port=str(port)) from None
    print(f"\n{say('demo.bye')}")


@contextmanager
def kept_in(folder: Path | None) -> Iterator[Path]:
    """Give the folder in which the game is kept: the one named, or one that goes when the demo does."""
    if folder is not None:
        yield writable(folder)
        return
    with TemporaryDirectory(prefix="gauss-elder-", ignore_cleanup_errors=True) as temporary:
        yield Path(temporary)


async def show(folder: Path, language: Language, workers: int, port: int, *, browse: bool) -> None:
    """Serve until the page, Ctrl-C or a signal ends it."""
    serving = asyncio.ensure_future(serve(folder, language, workers, port, browse=browse))
    with ended_by_signals(serving), suppress(asyncio.CancelledError):
        await serving


async def serve(folder: Path, language: Language, workers: int, port: int, *, browse: bool) -> None:
    """Open everything, say where it is to be seen, and stay until it is closed."""
    from bot.demo.stage import Staging, staged

    def word(key: str) -> str:
        return terminal_lines().say(f"demo.{key}", language)

    url = sqlite_url(folder / "demo.db")
    async with opened(url, workers=workers, clock=utcnow) as house:
        bot = create_bot(play=house.play, bank=house.bank, store=house.store, workshop=house.workshop, jumps=False)
        greeting = welcome(language, (word("welcome"), word("welcome_how")))
        async with staged(bot, Staging(language, word, greeting, now, here(), port)) as preview:
            print(say("demo.serving", url=preview.url), say("demo.stop"), sep="\n", flush=True)
            if browse and has_screen():
                await asyncio.to_thread(webbrowser.open, preview.url)
            await preview.wait_closed()


def has_screen() -> bool:
    """Whether a browser can show a window here; without one, Python would start a browser inside the terminal."""
    return sys.platform in ("win32", "darwin") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
