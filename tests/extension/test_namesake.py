"""Where the house has a `bot` of its own, the elder comes under a name that nobody else has."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path

import pytest

import gauss_elder
from gauss_elder import Renamed

ROOT = Path(gauss_elder.__file__).parent.parent

HOUSE = """
import asyncio, sys
from pathlib import Path

import discord, simcord
from discord.ext import commands


class Landlord(commands.Bot):
    async def setup_hook(self):
        await self.load_extension("gauss_elder.bot.extension")
        await self.tree.sync()


async def main():
    import gauss_elder.bot.workshop as workshop
    real, workshop.Workshop = workshop.Workshop, Idle
    client = Landlord("!", intents=discord.Intents.default())
    async with simcord.run(client) as env:
        guild = env.create_guild(name="House")
        channel = guild.create_text_channel("yard")
        ann = guild.add_member(env.create_user("ann"))
        for command in ("wall fight", "elder enter", "elder privacy", "elder map"):
            result = await ann.slash(channel, command)
            assert result.response is not None and result.response.components, command
    from gauss_elder.bot.extension import housed
    from gauss_elder.bot.settings import Settings
    from gauss_elder.quizbank.picture import Picture, Series
    sys.modules["gauss_elder.bot.extension"].Workshop = real
    async with housed(Settings(data=Path("attic"), database=None)) as host:
        bars = Picture("bars", title="hall.name", alt="hall.name", ticks=(1,), series=(Series("hall.name", (1,)),))
        assert (await host.play.house.workshop.draw(bars, "gate", "en")).startswith(b"\\x89PNG")
    import bot, engine
    mine = [name for name in sys.modules if name.partition(".")[0] in ("bot", "engine", "quizbank")]
    print(*sorted(mine))


class Idle:
    def __init__(self, workers):
        pass

    def warm(self):
        pass

    async def close(self):
        pass

    async def draw(self, *asked, **patience):
        return None

    async def measure(self, *asked, **patience):
        return None
"""
BEGIN = "\n\nif __name__ == '__main__':\n    asyncio.run(main())\n"


@pytest.mark.slow
@pytest.mark.parametrize("house", ["a module", "a package"])
def test_a_house_with_a_bot_and_an_engine_of_its_own_takes_him_in(house: str, tmp_path: Path) -> None:
    (tmp_path / "engine.py").write_text("")
    if house == "a module":
        (tmp_path / "bot.py").write_text(HOUSE + BEGIN)
        command, own = ["bot.py"], ["bot", "engine"]
    else:
        (tmp_path / "bot").mkdir()
        for name in ("__init__", "cogs", "settings", "store"):
            (tmp_path / "bot" / f"{name}.py").write_text("")
        (tmp_path / "bot" / "__main__.py").write_text("from bot import cogs, settings, store\n" + HOUSE + BEGIN)
        command, own = ["-m", "bot"], ["bot", "bot.cogs", "bot.settings", "bot.store", "engine"]
    done = subprocess.run(
        [sys.executable, *command],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(tmp_path), str(ROOT)))},
        capture_output=True,
        text=True,
        timeout=180,
    )

    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == own


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("from bot.app import x", "from gauss_elder.bot.app import x"),
        ("from bottle import x", "from bottle import x"),
        ("from .bot import x", "from .bot import x"),
        ("import engine as e", "import gauss_elder.engine as e"),
        ("import bot", "import gauss_elder.bot, gauss_elder.bot as bot"),
        ("import os, bot.app", "import os, gauss_elder.bot.app, gauss_elder.bot as bot"),
        ("def f():\n    from quizbank import bank", "def f():\n    from gauss_elder.quizbank import bank"),
    ],
)
def test_only_imports_of_ours_are_renamed(written: str, read: str) -> None:
    assert ast.unparse(Renamed().visit(ast.parse(written))) == read
