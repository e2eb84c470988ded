"""Answers to battles, kept together: what many send at once is read, judged and written in one transaction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from functools import partial
from typing import NamedTuple

from sqlalchemy import Connection

from bot.play.desk.rulings import all_ruled
from bot.play.house import House
from bot.play.judging import answer_row, judge_text
from bot.play.meeting import Arrival, greet
from bot.play.scene import Battle, Judged, Learner, Scene, Sent
from bot.play.wall.battles import Record, answer, pictured, records, stand, struck, told
from bot.store import answers, battles
from engine.rules.wall import Layer


class Entry(NamedTuple):
    """A text sent to a battle's question, and by whom."""

    battle_id: int
    turn: int
    attempt: int
    who: Learner | Arrival  # whoever has not been met yet is met in the transaction that keeps the text
    sent: Sent


class Kept(NamedTuple):
    """A text that is kept, the layer it was sent to, and the battle after it; what comes next is not asked yet."""

    judged: Judged
    layer: Layer | None
    battle: Battle


class Heard(NamedTuple):
    """An entry, whoever sent it, and what is kept of it; None where the short way keeps nothing."""

    entry: Entry
    learner: Learner
    kept: Kept | None


async def settle(house: House, entries: Sequence[Entry]) -> Sequence[Heard]:
    """Keep what is sent to open questions, one text a battle, but not what came before; meet whoever is not met yet."""
    return await house.store.write(partial(hear, entries=entries, now=house.clock()))


def hear(db: Connection, entries: Sequence[Entry], now: datetime) -> Sequence[Heard]:
    """Do as `settle` says, within a transaction."""
    found = records(db, {entry.battle_id for entry in entries})
    challengers = {each.row.challenger.id: each.row.challenger for each in found.values()}
    arrivals = [entry.who for entry in entries if isinstance(entry.who, Arrival)]
    met = {learner.id: learner for learner in greet(db, arrivals, challengers, now)}
    learners = [met[entry.who.id] if isinstance(entry.who, Arrival) else entry.who for entry in entries]
    kept = keep(db, found, entries, now)
    return [
        Heard(entry, learner, kept.get(at)) for at, (entry, learner) in enumerate(zip(entries, learners, strict=True))
    ]


def keep(db: Connection, found: Mapping[int, Record], entries: Sequence[Entry], now: datetime) -> dict[int, Kept]:
    """Keep what `settle` may, by its place, and end the battles that end with it."""
    claimed = all_ruled(db, claims(found, entries))
    rows = [answer_row(judged, entries[at].who.id, entries[at].sent) for at, judged in claimed.items()]
    stored = answers.add_all(db, rows)
    kept = {
        at: left(found[entries[at].battle_id], judged.kept_as(stored[judged.asked.id]), entries[at])
        for at, judged in claimed.items()
        if judged.asked.id in stored
    }
    ends = {each.battle.id: each.battle.outcome.value for each in kept.values() if each.battle.ending is not None}
    battles.end_all(db, ends, now)
    return kept


def claims(found: Mapping[int, Record], entries: Sequence[Entry]) -> dict[int, Judged]:
    """Return what was sent to a question that is open, judged, by its place; of several to one battle the first."""
    claimed: dict[int, Judged] = {}
    taken: set[int] = set()
    for at, entry in enumerate(entries):
        battle = found[entry.battle_id].battle if entry.battle_id in found else None
        if battle is not None and battle.id not in taken and opens(battle, entry):
            assert battle.asked is not None  # it is open
            taken.add(battle.id)
            claimed[at] = judge_text(battle.asked, entry.sent.text)
    return claimed


def opens(battle: Battle, entry: Entry) -> bool:
    """Whether the question an entry answers is the battle's open one, and its learner's own."""
    asked = battle.asked
    if asked is None or battle.ending is not None or battle.learner.id != entry.who.id:
        return False
    return (asked.turn, asked.attempt) == (entry.turn, entry.attempt)


def left(record: Record, judged: Judged, entry: Entry) -> Kept:
    """Return a text just kept with the battle that it leaves, which has ended if its wall has."""
    assert judged.stored is not None  # it is kept
    layer = record.battle.wall.asking
    if judged.counts and layer is not None:
        return Kept(judged, layer, struck(record.battle, judged, layer))
    latest = record.course[-1]
    kept = latest._replace(
        answer_id=judged.stored,
        attempt=judged.asked.attempt if judged.counts else None,
        text=judged.text,
        kind=judged.kind,
        line=judged.line,
        echo=judged.echo,
        interaction=entry.sent.interaction,
    )
    before = record.course if latest.answer_id is not None else record.course[:-1]
    return Kept(judged, layer, replace(record, course=(*before, kept)).battle)


async def verdict(house: House, heard: Heard) -> Scene:
    """Return what is said of a text, in words alone; what comes next is asked when it is wanted."""
    entry, kept = heard.entry, heard.kept
    if kept is None:  # the long way finds out why, or what was said before
        return await answer(house, entry.battle_id, entry.turn, entry.attempt, heard.learner, entry.sent)
    return told(heard.learner, kept.battle, kept.judged, kept.layer)


async def answered(house: House, heard: Heard) -> Scene:
    """Return what is said of a text, and what is asked next."""
    kept = heard.kept
    if kept is not None and kept.battle.asked is None and kept.battle.ending is None:
        heard = heard._replace(kept=kept._replace(battle=await stand(house, kept.battle.id)))
    return pictured(await verdict(house, heard))
