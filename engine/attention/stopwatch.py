"""How long something keeps this machine's processor busy: the middle of a few runs, after one that is not counted.

The processor's time, not the wall's: what else the machine is at should not be laid at the door of what is measured.
"""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import process_time

RUNS = 5


def seconds(run: Callable[[], object], runs: int = RUNS) -> float:
    """Run something a few times and return the median of the processor's seconds."""
    run()
    return median(lap(run) for _ in range(runs))


def lap(run: Callable[[], object]) -> float:
    """Return the processor's seconds of one run."""
    begun = process_time()
    run()
    return process_time() - begun
