"""Parts of a whole in whole hundredths, or finer: rounded together, so that they make a hundred."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


def percents(parts: Sequence[int | Fraction], places: int = 0) -> tuple[Fraction, ...]:
    """Return each part's share of their sum in percent, to so many decimals; together they are 100.

    Each is rounded down, and what is missing goes to those that lost most by it, the earlier of equals first: nothing
    is further than one last digit from the truth, and what is nothing stays nothing. All are 0 where the sum is.

    >>> [int(each) for each in percents((1, 1, 1))]
    [34, 33, 33]
    """
    whole, last = sum(map(Fraction, parts)), 10**places
    if not whole:
        return (Fraction(0),) * len(parts)
    exact = [Fraction(part) * 100 * last / whole for part in parts]
    down = [int(each) for each in exact]
    by_loss = sorted(range(len(parts)), key=lambda at: down[at] - exact[at])
    raised = set(by_loss[: 100 * last - sum(down)])
    return tuple(Fraction(units + (at in raised), last) for at, units in enumerate(down))
