"""`gauss-elder`, also `python -m bot`."""

from __future__ import annotations

import sys


def main() -> None:
    """Carry out the command line and leave with its exit code: 0 held, 1 did not hold, 2 wrong use."""
    from bot.cli import carry_out

    sys.exit(carry_out())


if __name__ == "__main__":
    main()
