"""What the bank asks can be answered: every key is judged right, every trap is told by its own name."""

import pytest

from engine.answers import read
from quizbank.bank import open_bank
from quizbank.figures import write
from quizbank.judging import judge
from quizbank.lines import LANGUAGES
from quizbank.options import offered

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

    text, kind, symbols = typed(certificate)

    assert problem.judge(read(text, kind, symbols=symbols)).kind == "correct"


def typed(certificate):
    facts = certificate.facts
    unit = certificate.unit if facts.kind in ("number", "quantity") and certificate.unit else ""
    return f"{certificate.key.text} {unit}".strip(), facts.kind, facts.symbols


@each_family
def test_an_option_may_be_typed_as_it_is_shown_in_either_language_and_by_its_label(family):
    facts = BANK.facts[family]
    if facts.kind not in ("choice", "word"):
        return
    for language in LANGUAGES:
        for symbol, (label, shown) in zip(
            facts.symbols, offered(facts, BANK.hall_of(family).lines, language).items(), strict=True
        ):
            option = symbol.split("|")[0]

            assert {read(text, facts.kind, symbols=facts.symbols).word for text in (label, shown, option)} == {option}


def test_a_key_in_another_unit_is_the_same_size():
    certificate = BANK.certificate("mem.one_head", {"n": 2048, "s": 2})

    assert judge(read("8192 KiB", "quantity"), certificate).kind == "correct"
    assert judge(read("8.39 MB", "quantity"), certificate).kind == "correct"
    assert judge(read("64 MiB", "quantity"), certificate).line == "trap.bits_for_bytes"
