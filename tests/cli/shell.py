"""Runs the command line as a person or a program would: in a process of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from quizbank.bank import Bank

COMMAND = (sys.executable, "-m", "bot")
PATIENCE = 60  # seconds before a hanging process is given up
ROOT = Path(__file__).resolve().parents[2]

Scene = Mapping[str, Any]


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The one line of JSON it printed."""
        return json.loads(self.out)


def environment(**settings: str) -> dict[str, str]:
    """Return this test's environment with some settings changed, and English words unless they say otherwise."""
    kept = {name: value for name, value in os.environ.items() if name not in ("LANG", "LC_ALL", "LC_MESSAGES")}
    return {**kept, "PYTHONPATH": str(ROOT), "LC_ALL": "C.UTF-8", **settings}


def run(*arguments: str, lines: str = "", **settings: str) -> Done:
    """Run a command to its end, with these lines to read."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        input=lines,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(**settings),
        timeout=PATIENCE,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


class Session:
    """A `play --json` that is driven line by line."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [*COMMAND, "play", *arguments, "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            env=environment(),
        )

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *error: object) -> None:
        self.kill()

    def scene(self) -> Scene:
        """Return the next scene."""
        assert self.process.stdout is not None
        scene: Scene = json.loads(self.process.stdout.readline())
        return scene

    def send(self, line: str) -> None:
        """Send one line."""
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def answer(self, line: str) -> Scene:
        """Send one line and return the scene that it leads to."""
        self.send(line)
        return self.scene()

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None and not stream.closed:
                stream.close()


def key_to(bank: Bank, scene: Scene) -> str:
    """Return the right answer to what a scene asks, derived anew, with its unit."""
    ask = scene["ask"]
    family = bank.families[ask["family"]]
    answer = str(family(**ask["numbers"]).answer())
    return f"{answer} {family.unit}" if ask["kind"] == "quantity" else answer


def miss(scene: Scene) -> str:
    """Return an answer that can be read and is wrong."""
    return "0.125 B" if scene["ask"]["kind"] == "quantity" else "-987654321"
