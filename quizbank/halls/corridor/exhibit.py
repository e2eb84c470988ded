"""The corridor: what one head's scores take as the sequence doubles and doubles, counted on tensors without memory."""

from __future__ import annotations

from collections.abc import Mapping

from engine.attention.tally import score_matrix, size
from quizbank.certificate import Number
from quizbank.picture import Picture, Series

START = 512
MIB = 2**20


def corridor(turns: Mapping[str, Number]) -> Picture:
    """Show the memory of one score matrix at each length up to the one that is turned to."""
    n = int(turns["n"])
    lengths = [START]
    while lengths[-1] < n:
        lengths.append(2 * lengths[-1])
    matrices = [score_matrix(length) for length in lengths]
    heights = tuple(size([matrix]) // MIB for matrix in matrices)
    first, last = matrices[0], matrices[-1]
    return Picture(
        kind="bars",
        title="exhibit.corridor.title",
        alt="exhibit.corridor.alt",
        values={
            "start": START,
            "n": n,
            "entries": last.numel(),
            "mebibytes": heights[-1],
            "ratio": lengths[-1] // START,
            "factor": last.numel() // first.numel(),
        },
        captions=("exhibit.corridor.cells", "exhibit.corridor.factor"),
        ticks=tuple(lengths),
        across="exhibit.corridor.across",
        upward="exhibit.corridor.upward",
        series=(Series("exhibit.corridor.memory", heights),),
    )
