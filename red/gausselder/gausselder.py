"""The guest of `bot.extension` as Red wants its cogs: data where Red keeps data, and given or erased when Red asks."""

from __future__ import annotations

from collections.abc import MutableMapping
from io import BytesIO
from typing import Any

from gauss_elder.bot.cogs.rights.privacy import packed
from gauss_elder.bot.extension import GaussElder as Guest
from gauss_elder.bot.settings import Settings
from redbot.core import commands
from redbot.core.bot import Red
from redbot.core.data_manager import cog_data_path


class GaussElder(Guest, commands.Cog):
    """The elder Gauss leads learners through the halls of attention; then the O(n²) Wall asks."""

    def __init__(self, bot: Red) -> None:
        commands.Cog.__init__(self)
        Guest.__init__(self, bot, Settings(data=cog_data_path(self), database=None, discord_token=None))
        self._red = bot

    async def admits(self, interaction: Any) -> bool:
        """Whether Red lets someone in here: neither blocked, nor in a server where the cog is switched off."""
        if await self._red.cog_disabled_in_guild(self, interaction.guild):
            return False
        return bool(await self._red.allowed_by_whitelist_blacklist(interaction.user))

    async def red_delete_data_for_user(self, *, requester: str, user_id: int) -> None:
        """Forget a user, whoever asks for it: nothing is kept that the game could not do without."""
        await self.host.play.privacy.forget(user_id)
        self.host.spoken.pop(user_id, None)

    async def red_get_data_for_user(self, *, user_id: int) -> MutableMapping[str, BytesIO]:
        """Return all that is kept of a user, as JSON; nothing where nothing is kept."""
        privacy = self.host.play.privacy
        if (await privacy.shown(user_id)).person is None:
            return {}
        name, data = packed(await privacy.export(user_id))
        return {name: BytesIO(data)}
