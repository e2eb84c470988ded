"""Laws of judging: exact where it can be, total always, and a name for every mistake that has one."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from math import inf
from random import Random
from unittest.mock import patch

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.answers import Ambiguous, Reading, Unreadable, read
from quizbank.certificate import Certificate, Exact, FamilyFacts
from quizbank.claim import Claim
from quizbank.judging import LINES, judge
from tests.answers.mutants import texts

LETTERS = ("n", "d", "L", "h", "d_k")


def certificate(kind: str, key: object, unit: str | None = None, tolerance: str = "0", **traps: object) -> Certificate:
    symbols = LETTERS if kind in ("expression", "growth") else ()
    facts = FamilyFacts("x.any", "x", "any", 1, kind, unit, Fraction(tolerance), None, symbols)  # type: ignore[arg-type]
    loaded = {name: Exact.load(trap) for name, trap in traps.items()}  # type: ignore[arg-type]
    return Certificate(facts, {}, Exact.load(key), loaded, "0", "0", "any")  # type: ignore[arg-type]


def line(text: str, held: Certificate) -> str:
    return judge(read(text, held.facts.kind, symbols=held.facts.symbols), held).line


COUNT = certificate("number", "36", "pairs", no_mask="64", half="32")
DEVIATION = certificate(
    "number", ["4*sqrt(2)", "5.6568542494923801952067548968387923142786875015078"], None, "1/100", variance="32"
)
VARIANCE = certificate("number", "512", None, "1/50", std=["16*sqrt(2)", "22.627416997969520780827019587355169257"])
SIZE = certificate("quantity", "128", "GiB", "1/200", half="64")
WORK = certificate("number", "50331648", "MAC", entries="65536")
PRODUCT = certificate("expression", ["2*L*d*n**2"], "MAC", one_layer=["2*d*n**2"])
PARAMETERS = certificate("number", "60522496", "params", "1/10000", three="100000000")


@pytest.mark.parametrize(
    ("held", "text", "expected"),
    [
        (COUNT, "36", "right"),
        (COUNT, "三十六对", "right"),
        (COUNT, "64", "trap.no_mask"),
        (COUNT, "2^5", "trap.half"),
        (COUNT, "37", "wrong"),
        (COUNT, "-36", "sign"),
        (DEVIATION, "4√2", "right"),
        (DEVIATION, "5.66", "right"),
        (DEVIATION, "√32", "right"),
        (DEVIATION, "32", "trap.variance"),
        (DEVIATION, "5.8", "wrong"),
        (DEVIATION, "5.7", "right"),
        (DEVIATION, "6.0", "wrong"),
        (VARIANCE, "512", "right"),
        (VARIANCE, "511", "wrong"),
        (VARIANCE, "约511", "right"),
        (VARIANCE, "511.0", "right"),
        (VARIANCE, "22.6", "trap.std"),
        (VARIANCE, "16√2", "trap.std"),
        (SIZE, "128 GiB", "right"),
        (SIZE, "131072 MiB", "right"),
        (SIZE, "137438953472 B", "right"),
        (SIZE, "137.4 GB", "right"),
        (SIZE, "1024 Gibit", "right"),
        (SIZE, "128 GB", "off-by-unit"),
        (SIZE, "1024 GiB", "bits-for-bytes"),
        (SIZE, "128 Gibit", "bits-for-bytes"),
        (SIZE, "128 MiB", "thousandfold"),
        (SIZE, "64 GiB", "trap.half"),
        (SIZE, "129 GiB", "wrong"),
        (WORK, "50331648", "right"),
        (WORK, "50331648 FLOP", "flop-for-mac"),
        (WORK, "100663296", "flop-for-mac"),
        (WORK, "100663296 FLOP", "flop-for-mac"),
        (WORK, "5.03e7", "rounded"),
        (WORK, "50.3M", "rounded"),
        (WORK, "50331649", "wrong"),
        (PRODUCT, "2n²dL", "right"),
        (PRODUCT, "n*n*d*L + L n^2 d", "right"),
        (PRODUCT, "2n²d", "trap.one_layer"),
        (PRODUCT, "4n²dL", "flop-for-mac"),
        (PRODUCT, "2n²dL + 1", "wrong"),
        (PARAMETERS, "60.52M", "right"),
        (PARAMETERS, "60520000", "right"),
        (PARAMETERS, "60522495", "wrong"),
        (PARAMETERS, "6.05e7", "rounded"),
    ],
)
def test_an_answer_gets_the_line_that_fits_it(held: Certificate, text: str, expected: str) -> None:
    assert line(text, held) == expected


@given(st.integers(1, 10**15), st.integers(-3, 3))
def test_a_count_is_right_only_to_the_last_unit(key: int, off: int) -> None:
    held = certificate("number", str(key))

    assert (judge(read(str(key + off)), held).kind == "correct") == (off == 0)


FIGURES = st.decimals("-1e6", "1e6", places=3).map(str) | st.integers(-2000, 2000).map(str)
FAR = st.sampled_from(["1e308", "-1e308", "9.9e307", "1e-307", "0", "0.0"])


@given(FIGURES | FAR, FIGURES, st.lists(FIGURES, max_size=3), st.sampled_from(["0", "1/50", "1/2"]))
def test_a_rough_look_changes_no_verdict(text: str, key: str, traps: list[str], tolerance: str) -> None:
    named = {f"trap{at}": str(Fraction(trap)) for at, trap in enumerate(traps)}
    held = certificate("number", str(Fraction(key)), None, tolerance, **named)
    looked = judge(read(text), held)

    with patch.object(Claim, "reach", (-inf, inf)):
        assert judge(read(text), held) == looked


@pytest.mark.parametrize("key", ["1/100000", "100000", str(10**310), "0"])
@pytest.mark.parametrize("text", ["1e308", "-1e308", "1e-307", "0", "1"])
def test_the_largest_and_the_least_answers_are_judged_like_all(text: str, key: str) -> None:
    held = certificate("number", key, None, "1/50", other=str(10**320))

    assert line(text, held) == ("right" if (text, key) == ("0", "0") else "wrong")


@given(st.integers(2, 400), st.sampled_from(["", "1/2", "1/1000000000"]))
def test_key_and_trap_are_told_apart_however_near(n: int, tolerance: str) -> None:
    key, trap = Fraction(n * (n + 1), 2), Fraction(n * n, 2)
    held = certificate("number", str(key), None, tolerance or "0", half=str(trap))

    assert line(str(key), held) == "right"
    assert line(f"{n}^2/2", held) == "trap.half"


@given(st.fractions(min_value=1, max_value=1000), st.integers(1, 50))
def test_the_edge_of_the_tolerance_is_inside_and_the_next_step_is_not(key: Fraction, percent: int) -> None:
    tolerance = Fraction(percent, 100)
    held = certificate("number", str(key + Fraction(1, 7919)), None, str(tolerance))
    edge = (key + Fraction(1, 7919)) * (1 + tolerance)
    beyond = edge + Fraction(1, 10**9)

    assert judge(read(f"约{edge.numerator}/{edge.denominator}"), held).kind == "correct"
    assert judge(read(f"约{beyond.numerator}/{beyond.denominator}"), held).kind != "correct"


def test_equal_quantities_get_equal_feedback() -> None:
    for bytes_ in (2**37, 2**36, 128 * 10**9, 2**40, 2**34, 999):
        spellings = (
            f"{bytes_} B",
            f"{bytes_ * 8} bit",
            f"{bytes_}/1024 KiB",
            f"{bytes_}/1000 kB",
            f"{bytes_}/1024^3 GiB",
        )
        assert len({line(text, SIZE) for text in spellings}) == 1


def test_only_zero_is_near_zero() -> None:
    held = certificate("number", "0", None, "1/10")

    assert line("0", held) == "right"
    assert line("0.0000001", held) == "wrong"


def test_every_verdict_comes_from_the_closed_set_and_no_exception_escapes() -> None:
    random = Random(8)
    held = (COUNT, DEVIATION, VARIANCE, SIZE, WORK, PRODUCT, PARAMETERS)
    kinds = {"correct", "diagnosed", "incorrect", "invalid", "ambiguous", "ungradable"}
    for text in texts(random, 3000):
        chosen = random.choice(held)
        for reading in readings(text, chosen):
            verdict = judge(reading, chosen)
            assert verdict.kind in kinds
            assert verdict.line in LINES or verdict.line.removeprefix("trap.") in chosen.traps


def readings(text: str, held: Certificate) -> list[Reading]:
    try:
        return [read(text, held.facts.kind, symbols=held.facts.symbols)]
    except Ambiguous as doubt:
        return list(doubt.readings)
    except Unreadable:
        return []


def test_what_cannot_be_judged_is_never_wrong() -> None:
    broken = replace(COUNT, key=Exact("n", None, rational=False))

    assert judge(read("36"), broken).kind == "ungradable"
    assert judge(read("n", "expression", symbols=("n",)), COUNT).kind == "ungradable"
