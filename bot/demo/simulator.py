"""Every touch of simcord's private parts, in one place, and the one version for which each of them was tried."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from datetime import datetime
from importlib.metadata import PackageNotFoundError, version
from typing import Any

log = logging.getLogger(__name__)

TRIED = "3.2.1"
TICK = 1.0  # seconds


class OtherSimulatorError(Exception):
    """simcord is absent (`found` is None) or of another version than the one these patches were tried with."""

    def __init__(self, found: str | None) -> None:
        super().__init__(found)
        self.found = found


class PortTakenError(Exception):
    """Something else on this machine listens at the port."""


def require_simulator() -> None:
    """Raise OtherSimulatorError unless the tried version of simcord is installed."""
    try:
        found = version("simcord")
    except PackageNotFoundError:
        raise OtherSimulatorError(None) from None
    if found != TRIED:
        raise OtherSimulatorError(found)


@asynccontextmanager
async def served(preview: Any) -> AsyncIterator[Any]:
    """Serve a preview; PortTakenError if its port is not free."""
    from simcord import SetupError

    try:
        await preview.__aenter__()
    except SetupError as error:
        if isinstance(error.__cause__, OSError):
            raise PortTakenError from error
        raise
    try:
        yield preview
    finally:
        await preview.close()


@contextmanager
def each_in_their_locale(locales: Mapping[int, str]) -> Iterator[None]:
    """Have each user's interactions carry that user's own locale, by user id; simcord sends en-US for everyone."""
    from simcord import interactions

    original = interactions.base_payload

    def localised(*args: Any, user_id: int, **kwargs: Any) -> Any:
        record, payload = original(*args, user_id=user_id, **kwargs)
        if user_id in locales:
            payload["locale"] = locales[user_id]
        return record, payload

    interactions.base_payload = localised
    try:
        yield
    finally:
        interactions.base_payload = original


@asynccontextmanager
async def kept_alive(env: Any, preview: Any, clock: Callable[[], datetime]) -> AsyncIterator[None]:
    """Let time pass in the simulated world, and show each viewer what others did, without getting in a click's way."""
    turn = asyncio.Lock()
    one_at_a_time(preview, turn)
    ticking = asyncio.create_task(tick(env, preview, clock, turn), name="demo-clock")
    try:
        yield
    finally:
        ticking.cancel()
        await asyncio.gather(ticking, return_exceptions=True)


def one_at_a_time(preview: Any, turn: asyncio.Lock) -> None:
    """Make clicks wait for a refresh under way, and take no offence at having been made on the page before it."""
    act = preview._action

    async def action(context_id: str | None, body: Mapping[str, Any]) -> Any:
        async with turn:
            preview._advance_presentation_time()  # else "a moment ago" is told from when the page was last published
            page = preview._pages.get(context_id)
            if page is not None and "published_revision" in body:
                body = {**body, "published_revision": page.revision}
            return await act(context_id, body)

    preview._action = action


async def tick(env: Any, preview: Any, clock: Callable[[], datetime], turn: asyncio.Lock) -> None:
    """Keep the world's clock with the real one, and republish every page once the bot has done something."""
    from simcord import SetupError

    seen = len(env.http_requests)
    while True:
        await asyncio.sleep(TICK)
        async with turn:
            try:
                await env.advance_time(max(0.0, (clock() - env.now()).total_seconds()))
                if len(env.http_requests) != seen:
                    seen = len(env.http_requests)
                    await preview.refresh()
            except (TimeoutError, SetupError) as trouble:  # the bot is busy, or the page was just closed
                log.warning("the simulated clock stood still: %s", trouble)
