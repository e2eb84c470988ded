"""What cannot be done in a raid: each refusal carries the raid it is about, and when it could be done, if ever."""

from __future__ import annotations

from datetime import datetime

from bot.play.raid.raid import Raid
from bot.play.refusals import RefusalError
from bot.play.scene import Say


class RaidRefusalError(RefusalError):
    """A move in a raid that is not to be made; nothing has changed."""

    def __init__(self, key: str, raid: Raid | None = None, when: datetime | None = None) -> None:
        super().__init__(key)
        self.say = Say("raid", f"refusal.{key}")
        self.raid = raid
        self.when = when


class NoServerError(RaidRefusalError):
    """A raid is a server's affair."""

    def __init__(self) -> None:
        super().__init__("no_server")


class NoRaidError(RaidRefusalError):
    """There is no such raid."""

    def __init__(self) -> None:
        super().__init__("no_raid")


class NotInThisChannelError(RaidRefusalError):
    """This server keeps its games in other channels, which are in `channels`."""

    def __init__(self, channels: tuple[int, ...]) -> None:
        super().__init__("not_in_this_channel")
        self.channels = channels


class NotAtThisTierError(RaidRefusalError):
    """This server has taken that tier out."""

    def __init__(self) -> None:
        super().__init__("not_at_this_tier")


class RaidOverError(RaidRefusalError):
    """The raid has ended; its ending is told."""

    def __init__(self, raid: Raid) -> None:
        super().__init__("over", raid)


class NotBegunError(RaidRefusalError):
    """The raid awaits those who come, and has not begun."""

    def __init__(self, raid: Raid) -> None:
        super().__init__("not_begun", raid)


class BegunError(RaidRefusalError):
    """The raid has begun, and what was asked belongs before that."""

    def __init__(self, raid: Raid) -> None:
        super().__init__("begun", raid)


class NotYetError(RaidRefusalError):
    """That is the host's to do, and from `when` on anyone's."""

    def __init__(self, raid: Raid, when: datetime) -> None:
        super().__init__("not_yet", raid, when)


class HostHereError(RaidRefusalError):
    """The raid has a host who is here; one who is silent until `when` may be relieved."""

    def __init__(self, raid: Raid, when: datetime) -> None:
        super().__init__("host_here", raid, when)


class NotHostError(RaidRefusalError):
    """That is the host's alone to do."""

    def __init__(self, raid: Raid) -> None:
        super().__init__("not_host", raid)


class AnsweredError(RaidRefusalError):
    """That question, or that attempt at it, is answered already."""

    def __init__(self, raid: Raid) -> None:
        super().__init__("answered", raid)
