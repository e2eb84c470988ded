"""The command line's clock: the one place outside Discord that reads the time; everyone else is handed it."""

from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import available_timezones

LOCALTIME = Path("/etc/localtime")  # on Unix a link into the time zone database


def now() -> datetime:
    """Return the present instant, in UTC."""
    return datetime.now(UTC)


def here() -> str:
    """Return the name of this machine's time zone, or UTC where it is not to be known."""
    named = "/".join(LOCALTIME.resolve().parts[-2:])
    return named if named in available_timezones() else "UTC"
