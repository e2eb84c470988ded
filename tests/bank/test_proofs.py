"""The bank is derived and measured again, every problem of every family, and compared with what was committed."""

import re
from fractions import Fraction

import pytest

from engine.attention.measured import Points
from quizbank.archive import FILE, dump_archive
from quizbank.bank import open_bank
from quizbank.certificate import Certificate
from quizbank.testimony import meets
from quizbank.verify import compare, thinned, verify

FAMILIES = tuple(open_bank().families.values())


@pytest.mark.again
@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_every_problem_is_measured_and_its_committed_certificate_is_fresh(bank, family):
    fresh = [problem.certify() for problem in family.every()]

    assert fresh
    assert list(compare(bank, {family.id: fresh}, whole=True)) == []


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_the_committed_measurement_meets_the_key_and_no_trap(bank, family):
    for certificate in bank.certificates[family.id]:
        measured, bound = committed(certificate), float(certificate.bound)

        assert meets(measured, certificate.key, bound)
        assert not any(meets(measured, trap, bound) for trap in certificate.traps.values())


def committed(certificate: Certificate) -> Fraction | str | Points:
    """Return a measurement as its text tells it."""
    match certificate.facts.kind:
        case "number" | "quantity":
            return Fraction(certificate.measured)
        case "choice" | "word":
            return certificate.measured
        case kind:
            parts = (part.split(": ") for part in certificate.measured.split("; "))
            sizes = ((re.findall(r"(\w+)=(\d+)", at), count) for at, count in parts)
            readings = tuple(({name: int(size) for name, size in at}, Fraction(count)) for at, count in sizes)
            return Points(readings, growing=kind == "growth")


def test_the_committed_file_is_the_text_that_would_be_written(bank):
    for hall in bank.halls.values():
        own = {name: bank.certificates[name] for name in hall.families}

        assert (hall.folder / FILE).read_text(encoding="utf-8") == dump_archive(own)


def test_workers_prove_a_sample_and_report_it(bank):
    seen = []

    clock = iter([0.0, 2.0])

    report = verify(
        bank,
        ["dial.std", "grid.window"],
        sample=3,
        progress=lambda *done: seen.append(done),
        clock=lambda: next(clock),
    )

    assert report.held
    assert report.dump() == {
        "families": 2, "problems": 6, "agreed": 6, "disagreed": [], "stale": [], "seconds": 2,
    }  # fmt: skip
    assert seen[-1] == (6, 6)


def test_a_certificate_that_says_something_else_is_stale(bank):
    fresh = bank.certificates["dial.var"][0]
    other = Certificate.load(fresh.dump() | {"how": "hearsay"})

    assert [each.reason for each in compare(bank, {"dial.var": [other]}, whole=False)] == ["differs"]


def test_a_problem_without_certificate_and_a_certificate_without_problem_are_both_told(bank):
    known = bank.certificates["dial.var"]
    unknown = Certificate.load(known[0].dump() | {"numbers": {"d": 17}})

    reasons = [each.reason for each in compare(bank, {"dial.var": [unknown, *known[1:]]}, whole=True)]

    assert reasons == ["uncommitted", "orphaned"]


def test_the_last_digit_of_a_float_may_differ_between_machines(bank):
    known = bank.certificates["dial.std"][1]
    other = Certificate.load(known.dump() | {"measured": "5.65685424949238"})

    assert known.measured != other.measured
    assert list(compare(bank, {"dial.std": [other]}, whole=False)) == []


def test_a_sample_is_never_written(bank):
    with pytest.raises(ValueError, match="lost"):
        verify(bank, sample=1, write=True)


def test_a_sample_is_spread_over_all_problems():
    problems = [{"n": n} for n in range(10)]

    assert thinned(problems, 3) == [{"n": 0}, {"n": 3}, {"n": 6}]
    assert thinned(problems, 99) == problems


def test_certificates_that_say_the_same_are_one_to_whoever_keeps_what_was_made_of_them(bank):
    one = next(each for certificates in bank.certificates.values() for each in certificates)
    again = Certificate.load(one.dump())

    assert again is not one
    assert {one: "kept"}[again] == "kept"
