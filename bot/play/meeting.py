"""Those who come to the elder: remembered by the name they bear now, all that come at once together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from bot.play.house import House
from bot.play.scene import Language, Learner
from bot.store import learners
from bot.store.learners import LearnerRow

NAME_LENGTH = 100  # characters kept of a display name


class Arrival(NamedTuple):
    """One who comes: their id, and what their client calls them and speaks."""

    id: int
    name: str
    locale: str


async def settle(house: House, arrivals: Sequence[Arrival]) -> Sequence[Learner]:
    """Return those who come, in their order; who is new, or has a new name, is remembered by it."""
    known = await house.store.read(partial(learners.find_all, ids={arrival.id for arrival in arrivals}))
    if names := new_names(known, arrivals):
        await house.store.write(partial(learners.meet_all, names=names, at=house.clock()))
    return [met(known, arrival) for arrival in arrivals]


def greet(
    db: Connection, arrivals: Sequence[Arrival], found: Mapping[int, LearnerRow], now: datetime
) -> Sequence[Learner]:
    """Return those who come like `settle`, within a transaction that writes, where some have been found before."""
    strangers = {arrival.id for arrival in arrivals if arrival.id not in found}
    known = {**found, **learners.find_all(db, strangers)} if strangers else found
    if names := new_names(known, arrivals):
        learners.meet_all(db, names, now)
    return [met(known, arrival) for arrival in arrivals]


def new_names(known: Mapping[int, LearnerRow], arrivals: Sequence[Arrival]) -> dict[int, str]:
    """Return the names that are to be remembered."""
    return {arrival.id: storable(arrival.name) for arrival in arrivals if changed(known.get(arrival.id), arrival)}


def storable(name: str) -> str:
    """Return as much of a name as any database takes."""
    if name.isascii() and name.isprintable() and len(name) <= NAME_LENGTH:
        return name
    return name[:NAME_LENGTH].encode("utf-8", "replace").decode().replace("\0", "")


def changed(row: LearnerRow | None, arrival: Arrival) -> bool:
    """Whether there is something to remember."""
    name = storable(arrival.name)
    return row is None or bool(name and row.name != name)


def met(known: Mapping[int, LearnerRow], arrival: Arrival) -> Learner:
    """Return one who came; the language is theirs, or their client's."""
    row, name = known.get(arrival.id), storable(arrival.name)
    if row is None:
        return Learner(arrival.id, language_of(arrival.locale), name)
    language = language_of(row.language or arrival.locale)
    return Learner(arrival.id, language, name or row.name, row.text_only, row.news)


def language_of(tag: str) -> Language:
    """Return which of the two languages a locale is nearest to: any Chinese is zh-CN, all else en."""
    return "zh-CN" if tag.lower().startswith("zh") else "en"
