"""Every touch of a raid: called, joined, begun, fought, left, handed on; and its placard, which all of them see."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from functools import partial
from typing import Any, Final

import discord

from bot.cogs.desk.permits import against
from bot.cogs.frame.audience import Audience, Handler, OlderError
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.layout import SILENT, view
from bot.cogs.frame.modals import sheet
from bot.cogs.frame.placards import LATELY, Placards
from bot.cogs.frame.render_notice import explained
from bot.cogs.frame.router import Route
from bot.cogs.frame.screen import Screen, Text, row
from bot.cogs.frame.showing import Sight
from bot.cogs.raid import render_fighter, render_raid, render_story
from bot.cogs.raid.raid_words import word
from bot.cogs.wall.answers import missing_permissions
from bot.cogs.wall.battles import TIERS
from bot.cogs.wall.rewards import grant, permissions
from bot.play.raid.raid import Raid, Told
from bot.play.raid.raid_picture import raid_picture
from bot.play.raid.raid_refusals import NoRaidError, NoServerError, RaidOverError, RaidRefusalError
from bot.play.scene import Place, Sent, Tier

SORT: Final = "raid"
PATIENCE: Final = 5.0  # seconds for the picture; words stand in for one that comes later
MARGIN: Final = 0.4  # seconds kept for sending what was drawn
CLOSING: Final = timedelta(seconds=20)  # between two looks for raids that nobody touches
WAKING: Final = timedelta(days=1)  # beside that at the start, when it first comes
GONE: Final = (discord.Forbidden, discord.NotFound)  # what does not pass by itself
FAILURES: Final = (discord.DiscordException, OSError)

log = logging.getLogger(__name__)


class RaidShowing:
    """A raid's placard."""

    def __init__(self, host: Host, client: discord.Client) -> None:
        self._host = host
        self._client = client

    async def placed(self, id: int) -> Place | None:
        """Return where it stands; nowhere once it was lost."""
        return await self._host.play.raids.placed(id)

    async def look(self, id: int) -> Sight | None:
        """Return where it stands and what it shows now."""
        raid = await self._host.play.raids.find(id)
        if raid is None or raid.ending == "lost":
            return None
        return Sight(raid.place, await placard(self._host, raid, PATIENCE))

    async def moved(self, id: int, place: Place) -> None:
        """Remember where it stands from now on."""
        await self._host.play.raids.moved(id, place)

    async def lost(self, id: int, failure: Exception) -> None:
        """Close a raid whose channel is gone or forbidden, and tell its host; what passes by itself is waited for."""
        if not isinstance(failure, GONE) or not await self._host.play.raids.lose(id):
            return
        raid = await self._host.play.raids.find(id)
        if raid is not None:
            await self._tell_host(raid)

    async def _tell_host(self, raid: Raid) -> None:
        screen = render_fighter.farewell_to_host(self._host.pen(raid.language), raid)
        try:
            channel = await self._client.create_dm(discord.Object(raid.host))
            await channel.send(view=view(screen), allowed_mentions=SILENT)
        except FAILURES as failure:
            log.info("raid %s: its host could not be told: %s", raid.id, failure)


class Raids:
    """The touches of a raid; what they mean is in the game, what they look like in the renderer."""

    def __init__(self, host: Host, placards: Placards) -> None:
        self._host = host
        self._placards = placards

    def routes(self) -> Sequence[Route]:
        """Return the touches known here."""
        return (
            Route("raidopen", "public", told(self.open)),
            Route("raidjoin", "private", told(self.join)),
            Route("raidstart", "private", told(self.start)),
            Route("raidhost", "private", told(self.take_over)),
            Route("raidleave", "private", told(self.leave)),
            Route("raidgo", "update", told(self.go)),
            Route("raidstay", "update", told(self.stay)),
            Route("raidcancel", "update", told(self.cancel)),
            Route("raidask", "private", told(self.ask)),
            Route("raidsaid", "private", told(self.said)),
            Route("raidread", "update", told(self.read)),
            Route("raidhint", "private", told(self.hint)),
            Route("raidcall", "public", told(self.call)),
            Route("raidpart", "private", told(self.part)),
            Route("raidstory", "private", told(partial(self.story, anew=True))),
            Route("raidpage", "update", told(partial(self.story, anew=False))),
        )

    def chores(self) -> Sequence[Chore]:
        """Return what is to be done again and again."""
        return (Chore("raids.close", CLOSING, self.close_quiet), Chore("raids.wake", WAKING, self.wake))

    async def close_quiet(self) -> None:
        """Close the raids that nobody touches or is in, and show why."""
        for id in await self._host.play.raids.close_quiet():
            await self._placards.renew(SORT, id)

    async def wake(self) -> None:
        """Show raids as they are stored: at a start, whatever befell while nobody was here, or just before."""
        for id in await self._host.play.raids.open_ids(LATELY):
            await self._placards.renew(SORT, id)

    async def open(self, audience: Audience) -> None:
        """Call a raid at the tier written on the button."""
        tier = next((tier for tier in TIERS if tier == audience.text(0)), None)
        if tier is None:
            raise OlderError(str(audience.touch))
        await self.raise_one(audience, tier=tier)

    async def raise_one(self, audience: Audience, *, tier: Tier) -> None:
        """Call a raid here for all to see, or lead to the one that stands; or say what stands against it."""
        pen, play, channel = audience.pen, audience.host.play, audience.place.channel
        open_one = None if channel is None else await play.raids.open_in(channel)
        if open_one is None:
            if is_a_guest(audience.interaction):
                raise NoServerError
            if (no := await hindrance(audience, tier)) is not None:
                await audience.reply.private(no)
                return
            raid, new = await play.raids.open(audience.learner, audience.place, tier)
            open_one = None if new else raid
        if open_one is None:
            await self._put_up(audience, raid)
        else:
            await audience.reply.private(render_fighter.standing(pen, open_one, word(pen, "in.standing")))
        await reward(audience)

    async def join(self, audience: Audience) -> None:
        """Let the learner in; where it is being fought, with their question."""
        raid = await audience.host.play.raids.join(await here(audience), audience.learner)
        if raid.standing:
            await self._ask_privately(audience, raid.id, "in.joined")
        else:
            await audience.reply.private(render_fighter.arrived(audience.pen, raid))
        await self._placards.renew(SORT, raid.id)

    async def start(self, audience: Audience) -> None:
        """Begin, and give whoever began their question."""
        raid = await audience.host.play.raids.start(await here(audience), audience.learner)
        await self._ask_privately(audience, raid.id, "in.begun")
        await self._placards.renew(SORT, raid.id)

    async def take_over(self, audience: Audience) -> None:
        """Make the learner the host; one who is hears so."""
        mine = (await self._known(audience)).host == audience.learner.id
        raid = await audience.host.play.raids.take_over(await here(audience), audience.learner)
        lead = word(audience.pen, "in.yours" if mine else "in.hosting")
        await audience.reply.private(render_fighter.standing(audience.pen, raid, lead))
        await self._placards.renew(SORT, raid.id)

    async def leave(self, audience: Audience) -> None:
        """Ask whether the raid is really to be left."""
        raid = await self._open_one(audience)
        await audience.reply.private(render_fighter.farewell(audience.pen, raid, audience.learner.id))

    async def go(self, audience: Audience) -> None:
        """Let the learner go."""
        raid = await audience.host.play.raids.leave(await here(audience), audience.learner)
        await audience.reply.update(render_fighter.left(audience.pen, raid))
        await self._placards.renew(SORT, raid.id)

    async def stay(self, audience: Audience) -> None:
        """Do not leave."""
        raid = await self._open_one(audience)
        lead = audience.pen.word("wall.stay")
        await audience.reply.update(render_fighter.standing(audience.pen, raid, lead))

    async def cancel(self, audience: Audience) -> None:
        """Call the raid off."""
        raid = await audience.host.play.raids.cancel(await here(audience), audience.learner)
        lead = word(audience.pen, "out.cancelled")
        await audience.reply.update(render_fighter.standing(audience.pen, raid, lead))
        await self._placards.renew(SORT, raid.id)

    async def ask(self, audience: Audience) -> None:
        """Open the sheet for the learner's own question, letting them in if they were not."""
        turn = await audience.host.play.raids.turns.face(await here(audience), audience.learner)
        raid, asked, pen = turn.raid, turn.asked, audience.pen
        if asked is None:
            await audience.reply.private(render_fighter.standing(pen, raid))
            return
        touch = Touch("raidsaid", (raid.id, asked.turn, asked.attempt, audience.interaction.id))
        await audience.reply.modal(
            sheet(pen, touch, asked, render_fighter.heading(pen, asked)),
            otherwise=render_fighter.private(pen, turn, pen.word("error.slow_modal")),
        )
        if turn.came:
            await self._placards.renew(SORT, raid.id)

    async def said(self, audience: Audience) -> None:
        """Send in what was written, tell the writer the verdict, then show everyone the wall."""
        outcome = await audience.host.play.raids.turns.answer(
            await here(audience),
            audience.number(1),
            audience.number(2),
            audience.learner,
            sent(audience, audience.written),
        )
        try:
            await audience.reply.private(render_fighter.verdict(audience.pen, outcome))
        finally:
            await self._follow(audience, outcome)

    async def read(self, audience: Audience) -> None:
        """Take a text in the way its writer meant it."""
        outcome = await audience.host.play.raids.turns.choose_reading(
            audience.number(0), audience.number(1), audience.learner, sent(audience, "")
        )
        try:
            await audience.reply.update(render_fighter.verdict(audience.pen, outcome))
        finally:
            await self._follow(audience, outcome)

    async def hint(self, audience: Audience) -> None:
        """Give the hint of the learner's own open question."""
        turn = await audience.host.play.raids.turns.face(await here(audience), audience.learner)
        pen = audience.pen
        if turn.asked is None:
            await audience.reply.private(render_fighter.standing(pen, turn.raid))
            return
        on = pen.button("answer", "raidask", turn.raid.id, style="first")
        hint = await audience.host.play.hint(turn.asked.id)
        await audience.reply.private(explained(pen, "verdict.hint", (hint,), on))

    async def call(self, audience: Audience) -> None:
        """Put the raid's placard up anew, where it belongs."""
        raid = await self._open_one(audience)
        if raid.place.channel != audience.place.channel:
            await audience.reply.private(render_fighter.standing(audience.pen, raid))
        else:
            await self._put_up(audience, raid)

    async def part(self, audience: Audience) -> None:
        """Tell the learner what they did, and give them what that earned."""
        raid = await self._known(audience)
        await audience.reply.private(render_fighter.part(audience.pen, raid, audience.learner.id))
        await reward(audience)

    async def story(self, audience: Audience, *, anew: bool) -> None:
        """Tell all that was answered, page by page."""
        raid = await self._known(audience)
        causes = await audience.host.play.raids.turns.causes(raid)
        screen = render_story.whole_story(audience.pen, raid, causes, audience.number(1))
        await (audience.reply.private if anew else audience.reply.update)(screen)

    async def _put_up(self, audience: Audience, raid: Raid) -> None:
        """Answer with the placard for all to see, remember where, and take down the one it replaces."""
        patience = max(0.0, audience.reply.left - MARGIN)
        screen = await placard(audience.host, raid, patience)
        await self._placards.answer(audience, SORT, raid.id, Sight(raid.place, screen))

    async def _ask_privately(self, audience: Audience, id: int, lead: str) -> None:
        turn = await audience.host.play.raids.turns.face(id, audience.learner)
        await audience.reply.private(render_fighter.private(audience.pen, turn, word(audience.pen, lead)))

    async def _follow(self, audience: Audience, outcome: Told) -> None:
        """Show everyone what an answer did, and reward who had a part in breaking the wall."""
        raid, deed = outcome.turn.raid, outcome.deed
        if deed is None:
            return
        await self._placards.renew(SORT, raid.id, raid.place.channel)
        if raid.ending == "broken" and raid.siege.part(audience.learner.id).blows:
            await grant(audience)

    async def _known(self, audience: Audience) -> Raid:
        raid = await audience.host.play.raids.find(await here(audience))
        assert raid is not None  # it is here
        return raid

    async def _open_one(self, audience: Audience) -> Raid:
        raid = await self._known(audience)
        if raid.ending is not None:
            raise RaidOverError(raid)
        return raid


async def here(audience: Audience) -> int:
    """Return the id of the raid that was touched; NoRaidError if it is none of this server's."""
    guild, id = audience.place.guild, audience.number(0)
    if guild is None or not await audience.host.play.raids.stands_in(guild, id):
        raise NoRaidError
    return id


async def hindrance(audience: Audience, tier: Tier) -> Screen | None:
    """Return what stands against a raid here: a permission that the bot lacks, or the server's own choice; or None."""
    pen, guild = audience.pen, audience.place.guild
    if missing := missing_permissions(audience.visit):
        said = word(pen, "refusal.i_lack", permissions=permissions(pen, list(missing)))
        return Screen((Text(said), *row(pen.button("court", "court"))))
    if guild is None:
        return None
    return against(audience, await audience.host.play.desk.choices(guild), tier, TIERS, "raidopen")


def is_a_guest(interaction: discord.Interaction[Any]) -> bool:
    """Whether the bot is here by its user's leave alone, and can put up nothing of its own."""
    return interaction.is_user_integration() and not interaction.is_guild_integration()


async def placard(host: Host, raid: Raid, patience: float) -> Screen:
    """Return a raid's public screen in its language, with its picture if that is ready in time."""
    png = None
    if raid.started is not None:
        png = await host.painter.draw(raid_picture(raid), "bot", raid.language, patience=patience)
    return render_raid.placard(host.pen(raid.language), raid, png, await host.play.raids.turns.causes(raid))


async def reward(audience: Audience) -> None:
    """Give the learner this server's role, if a raid here broke the wall with a blow of theirs and they have it not."""
    guild = audience.place.guild
    if guild is not None and await audience.host.play.raids.broke_one(guild, audience.learner):
        await grant(audience)


def sent(audience: Audience, text: str) -> Sent:
    """Return a text as it arrived."""
    return Sent(text, audience.interaction.created_at, audience.interaction.id)


def told(handler: Handler) -> Handler:
    """Return a handler whose refusals are told in the words of raids, with the ways on from there."""

    async def handle(audience: Audience) -> None:
        try:
            await handler(audience)
        except RaidRefusalError as refusal:
            await audience.reply.private(render_fighter.refused(audience.pen, refusal))

    return handle
