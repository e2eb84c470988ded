"""Not every family asks for a number: words, expressions and growths are derived, measured and judged likewise."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Symbol, exp, log, sqrt, symbols

from engine.answers import Unreadable, read
from engine.attention import contest, tally
from engine.attention.measured import Measured, Points, at_sizes, counted, floating, growth_at
from engine.exact import contest as decided
from quizbank import testimony
from quizbank.bank import open_bank
from quizbank.certificate import Certificate, Exact
from quizbank.derived import apart, exact
from quizbank.family import Family, among
from quizbank.judging import judge
from quizbank.lines import LANGUAGES
from quizbank.options import offered
from quizbank.testimony import Disagreement, agree
from quizbank.wording import word

TOYS = open_bank("tests.bank.pack")
CERTIFICATES = [problem.certify() for family in TOYS.families.values() for problem in family.every()]

each_certificate = pytest.mark.parametrize("certificate", CERTIFICATES, ids=lambda each: each.family)


def judged(certificate, text):
    return judge(read(text, certificate.facts.kind, symbols=certificate.facts.symbols), certificate).line


@dataclass(frozen=True)
class Shared(Family):
    """A number beside a rational and a condition."""

    id = "toy.shared"
    skill = "toy"
    difficulty = 1

    share: Fraction = among("1/2", "2/3")
    n: int = among(1, 2)

    def answer(self):
        return Integer(self.n)

    def witness(self):
        return counted(self.n, "fingers")

    def traps(self):
        return {"doubled": Integer(2 * self.n)}

    def admits(self):
        return self.n > 1


class Forgetful(Shared):
    id = "toy.forgetful"

    def witness(self):
        return counted(3, "fingers")


Shared.__module__ = Forgetful.__module__ = "tests.bank.pack.halls.toy.problems"


@each_certificate
def test_every_kind_of_key_is_judged_right_and_every_trap_by_its_name(certificate):
    assert judged(certificate, certificate.key.text) == "right"
    assert {name: judged(certificate, trap.text) for name, trap in certificate.traps.items()} == {
        name: f"trap.{name}" for name in certificate.traps
    }


@each_certificate
def test_every_kind_of_certificate_survives_json(certificate):
    assert Certificate.load(certificate.dump()) == certificate


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_option_is_chosen_by_its_name_in_either_language_or_by_its_label(language):
    certificate = TOYS.families["toy.heavier"](1024, 8).certify()
    shown = offered(certificate.facts, TOYS.halls["toy"].lines, language)

    assert [judged(certificate, text) for text in shown.values()] == ["trap.queries", "right", "trap.outputs"]
    assert [judged(certificate, label) for label in shown] == ["trap.queries", "right", "trap.outputs"]


def test_a_key_that_is_an_option_is_said_in_the_learners_language():
    certificate = TOYS.families["toy.side"]("left").certify()

    assert word(TOYS, certificate, "question", "zh-CN") == "砝码偏左，哪边重？"
    assert word(TOYS, certificate, "solution", "en") == "The left side."


def test_an_expression_in_the_other_count_is_told_so():
    certificate = TOYS.families["toy.core_macs"](6).certify()

    assert judged(certificate, "24n²d") == "flop-for-mac"
    assert judged(certificate, "12 d n^2") == "right"


def test_a_growth_is_judged_by_its_order_alone():
    certificate = TOYS.families["toy.pairs"]().certify()

    assert [judged(certificate, text) for text in ("O(n²)", "平方级", "n²/2 + n/2", "3n²")] == ["right"] * 4


def core(traps=(), key="2*d*n^2"):
    derived = {f"trap{place}": Exact(text, None, rational=False) for place, text in enumerate(traps)}
    return testimony.Testimony("toy.core_macs", {}, Exact(key, None, rational=False), derived, slack=0.01)


def hear(derived, measured):
    agree(derived, measured.value, measured.bound, measured.how)


def test_counts_at_several_sizes_must_follow_the_key_at_each():
    measured = at_sizes(tally.core_macs, n=(64, 96), d=(64, 128))

    hear(core(), measured)
    for key in ("2*d*n^2 + 1", "128*n^2", "d*n^2", "2*d^2*n"):
        with pytest.raises(Disagreement, match="missed"):
            hear(core(key=key), measured)


def test_a_trap_that_the_sizes_cannot_tell_from_the_key_proves_nothing():
    with pytest.raises(Disagreement, match="trapped"):
        hear(core(traps=["2*d*n^2 + (n - 64)*(n - 96)"]), at_sizes(tally.core_macs, n=(64, 96), d=(64, 128)))


def test_a_letter_that_was_not_varied_proves_nothing():
    with pytest.raises(Disagreement, match=r"foreign: .*letters d"):
        hear(core(), at_sizes(tally.core_macs, n=(64, 96), d=64))
    with pytest.raises(Disagreement, match=r"still: .*letters d"):
        hear(core(), at_sizes(tally.core_macs, n=(64, 96), d=(64,)))


def test_growth_is_met_up_to_a_constant_and_told_from_a_logarithm():
    measured = growth_at(tally.core_macs, n=(64, 128, 256), d=(64, 128))

    for key in ("n^2*d", "7*n^2*d"):
        hear(core(key=key), measured)
    for key in ("n*d", "n^2", "n^2*d*log(n)", "n^2*d^2", "2^n", "n - n"):
        with pytest.raises(Disagreement, match="missed"):
            hear(core(key=key), measured)


def test_lower_terms_may_linger_as_far_as_the_family_grants():
    pairs = growth_at(tally.entries, 0.001, n=(1024, 2048))
    shifted = pairs._replace(value=Points(tuple((at, count + at["n"]) for at, count in pairs.value.readings), True))

    hear(core(key="n^2"), shifted)
    with pytest.raises(Disagreement, match="missed"):
        hear(core(key="n^2"), shifted._replace(bound=0.0))


def test_only_counts_are_taken_at_several_sizes():
    with pytest.raises(TypeError, match="did not count"):
        at_sizes(lambda n: floating(float(n), "scales"), n=(1, 2))


@given(st.dictionaries(st.sampled_from("abcde"), st.integers(), min_size=2))
def test_a_contest_names_the_one_extreme_or_none(weights):
    for side, extreme in (("largest", max), ("smallest", min)):
        winners = [name for name, weight in weights.items() if weight == extreme(weights.values())]
        derived = {name: Integer(weight) for name, weight in weights.items()}
        measured = {name: counted(weight, "scales") for name, weight in weights.items()}
        if len(winners) == 1:
            assert getattr(decided, side)(derived) == Symbol(winners[0])
            assert getattr(contest, side)(measured).value == winners[0]
        else:
            with pytest.raises(ValueError, match="decides for"):
                getattr(decided, side)(derived)
            with pytest.raises(ValueError, match="decides for"):
                getattr(contest, side)(measured)


def test_words_hold_no_contest():
    with pytest.raises(TypeError, match="no number"):
        contest.largest({"a": Measured("a", 0.0, "scales")})


def test_an_option_that_is_not_listed_is_unreadable():
    certificate = TOYS.families["toy.heavier"](1024, 8).certify()

    with pytest.raises(Unreadable):
        judged(certificate, "gradients")


def test_numbers_that_make_no_sense_are_not_asked():
    assert {problem.n for problem in Shared.every()} == {2}
    assert len(Shared.every()) == 2


def test_a_base_and_its_heir_keep_their_own_problems():
    assert all(type(problem) is Forgetful for problem in Forgetful.every())
    assert all(type(problem) is Shared for problem in Shared.every())


def test_a_word_measured_otherwise_is_a_disagreement():
    derived = testimony.Testimony("toy.side", {}, Exact("left", None, rational=False), {}, slack=0.0)

    with pytest.raises(Disagreement, match="missed: derived left, how comparison, measured neither"):
        agree(derived, "neither", 0.0, "comparison")


def test_expressions_are_apart_unless_they_are_the_same_function():
    n, d = symbols("n d")

    assert not apart(n * (n + d), n**2 + n * d, Fraction(0), "expression", ("n", "d"))
    assert not apart(sqrt(n * d), sqrt(n) * sqrt(d), Fraction(0), "expression", ("n", "d"))
    assert apart(n**2 * d, n * d**2, Fraction(0), "expression", ("n", "d"))


def test_growths_are_apart_unless_they_are_of_one_order():
    n, d = symbols("n d")

    assert not apart(n**2, 3 * n**2 + n, Fraction(0), "growth", ("n",))
    assert apart(n**2, n**2 * log(n), Fraction(0), "growth", ("n",))
    assert apart(n * d, n**2, Fraction(0), "growth", ("n", "d"))


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


def test_what_sympy_calls_e_is_written_so_that_it_is_read_back():
    half = exact(exp(1) / 2)

    assert half.text == "exp(1)/2"
    assert abs(Fraction(read(half.text).number) - half.value) < Fraction(1, 10**45)


def test_powers_are_written_as_the_reader_of_answers_reads_them():
    n, d, layers = symbols("n d L")

    assert exact(2 * n**2 * d * layers).text == "2*L*d*n^2"


def test_only_what_was_counted_can_be_added_to():
    assert counted(Fraction(3, 10), "coins").plus(3).value == Fraction(33, 10)
    with pytest.raises(TypeError, match="did not count"):
        Measured(0.3, 1e-12, "scales").plus(3)
