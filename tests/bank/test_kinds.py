"""Families need not ask for a number: words and expressions are derived, measured and kept apart likewise."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from sympy import Integer, Symbol, sqrt, symbols

from engine.attention.measured import Measured, counted
from quizbank.certificate import Certificate, Exact
from quizbank.derived import apart, exact
from quizbank.family import Family, among
from quizbank.testimony import Disagreement

HALL = "quizbank.halls.toy.problems"


@dataclass(frozen=True)
class Who(Family):
    """A word: which of two is larger."""

    id = "toy.who"
    skill = "toy"
    difficulty = 1
    kind = "word"
    symbols = ("left", "right")

    side: str = among("left", "right")
    share: Fraction = among("1/2", "2/3")
    n: int = among(1, 2)

    def answer(self):
        return Symbol(self.side)

    def witness(self):
        return Measured(self.side, 0.0, "comparison")

    def traps(self):
        return {"other": Symbol("left" if self.side == "right" else "right")}

    def admits(self):
        return self.n > 1


class Forgetful(Who):
    id = "toy.forgetful"

    def witness(self):
        return Measured("neither", 0.0, "comparison")


Who.__module__ = Forgetful.__module__ = HALL


def test_a_word_is_certified_and_survives_json():
    certificate = Who("left", "2/3", 2).certify()

    assert (certificate.key.text, certificate.measured, certificate.key.value) == ("left", "left", None)
    assert Certificate.load(certificate.dump()) == certificate
    assert certificate.numbers == {"side": "left", "share": "2/3", "n": 2}


def test_numbers_that_make_no_sense_are_not_asked():
    assert {problem.n for problem in Who.every()} == {2}
    assert len(Who.every()) == 4


def test_a_base_and_its_heir_keep_their_own_problems():
    assert all(type(problem) is Forgetful for problem in Forgetful.every())
    assert all(type(problem) is Who for problem in Who.every())


def test_a_word_measured_otherwise_is_a_disagreement():
    with pytest.raises(Disagreement, match="derived left, comparison measured neither"):
        Forgetful("left", "1/2", 2).certify()


def test_expressions_are_apart_unless_they_are_the_same_polynomial():
    n, d = symbols("n d")

    assert not apart(n * (n + d), n**2 + n * d, Fraction(0))
    assert apart(n**2 * d, n * d**2, Fraction(0))


def test_values_are_apart_when_no_answer_is_near_enough_to_both():
    assert apart(Integer(100), Integer(102), Fraction(0))
    assert apart(Integer(100), Integer(103), Fraction(1, 100))
    assert not apart(Integer(100), Integer(102), Fraction(1, 100))
    assert not apart(Integer(-100), Integer(-101), Fraction(1, 100))


@pytest.mark.parametrize(
    ("expression", "text", "rational"),
    [(Integer(7), "7", True), (Integer(9) / 10, "9/10", True), (4 * sqrt(2), "4*sqrt(2)", False)],
)
def test_an_exact_value_keeps_its_closed_form_and_fifty_digits(expression, text, rational):
    value = exact(expression)

    assert (value.text, value.rational) == (text, rational)
    assert abs(value.value**2 - Fraction(str(expression**2))) < Fraction(1, 10**45)
    assert Exact.load(value.dump()) == value


def test_powers_are_written_as_the_reader_of_answers_reads_them():
    n, d, layers = symbols("n d L")

    assert exact(2 * n**2 * d * layers).text == "2*L*d*n^2"


def test_only_what_was_counted_can_be_added_to():
    assert counted(Fraction(3, 10), "coins").plus(3).value == Fraction(33, 10)
    with pytest.raises(TypeError, match="did not count"):
        Measured(0.3, 1e-12, "scales").plus(3)
