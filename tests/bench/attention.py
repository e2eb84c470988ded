"""Flash in plain torch against torch's fused attention and against the whole matrix: CPU time and memory in one run."""

from __future__ import annotations

import ast
import inspect
import json
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median
from time import process_time_ns
from types import FrameType
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import scaled_dot_product_attention

from engine.attention import flash, standard

N, D = 8192, 64
ROUNDS = 5
GOAL = "n = 8192, d = 64, one thread: ≤ 2 × sdpa, ≤ 1/2 of naive, ≤ 8 MiB beyond inputs; ledger off < 1 %"
KEYS: dict[str, Callable[..., Tensor]] = {
    "ours": flash.attention,
    "sdpa": scaled_dot_product_attention,
    "naive": standard.attention,
}


def inputs() -> list[Tensor]:
    """Return q, k and v of one head."""
    generator = torch.Generator().manual_seed(8192)
    return [torch.randn(1, 1, N, D, generator=generator) for _ in range(3)]


def spent(work: Callable[[], object]) -> int:
    """Return the CPU nanoseconds of some work."""
    start = process_time_ns()
    work()
    return process_time_ns() - start


def peak(name: str) -> float:
    """Return by how many MiB a fresh process grows in one call, its inputs and libraries already there."""
    code = f"from tests.bench.attention import grown; print(grown({name!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return float(json.loads(done.stdout))


def grown(name: str) -> float:
    """Return by how many MiB this process's greatest size grows in one call, after a small one that warms up."""
    torch.set_num_threads(1)
    qkv = inputs()
    with torch.no_grad():
        KEYS[name](*(each[..., :16, :] for each in qkv))
        before = greatest_size()
        KEYS[name](*qkv)
    return (greatest_size() - before) / 1024


def greatest_size() -> int:
    """Return the KiB this process has had at most; getrusage would tell those of the process it was born from."""
    (line,) = (line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1])


def questions() -> set[int]:
    """Return the lines of `flash` that ask whether there is a ledger."""
    tree = ast.parse(inspect.getsource(flash))
    return {
        node.lineno for node in ast.walk(tree) if isinstance(node, ast.If) and "ledger is not None" in ast.unparse(node)
    }


def asked(work: Callable[[], object]) -> int:
    """Return how often some work asks whether there is a ledger."""
    lines, count = questions(), 0

    def trace(frame: FrameType, event: str, _: object) -> Any:
        nonlocal count
        if frame.f_code.co_filename != flash.__file__:
            return None
        count += event == "line" and frame.f_lineno in lines
        return trace

    sys.settrace(trace)
    try:
        work()
    finally:
        sys.settrace(None)
    return count


def price_of_asking(ledger: object = None, times: int = 1_000_000) -> float:
    """Return the nanoseconds of one such question, the loop around it included."""

    def ask() -> None:
        for _ in range(times):
            if ledger is not None:
                raise AssertionError

    return min(spent(ask) for _ in range(3)) / times


def measure() -> dict[str, Any]:
    """Run all three in turn, round by round, after one round that warms up; then look at memory and at the ledger."""
    torch.set_num_threads(1)
    qkv = inputs()
    times: dict[str, list[int]] = {name: [] for name in KEYS}
    with torch.no_grad():
        for number in range(ROUNDS + 1):
            for name, key in KEYS.items():
                cost = spent(partial(key, *qkv))
                times[name] += [cost] if number else []
        worst = max(float((KEYS["ours"](*qkv) - KEYS[name](*qkv)).abs().max()) for name in ("sdpa", "naive"))
        asking = asked(partial(flash.attention, *qkv)) * price_of_asking() / median(times["ours"])
    mib = {name: round(peak(name), 1) for name in KEYS}
    ratios = {name: median(times["ours"]) / median(times[name]) for name in ("sdpa", "naive")}
    held = ratios["sdpa"] <= 2 and ratios["naive"] <= 1 / 2 and mib["ours"] <= 8 and asking < 0.01 and worst < 1e-5
    return {
        "ratios": ratios,
        "goal": GOAL,
        "held": held,
        "milliseconds": {name: median(costs) / 1e6 for name, costs in times.items()},
        "mib_beyond_inputs": mib,
        "ledger_off": asking,
        "greatest_difference": worst,
    }
