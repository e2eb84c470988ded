"""A shell may close any of the three streams: a command then ends as it would, and nobody is told anything."""

from __future__ import annotations

import shlex
import subprocess
import sys

import pytest

from tests.cli.shell import COMMAND, PATIENCE, environment

CLOSED = (">&-", "<&-", "2>&-", "<&- >&- 2>&-")
AFTERWARDS = "from bot.cli.streams import make_ready; make_ready(); raise SystemExit(open('/dev/null').fileno() < 3)"

posix = pytest.mark.skipif(sys.platform == "win32", reason="there is no such shell here")


def closed(words: tuple[str, ...], streams: str) -> subprocess.CompletedProcess[str]:
    """Run a command with some of its streams closed, and nothing to read."""
    return subprocess.run(
        ["sh", "-c", f"exec {shlex.join(words)} {streams}"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )


@posix
@pytest.mark.parametrize("streams", CLOSED)
@pytest.mark.parametrize("command", ["map --text", "play wall --text", "play wall --json", "read 5"])
def test_a_command_without_a_stream_ends_quietly(command: str, streams: str) -> None:
    done = closed((*COMMAND, *command.split()), streams)

    assert (done.returncode, done.stderr) == (0, "")


@posix
@pytest.mark.parametrize("streams", CLOSED)
def test_no_file_is_given_the_number_of_a_closed_stream(streams: str) -> None:
    assert closed((sys.executable, "-c", AFTERWARDS), streams).returncode == 0
