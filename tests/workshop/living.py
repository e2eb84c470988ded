"""Whether a process still runs, and waiting until something is so."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

PATIENCE = 60.0  # seconds; only a hanging test ever waits so long


def runs(pid: int) -> bool:
    """Return whether a process runs; one that ended and that nobody has buried does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"


def until(holds: Callable[[], object], what: str) -> None:
    """Wait until something holds, and fail if it never does."""
    deadline = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < deadline, f"never came to be: {what}"
        time.sleep(0.01)
