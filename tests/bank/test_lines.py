"""Laws of the lines: both languages alike, every family worded, no figure typed that the engine could compute."""

import re
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.answers import read
from quizbank.bank import open_bank
from quizbank.certificate import Exact
from quizbank.figures import GROUP, restyled, write, write_points
from quizbank.line import load_line
from quizbank.lines import LANGUAGES, Lines
from quizbank.malformed import Malformed
from quizbank.wording import values_of, word

BANK = open_bank()
FAMILIES = tuple(BANK.families)
PARTS = ("question", "hint", "solution")

each_family = pytest.mark.parametrize("family", FAMILIES)
each_language = pytest.mark.parametrize("language", LANGUAGES)
each_hall = pytest.mark.parametrize("hall", BANK.halls.values(), ids=lambda hall: hall.id)


@each_language
@each_family
def test_every_problem_is_worded_in_full(family: str, language: str):
    for certificate in BANK.certificates[family]:
        parts = (*PARTS, *(f"traps.{name}" for name in certificate.traps))
        said = [word(BANK, certificate, part, language) for part in parts]

        assert all(said)
        assert not any("{" in each or "}" in each for each in said)


@each_family
def test_a_question_prints_every_number_of_its_problem(family: str):
    certificate = BANK.certificates[family][0]
    lines = BANK.hall_of(family).lines

    assert lines.placeholders(f"families.{family}.question") == certificate.numbers.keys()


@each_family
def test_a_choice_names_its_options_and_no_others(family: str):
    facts, lines = BANK.facts[family], BANK.hall_of(family).lines
    prefix = f"families.{family}.options."
    named = [key.removeprefix(prefix) for key in lines.keys if key.startswith(prefix)]

    assert named == ([each.split("|")[0] for each in facts.symbols] if facts.kind in ("choice", "word") else [])


@each_family
def test_a_number_that_is_the_id_of_a_word_is_said_in_each_language(family: str):
    printed = {value for certificate in BANK.certificates[family] for value in certificate.numbers.values()}
    ids = {value for value in printed if isinstance(value, str) and re.fullmatch("[a-z][a-z0-9_]*", value)}
    lines = BANK.hall_of(family).lines

    assert all(any(f"families.{family}.{part}.{each}" in lines for part in ("words", "options")) for each in ids)


@each_family
def test_a_solution_ends_in_the_key(family: str):
    assert "key" in BANK.hall_of(family).lines.placeholders(f"families.{family}.solution")


@each_family
def test_the_lines_name_the_traps_of_the_family_and_no_others(family: str):
    prefix = f"families.{family}.traps."
    named = [key.removeprefix(prefix) for key in BANK.hall_of(family).lines.keys if key.startswith(prefix)]

    assert set(named) == {name for certificate in BANK.certificates[family] for name in certificate.traps}


@each_hall
def test_a_hall_words_only_families_it_has(hall):
    worded = {match[1] for key in hall.lines.keys if (match := re.match(r"families\.(\w+\.\w+)\.", key))}

    assert worded == set(hall.families)


@each_language
@each_hall
def test_no_figure_is_typed_into_a_line(hall, language: str):
    for key in hall.lines.keys:
        for form in hall.lines._books[language][key].forms.values():
            bare = re.sub(r"\{\w+\}", "x", form)
            runs = re.findall(r"[\w^/+−\-·×√²³⁴⁰₁₂₃ᵢⱼᵀ(){}|=….]+", bare)

            assert [run for run in runs if re.fullmatch(r"[\d.,]*\d[\d.,]*", run)] == [], key


@each_language
@each_hall
def test_beats_are_short_enough_for_a_phone(hall, language: str):
    limit = 120 if language == "zh-CN" else 330
    for key in hall.lines.keys:
        if key.startswith("tale."):
            assert len(hall.lines._books[language][key].forms["other"]) <= limit, key


@each_language
@each_hall
def test_every_beat_can_be_said_with_the_problem_it_cites(hall, language: str):
    for beat in hall.beats:
        values = values_of(BANK.certificate(beat.cites.family, beat.cites.numbers)) if beat.cites else {}
        for key in beat.says():
            assert hall.lines.say(f"tale.{key}", language, **values)


@each_hall
def test_every_line_of_the_tale_is_said_somewhere(hall):
    said = {f"tale.{key}" for beat in hall.beats for key in beat.says()}

    assert {key for key in hall.lines.keys if key.startswith("tale.")} == said


def write_book(folder, zh: str, en: str) -> None:
    (folder / "zh-CN.toml").write_text(zh, encoding="utf-8")
    (folder / "en.toml").write_text(en, encoding="utf-8")


@pytest.mark.parametrize(
    ("zh", "en", "key", "reason"),
    [
        ('a = "甲"\nb = "乙"', 'a = "a"', "b", "missing"),
        ('a = "甲"', 'a = "a"\nb = "b"', "b", "unknown"),
        ('a = "甲"\nb = "乙"', 'b = "b"\na = "a"', "b", "stands where"),
        ('a = "甲 {n}"', 'a = "a {m}"', "a", "placeholders"),
        ('a = "甲 {n}"', 'a = "a {n:>9}"', "a", "bare name"),
        ('a = "甲 {n}"', 'a = "a {n.real}"', "a", "bare name"),
        ('a = "甲"', "a = 3", "a", "is no line"),
        ('a = "甲"', "a = ", "the whole file", "Invalid value"),
    ],
)
def test_a_book_whose_languages_differ_is_refused_with_file_and_key(tmp_path, zh, en, key, reason):
    write_book(tmp_path, zh, en)

    with pytest.raises(Malformed, match=reason) as refused:
        Lines.load(tmp_path)
    assert (refused.value.file, refused.value.key) == ("en.toml", key)


def test_a_plural_is_chosen_by_the_language(tmp_path):
    write_book(tmp_path, 'a = "{count} 层"', 'a = { one = "{count} layer", other = "{count} layers" }')
    lines = Lines.load(tmp_path)

    assert [lines.say("a", "en", count=count) for count in (0, 1, 2)] == ["0 layers", "1 layer", "2 layers"]
    assert lines.say("a", "zh-CN", count=1) == "1 层"


def test_a_plural_may_follow_another_field():
    line = load_line({"plural": "h", "one": "{h} head", "other": "{h} heads"})

    assert line.say("en", {"h": 1}) == "1 head"


def test_a_value_that_is_missing_is_an_error_and_one_too_many_is_not():
    line = load_line("{n} tokens")

    assert line.say("en", {"n": 3, "m": 4}) == "3 tokens"
    with pytest.raises(KeyError):
        line.say("en", {"m": 4})


@given(st.fractions())
def test_a_written_number_is_the_number(value: Fraction):
    text = write(value)

    assert Fraction(text.replace(GROUP, "").replace("−", "-")) == value
    assert read(text).value == value


@given(st.integers())
def test_whole_numbers_are_grouped_in_threes_from_five_digits_on(number: int):
    groups = write(number).lstrip("−").split(GROUP)

    assert len(groups) == 1 if abs(number) < 10_000 else all(len(group) == 3 for group in groups[1:])


@given(st.one_of(st.integers(), st.decimals(allow_nan=False, allow_infinity=False, places=4), st.floats(1e-307, 1e307)))
def test_what_was_read_is_shown_as_figures_are_written_and_reads_back_the_same(number):
    reading = read(str(number))
    shown = restyled(reading.echo)

    assert read(shown).value == reading.value
    assert not re.search(r"\d \d{3}(?!\d)|(?<!e)-", shown)


@given(st.integers(-(10**30), 10**30))
def test_a_number_is_written_the_same_whether_it_was_read_or_proved(number: int):
    assert restyled(read(str(number)).echo) == write(number)


@given(st.sampled_from("nd"), st.integers(2, 10**6), st.integers(2, 10**6))
def test_an_expression_that_was_read_is_shown_and_reads_back_the_same(letter, factor, term):
    echo = read(f"{factor}*{letter} - {term}", "expression", symbols=("n", "d")).echo

    assert read(restyled(echo), "expression", symbols=("n", "d")).echo == echo


ROOTS = (
    "{a}√{b}",
    "√{b}",
    "√({b})/{c}",
    "1/√({b})",
    "({a}/{c})·√{b}",
    "√({b}/{c})",
    "√({b})^3",
    "√({b})+{c}",
    "2^√({b})",
)


@given(st.sampled_from(ROOTS), st.integers(2, 99), st.integers(2, 99), st.integers(2, 99))
def test_a_root_that_was_read_is_shown_and_reads_back_the_same(form, a, b, c):
    reading = read(form.format(a=a, b=b, c=c))
    if reading.echo is not None:
        assert read(restyled(reading.echo)).echo == reading.echo


def test_a_root_is_written_the_same_whether_it_was_read_or_proved():
    proved = write(Exact("16*sqrt(2)", Fraction("22.627416997969520780827019587355"), rational=False))

    assert restyled(read("16 * sqrt(2)").echo) == proved


@given(st.fractions(max_denominator=999))
@example(Fraction(3423, 251))  # rounded twice, it would be 13.6374
def test_a_fraction_is_written_the_same_whether_it_was_read_or_proved_and_reads_back(value):
    echo = read(f"{value.numerator}/{value.denominator}").echo
    shown, proved = restyled(echo), write(Exact(str(value), value, rational=True))

    assert read(shown).value == value
    if "≈" in proved and "≈" in shown and abs(value) < 10**6:
        assert shown.rpartition("≈")[2] == proved.rpartition("≈")[2]


def test_an_irrational_value_is_written_both_ways():
    assert write(Exact("16*sqrt(2)", Fraction("22.627416997969520780827019587355"), rational=False)) == "16√2 ≈ 22.6274"


def test_powers_are_raised_and_read_back():
    key = write(Exact("2*d*n^12/3", None, rational=False))

    assert key == "2·d·n¹²/3"
    assert read(key, "expression", symbols=("n", "d")).echo == read("2*d*n^12/3", "expression", symbols=("n", "d")).echo


def test_counts_at_many_sizes_are_shown_by_the_first_two():
    assert write_points("n=1: 1; n=2: 4; n=3: 9") == "n=1: 1; n=2: 4; …"
    assert write_points("n=1: 1; n=2: 4") == "n=1: 1; n=2: 4"
