"""Laws of the printed sheet: reproducible, complete in both languages, and inert whatever a line holds."""

import re
from html.parser import HTMLParser

import pytest

from quizbank.bank import open_bank
from quizbank.lines import LANGUAGES
from quizbank.paper import Paper, Problem, Trap, paper
from quizbank.typeset import as_html, as_markdown

BANK = open_bank()
EVERY = list(BANK.facts)

each_language = pytest.mark.parametrize("language", LANGUAGES)


class Texts(HTMLParser):
    def __init__(self):
        super().__init__()
        self.tags, self.text = [], ""

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)

    def handle_data(self, data):
        self.text += data


def parsed(page: str) -> Texts:
    texts = Texts()
    texts.feed(page)
    return texts


@each_language
def test_the_same_seed_sets_the_same_sheet_and_another_seed_another(language):
    sheets = {seed: as_markdown(paper(BANK, EVERY, seed, language)) for seed in (7, 8)}

    assert sheets[7] == as_markdown(paper(open_bank(), EVERY, 7, language))
    assert sheets[7] != sheets[8]


@each_language
def test_both_forms_hold_every_question_its_key_and_its_traps(language):
    sheet = paper(BANK, EVERY, 7, language)
    page, plain = parsed(as_html(sheet)).text, re.sub(r"\\(?=[^\w\s]|_)", "", as_markdown(sheet))

    for problem in sheet.problems:
        for said in (problem.question, problem.key, problem.solution, *(trap.line for trap in problem.traps)):
            assert said.replace("**", "") in page
            assert said in plain


def test_a_family_named_again_asks_another_problem_until_all_were_asked():
    pool = len(BANK.certificates["dial.std"])

    questions = [each.question for each in paper(BANK, ["dial.std"] * (pool + 1), 7, "en").problems]

    assert len(set(questions[:pool])) == pool
    assert questions[pool] in questions[:pool]


def test_a_family_that_is_not_there_is_an_error():
    with pytest.raises(KeyError):
        paper(BANK, ["dial.nothing"], 7, "en")


def test_the_page_stands_alone():
    page = as_html(paper(BANK, EVERY[:3], 7, "zh-CN"))

    assert page.startswith("<!doctype html>")
    assert not re.search(r"https?:|src=|href=|@import|\$", page)
    assert parsed(page).tags.count("section") == 2


def test_what_a_line_holds_is_never_markup():
    nasty = "<script>alert(1)</script> *b* [x](y) `c` $key"
    problem = Problem(nasty, (("A", nasty),), "MAC", nasty, nasty, "scales", nasty, (Trap(nasty, nasty),))
    sheet = Paper("en", 7, (problem,))

    assert "script" not in parsed(as_html(sheet)).tags
    assert not re.search(r"(?<!\\)[*`<\[$]", as_markdown(sheet).replace("**", ""))


def test_bold_is_the_one_markup_a_line_may_bring():
    problem = paper(BANK, ["dial.std"], 7, "en").problems[0]._replace(question="**64** × 2*3")
    sheet = Paper("en", 7, (problem,))

    assert "<strong>64</strong> × 2*3" in as_html(sheet)
    assert "**64** × 2\\*3" in as_markdown(sheet)
