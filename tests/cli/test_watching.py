"""`gauss-elder run` with figures and health: told while it runs, of the parts it runs with, or refused in words."""

from __future__ import annotations

import asyncio
import socket
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.cli import watching
from bot.cli.clock import now
from bot.cli.errors import CommandError
from bot.cli.house import opened
from bot.cli.serving import secrets
from bot.settings import Settings
from tests.databases import sqlite_url


@pytest.fixture
def port() -> int:
    """A port that is free."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


async def test_figures_and_health_are_told_while_it_runs(
    tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: dict[str, tuple[int, str]] = {}

    async def stay(bot: Any, token: str) -> None:
        bot.host.meter.answered("wall fight", "answered", since_touched=0.2, took=0.1)
        await bot.host.play.meet(1, name="Ann", locale="en")
        async with aiohttp.ClientSession(f"http://127.0.0.1:{port}") as session:
            for path in ("/healthz", "/readyz", "/metrics"):
                async with session.get(path) as answer:
                    told[path] = (answer.status, await answer.text())

    monkeypatch.setattr(watching, "stay", stay)
    async with opened(sqlite_url(tmp_path), workers=1, clock=now) as house:
        await watching.stay_watched(house, "token", "127.0.0.1", port)

    assert [told[path][0] for path in ("/healthz", "/readyz", "/metrics")] == [200, 503, 200]
    assert '"database": true' in told["/readyz"][1]
    assert 'gauss_interactions_total{end="answered",kind="wall fight"} 1.0' in told["/metrics"][1]
    assert "Ann" not in told["/metrics"][1]
    with pytest.raises(OSError, match="onnect"):
        await asyncio.open_connection("127.0.0.1", port)


async def test_a_port_that_is_taken_is_said(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        async with opened(sqlite_url(tmp_path), workers=1, clock=now) as house:
            with pytest.raises(CommandError) as refusal:
                await watching.stay_watched(house, "token", "127.0.0.1", taken.getsockname()[1])

    assert refusal.value.key == "metrics"


def test_the_token_and_the_password_are_kept_from_the_log(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "hush")
    monkeypatch.setenv("GAUSS_DATABASE", "postgresql://elder:hidden@db/elder")

    assert secrets(Settings()) == ("hush", "hidden")
