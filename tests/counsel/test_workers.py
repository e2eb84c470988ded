"""Sums in a real worker: what comes back through the pipe is what the formulas give."""

from __future__ import annotations

import pytest

from bot.workshop import Workshop, WorkshopError
from quizbank.counsel.grammar import understand
from quizbank.counsel.query import Query
from quizbank.counsel.reckoning import reckon
from quizbank.counsel.sheet import bill


@pytest.mark.slow
async def test_a_worker_reckons_steps_and_bills_and_survives_a_job_that_cannot_be_done() -> None:
    query = understand("memory of n=8192, 32 heads, bf16, 32 layers?")
    assert isinstance(query, Query)
    whole = Query("whole", {"n": 4096, "b": 1}, "llama2_70b")
    workshop = Workshop(limit=60)
    try:
        with pytest.raises(WorkshopError):
            await workshop.reckon("steps", {**query.job(), "kind": "phlogiston"})
        steps = await workshop.reckon("steps", query.job())
        told = await workshop.reckon("bill", whole.job())
    finally:
        await workshop.close()

    assert [(key, values) for key, values in steps] == [(key, dict(values)) for key, values in reckon(query.job())]
    assert told["rows"] == bill(whole.job())["rows"]
