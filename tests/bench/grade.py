"""Reading and judging against two graders built on sympy: CPU time and accuracy on the same fresh texts.

Each grader works in a process of its own, as it would in a bot, so that none pays for another's memory; its keys are
read before the clock runs, for a question has its key before its answers.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from random import Random
from statistics import mean
from time import thread_time_ns
from typing import Any

from tests.answers.corpus import SYMBOLS, Answer, round_of

SEED = 20260101
ROUNDS = 4  # of fresh numbers; the first warms up
RUNS = 3  # new processes for each grader; a text's cost is its least, since what else the machine does only adds to it
GOAL = "mean ≤ 1/150 and p99 ≤ 1/500 of each peer; accuracy ≥ 99.5 %, none falsely accepted"
Grader = Callable[[Answer], bool]
Result = list[tuple[int, bool, Answer]]  # nanoseconds of CPU, accepted or not, what was graded


def ours(answers: Sequence[Answer]) -> Grader:
    """Return our reading and judging."""
    from engine.answers import Ambiguous, Unreadable, read
    from quizbank.judging import form, judge

    for answer in answers:
        if answer.kind == "expression":
            for exact in (answer.certificate.key, *answer.certificate.traps.values()):
                form(exact.text, answer.certificate.facts.symbols)

    def grade(answer: Answer) -> bool:
        try:
            reading = read(answer.text, answer.kind, symbols=answer.certificate.facts.symbols)
        except (Unreadable, Ambiguous):
            return False
        return judge(reading, answer.certificate).kind == "correct"

    return grade


def with_sympy(answers: Sequence[Answer]) -> Grader:
    """Return a grader that parses with implicit products and ^ for powers, and simplifies the difference."""
    import sympy
    from sympy.parsing import sympy_parser

    names = {name: sympy.Symbol(name, positive=True) for name in SYMBOLS}
    keys = {answer.formula: sympy.sympify(answer.formula, locals=names) for answer in answers}
    transformations = (
        *sympy_parser.standard_transformations,
        sympy_parser.implicit_multiplication_application,
        sympy_parser.convert_xor,
    )

    def grade(answer: Answer) -> bool:
        try:
            said = sympy_parser.parse_expr(answer.text, local_dict=names, transformations=transformations)
            return bool(sympy.simplify(said - keys[answer.formula]) == 0)
        except Exception:
            return False  # whatever its parser raises, the grader does not accept

    return grade


def with_math_verify(answers: Sequence[Answer]) -> Grader:
    """Return a grader that parses as mathematics between dollars, the more accurate of its modes, and verifies."""
    import sympy
    from math_verify import parse, verify

    names = {name: sympy.Symbol(name) for name in SYMBOLS}
    keys = {answer.formula: sympy.sympify(answer.formula, locals=names) for answer in answers}

    def grade(answer: Answer) -> bool:
        said = parse(f"${answer.text}$", parsing_timeout=None)
        return bool(verify(keys[answer.formula], said, timeout_seconds=None))

    return grade


GRADERS: dict[str, Callable[[Sequence[Answer]], Grader]] = {
    "ours": ours,
    "sympy": with_sympy,
    "math_verify": with_math_verify,
}


def graded(name: str) -> Result:
    """Grade every round with one grader, each text seen once; the first round is not counted."""
    random = Random(SEED)
    rounds = [round_of(random) for _ in range(ROUNDS)]
    grade = GRADERS[name]([answer for each in rounds for answer in each])
    gc.collect()
    gc.freeze()
    results = [[timed(grade, answer) for answer in each] for each in rounds]
    return [result for each in results[1:] for result in each]


def timed(grade: Grader, answer: Answer) -> tuple[int, bool, Answer]:
    """Grade one answer by the clock of this thread."""
    start = thread_time_ns()
    accepted = grade(answer)
    return thread_time_ns() - start, accepted, answer


def measure() -> dict[str, Any]:
    """Run the graders one after another on the same texts."""
    return report({name: least([in_new_process(name) for _ in range(RUNS)]) for name in GRADERS})


def in_new_process(name: str) -> Result:
    """Grade in a process that has seen none of the texts."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(graded, name).result()


def least(runs: list[Result]) -> Result:
    """Return each text's result at its least cost."""
    return [min(each, key=lambda result: result[0]) for each in zip(*runs, strict=True)]


def percentile(spent: list[int], share: float) -> int:
    """Return the cost that `share` of the texts stay under."""
    return sorted(spent)[int(share * (len(spent) - 1))]


def report(results: dict[str, Result]) -> dict[str, Any]:
    """Return ratios, accuracy, and whether the goal was met."""
    spent = {name: [cost for cost, _, _ in result] for name, result in results.items()}
    accuracy = {name: mean(said == each.right for _, said, each in result) for name, result in results.items()}
    false = {name: sum(said and not each.right for _, said, each in result) for name, result in results.items()}
    peers = [name for name in results if name != "ours"]
    means = {name: mean(spent["ours"]) / mean(spent[name]) for name in peers}
    tails = {f"{name}_p99": percentile(spent["ours"], 0.99) / percentile(spent[name], 0.99) for name in peers}
    fast = max(means.values()) <= 1 / 150 and max(tails.values()) <= 1 / 500
    return {
        "ratios": means | tails,
        "goal": GOAL,
        "held": fast and accuracy["ours"] >= 0.995 and not false["ours"],
        "texts": len(spent["ours"]),
        "accuracy": {name: round(share, 4) for name, share in accuracy.items()},
        "falsely_accepted": false,
        "mean_microseconds": {name: round(mean(costs) / 1e3, 1) for name, costs in spent.items()},
        "p99_microseconds": {name: round(percentile(costs, 0.99) / 1e3, 1) for name, costs in spent.items()},
    }
