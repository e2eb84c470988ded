"""What the bank asks can be answered: every key is judged right, every trap is told by its own name."""

import pytest

from engine.answers import read
from quizbank.bank import open_bank
from quizbank.figures import write
from quizbank.judging import judge

BANK = open_bank()
FAMILIES = tuple(BANK.families)

each_family = pytest.mark.parametrize("family", FAMILIES)


def judged(certificate, text):
    facts = certificate.facts
    unit = f" {facts.unit}" if facts.kind == "quantity" else ""
    return judge(read(text + unit, facts.kind, symbols=facts.symbols), certificate)


@each_family
def test_every_key_is_judged_right(family):
    for certificate in BANK.certificates[family]:
        assert judged(certificate, certificate.key.text).kind == "correct"


@each_family
def test_every_trap_is_told_by_its_own_name(family):
    for certificate in BANK.certificates[family]:
        for name, trap in certificate.traps.items():
            verdict = judged(certificate, trap.text)

            assert (verdict.kind, verdict.line) == ("diagnosed", f"trap.{name}"), (certificate.numbers, trap)


@each_family
def test_a_key_reads_as_it_is_written_to_the_learner(family):
    for certificate in BANK.certificates[family]:
        if certificate.key.rational:
            assert judged(certificate, write(certificate.key)).kind == "correct"


@each_family
def test_a_family_judges_as_its_certificate_does(family):
    problem = BANK.families[family].every()[0]
    certificate = BANK.certificates[family][0]

    assert problem.judge(read(*typed(certificate))).kind == "correct"


def typed(certificate):
    unit = certificate.unit or ""
    return f"{certificate.key.text} {unit}".strip(), certificate.facts.kind


def test_a_key_in_another_unit_is_the_same_size():
    certificate = BANK.certificate("mem.one_head", {"n": 2048, "s": 2})

    assert judge(read("8192 KiB", "quantity"), certificate).kind == "correct"
    assert judge(read("8.39 MB", "quantity"), certificate).kind == "correct"
    assert judge(read("64 MiB", "quantity"), certificate).line == "trap.bits_for_bytes"
