"""The lines hold no markup but bold and code, in pairs; whatever else Discord would obey is not in them."""

from __future__ import annotations

import re

import pytest

from bot.cogs.frame.words import WORDS
from bot.play.voice import BOOKS, Voice
from quizbank.bank import Bank
from quizbank.lines import LANGUAGES

OBEYED = re.compile(r"(?<!\*)\*(?!\*)|~~|\|\||__|<[@#:]|^#{1,3} |^> |\]\(|^-# ", re.MULTILINE)


def forms(voice: Voice, book: str, language: str) -> list[tuple[str, str]]:
    """Return every line of a book, in all its plural forms, as it is written."""
    lines = voice.book(book)._books[language]
    return [(f"{book} {language} {key}", form) for key, line in lines.items() for form in line.forms.values()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_lines_hold_no_markup_but_bold_and_code_in_pairs(bank: Bank, language: str) -> None:
    voice = Voice(bank)
    books = [*(book for book in BOOKS if book != "terminal"), *bank.halls]

    for key, form in (found for book in books for found in forms(voice, book, language)):
        assert not OBEYED.search(form), key
        assert form.count("**") % 2 == 0, key
        assert form.count("`") % 2 == 0, key


def test_every_word_of_discords_own_is_short_enough_for_its_place() -> None:
    for language in LANGUAGES:
        for key in WORDS.keys:
            if key.startswith("button."):
                assert len(WORDS.say(key, language)) <= 38, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_is_called_by_a_word_that_can_be_read_aloud(bank: Bank, language: str) -> None:
    voice = Voice(bank)
    labels = [found for book in BOOKS for found in forms(voice, book, language) if " button." in found[0]]

    assert labels
    assert [key for key, form in labels if not re.search(r"\w", re.sub(r"\{\w+\}", "", form))] == []
