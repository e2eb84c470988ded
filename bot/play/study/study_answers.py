"""A learner's part in a round: their own question, and what they send to it. The work does not grow with the group."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import NamedTuple

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.play.desk.rulings import ruled
from bot.play.drawing import NothingToAskError
from bot.play.house import House
from bot.play.judging import judge_text, keep, recall_asked, recall_judged
from bot.play.posing import Posed, pose
from bot.play.readings import what_was_meant
from bot.play.scene import Asked, Judged, Learner, Sent
from bot.play.study.study import Told
from bot.play.study.study_heartbeat import now
from bot.play.study.study_refusals import (
    AnsweredError,
    NoStudyError,
    NoTimeError,
    NotInError,
    NotStartedError,
    PausedError,
    RoundOverError,
    StudyOverError,
    StudyRefusalError,
)
from bot.play.study.study_turns import close, locked, settle
from bot.play.study.study_views import pace_of, phase_of, recall
from bot.store import answers, questions, studies, study_rounds
from bot.store.answers import AnswerRow
from bot.store.questions import Home
from bot.store.studies import StudyRow
from bot.store.study_rounds import RoundRow
from engine.rules import study as rules


class Desk(NamedTuple):
    """Where a learner sits: the session, its last round, their extra time, and what they were asked in it."""

    row: StudyRow
    round: RoundRow
    extra: int  # percent
    posed: Posed | None

    @property
    def given(self) -> list[int]:
        """The numbers of the counted answers given so far."""
        return numbers(self.posed.sent if self.posed else ())

    @property
    def attempt(self) -> int:
        """The number the next counted answer bears."""
        return rules.next_attempt(pace_of(self.row), self.row.peer, phase_of(self.round), self.given)

    @property
    def done(self) -> bool:
        """Whether nothing more is owed in this phase."""
        return owes_nothing(self.row, self.round, self.posed.sent if self.posed else ())


async def question(house: House, study_id: int, learner: Learner, at: datetime | None) -> Asked:
    """Return the learner's own question of the open round, putting it on first sight; brings the learner in."""
    moment = await now(house)
    seen = at or moment
    desk = await sit(house, study_id, learner)
    refuse_to_ask(desk, seen)
    if desk.done:
        raise AnsweredError
    await come_in(house, desk, learner, moment, seen)
    if desk.posed is not None:
        return desk.posed.asked._replace(attempt=desk.attempt)
    home = Home("round", desk.round.id)
    try:
        asked = await pose(house, home, learner, [desk.round.family], 0, desk.row.secret, at=seen)
    except NothingToAskError as error:  # every problem of the family was withdrawn meanwhile
        async with house.store.writing() as db:
            await close(db, *await locked(db, study_id), moment)
        raise RoundOverError("round_closed") from error
    return asked._replace(attempt=desk.attempt)


async def come_in(house: House, desk: Desk, learner: Learner, moment: datetime, seen: datetime) -> None:
    """Bring a learner in, and let the round's clock run if this is the first sheet that is opened."""
    row, round = desk.row, desk.round
    async with house.store.writing() as db:
        member = await studies.member(db, row.id, learner.id)
        if member is None or member.left is not None:
            await studies.join(db, row.id, learner.id, moment)
        if round.deadline is None and (by := rules.deadline(seen, row.seconds)) is not None:
            await study_rounds.start_clock(db, round.id, by)


async def answer(house: House, study_id: int, number: int, attempt: int, learner: Learner, sent: Sent) -> Told:
    """Read, judge and keep a text sent in a round; the same interaction twice counts once."""
    moment = await now(house)
    try:
        return await heard(house, await sit(house, study_id, learner), number, attempt, learner, sent, moment)
    except StudyRefusalError:  # perhaps because this very one has been kept meanwhile
        if (told := await told_before(house, learner, sent)) is not None:
            return told
        raise


async def heard(
    house: House, desk: Desk, number: int, attempt: int, learner: Learner, sent: Sent, moment: datetime
) -> Told:
    """Judge and keep a text, and let follow what follows from it; or refuse it, and keep nothing."""
    refuse(desk, number, attempt, sent.at)
    assert desk.posed is not None  # or it was refused
    judged = judge_text(desk.posed.asked._replace(attempt=attempt), sent.text)
    async with house.store.writing() as db:
        row, round = await locked(db, desk.row.id)
        if round is None or (round.id, round.phase) != (desk.round.id, desk.round.phase):
            raise RoundOverError
        refuse_unless_heard(row, round, desk.extra, sent.at)
        judged = await ruled(db, judged)
        stored = await keep(db, judged, learner.id, sent)
        if stored is None:
            raise AnsweredError
        moved = await after(house, db, row, round, judged, sent, learner, moment)
    return tell(desk, judged._replace(stored=stored), moved)


async def after(
    house: House,
    db: AsyncConnection,
    row: StudyRow,
    round: RoundRow,
    judged: Judged,
    sent: Sent,
    learner: Learner,
    moment: datetime,
) -> bool:
    """Let follow what follows from a text just kept; whether the session moved on."""
    await studies.touch(db, row.id, learner.id, moment)
    if not judged.counts:
        return False
    if row.pace == "race" and judged.right:
        await study_rounds.close_by(db, round.id, sent.at + rules.WINDOW)
    return await settle(house, db, row, round, moment)


async def choose_reading(house: House, answer_id: int, place: int, learner: Learner, sent: Sent) -> Told:
    """Send the reading that was meant, of a text sent in a round."""
    question, _, meant = await what_was_meant(house, answer_id, place, learner, sent)
    if question.round_id is None:
        raise NoStudyError
    async with house.store.reading() as db:
        round = await study_rounds.find(db, question.round_id)
        assert round is not None  # a law of the table
        row = await recall(db, round.study_id)
        given = numbers(await answers.of_questions(db, [question.id]))
    attempt = rules.next_attempt(pace_of(row), row.peer, phase_of(round), given)
    return await answer(house, row.id, round.number, attempt, learner, meant)


async def told_before(house: House, learner: Learner, sent: Sent) -> Told | None:
    """Return what was said to an interaction that came before, or None if it is new."""
    if sent.interaction is None:
        return None
    async with house.store.reading() as db:
        before = await answers.of_interaction(db, sent.interaction)
        question = None if before is None else await questions.find(db, before.question_id)
        if before is None or question is None or question.round_id is None or before.learner_id != learner.id:
            return None
        round = await study_rounds.find(db, question.round_id)
        assert round is not None  # a law of the table
        row = await recall(db, round.study_id)
        given = await answers.of_questions(db, [question.id])
    desk = Desk(row, round, 0, Posed(recall_asked(question, given), tuple(given)))
    return tell(
        desk, recall_judged(recall_asked(question, [])._replace(attempt=before.attempt or desk.attempt), before)
    )


async def sit(house: House, study_id: int, learner: Learner) -> Desk:
    """Return where a learner sits in a session's latest round."""
    async with house.store.reading() as db:
        row = await recall(db, study_id)
        round = await study_rounds.latest(db, study_id)
        extra = await studies.extra(db, learner.id)
        if round is None:
            raise NotStartedError if row.ended is None else StudyOverError
        mine = await questions.of_home(db, Home("round", round.id), learner.id)
        sent = await answers.of_questions(db, [question.id for question in mine])
    return Desk(row, round, extra, Posed(recall_asked(mine[0], sent), tuple(sent)) if mine else None)


def tell(desk: Desk, judged: Judged, moved: bool = False) -> Told:
    """Return what a learner is told; a first vote is said back, and not judged aloud."""
    first_vote = desk.row.peer and judged.counts and judged.asked.attempt == 1
    given = [*desk.given, judged.asked.attempt] if judged.counts else desk.given
    right = judged.right or any(answer.kind == "correct" for answer in (desk.posed.sent if desk.posed else ()))
    pace, phase = pace_of(desk.row), phase_of(desk.round)
    return Told(
        study_id=desk.row.id,
        round=desk.round.number,
        phase=phase,
        asked=judged.asked._replace(attempt=rules.next_attempt(pace, desk.row.peer, phase, given)),
        judged=None if first_vote else judged,
        echo=judged.echo,
        done=rules.owes_nothing(pace, desk.row.peer, phase, set(given), right),
        moved=moved,
    )


def refuse(desk: Desk, number: int, attempt: int, at: datetime) -> None:
    """Raise the refusal of a text that is not to be judged."""
    if desk.row.ended is not None:
        raise StudyOverError
    if desk.round.number != number:
        raise RoundOverError
    refuse_unless_heard(desk.row, desk.round, desk.extra, at)
    if desk.posed is None:
        raise NotInError
    if desk.done or desk.attempt != attempt:
        raise AnsweredError


def refuse_to_ask(desk: Desk, at: datetime) -> None:
    """Raise the refusal of a question at a moment when its answer would not be heard; nothing was sent yet."""
    try:
        refuse_unless_heard(desk.row, desk.round, desk.extra, at)
    except RoundOverError:
        raise RoundOverError("vote_over" if desk.round.phase == "talk" else "round_closed") from None
    except NoTimeError:
        raise NoTimeError("time_up") from None


def refuse_unless_heard(row: StudyRow, round: RoundRow, extra: int, at: datetime) -> None:
    """Raise the refusal of a text sent at a moment when the round hears none from its learner."""
    if row.ended is not None:
        raise StudyOverError
    if row.paused is not None and at > row.paused:
        raise PausedError
    if round.phase not in ("first", "second"):
        raise RoundOverError
    if round.closes is not None and at > round.closes:
        raise NoTimeError
    if round.deadline is not None and at > rules.last_moment(round.deadline, row.seconds or 0, extra):
        raise NoTimeError


def owes_nothing(row: StudyRow, round: RoundRow, sent: tuple[AnswerRow, ...]) -> bool:
    """Whether a learner who sent these owes nothing in a round as it is."""
    right = any(answer.kind == "correct" for answer in sent)
    return rules.owes_nothing(pace_of(row), row.peer, phase_of(round), numbers(sent), right)


def numbers(sent: Sequence[AnswerRow]) -> list[int]:
    """Return the numbers of the counted answers among texts."""
    return [answer.attempt for answer in sent if answer.attempt is not None]
