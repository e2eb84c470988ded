"""How fast problems are made and measured afresh, and what an exact measurement costs against sampling; in CPU time."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import thread_time_ns
from typing import Any

import torch

from engine.attention import dots
from quizbank.bank import Bank, open_bank
from quizbank.certificate import Certificate
from quizbank.family import Family
from quizbank.testimony import Testimony, agree

D, SAMPLES = 64, 100_000  # of the variance that is measured both ways
CHEAP = 500_000  # ns: a family is cheap whose measurements take no longer; the others run whole layers
TRIES, PROBLEMS, ROUNDS = 5, 3000, 9
GOAL = "≥ 1500 problems/s/core made and measured afresh over the cheap families; exact variance ≤ 1/200 of monte_carlo"


def spent(work: Callable[[], object]) -> int:
    """Return the CPU nanoseconds of some work."""
    start = thread_time_ns()
    work()
    return thread_time_ns() - start


def cheap(family: type[Family], random: Random) -> bool:
    """Tell whether a family's measurements are cheap, once it is warm."""
    family.draw(random).witness()
    return median(spent(family.draw(random).witness) for _ in range(TRIES)) <= CHEAP


def witness_afresh(family: type[Family], certificate: Certificate) -> None:
    """Make the problem from its numbers, measure it, and hold the measurement against the key and the traps."""
    problem = family(**certificate.numbers)
    measured = problem.witness()
    testimony = Testimony(family.id, problem.numbers, certificate.key, certificate.traps, family.slack)
    agree(testimony, measured.value, measured.bound, measured.how)


def rate(bank: Bank, random: Random) -> dict[str, Any]:
    """Return how many problems a second are made and measured, over the cheap families."""
    proved = [family for name, family in bank.families.items() if name in bank.certificates]
    chosen = [family for family in proved if cheap(family, random)]
    drawn = [(family, random.choice(bank.certificates[family.id])) for family in random.choices(chosen, k=PROBLEMS)]
    cost = spent(lambda: [witness_afresh(*each) for each in drawn])
    return {"families": len(proved), "cheap_families": len(chosen), "problems_per_second": round(PROBLEMS / cost * 1e9)}


def sampled(generator: torch.Generator) -> float:
    """Return Var(q·k) of that many Gaussian pairs."""
    q, k = (torch.randn(SAMPLES, D, generator=generator) for _ in range(2))
    return float((q * k).sum(1).var())


def measure() -> dict[str, Any]:
    """Measure the rate, then the variance both ways."""
    torch.set_num_threads(1)
    found = rate(open_bank(), Random(20260101))
    generator = torch.Generator().manual_seed(20260101)
    ours = [spent(lambda: dots.variance(D)) for _ in range(ROUNDS * TRIES)]
    theirs = [spent(lambda: sampled(generator)) for _ in range(ROUNDS)]
    ratio = median(ours) / median(theirs)
    error = {"ours": abs(float(dots.variance(D).value) - D), "monte_carlo": abs(sampled(generator) - D)}
    held = found["problems_per_second"] >= 1500 and ratio <= 1 / 200 and error["ours"] == 0
    return {"ratios": {"monte_carlo": ratio}, "goal": GOAL, "held": held, **found, "error": error}
