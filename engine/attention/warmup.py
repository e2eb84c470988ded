"""Runs a learning-rate schedule, step by step, under torch's own scheduler."""

from __future__ import annotations

import torch
from torch.optim import SGD
from torch.optim.lr_scheduler import LambdaLR

from engine.attention.measured import Measured, floating

FALLEN = 0.99  # of the highest rate so far: below it the schedule is on its way down


def peak(d: int, w: int) -> Measured:
    """Take steps of the 2017 schedule, width d and w steps of warm-up, until it falls; report the highest rate."""
    optimiser = SGD([torch.zeros(1, requires_grad=True)], lr=1.0)
    schedule = LambdaLR(optimiser, lambda before: d**-0.5 * min((before + 1) ** -0.5, (before + 1) * w**-1.5))
    highest = rate = float(schedule.get_last_lr()[0])
    while rate > FALLEN * highest:
        optimiser.step()
        schedule.step()
        rate = float(schedule.get_last_lr()[0])
        highest = max(highest, rate)
    return floating(highest, "stepped_schedule")
