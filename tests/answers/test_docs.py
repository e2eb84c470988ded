"""The page of accepted spellings says what the reader does."""

from __future__ import annotations

from tests.answers.page import PAGE, page


def test_the_page_of_accepted_spellings_is_what_the_reader_makes_of_them() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "stale: python -m tests.answers.page"
