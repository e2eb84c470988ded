"""Laws of the families: what may be asked, how it is stored, and that both witnesses are heard."""

import json
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from engine.answers import read
from engine.attention.measured import Points
from quizbank import testimony
from quizbank.bank import open_bank
from quizbank.certificate import Certificate, Exact
from quizbank.family import Family
from quizbank.judging import judge
from quizbank.testimony import Disagreement, agree, meets

FAMILIES = tuple(open_bank().families.values())
TIERS = {"apprentice": range(1, 3), "adept": range(2, 4), "elder": range(3, 6)}

each_family = pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)


@each_family
def test_no_answer_could_be_taken_for_the_key_and_a_trap_or_for_two_traps(bank, family: type[Family]):
    for certificate in bank.certificates[family.id]:
        if family.kind in ("number", "quantity"):
            assert apart_by_value(certificate)
        else:
            assert apart_by_judgement(certificate)


def apart_by_value(certificate: Certificate) -> bool:
    tolerance = certificate.facts.tolerance
    values = sorted(exact.value for exact in (certificate.key, *certificate.traps.values()))
    reach = [(value - abs(value) * tolerance, value + abs(value) * tolerance) for value in values]
    return all(upper < lower for (_, upper), (lower, _) in pairwise(reach))


def apart_by_judgement(certificate: Certificate) -> bool:
    facts = certificate.facts
    said = [
        judge(read(trap.text, facts.kind, symbols=facts.symbols), certificate).line for trap in each_of(certificate)
    ]
    return said == ["right", *(f"trap.{name}" for name in certificate.traps)]


def each_of(certificate: Certificate) -> tuple[Exact, ...]:
    return (certificate.key, *certificate.traps.values())


@each_family
def test_a_problem_is_rebuilt_from_the_json_of_its_numbers(family: type[Family]):
    for problem in family.every():
        assert family(**json.loads(json.dumps(problem.numbers))) == problem


@each_family
def test_every_problem_that_may_be_asked_has_its_certificate_and_no_other_has_one(bank, family: type[Family]):
    assert [each.numbers for each in bank.certificates[family.id]] == [each.numbers for each in family.every()]


@each_family
def test_the_committed_facts_are_those_of_the_family(bank, family: type[Family]):
    assert bank.facts[family.id] == family.facts()


@each_family
def test_a_drawn_problem_is_one_of_all_and_the_same_for_the_same_randomness(family: type[Family]):
    drawn = family.draw(Random(7))

    assert drawn in family.every()
    assert drawn == family.draw(Random(7))


@each_family
def test_a_certificate_survives_the_journey_through_json(bank, family: type[Family]):
    for certificate in bank.certificates[family.id]:
        assert Certificate.load(json.loads(json.dumps(certificate.dump()))) == certificate


@each_family
def test_a_measurement_that_strays_is_a_disagreement(bank, family: type[Family]):
    certificate = bank.certificates[family.id][0]
    derived = testimony.Testimony(family.id, certificate.numbers, certificate.key, certificate.traps, family.slack)

    with pytest.raises(Disagreement):
        agree(derived, strayed(family.every()[0].witness().value), 0.0, "bent_instrument")


def strayed(value):
    match value:
        case str():
            return f"not {value}"
        case Points():
            return replace(value, readings=tuple((at, count**2 + 1) for at, count in value.readings))
        case _:
            return float(value) * 1.001


@each_family
def test_an_instrument_vouches_for_no_more_than_its_family_grants(family: type[Family]):
    problem = family.every()[0]

    assert problem.witness().bound <= problem.slack


@each_family
def test_counts_are_exact_and_what_may_be_rounded_is_measured_more_sharply_than_it_is_judged(family: type[Family]):
    assert family.slack == 0 or family.slack < Fraction(1, 1000) or family.kind == "growth"
    assert family.tolerance == 0 or family.slack < family.tolerance


@pytest.mark.parametrize("layer", ["dot", "grid", "memory"])
@pytest.mark.parametrize("tier", TIERS)
def test_each_layer_of_the_wall_has_questions_for_every_tier(layer: str, tier: str):
    fit = [family for family in FAMILIES if family.layer == layer and family.difficulty in TIERS[tier]]

    assert len(fit) >= 2


def test_a_measurement_within_reach_of_a_trap_proves_nothing(bank):
    certificate = bank.certificates["dial.var"][0]
    derived = testimony.Testimony("dial.var", certificate.numbers, certificate.key, certificate.traps, slack=2.0)

    with pytest.raises(Disagreement, match="trapped"):
        agree(derived, 16, 2.0, "blunt_instrument")


def test_an_instrument_coarser_than_its_family_grants_is_refused(bank):
    certificate = bank.certificates["dial.var"][0]
    derived = testimony.Testimony("dial.var", certificate.numbers, certificate.key, certificate.traps, slack=0.0)

    with pytest.raises(Disagreement, match=r"coarse: .*granted 0"):
        agree(derived, 16, 1e-12, "blunt_instrument")


def test_a_word_is_met_by_the_same_word_alone(bank):
    key = Certificate.load(bank.certificates["dial.var"][0].dump()).key

    assert meets(16, key, 0)
    assert not meets("16.0", key, 0)


def test_numbers_of_the_published_models_come_out():
    families = open_bank().families
    cache = families["mem.kv"](L=32, g=32, e=128, n=2048, b=1)  # 7B-parameter Llama at its training length
    brick = families["wall.2n2dL"](n=1024, d=512, L=6)

    assert cache.answer() == 1
    assert brick.answer() == 2 * 1024**2 * 512 * 6
