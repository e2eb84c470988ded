"""Boards in Discord: looked at by one, or put up for all in a message that keeps itself up to date."""

from __future__ import annotations

import hashlib
import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final

import discord
from discord.ext import commands

from bot.cogs.board.render_board import PRIVATE, PUBLIC, board_screen, public_screen
from bot.cogs.desk.teachers import for_teachers
from bot.cogs.frame.audience import Audience, OlderError
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.placards import Placards
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen
from bot.cogs.frame.showing import Sight
from bot.cogs.frame.words import plain
from bot.play.board.board import SCOPES, SORTS, View
from bot.play.desk.classes import Choices
from bot.play.scene import Place

SORT: Final = "board"  # of placards
SCORING: Final = timedelta(seconds=10)
RETIRING: Final = timedelta(hours=1)
RENEWING: Final = timedelta(minutes=1)  # a board message is renewed no oftener

log = logging.getLogger(__name__)


class BoardPlacard:
    """A server's one board message, as a placard; its id is the server's."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client

    async def placed(self, id: int) -> Place | None:
        """Return where it stands, if it does."""
        settings = await self._host.play.boards.settings(id)
        if settings.board_channel is None or settings.board_message is None:
            return None
        return Place(id, settings.board_channel, settings.board_message)

    async def look(self, id: int) -> Sight | None:
        """Return where it stands and the board as everyone sees it."""
        place = await self.placed(id)
        return None if place is None else Sight(place, await self.screen(id))

    async def screen(self, id: int) -> Screen:
        """Return the board as everyone sees it."""
        return public_screen(await self._pen(id), await self._host.play.boards.look(id, None, View()))

    async def shown(self, id: int, sight: Sight) -> bool:
        """Remember what it shows."""
        await self._host.play.boards.showed(id, digest(sight))
        return False

    async def moved(self, id: int, place: Place) -> None:
        """Remember where it stands from now on."""
        await self._host.play.boards.post(id, place)

    async def lost(self, id: int, failure: Exception) -> None:
        """Have no board message any more: its channel is gone, or closed to the bot."""
        await self._host.play.boards.post(id, None)

    async def _pen(self, id: int) -> Pen:
        chosen = (await self._host.play.boards.settings(id)).language
        guild = self._client.get_guild(id)
        return self._host.pen(plain(chosen or ("" if guild is None else str(guild.preferred_locale))))


class Boards(commands.Cog):
    """The touches of a board, the chores that keep it, and who is heard to have left."""

    def __init__(self, host: Host, client: discord.Client, placard: BoardPlacard, placards: Placards) -> None:
        self._host = host
        self._client = client
        self._placard = placard
        self._placards = placards
        self._met: set[int] = set()  # servers whose message was looked for since the bot began

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route(PRIVATE, "update", self.turn),
            Route(PUBLIC, "private", self.open),
            Route("worldwide", "update", self.stand_worldwide),
        )

    def chores(self) -> tuple[Chore, ...]:
        """Return what is done by the clock."""
        retiring = Chore("boards.retire", RETIRING, self.retire)
        return Chore("scores", SCORING, self.score), Chore("boards", RENEWING, self.renew), retiring

    async def turn(self, audience: Audience) -> None:
        """Show another page of one's own board, in its place."""
        await audience.reply.update(await shown(audience, touched(audience)))

    async def open(self, audience: Audience) -> None:
        """Open a board of one's own: as it was picked on everyone's, or the server's."""
        await audience.reply.private(await shown(audience, touched(audience) if audience.touch.arguments else View()))

    async def stand_worldwide(self, audience: Audience) -> None:
        """Stand on the board of all servers, or no more."""
        await audience.host.play.boards.stand_worldwide(audience.learner.id, bool(audience.number(0)))
        await audience.reply.update(await shown(audience, View(scope="world")))

    async def put_up(self, audience: Audience) -> None:
        """Put up the server's board for all to see, in place of an older one, if whoever asks teaches there."""
        await for_teachers(self._put_up)(audience)

    async def _put_up(self, audience: Audience, choices: Choices) -> None:
        before = await self._placard.placed(choices.guild)
        await audience.host.play.boards.take_in()
        screen = await self._placard.screen(choices.guild)
        self._met.add(choices.guild)
        await self._placards.answer(audience, SORT, choices.guild, Sight(before or Place(), screen))

    async def score(self) -> None:
        """Take in what is not scored yet."""
        await self._host.play.boards.take_in()

    async def retire(self) -> None:
        """Delete standings that can be looked at no more."""
        await self._host.play.boards.retire()

    async def renew(self) -> None:
        """Renew the board messages that show something else by now."""
        posted = set(await self._host.play.boards.posted())
        if not posted:
            return
        due = posted & set(await self._host.play.boards.moved()) | posted - self._met
        for guild in sorted(due):
            if guild in self._met or await self._stands(guild):
                await self._renew(guild)

    async def _renew(self, guild: int) -> None:
        sight = await self._placard.look(guild)
        if sight is not None and await self._host.play.boards.shows(guild) != digest(sight):
            await self._placards.renew(SORT, guild)

    async def _stands(self, guild: int) -> bool:
        """Tell whether a server's message is still there; one that was taken down while the bot was away is let go."""
        place = await self._placard.placed(guild)
        if place is None or place.channel is None or place.message is None:
            return False
        self._met.add(guild)
        try:
            await self._client.get_partial_messageable(place.channel).fetch_message(place.message)
        except discord.NotFound:
            await self._host.play.boards.post(guild, None)
            return False
        except (discord.DiscordException, OSError) as failure:
            log.info("guild %s: its board could not be looked at: %s", guild, failure)
        return True

    @commands.Cog.listener()
    async def on_raw_message_delete(self, payload: discord.RawMessageDeleteEvent) -> None:
        """Let go of a board message that was taken down."""
        await self._let_go(payload.guild_id, {payload.message_id})

    @commands.Cog.listener()
    async def on_raw_bulk_message_delete(self, payload: discord.RawBulkMessageDeleteEvent) -> None:
        """Let go of a board message that was taken down with others."""
        await self._let_go(payload.guild_id, payload.message_ids)

    async def _let_go(self, guild: int | None, messages: set[int]) -> None:
        place = None if guild is None else await self._placard.placed(guild)
        if guild is not None and place is not None and place.message in messages:
            await self._host.play.boards.post(guild, None)

    @commands.Cog.listener()
    async def on_raw_member_remove(self, payload: discord.RawMemberRemoveEvent) -> None:
        """Name nobody who has left; Discord tells it only to bots that may see a server's members."""
        await self._host.play.boards.left(payload.guild_id, payload.user.id)


def digest(sight: Sight) -> str:
    """Return what tells a screen from others, and from the same in another message."""
    return hashlib.sha256(f"{sight.place.message}:{sight.screen}".encode()).hexdigest()


async def shown(audience: Audience, view: View) -> Screen:
    """Return a board as whoever asks sees it."""
    guild = audience.place.guild
    board = await audience.host.play.boards.look(guild, audience.learner.id, view)
    return board_screen(audience.pen, board, at_home=guild is not None)


def touched(audience: Audience) -> View:
    """Return the view that a touch asks for; OlderError if it asks for none of ours."""
    what, scope, period, sort = (audience.text(at) for at in range(4))
    wanted = {"scope": scope, "period": period, "sort": sort}
    if what in wanted:
        wanted[what] = audience.picked
    scopes = [each for each in SCOPES if each == wanted["scope"]]
    sorts = [each for each in SORTS if each == wanted["sort"]]
    if not scopes or not sorts:
        raise OlderError(str(audience.touch))
    return View(scopes[0], wanted["period"], sorts[0], audience.number(4))
