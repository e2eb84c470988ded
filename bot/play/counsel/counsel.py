"""The elder asked: reckon what can be reckoned, else tell what he teaches, else say that he does not know."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, NamedTuple, Protocol

from bot.folders import LINES
from bot.play.counsel.pacing import Paces
from bot.play.house import House
from bot.play.scene import Language, Learner, Say
from bot.workshop.errors import WorkshopError
from quizbank.bank import Bank
from quizbank.counsel.grammar import aimless, understand
from quizbank.counsel.query import Kind, Query, Unclear
from quizbank.counsel.retrieval import Found, index
from quizbank.counsel.teachings import teachings
from quizbank.figures import Value
from quizbank.lines import Lines

LOG = logging.getLogger(__name__)
RECKONING = 8.0  # seconds a learner waits for a sum; the first of a worker's life imports its tools
HALLS: Mapping[Kind, str] = {
    "cells": "corridor",
    "memory": "corridor",
    "cache": "corridor",
    "whole": "corridor",
    "growth": "corridor",
    "deviation": "dial",
    "macs": "tablets",
    "width": "prism",
    "shape": "panorama",
    "parameters": "panorama",
    "weights": "panorama",
}
CounselKind = Literal["computed", "told", "unclear", "unsure", "unknown", "greeting", "patience", "slow"]


class Counsel(NamedTuple):
    """What the elder says to a question: never a word of the question itself."""

    learner: Learner
    kind: CounselKind
    say: tuple[Say, ...] = ()
    working: tuple[Say, ...] = ()  # step by step, the answer among the last
    assumed: tuple[Say, ...] = ()
    hall: str | None = None  # where it is taught, if that hall is open
    teaching: str | None = None  # the id of what was told
    kin: tuple[str, ...] = ()  # ids of what may have been meant, or may have been meant as well
    repeated: bool = False  # a patience that was already asked for


class Abacus(Protocol):
    """Whoever reckons; the workshop does."""

    async def reckon(self, what: str, job: Mapping[str, Any], *, patience: float | None = None) -> Any:
        """Return the steps or the bill of a job, or None if that takes too long."""
        ...


class Desk(Protocol):
    """What answering needs of the house."""

    @property
    def bank(self) -> Bank:
        """The proved problems and the halls."""
        ...

    @property
    def workshop(self) -> Abacus:
        """Whoever reckons."""
        ...


async def ask(house: House, paces: Paces, learner: Learner, text: str) -> Counsel:
    """Answer a question; who asks too fast is asked for patience instead."""
    seconds, refusals = paces.wait(learner.id, house.clock())
    if seconds:
        say = Say("counsel", "talk.patience", {"seconds": seconds})
        return Counsel(learner, "patience", (say,), repeated=refusals > 1)
    return await answer(house, learner, text)


async def answer(desk: Desk, learner: Learner, text: str) -> Counsel:
    """Answer a question: the same text has the same answer, whoever asks."""
    if not any(character.isalnum() for character in text):
        return Counsel(learner, "greeting", (Say("counsel", "talk.greeting"),))
    asked = await asyncio.to_thread(understand, text)
    if isinstance(asked, Query):
        return await computed(desk, learner, asked)
    if isinstance(asked, Unclear):
        return unclear(desk, learner, asked)
    found, values = await asyncio.to_thread(nearest, desk.bank, text)
    if not found.known and not found.unsure and aimless(text):
        return Counsel(learner, "unclear", (Say("counsel", "talk.aimless"), how(learner.language)))
    return told(desk, learner, found, values)


def nearest(bank: Bank, text: str) -> tuple[Found, Mapping[str, Value]]:
    """Return the nearest teaching and its figures; the first call reads them all, so it is made in a thread."""
    found = index().nearest(text)
    return found, found.teaching.values(bank)


async def computed(desk: Desk, learner: Learner, query: Query) -> Counsel:
    """Return the sum a question asks for, with its working."""
    steps = await reckoned(desk, "steps", query)
    if steps is None:
        return Counsel(learner, "slow", (Say("counsel", "talk.slow"),))
    working = tuple(Say("counsel", f"working.{key}", values) for key, values in steps)
    return Counsel(
        learner,
        "computed",
        working=working,
        assumed=assumptions(query),
        hall=hall_of(desk, query.kind),
    )


async def reckoned(desk: Desk, what: Literal["steps", "bill"], query: Query) -> Any:
    """Have the workshop reckon a query; None where it cannot, or not in time."""
    try:
        return await desk.workshop.reckon(what, query.job(), patience=RECKONING)
    except WorkshopError as error:
        LOG.warning("not reckoned: %s", error)
        return None


def assumptions(query: Query) -> tuple[Say, ...]:
    """Return what was assumed in reading a question."""
    return tuple(Say("counsel", f"assumed.{key}", values) for key, values in query.assumed)


def unclear(desk: Desk, learner: Learner, asked: Unclear) -> Counsel:
    """Return what a question leaves open, and how it may be put."""
    lines, language = counsel_lines(), learner.language
    names = lines.say("talk.separator", language).join(lines.say(f"letter.{each}", language) for each in asked.missing)
    says = (Say("counsel", "talk.unclear", {"missing": names}), how(language))
    return Counsel(learner, "unclear", says, hall=hall_of(desk, asked.kind))


def how(language: Language) -> Say:
    """Return how a question in figures may be put."""
    return Say("counsel", "talk.unclear_how", {"example": counsel_lines().say("talk.example", language)})


def unknown(language: Language) -> Say:
    """Return that he does not know, and what he may be asked."""
    return Say("counsel", "talk.unknown", {"example": counsel_lines().say("talk.example", language)})


def told(desk: Desk, learner: Learner, found: Found, values: Mapping[str, Value]) -> Counsel:
    """Return what the elder teaches; or what may have been meant; or that he does not know, and which hall is near."""
    teaching = found.teaching
    hall = teaching.hall if teaching.hall in desk.bank.halls else None
    kin = tuple(each.id for each in found.kin)
    if found.known:
        say = Say("teachings", f"{teaching.id}.answer", values)
        return Counsel(learner, "told", (say,), hall=hall, teaching=teaching.id, kin=kin)
    if found.unsure:
        return Counsel(learner, "unsure", (Say("counsel", "talk.unsure"),), kin=(teaching.id, *kin))
    if hall is None or not found.kindred:
        return Counsel(learner, "unknown", (unknown(learner.language),))
    name = desk.bank.halls[hall].lines.say("hall.name", learner.language)
    return Counsel(learner, "unknown", (Say("counsel", "talk.unknown_near", {"hall": name}),), hall=hall)


async def tell(desk: Desk, learner: Learner, teaching: str) -> Counsel:
    """Tell one teaching by its id; an id of another age is not known."""
    found = (await asyncio.to_thread(teachings)).get(teaching)
    if found is None:
        return Counsel(learner, "unknown", (unknown(learner.language),))
    return told(desk, learner, Found(found, 1.0), await asyncio.to_thread(found.values, desk.bank))


def hall_of(desk: Desk, kind: Kind) -> str | None:
    """Return the hall where a kind of sum is taught; None while it is not open to anyone."""
    return HALLS[kind] if HALLS[kind] in desk.bank.halls else None


@cache
def counsel_lines() -> Lines:
    """Return the words around answers."""
    return Lines.load(LINES, "counsel")
