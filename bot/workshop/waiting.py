"""Waiting in the event loop for work that threads do, as long as one's patience lasts."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import Future
from typing import Any


async def settled(work: Future[Any], patience: float | None) -> None:
    """Return when the work is done, or after `patience` seconds; the work is let go on either way.

    The seconds are real ones, counted by a thread: a learner waits by the clock on the wall, whatever the loop keeps.
    """
    loop = asyncio.get_running_loop()
    woken = asyncio.Event()

    def wake(_: object = None) -> None:
        try:
            loop.call_soon_threadsafe(woken.set)
        except RuntimeError:  # the loop is closed, and whoever waited in it is gone
            return

    work.add_done_callback(wake)
    timer = None if patience is None else threading.Timer(patience, wake)
    if timer is not None:
        timer.daemon = True
        timer.start()
    try:
        await woken.wait()
    finally:
        if timer is not None:
            timer.cancel()
