"""Each record says which interaction it belongs to, and no record holds a secret, a token, or a foreign text."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.watch.answering import Answering
from bot.watch.logs import Form, set_up

TOKEN = "MTk4NjIyNDgzNDcx.G7sQ.hush-hush"
SNOWFLAKE = 98765432109876543  # no moment of the day reads like it
HOSTILE = "@everyone hostile \u202e text"

log = logging.getLogger("tests.watch")


@pytest.fixture(params=["text", "json"])
def written(request: pytest.FixtureRequest) -> Iterator[io.StringIO]:
    """A stream that everything is logged to, in one form and then the other."""
    form: Form = request.param
    yield from logged(form)


def logged(form: Form) -> Iterator[io.StringIO]:
    root, stream = logging.getLogger(), io.StringIO()
    level, handler = root.level, set_up(form, (TOKEN, ""), stream)
    yield stream
    root.removeHandler(handler)
    root.setLevel(level)


def fail(text: str) -> None:
    """Log faults that carry a text, in each way in which one may."""
    try:
        try:
            raise KeyError(text)
        except KeyError as cause:
            raise ExceptionGroup(text, [ValueError(text)]) from cause
    except ExceptionGroup:
        log.exception("interaction %s", 7)


def test_a_record_bears_the_interaction_within_which_it_was_made(written: io.StringIO) -> None:
    log.info("before")
    with Answering(SNOWFLAKE):
        log.info("within")
    log.info("after")
    lines = written.getvalue().splitlines()

    assert [str(SNOWFLAKE) in line for line in lines if "tests.watch" in line] == [False, True, False]


@given(text=st.text(st.characters(codec="utf-8"), min_size=12, max_size=40))
def test_a_fault_is_told_by_its_name_and_place_and_never_by_its_words(text: str) -> None:
    marked = f"<<{text}>>"
    for form in ("text", "json"):
        for stream in logged(form):  # type: ignore[arg-type]
            fail(marked)
            told = stream.getvalue()

            assert marked not in told
            assert json.dumps(marked, ensure_ascii=False)[1:-1] not in told
            assert all(name in told for name in ("KeyError", "ValueError", "ExceptionGroup", "in fail"))


def test_no_token_is_logged(written: io.StringIO) -> None:
    log.warning("POST https://discord.com/api/interactions/123/aW50ZXJh_Y3Rpb24-/callback responded with 429")
    log.warning("PATCH /webhooks/456/aW50ZXJh_Y3Rpb24-/messages/@original with %s", TOKEN)
    told = written.getvalue()

    assert "aW50ZXJh" not in told
    assert TOKEN not in told
    assert "interactions/123/…/callback" in told


def test_the_row_that_postgresql_quotes_is_left_out(written: io.StringIO) -> None:
    try:
        raise OSError(f"null value\nDETAIL:  Failing row contains ({HOSTILE}).\n[SQL: INSERT]")
    except OSError:
        log.exception("chore")

    assert HOSTILE not in written.getvalue()
    assert "[SQL: INSERT]" in written.getvalue()


def test_as_json_each_record_is_one_line_and_one_object() -> None:
    for stream in logged("json"):
        with Answering(42):
            log.info("a\nb")
            fail(HOSTILE)
        first, second = (json.loads(line) for line in stream.getvalue().splitlines())

        assert (first["message"], first["interaction"], first["level"]) == ("a\nb", 42, "info")
        assert "in fail" in second["fault"]
        assert first["at"].endswith("+00:00")
