"""A file that was named at the command line and cannot be written: which one, and why."""

from __future__ import annotations

import errno
from pathlib import Path
from typing import Final

from bot.cli.errors import CommandError
from bot.cli.words import say

REASONS: Final = {
    errno.ENOENT: "missing",
    errno.ENOTDIR: "missing",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.ENAMETOOLONG: "long",
    errno.EACCES: "forbidden",
    errno.EPERM: "forbidden",
    errno.EROFS: "forbidden",
}


def why(error: OSError) -> str:
    """Return why the system would not write: one of the [unwritten] among the terminal's lines."""
    return REASONS.get(error.errno or 0, "other")


def unwritten(file: Path, error: OSError) -> CommandError:
    """Return what to say of a file that could not be written."""
    said = error.strerror or type(error).__name__
    reason = say(f"unwritten.{why(error)}", folder=str(file.absolute().parent), said=said)
    return CommandError("file_unwritten", file=str(file), reason=reason)
