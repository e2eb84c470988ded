"""A session told from its answers: the group's rounds, what it knows now, its board; and to each learner their own."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from bot.play.house import House
from bot.play.judging import COUNTED, recall_asked, recall_judged
from bot.play.scene import Learner
from bot.play.study.study import OwnRound, Rank, Report, SkillView
from bot.play.study.study_views import member_view, pace_of, recall, round_view, stops_of, told, view, votes_of
from bot.store import answers, studies, study_rounds
from bot.store.answers import AnswerRow
from bot.store.questions import QuestionRow
from bot.store.studies import MemberRow, StudyRow
from bot.store.study_rounds import RoundRow
from engine.rules import study as rules
from engine.rules.study import Stop, Vote
from quizbank.bank import Bank

Votes = Mapping[int, Collection[Vote]]  # by round


async def report(house: House, study_id: int) -> Report:
    """Return a session's report, of what is closed so far."""
    async with house.store.reading() as db:
        row = await recall(db, study_id)
        study = await view(db, house.bank, study_id)
        rounds = [round for round in await study_rounds.of_study(db, study_id) if round.closed is not None]
        everything = votes_of(await study_rounds.votes(db, study_id, counted=COUNTED))
        stops = await stops_of(db, row)
        names = {member.id: member for member in await studies.members(db, study_id)}
    votes = {round.id: everything.get(round.id, []) for round in rounds}
    skills = skill_views(house.bank, row, rounds, votes)
    return Report(
        study=study,
        rounds=tuple(
            told(house.bank, row, round_view(house.bank, round), votes[round.id], stops, names) for round in rounds
        ),
        knows=tuple(skill for skill in skills if skill.rate >= rules.KNOWN),
        reviews=tuple(skill for skill in skills if skill.rate < rules.MISSED),
        board=board(row, votes, stops, names),
    )


def skill_views(bank: Bank, row: StudyRow, rounds: Collection[RoundRow], votes: Votes) -> list[SkillView]:
    """Return how the group did on each skill it answered to; what was reviewed counts as it was then."""
    latest = {round.family: round for round in rounds}
    decided: dict[str, list[Vote]] = {}
    for family, round in latest.items():
        decided.setdefault(bank.facts[family].skill, []).extend(rules.deciding(votes[round.id], row.peer))
    halls = {bank.facts[family].skill: bank.facts[family].hall for family in latest}
    return [
        SkillView(skill, halls[skill], sum(vote.right for vote in given), len(given))
        for skill, given in decided.items()
        if given
    ]


def board(row: StudyRow, votes: Votes, stops: tuple[Stop, ...], names: Mapping[int, MemberRow]) -> tuple[Rank, ...]:
    """Return the ranking of those who answered anything, without those who want to be on no board."""
    by_learner: dict[int, dict[int, list[Vote]]] = {}
    for round_id, given in votes.items():
        for vote in given:
            by_learner.setdefault(vote.learner, {}).setdefault(round_id, []).append(vote)
    won = [rules.winners(given, stops) for given in votes.values()] if row.pace == "race" else None
    records = [
        rules.record(learner, mine.values(), stops, None if won is None else sum(learner in each for each in won))
        for learner, mine in by_learner.items()
        if not names[learner].hidden
    ]
    return tuple(
        Rank(rank, member_view(names[each.learner], row), each.right, each.attempts, each.time, each.wins)
        for rank, each in rules.ranked(records)
    )


async def own(house: House, study_id: int, learner: Learner) -> tuple[OwnRound, ...]:
    """Return a learner's own rounds; a first vote is told of once the votes are over."""
    async with house.store.reading() as db:
        row = await recall(db, study_id)
        rounds = {round.id: round for round in await study_rounds.of_study(db, study_id)}
        asked = await study_rounds.own_questions(db, study_id, learner.id)
        sent = await answers.of_questions(db, [question.id for question in asked])
        votes = votes_of(await study_rounds.votes(db, study_id, counted=COUNTED, learner_id=learner.id))
        stops = await stops_of(db, row)
    found = []
    for question in asked:
        round = rounds[question.round_id or 0]
        mine = [answer for answer in sent if answer.question_id == question.id]
        found.append(own_round(house.bank, row, round, question, mine, votes.get(round.id, []), stops))
    return tuple(found)


def own_round(
    bank: Bank,
    row: StudyRow,
    round: RoundRow,
    question: QuestionRow,
    sent: Collection[AnswerRow],
    votes: Collection[Vote],
    stops: tuple[Stop, ...],
) -> OwnRound:
    """Return one round as its learner may see it."""
    asked = recall_asked(question, [])
    hushed = row.peer and round.phase != "closed"
    counted = [answer for answer in sent if answer.kind in COUNTED and not (hushed and answer.attempt == 1)]
    facts = bank.facts[round.family]
    timed = [rules.taken(vote, stops) for vote in votes] if pace_of(row) == "race" else []
    return OwnRound(
        number=round.number,
        hall=facts.hall,
        skill=facts.skill,
        review=round.review,
        asked=asked,
        answers=tuple(recall_judged(asked, answer) for answer in counted),
        time=timed[0] if timed else None,
        closed=round.closed is not None,
    )
