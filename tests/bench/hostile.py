"""Texts meant to hang, to run code, or to fill the memory: none may, and none may cost a millisecond of CPU.

`GAUSS_FUZZ` sets how many made-up texts follow the listed ones (100 000 unless told; a million takes about a minute).
"""

from __future__ import annotations

import os
import resource
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from time import thread_time_ns
from typing import Any

from engine.answers import Ambiguous, Unreadable, read
from tests.answers.mutants import carried, texts

SYMBOLS = ("n", "d", "L", "h", "d_k", "d_model", "b", "k", "V", "M", "N")
KINDS = ("number", "quantity", "expression", "growth")
LIMIT = 1_000_000  # nanoseconds
HUNG = 5_000_000_000
AGAIN = 5  # a text over half the limit is read again: the least cost is its own, the rest is the machine's
GOAL = "0 hung, 0 executed, worst ≤ 1 ms of CPU"
BOMBS = """
9**9**9 | 9**9**9**9 | 9^9^9^9 | 10**10**8 | 2^2^2^2^2^2 | ((9**9)**9999)**9999 | 1e999999999 | 0.1*10^-960000000
factorial(10**7) | (10^7)! | 10000000! | 170!! | 2^(20000*n) | (n+d+L)^300 | (n+1)^1000(n-1)^1000 | (n+d)^(10^6)
n^n^n^n^n | exp(exp(exp(exp(9)))) | sin(10^300) | cos(1e300) | tan(1e6) | log(log(log(log(2)))) | 1.0000001^1000000000
0.999^99999999 | (1/3)^(10^9) | 7^(1/63)^(1/63) | primepi(10**14) | isprime(2**127-1) | fibonacci(10**8)
binomial(10**9, 10**8) | Integral(x) | Sum(x) | 1<<10**10 | [1]*10**9 | 'a'*10**10 | lambda: 1 | {{7*7}} | ${7*7}
%s%s%n | ().__class__.__mro__[1].__subclasses__() | {0.__class__} | n.__class__ | eval("1") | @everyone
"""
CODE = (
    "__import__('os').system('touch {file}')",
    "open('{file}', 'w')",
    "exec(\"open('{file}','w')\")",
    "eval(\"open('{file}','w')\")",
    'Symbol(\'__import__("os").system("touch {file}")\')',
    "print(open('{file}','w'))",
    "[open('{file}','w') for n in [1]]",
    "(lambda: open('{file}','w'))()",
    "f\"{{open('{file}','w')}}\"",
)
RUNS = (
    "(",
    ")",
    "-",
    "1+",
    "n",
    "9",
    "0",
    "√",
    "^2",
    "!",
    "1 ",
    ",",
    "1,",
    "万",
    "百分之",
    "=",
    "≈",
    "log ",
    "n2",
    "½",
    "\\frac",
    "e",
    "2^",
    "(n+",
)


def listed(canary: str) -> list[str]:
    """Return the texts of this page, those carried, and long runs of one piece."""
    bombs = [bomb.strip() for line in BOMBS.strip().splitlines() for bomb in line.split(" | ")]
    runs = [run * (length // len(run)) for run in RUNS for length in (40, 190, 390, 2000, 100_000)]
    return [*bombs, *(code.format(file=canary) for code in CODE), *runs, *(case["input"] for case in carried())]


def cost(text: str, kind: str) -> int:
    """Return the CPU nanoseconds of one reading; anything but a refusal or a question that escapes fails the bench."""
    start = thread_time_ns()
    with suppress(Unreadable, Ambiguous):
        read(text, kind, symbols=SYMBOLS)
    return thread_time_ns() - start


def own_cost(text: str, kind: str) -> int:
    """Return what a text costs by itself."""
    first = cost(text, kind)
    return min(first, *(cost(text, kind) for _ in range(AGAIN))) if first > LIMIT / 2 else first


def measure() -> dict[str, Any]:
    """Read every listed text as every kind, then the made-up ones, and look for the file that code would have left."""
    count = int(os.environ.get("GAUSS_FUZZ", "100000"))
    random = Random(20260102)
    with tempfile.TemporaryDirectory() as folder:
        canary = Path(folder, "executed")
        known = listed(str(canary))
        spent = [(own_cost(text, kind), text) for text in known for kind in KINDS]
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        spent.append(max((own_cost(text, random.choice(KINDS)), text) for text in texts(random, count)))
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        executed = int(canary.exists())
    worst, culprit = max(spent)
    hung = sum(each > HUNG for each, _ in spent)
    return {
        "ratios": {},
        "goal": GOAL,
        "held": not hung and not executed and worst <= LIMIT,
        "texts": len(known) * len(KINDS) + count,
        "hung": hung,
        "executed": executed,
        "worst_microseconds": worst / 1000,
        "worst_text": culprit[:120],
        "memory_growth_kib": grown,
    }
