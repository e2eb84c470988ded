"""The elder Gauss as a cog of Red-DiscordBot."""

from __future__ import annotations

import json
from pathlib import Path

from redbot.core.bot import Red

from .gausselder import GaussElder

__red_end_user_data_statement__ = json.loads((Path(__file__).parent / "info.json").read_text(encoding="utf-8"))[
    "end_user_data_statement"
]


async def setup(bot: Red) -> None:
    """Take the elder in."""
    await bot.add_cog(GaussElder(bot))
