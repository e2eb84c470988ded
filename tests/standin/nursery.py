"""Bots by the hundred: a process that has imported all they need, and forks one when told to; each is killed for real.

It has opened nothing and runs no thread, so what is forked begins where a new process would have after its imports.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Nursery:
    """The keeper's end; a context manager. Whatever still lives when it closes is killed."""

    def __init__(self, log: Path) -> None:
        self._log = log
        self._living: set[int] = set()

    def __enter__(self) -> Nursery:
        self._keeper = subprocess.Popen(
            [sys.executable, "-m", "tests.standin.nursery", str(self._log)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        )
        return self

    def __exit__(self, *error: object) -> None:
        for pid in tuple(self._living):
            self.kill(pid)
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._keeper.stdin.close()
        self._keeper.wait()
        self._keeper.stdout.close()

    def start(self, kind: str, port: int, settings: Mapping[str, str]) -> int:
        """Start a bot, or a peer of it, with these settings; return its process id."""
        pid = self._ask({"start": kind, "port": port, "settings": dict(settings)})
        self._living.add(pid)
        return pid

    def kill(self, pid: int) -> int:
        """End a bot as a power cut would; return its exit code, which says otherwise if it was dead before."""
        os.kill(pid, signal.SIGKILL)  # one that has died keeps its number until it is buried
        return self.bury(pid)

    def bury(self, pid: int) -> int:
        """Wait for the end of a bot; return its exit code, negative for the signal that ended it."""
        status = self._ask({"bury": pid})
        self._living.discard(pid)
        return os.waitstatus_to_exitcode(status)

    def _ask(self, wish: Mapping[str, Any]) -> int:
        assert self._keeper.stdin is not None
        assert self._keeper.stdout is not None
        self._keeper.stdin.write(f"{json.dumps(wish)}\n")
        self._keeper.stdin.flush()
        return int(self._keeper.stdout.readline())


def keep(log: Path, kinds: Mapping[str, Callable[[int], None]]) -> None:
    """Start and bury as told, until nobody tells any more."""
    for line in sys.stdin:
        wish = json.loads(line)
        if "bury" in wish:
            told = os.waitpid(wish["bury"], 0)[1]
        elif (told := os.fork()) == 0:
            live(log, kinds[wish["start"]], wish["port"], wish["settings"])
        print(told, flush=True)


def live(log: Path, run: Callable[[int], None], port: int, settings: Mapping[str, str]) -> None:
    """Be a bot, and nothing after that."""
    os.environ.update(settings)
    with log.open("ab", buffering=0) as out, Path(os.devnull).open("rb") as nothing:
        for target, source in ((0, nothing), (1, out), (2, out)):
            os.dup2(source.fileno(), target)
    try:
        run(port)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


if __name__ == "__main__":
    import aiosqlite  # noqa: F401
    import asyncpg  # noqa: F401

    from bot.cli.loading import loaded
    from tests.bench._echo import serve as echo
    from tests.standin.child import forgetful, serve

    loaded()
    kinds = {
        "bot": lambda port: serve(port, idle=True),
        "working": lambda port: serve(port, idle=False),
        "forgetful": forgetful,
        "echo": echo,
    }
    keep(Path(sys.argv[1]), kinds)
