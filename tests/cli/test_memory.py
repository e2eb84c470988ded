"""Memory: what one thread lets go of, another can have."""

from __future__ import annotations

import platform
import subprocess
import sys

import pytest

ARENAS = """
import ctypes, threading
from bot.cli.memory import one_arena
{set_up}
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
started = threading.Barrier(8)

def ask():
    started.wait()  # all live at once: an arena may be had from one who has ended
    libc.malloc(ctypes.c_size_t(5000))
    started.wait()

threads = [threading.Thread(target=ask) for _ in range(8)]
[each.start() for each in threads], [each.join() for each in threads]
libc.fdopen.restype = ctypes.c_void_p
out = ctypes.c_void_p(libc.fdopen(1, b"w"))
libc.malloc_info(0, out), libc.fflush(out)
"""


@pytest.mark.skipif(platform.libc_ver()[0] != "glibc", reason="arenas are glibc's")
def test_however_many_threads_there_are_they_share_what_was_asked_for() -> None:
    assert arenas("") > 1
    assert arenas("one_arena()") == 1


def arenas(set_up: str) -> int:
    """Return how many arenas a process with eight threads has."""
    code = ARENAS.format(set_up=set_up)
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    return told.stdout.count("<heap nr=")
