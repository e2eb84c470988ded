"""Public messages that show a game, kept true: each is written at most once in two seconds.

A placard is a copy of what is stored. Whoever changed what it shows asks for it to be renewed; it is, at once if its
channel has been quiet, else by a turn of the clock soon after, and always with what is then stored. Many in one channel
share what Discord takes there. Wherever Discord will not have it, the game goes on without.

One that is put up is noted down before, and struck out once it is remembered where it stands and the one before it is
gone. Whoever died in between leaves the note to whoever comes after, who finds the message: by the interaction that it
answered, or by its nonce, for which Discord makes no second one within some minutes. One found by its nonce shows what
was true when it first came: until it has been written anew it is not remembered as shown, and its notes stand.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, cast

import discord

from bot.cogs.frame.audience import Audience
from bot.cogs.frame.clockwork import Chore
from bot.cogs.frame.host import Host
from bot.cogs.frame.layout import SILENT, files, view
from bot.cogs.frame.postings import Key, Postings
from bot.cogs.frame.showing import Heeding, Owing, Showing, Sight
from bot.play.scene import Place
from bot.play.showing import Posting
from bot.play.trouble import trouble

YOUNG: Final = timedelta(minutes=55)  # edits of messages older than an hour are rationed harshly
QUIET: Final = timedelta(seconds=2)  # between two writings of one placard, however many strike
APART: Final = timedelta(seconds=1.25)  # between two writings to one channel; Discord takes about five in five seconds
OFTEN: Final = timedelta(seconds=0.5)  # between two looks at what waits
WAKING: Final = timedelta(days=1)  # beside that at the start, when it first comes
LATELY: Final = timedelta(minutes=15)  # a game's end is shown once more at a start: whoever died may have shown nobody
NONCE: Final = 25  # characters
FAILURES: Final = (discord.DiscordException, OSError)

log = logging.getLogger(__name__)


class Placards:
    """Puts up, renews and takes down placards, by the bot's own token: an interaction's lasts fifteen minutes."""

    def __init__(self, host: Host, client: discord.Client, sorts: Mapping[str, Showing]) -> None:
        self._host = host
        self._client = client
        self._sorts = sorts
        self._asked: dict[Key, None] = {}  # whose channel is not known yet
        self._waiting: dict[int, dict[Key, None]] = {}  # by channel, in the order they were asked for
        self._written: dict[int, datetime] = {}  # by channel, when last
        self._renewed: dict[Key, datetime] = {}  # by placard, when last
        self._busy: set[int] = set()  # channels being written to: a slow writing must not be overtaken
        self._answering: Counter[Key] = Counter()  # being put up as an answer: till that stands, there is no other
        self._moving = asyncio.Lock()
        self._postings = Postings(host)
        self._doubted: dict[Key, list[int]] = {}  # whose posting may have been taken, though nobody said so: its notes

    def chores(self) -> Sequence[Chore]:
        """Return what is to be done again and again."""
        return (Chore("placards.wake", WAKING, self.wake), Chore("placards", OFTEN, self.catch_up))

    async def renew(self, sort: str, id: int, channel: int | None = None) -> bool:
        """Show what is stored now: at once if the channel has been quiet, else soon; False if it can be seen nowhere.

        Whoever knows the channel it stands in spares a look.
        """
        key = sort, id
        self._asked[key] = None
        if channel is None:
            channel = await self._channel_of(key)
            if channel is None:
                return False
        self._ask(channel, key)
        return await self._turn(channel) != key

    async def catch_up(self) -> None:
        """Renew what waits in channels that have been quiet, one in each; strike out what is done."""
        for key in list(self._asked):
            if (channel := await self._channel_of(key)) is not None:
                self._ask(channel, key)
        for channel in list(self._waiting):
            await self._turn(channel)
        self._written = {channel: at for channel, at in self._written.items() if self._host.clock() - at < APART}
        self._renewed = {key: at for key, at in self._renewed.items() if not self._rested(key)}
        await self._postings.strike_out()

    async def wake(self) -> None:
        """Put right what whoever was here before has left undone."""
        await self._mend_all()
        for sort, showing in self._sorts.items():
            if isinstance(showing, Owing):
                self._asked |= {(sort, id): None for id in await showing.owed()}

    async def answer(self, audience: Audience, sort: str, id: int, sight: Sight) -> int | None:
        """Answer an interaction with a placard for all to see, in place of the one before it; return the message's id.

        Where it stands is remembered, and the one before it, which `sight` places, is taken down.
        """
        here = Place(audience.place.guild, audience.place.channel)
        key = sort, id
        self._answering[key] += 1
        try:
            note = await self._postings.begin(key, here, sight.place, audience.interaction.token)
            try:
                message = await audience.reply.public(sight.screen)
            except FAILURES as failure:
                if not passing(failure):  # else it may stand there all the same: whoever comes after will see
                    self._postings.done([note])
                raise
            await self._stands(key, here._replace(message=message), sight)
            self._postings.done([note])
            return message
        finally:
            self._answering[key] -= 1
            self._answering += Counter()  # forgets those that are none

    async def retire(self, place: Place) -> None:
        """Take down a message that another has replaced."""
        if place.channel is None or place.message is None:
            return
        try:
            await self._channel(place).get_partial_message(place.message).delete()
        except FAILURES as failure:
            log.info("an old placard stays where it was: %s", failure)

    def _ask(self, channel: int, key: Key) -> None:
        self._asked.pop(key, None)
        self._waiting.setdefault(channel, {})[key] = None

    async def _channel_of(self, key: Key) -> int | None:
        place = await self._sorts[key[0]].placed(key[1])
        if place is None or place.channel is None:
            self._asked.pop(key, None)
            return None
        return place.channel

    async def _turn(self, channel: int) -> Key | None:
        """Renew what waits longest in a channel, if that has been quiet; return it if it can be seen nowhere."""
        waiting = self._waiting.get(channel, {})
        key = next((key for key in waiting if key not in self._answering and self._rested(key)), None)
        if key is None or not self._quiet(channel):
            return None
        del waiting[key]
        if not waiting:
            del self._waiting[channel]
        return None if await self._write(channel, key) else key

    def _quiet(self, channel: int) -> bool:
        if channel in self._busy:
            return False
        last = self._written.get(channel)
        return last is None or self._host.clock() - last >= APART

    def _rested(self, key: Key) -> bool:
        last = self._renewed.get(key)
        return last is None or self._host.clock() - last >= QUIET

    async def _write(self, channel: int, key: Key) -> bool:
        self._busy.add(channel)
        try:
            return await self._show(channel, key)
        except Exception as fault:
            if trouble(fault) is not None:  # the store's own, which passes: what is shown is still untrue
                self._ask(channel, key)
            raise
        finally:
            self._busy.discard(channel)

    async def _show(self, channel: int, key: Key) -> bool:
        """Show what is stored now, or have it wait; False if it can be seen nowhere."""
        sort, id = self._sorts[key[0]], key[1]
        sight = await sort.look(id)
        if sight is None or sight.place.channel is None:
            self._sure(key)
            return False
        if sight.place.channel != channel:
            self._ask(sight.place.channel, key)  # it has moved meanwhile
            return True
        self._written[channel] = self._renewed[key] = self._host.clock()
        try:
            if not await self._edit(sight):
                await self._put_up(key, sight)
                return True
            if isinstance(sort, Heeding) and await sort.shown(id, sight):
                self._ask(channel, key)
            self._sure(key)
        except FAILURES as failure:
            if not passing(failure):
                log.warning("%s %s could not be put up anew: %s", *key, failure)
                await sort.lost(id, failure)
                self._sure(key)
                return False
            self._ask(channel, key)
            log.info("%s %s waits for Discord: %s", *key, failure)
        return True

    async def _put_up(self, key: Key, sight: Sight) -> None:
        if await self._mend_all(key):  # it may stand already: it is looked at anew
            self._asked[key] = None
            return
        note = await self._postings.begin(key, sight.place, sight.place)
        nonce = nonce_of(key, sight.place.message)
        try:
            message = await self._channel(sight.place).send(
                view=view(sight.screen), files=files(sight.screen), allowed_mentions=SILENT, nonce=nonce
            )
        except FAILURES as failure:
            if passing(failure):
                self._doubt(key, note)
            else:
                self._postings.done([note])
            raise
        place = sight.place._replace(message=message.id)
        if key in self._doubted:
            self._doubt(key, note)
            await self._move(key, place)
            self._ask(message.channel.id, key)
        else:
            await self._stands(key, place, sight)
            self._postings.done([note])

    def _doubt(self, key: Key, note: int) -> None:
        """Keep a note of a posting until it is sure what stands there."""
        self._doubted.setdefault(key, []).append(note)

    def _sure(self, key: Key) -> None:
        """Doubt no more: what stands there has just been written, or nothing can be."""
        self._postings.done(self._doubted.pop(key, []))

    async def _stands(self, key: Key, place: Place, sight: Sight) -> None:
        """Take note that a placard stands there now as it was seen."""
        sort, id = self._sorts[key[0]], key[1]
        await self._move(key, place)
        if isinstance(sort, Heeding) and await sort.shown(id, sight._replace(place=place)):
            self._asked[key] = None

    async def _move(self, key: Key, place: Place) -> None:
        """Remember where a placard stands now, and take down whichever stood before: of two, one is left."""
        sort, id = self._sorts[key[0]], key[1]
        async with self._moving:
            before = await sort.placed(id)
            await sort.moved(id, place)
        if before is not None and before.message != place.message:
            await self.retire(before)

    async def _mend_all(self, only: Key | None = None) -> bool:
        """Mend what others have begun, or of that what is about one placard; whether there was anything."""
        left = [each for each in await self._postings.left() if each.sort in self._sorts]
        mended = [each for each in left if only in (None, (each.sort, each.home))]
        for posting in mended:
            await self._mend(posting)
        return bool(mended)

    async def _mend(self, posting: Posting) -> None:
        """Bring to its end what another began: find the message, remember it, take down the one before it."""
        key = posting.sort, posting.home
        if posting.token is not None and (found := await self._answer_to(posting.token)) is not None:
            if await self._message_of(key) == posting.replaced.message:
                await self._move(key, posting.place._replace(message=found))
            if await self._message_of(key) != found:
                await self.retire(posting.place._replace(message=found))  # of what is no more, or stands elsewhere
        place = await self._sorts[posting.sort].placed(posting.home)
        if place is None or place.message != posting.replaced.message:
            await self.retire(posting.replaced)
        self._postings.take_over(posting.id)
        if place is not None and posting.token is None:
            self._doubt(key, posting.id)  # it is found by its nonce, should it be put up again
        else:
            self._postings.done([posting.id])
        if place is not None and (place.message is not None or posting.token is None):
            self._asked[key] = None

    async def _message_of(self, key: Key) -> int | None:
        place = await self._sorts[key[0]].placed(key[1])
        return None if place is None else place.message

    async def _answer_to(self, token: str) -> int | None:
        """Return the id of the public message that answered an interaction; None if none did, or nobody can know."""
        application = self._client.application_id
        assert application is not None  # it is logged in
        webhook = discord.Webhook.partial(application, token, client=self._client)
        try:
            message = await webhook.fetch_message(cast(int, "@original"))
        except discord.HTTPException as failure:
            if passing(failure):
                raise
            log.info("what answered an interaction is not to be found: %s", failure)
            return None
        return None if message.flags.ephemeral else message.id

    async def _edit(self, sight: Sight) -> bool:
        message = sight.place.message
        if message is None or self._host.clock() - discord.utils.snowflake_time(message) > YOUNG:
            return False
        partial = self._channel(sight.place).get_partial_message(message)
        try:
            await partial.edit(view=view(sight.screen), attachments=files(sight.screen), allowed_mentions=SILENT)
        except FAILURES as failure:
            if passing(failure):
                raise
            log.info("message %s could not be edited: %s", message, failure)
            return False
        return True

    def _channel(self, place: Place) -> discord.PartialMessageable:
        assert place.channel is not None  # it was looked at before
        return self._client.get_partial_messageable(place.channel, guild_id=place.guild)


def nonce_of(key: Key, replaced: int | None) -> str:
    """Return what Discord tells one posting by: the same for the same placard in place of the same message."""
    return hashlib.sha256(f"{key}:{replaced}".encode()).hexdigest()[:NONCE]


def passing(failure: Exception) -> bool:
    """Whether a failure is Discord's or the line's own, and passes: then the same is tried again later."""
    if isinstance(failure, discord.HTTPException):
        return failure.status == 429 or failure.status >= 500
    return isinstance(failure, discord.RateLimited | OSError)
