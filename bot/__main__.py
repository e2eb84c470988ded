"""`gauss-elder`, also `python -m bot`."""

from __future__ import annotations

import sys

INTERRUPTED = 130  # the exit code of what Ctrl-C ended


def main() -> None:
    """Carry out the command line and leave with its exit code: 0 held, 1 did not hold, 2 wrong use, 130 Ctrl-C."""
    try:
        from bot.cli import carry_out

        code = carry_out()
    except KeyboardInterrupt:  # while it was still loading, or already leaving
        code = INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    main()
