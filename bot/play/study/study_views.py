"""How a session stands, from its rows: what everyone may see of it, and nothing that would sway a vote."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import cast

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.judging import COUNTED
from bot.play.scene import Language, Place
from bot.play.study.study import Ending, MemberView, Round, Settings, Shift, Split, Study
from bot.play.study.study_refusals import NoStudyError
from bot.play.study.study_wording import split_of, stem
from bot.store import studies, study_rounds
from bot.store.studies import MemberRow, StudyRow
from bot.store.study_rounds import Owing, RoundRow, VoteRow
from engine.rules import study as rules
from engine.rules.study import Pace, Phase, Stop, Vote
from quizbank.bank import Bank

SHOWN = 10  # members by name
VOTED = ("talk", "second", "closed")  # phases in which a first vote is over


async def recall(db: AsyncConnection, study_id: int) -> StudyRow:
    """Return a session's row; raises NoStudyError."""
    row = await studies.find(db, study_id)
    if row is None:
        raise NoStudyError
    return row


async def view(db: AsyncConnection, bank: Bank, study_id: int) -> Study:
    """Return a session as it stands; raises NoStudyError."""
    row = await recall(db, study_id)
    round_row = await study_rounds.latest(db, row.id)
    host = (await studies.people(db, [row.host_id]))[row.host_id]
    members = await studies.members(db, row.id, limit=SHOWN)
    return Study(
        id=row.id,
        host=member_view(host, row),
        place=Place(row.guild, row.channel, row.message),
        language=cast(Language, row.language),
        settings=settings_of(row),
        opened=row.opened,
        started=row.started,
        paused=row.paused,
        ended=row.ended,
        ending=cast("Ending | None", row.ending),
        present=await studies.present(db, row.id),
        members=tuple(member_view(member, row) for member in members),
        round=None if round_row is None else await round_now(db, bank, row, round_row),
    )


async def round_now(db: AsyncConnection, bank: Bank, row: StudyRow, round: RoundRow) -> Round:
    """Return the latest round as it stands; while a vote runs, only how many have voted."""
    owed = await study_rounds.owed(db, row.id, round.id, owing(row, round))
    shown = round_view(bank, round)._replace(done=owed.done, present=owed.present)
    if round.phase == "first":
        return shown
    votes = votes_of(await study_rounds.votes(db, row.id, counted=COUNTED, round_id=round.id))
    stops = await stops_of(db, row)
    mine = votes.get(round.id, [])
    won = await studies.people(db, rules.winners(mine, stops)) if row.pace == "race" else {}
    return told(bank, row, shown, mine, stops, won)


def round_view(bank: Bank, round: RoundRow) -> Round:
    """Return a round with nothing told of what was answered."""
    facts = bank.facts[round.family]
    return Round(
        id=round.id,
        number=round.number,
        family=round.family,
        hall=facts.hall,
        skill=facts.skill,
        review=round.review,
        phase=cast(Phase, round.phase),
        stem=stem(bank, round.family),
        opened=round.opened,
        deadline=round.deadline if round.closes is None else min(round.closes, round.deadline or round.closes),
        done=0,
        present=0,
    )


def told(
    bank: Bank,
    row: StudyRow,
    shown: Round,
    votes: Collection[Vote],
    stops: Collection[Stop],
    names: Mapping[int, MemberRow],
) -> Round:
    """Return a round with what may be told of it in its phase; `names` are known of all who may have won."""
    if shown.phase not in VOTED:
        return shown
    first = split_of(bank, shown.family, rules.split(vote for vote in votes if vote.attempt == 1))
    if shown.phase != "closed":
        return shown._replace(first=first)
    won = sorted(rules.winners(votes, stops)) if row.pace == "race" else []
    times = [rules.taken(vote, stops) for vote in votes if vote.right and vote.learner in won]
    return shown._replace(
        first=first,
        last=split_of(bank, shown.family, rules.split(rules.final(votes))),
        second=second_of(bank, shown.family, votes) if row.peer else None,
        shift=shift_of(votes) if row.peer else None,
        winners=tuple(member_view(names[learner], row) for learner in won),
        quickest=min(times, default=None),
    )


def second_of(bank: Bank, family: str, votes: Iterable[Vote]) -> Split:
    """Return what was answered at the second vote, by those who voted again."""
    return split_of(bank, family, rules.split(vote for vote in votes if vote.attempt == rules.vote_in("second")))


def shift_of(votes: Iterable[Vote]) -> Shift:
    """Return how a group moved between its two votes."""
    moved = rules.shift(votes)
    return Shift(moved.kept, moved.gained, moved.lost, moved.missed)


def settings_of(row: StudyRow) -> Settings:
    """Return what was chosen for a session."""
    return Settings(row.subjects, row.rounds, pace_of(row), row.peer, row.named, row.seconds)


def member_view(member: MemberRow, row: StudyRow) -> MemberView:
    """Return a learner as a session shows them."""
    return MemberView(member.id, None if member.hidden or not row.named else member.name)


def pace_of(row: StudyRow) -> Pace:
    """Return a session's pace."""
    return cast(Pace, row.pace)


def phase_of(round: RoundRow) -> Phase:
    """Return a round's phase."""
    return cast(Phase, round.phase)


def owing(row: StudyRow, round: RoundRow) -> Owing:
    """Return what makes a learner owe nothing in a round as it is; once it is closed, what made them so at the end."""
    single = rules.attempts(pace_of(row), row.peer) == 1
    last: Phase = "second" if row.peer and round.phase in ("second", "closed") else "first"
    return Owing(rules.vote_in(last) if single else None, rules.ATTEMPTS)


def votes_of(rows: Iterable[VoteRow]) -> dict[int, list[Vote]]:
    """Return the votes of each round."""
    found: dict[int, list[Vote]] = {}
    for row in rows:
        vote = Vote(row.learner_id, row.attempt, row.kind == "correct", row.line, row.at, row.seen)
        found.setdefault(row.round_id, []).append(vote)
    return found


async def stops_of(db: AsyncConnection, row: StudyRow) -> tuple[Stop, ...]:
    """Return the stretches of a session that count for nobody."""
    return tuple(Stop(stop.began, stop.ended) for stop in await studies.stops(db, row.id))
