"""What is read once in a life, read before anyone waits for it: words, halls, proofs, what the elder teaches."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from bot.play.review.schedule import scheduler
from bot.play.voice import BOOKS, Voice
from quizbank.bank import Bank
from quizbank.counsel.grammar import understand
from quizbank.counsel.retrieval import index, read
from quizbank.counsel.teachings import Teaching, teachings
from quizbank.line import locale
from quizbank.lines import LANGUAGES

BREATH: Final = 0.02  # seconds between two pieces: whoever touches the bot meanwhile goes first


async def read_ahead(bank: Bank, voice: Voice) -> None:
    """Read everything, a piece at a time; whoever wants a piece before its turn reads it themselves.

    Not in a thread: one that reckons makes each step of the store wait its turn, and a touch has a hundred of them.
    """
    for piece in pieces(bank, voice):
        piece()
        await asyncio.sleep(BREATH)


def read_teaching(teaching: Teaching) -> None:
    """Read what one teaching is found by."""
    for text in (*teaching.asked, *teaching.told):
        read(text)


def pieces(bank: Bank, voice: Voice) -> Iterator[Callable[[], object]]:
    """Yield what there is to read, each of some milliseconds, what is wanted soonest first."""
    yield lambda: bank.facts
    yield partial(voice.book, "bot")
    for hall in bank.halls.values():
        yield partial(getattr, hall, "needs")
        yield partial(getattr, hall, "beats")  # and its lines with them
    yield from (partial(locale, language) for language in LANGUAGES)
    yield from (partial(voice.book, name) for name in BOOKS)
    yield scheduler
    yield partial(understand, "n")  # its words with it
    for teaching in teachings().values():
        yield partial(read_teaching, teaching)
    yield index
