"""How a session moves on: from phase to phase, from round to round, and to its end. Always under the session's lock."""

from __future__ import annotations

from datetime import datetime, timedelta
from random import Random

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.house import House
from bot.play.judging import COUNTED
from bot.play.study.study import Ending
from bot.play.study.study_refusals import NoStudyError, StudyOverError
from bot.play.study.study_views import owing, phase_of, votes_of
from bot.store import questions, studies, study_rounds
from bot.store.questions import canonical
from bot.store.studies import StudyRow
from bot.store.study_rounds import RoundRow
from engine.rules import study as rules
from engine.rules.study import Phase

TALK = timedelta(seconds=90)  # between two votes, where there is a clock
INTERVAL = timedelta(seconds=30)  # to read what came of a round, where there is a clock


async def locked(db: AsyncConnection, study_id: int) -> tuple[StudyRow, RoundRow | None]:
    """Return an open session and its latest round, which nobody else changes meanwhile.

    Raises NoStudyError, StudyOverError.
    """
    row = await studies.locked(db, study_id)
    if row is None:
        raise NoStudyError
    if row.ended is not None:
        raise StudyOverError
    return row, await study_rounds.latest(db, study_id)


async def settle(house: House, db: AsyncConnection, row: StudyRow, round: RoundRow | None, now: datetime) -> bool:
    """Move on if nobody owes an answer any more; whether it did. What is paused stays as it is."""
    if round is None or round.phase not in ("first", "second") or row.paused is not None:
        return False
    if await study_rounds.anyone_owes(db, row.id, round.id, owing(row, round)):
        return False
    await turn(house, db, row, round, now)
    return True


async def turn(house: House, db: AsyncConnection, row: StudyRow, round: RoundRow, now: datetime) -> None:
    """Move on from where a round is."""
    to = rules.next_phase(phase_of(round), row.peer)
    if to is None:
        await next_round(house, db, row, round, now)
    else:
        deadline = None if row.seconds is None else now + length(to, row.seconds)
        await study_rounds.turn(db, round.id, round.phase, to, now, deadline=deadline, closed=to == "closed")


def length(phase: Phase, seconds: int) -> timedelta:
    """Return how long a phase lasts in a session with a clock."""
    return {"talk": TALK, "closed": INTERVAL}.get(phase, timedelta(seconds=seconds))


async def next_round(house: House, db: AsyncConnection, row: StudyRow, last: RoundRow | None, now: datetime) -> None:
    """Open the round that follows: another, or once what the group missed most; or end."""
    number = 1 if last is None else last.number + 1
    family = await chosen(house, db, row, number) if number <= row.rounds else await missed(db, row)
    if family is None:
        await finish(db, row, last, "finished", now)
    else:
        review = number > row.rounds
        await study_rounds.add(db, study_id=row.id, number=number, family=family, review=review, phase="first", at=now)


async def chosen(house: House, db: AsyncConnection, row: StudyRow, number: int) -> str | None:
    """Return the family of a round: of a skill least asked; which one follows from the session's secret."""
    withdrawn = await questions.withdrawn_problems(db)
    sound = [
        family
        for family in row.families
        if family in house.bank.facts
        and any((family, canonical(each.numbers)) not in withdrawn for each in house.bank.certificates[family])
    ]
    if not sound:
        return None
    asked = [each.family for each in await study_rounds.of_study(db, row.id)]
    skills = {family: house.bank.facts[family].skill for family in sound}
    return Random(f"{row.secret}:study:{row.id}:{number}").choice(rules.least_asked(skills, asked))


async def missed(db: AsyncConnection, row: StudyRow) -> str | None:
    """Return the family the group missed most, if it has not been reviewed yet."""
    rounds = await study_rounds.of_study(db, row.id)
    if any(round.review for round in rounds):
        return None
    votes = votes_of(await study_rounds.votes(db, row.id, counted=COUNTED))
    return rules.most_missed({round.family: rules.rate(votes.get(round.id, ()), row.peer) for round in rounds})


async def close(db: AsyncConnection, row: StudyRow, round: RoundRow | None, now: datetime) -> None:
    """Close the round that is open, whatever its phase."""
    if round is not None and round.phase != "closed":
        deadline = None if row.seconds is None else now + INTERVAL
        await study_rounds.turn(db, round.id, round.phase, "closed", now, deadline=deadline, closed=True)


async def finish(db: AsyncConnection, row: StudyRow, round: RoundRow | None, ending: Ending, now: datetime) -> None:
    """End a session, and close the round that is open."""
    await close(db, row, round, now)
    await studies.end(db, row.id, ending, now)
