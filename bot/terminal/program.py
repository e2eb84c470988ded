"""The game for a program: a scene is one line of JSON, and is answered by one line."""

from __future__ import annotations

import asyncio
from typing import TextIO

from bot.play.scene import Scene
from bot.terminal.game import Game
from bot.terminal.teller import Teller
from bot.terminal.transcript import transcribe


def play_by_lines(runner: asyncio.Runner, game: Game, scene: Scene, teller: Teller, lines: TextIO, out: TextIO) -> None:
    """Play until a scene awaits nothing or the lines end.

    Each scene is written, and flushed, after what it reports is committed.
    """
    while True:
        print(transcribe(scene, teller), file=out, flush=True)
        if scene.awaits == "nothing":
            return
        line = lines.readline()
        if not line:
            return
        scene = runner.run(game.move(scene, line.rstrip("\r\n")))
