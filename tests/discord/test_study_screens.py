"""Every screen of a session at its fullest, in both languages: Discord takes it, it leads on, and it keeps quiet."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from bot.cogs.frame import budget
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Row, Screen, Text
from bot.cogs.study import render_plan, render_round, render_seat, render_study
from bot.cogs.study.study_words import word
from bot.play.scene import Asked, Judged, Place, Say
from bot.play.study.study import (
    Ending,
    MemberView,
    OwnRound,
    Plan,
    Rank,
    Report,
    Round,
    Settings,
    Share,
    Shift,
    SkillView,
    Split,
    Study,
    Told,
)
from bot.play.study.study_refusals import NotHostError, RoundOverError, StudyOpenError
from bot.play.study.study_subjects import subjects
from bot.play.study.study_wording import stem
from bot.play.voice import Voice, family_say
from engine.rules.study import Pace, Phase
from quizbank.bank import Bank
from quizbank.certificate import FamilyFacts
from quizbank.lines import LANGUAGES

pytestmark = pytest.mark.study

SNOWFLAKE = 2**63 - 1
START = datetime(2026, 1, 1, tzinfo=UTC)
MANY = 100
MOST_ROUNDS = 21  # twenty, and what is asked again
PLACE = Place(SNOWFLAKE, SNOWFLAKE, SNOWFLAKE)


@pytest.fixture(params=LANGUAGES)
def pen(request: pytest.FixtureRequest, bank: Bank) -> Pen:
    return Pen(Voice(bank), request.param)


def members(named: bool) -> tuple[MemberView, ...]:
    return tuple(MemberView(SNOWFLAKE - number, "壁" * 100 if named else None) for number in range(MANY))


def settings(bank: Bank, pace: Pace, *, named: bool) -> Settings:
    every = tuple(subject.id for subject in subjects(bank))
    return Settings(every, 20, pace, pace != "race", named, None if pace == "everyone" else 600)


def session(bank: Bank, pace: Pace, now: Round | None, *, named: bool) -> Study:
    """A session of very many, about everything there is."""
    return Study(
        id=SNOWFLAKE,
        host=members(named)[0],
        place=PLACE,
        language="zh-CN",
        settings=settings(bank, pace, named=named),
        opened=START,
        started=None if now is None else START,
        paused=None,
        ended=None,
        ending=None,
        present=MANY,
        members=members(named),
        round=now,
    )


def wordiest(bank: Bank, pen: Pen) -> str:
    """Return the family whose stem and traps say most."""
    return max(bank.facts, key=lambda family: sum(len(pen.line(each.say)) for each in shares(bank, family)))


def shares(bank: Bank, family: str) -> tuple[Share, ...]:
    """Return every kind of answer a family knows."""
    asked = Asked(1, bank.certificates[family][0], 0, 1)
    traps = [Share(f"trap.{name}", 10, family_say(asked, f"traps.{name}")) for name in asked.certificate.traps]
    named = (Share("right", 20, Say("study", "share.right")), Share("other", 5, Say("study", "share.other")))
    return (named[0], *traps, named[1])


def round_of(bank: Bank, family: str, phase: Phase, number: int = 21, *, named: bool = True) -> Round:
    facts, split = bank.facts[family], Split(shares(bank, family))
    return Round(
        id=SNOWFLAKE,
        number=number,
        family=family,
        hall=facts.hall,
        skill=facts.skill,
        review=True,
        phase=phase,
        stem=stem(bank, family),
        opened=START,
        deadline=START + timedelta(minutes=10),
        done=MANY - 1,
        present=MANY,
        first=split,
        last=split,
        second=split,
        shift=Shift(25, 25, 25, 25),
        winners=members(named),
        quickest=timedelta(seconds=599.9),
    )


def report(bank: Bank, study: Study) -> Report:
    """Return a report of as many rounds, skills and learners as there can be."""
    families = [*bank.facts][:MOST_ROUNDS]
    named = bool(study.settings.named)
    rounds = tuple(round_of(bank, each, "closed", at, named=named) for at, each in enumerate(families, 1))
    skills = tuple(SkillView(bank.facts[each].skill, bank.facts[each].hall, 1, 2) for each in families)
    board = tuple(Rank(at, each, 20, 60, timedelta(1), 20) for at, each in enumerate(members(named), 1))
    return Report(study, rounds, skills, skills, board)


def public(pen: Pen, bank: Bank, *, named: bool) -> Iterator[Screen]:
    """Yield everything that all may see."""
    about = [subject.say for subject in subjects(bank)]
    for pace in get_args(Pace):
        yield render_study.placard(pen, session(bank, pace, None, named=named), about, None)
        for phase in get_args(Phase):
            for family in (wordiest(bank, pen), *list(bank.facts)[::25]):
                study = session(bank, pace, round_of(bank, family, phase, named=named), named=named)
                yield render_study.placard(pen, study, about, None)
                yield render_study.placard(pen, study._replace(paused=START), about, None)
        for ending in get_args(Ending):
            ended = study._replace(ended=START, ending=ending)
            yield render_study.placard(pen, ended, about, report(bank, ended))
            yield render_study.placard(pen, ended, about, Report(ended, (), (), (), ()))


def private(pen: Pen, bank: Bank) -> Iterator[Screen]:
    """Yield everything that one learner alone sees."""
    family = wordiest(bank, pen)
    study = session(bank, "everyone", round_of(bank, family, "first"), named=True)
    asked = Asked(SNOWFLAKE, bank.certificates[family][0], 0, 3)
    trap = next(iter(asked.certificate.traps), None)
    for kind, line in (("correct", "right"), ("diagnosed", f"trap.{trap}"), ("incorrect", "wrong")):
        judged = Judged(kind, line, asked, "64", "64", stored=SNOWFLAKE)
        for done, moved in ((True, True), (True, False), (False, False)):
            yield render_seat.verdict(pen, study, Told(SNOWFLAKE, 21, "first", asked, judged, "64", done, moved))
    yield render_seat.verdict(pen, study, Told(SNOWFLAKE, 21, "first", asked, None, "*" * 100, True, False))
    yield render_seat.question(pen, study, asked, pen.word("error.slow_modal"))
    yield render_seat.sure_to_close(pen, study, 21, "second", MANY)
    yield render_seat.sure_to_stop(pen, study)
    yield render_seat.sure_to_leave(pen, study)
    yield render_seat.done(pen, study._replace(place=Place(SNOWFLAKE, SNOWFLAKE)), "stays")
    yield render_seat.seated(pen, study)
    yield render_seat.seated(pen, study._replace(started=None))
    yield render_seat.own(
        pen,
        study,
        [own_round(bank, family, asked._replace(id=SNOWFLAKE - at), at) for at in range(MOST_ROUNDS)],
    )
    yield render_seat.own(pen, study, ())
    yield render_seat.refused(pen, StudyOpenError(study), study)
    yield render_seat.refused(pen, NotHostError(), None)
    yield render_seat.refused(pen, RoundOverError("round_closed"), study)
    for learner in (study.host.id, 1):
        for each in (study, study._replace(paused=START), study._replace(ended=START, ending="idle")):
            yield render_seat.panel(pen, each, learner)


def own_round(
    bank: Bank, family: str, asked: Asked, number: int, *, right: bool = False, closed: bool = True
) -> OwnRound:
    kind, line = ("correct", "right") if right else ("incorrect", "wrong")
    facts, given = bank.facts[family], (Judged(kind, line, asked, "64", "64"),)
    return OwnRound(number, facts.hall, facts.skill, False, asked, given, closed=closed)


def plans(pen: Pen, bank: Bank) -> Iterator[Screen]:
    """Yield the screens of plans, as many as fit, about everything there is."""
    fit, about = settings(bank, "timed", named=True), [subject.say for subject in subjects(bank)]
    host = members(True)[0]
    plan = Plan(SNOWFLAKE, host, PLACE, "zh-CN", fit, START, SNOWFLAKE, None, None, MANY)
    many = [plan._replace(id=SNOWFLAKE - at) for at in range(MANY)]
    yield render_plan.planned(pen, plan, about, False)
    yield render_plan.listed(pen, many, [about] * MANY, host.id)
    yield render_plan.listed(pen, (), (), host.id)
    yield render_plan.sure_to_cancel(pen, plan, about)
    yield render_plan.back(pen, word(pen, "plan.cancelled"))
    yield render_plan.kept(pen, many, [about] * MANY)
    yield render_plan.reminding(pen, plan, True)
    yield render_plan.reminder(pen, plan, about)


def test_every_screen_fits_discord_and_offers_a_way_on_of_at_most_three_buttons_a_row(pen: Pen, bank: Bank) -> None:
    for screen in (*public(pen, bank, named=True), *private(pen, bank), *plans(pen, bank)):
        assert budget.lint(screen) == ()
        rows = [part for part in screen.parts if isinstance(part, Row)]
        assert rows
        assert all(len(row.buttons) <= 3 for row in rows)


def test_where_no_names_are_shown_no_public_screen_holds_one(pen: Pen, bank: Bank) -> None:
    for screen in public(pen, bank, named=False):
        assert "壁壁壁" not in said(screen)


def test_an_open_question_shows_nobody_what_was_answered(pen: Pen, bank: Bank) -> None:
    for phase in ("first", "second"):
        now = round_of(bank, "dial.var", phase)
        shown = said(render_study.placard(pen, session(bank, "everyone", now, named=True), (), None))
        assert pen.line(Say("study", "share.right")) not in shown
        assert f"{MANY - 1}" in shown


def test_while_votes_are_talked_over_nothing_tells_which_was_right(pen: Pen, bank: Bank) -> None:
    family = wordiest(bank, pen)
    now = round_of(bank, family, "talk")
    shown = said(render_study.placard(pen, session(bank, "everyone", now, named=True), (), None))
    told = [pen.line(share.say) for share in shares(bank, family) if share.line != "other"]

    assert not any(each in shown.replace(pen.line(now.stem), "") for each in told)
    assert word(pen, "talk") in shown


def test_a_split_says_in_words_and_figures_what_its_bars_show(pen: Pen, bank: Bank) -> None:
    split = Split((Share("right", 3, Say("study", "share.right")), Share("other", 1, Say("study", "share.other"))))
    lines = render_round.split(pen, split, "split.only").splitlines()[1:]

    assert [line.count(render_round.FULL) for line in lines] == [9, 3]
    assert [("3" in line, "75%" in line) for line in lines] == [(True, True), (False, False)]
    assert "25%" in lines[1]


def test_shares_of_a_split_make_a_hundred(pen: Pen, bank: Bank) -> None:
    thirds = tuple(Share(f"trap.{each}", 1, Say("study", "share.other")) for each in "abc")
    shown = render_round.split(pen, Split(thirds), "split.only")

    assert [int(each) for each in re.findall(r"(\d+)%", shown)] == [34, 33, 33]


def test_a_second_vote_that_nobody_cast_shows_the_first_by_its_name_and_says_so(pen: Pen, bank: Bank) -> None:
    now = round_of(bank, next(iter(bank.facts)), "closed")._replace(second=Split())
    told = said(render_study.placard(pen, session(bank, "everyone", now, named=True), (), None))

    assert word(pen, "split.first") in told
    assert word(pen, "split.nobody_again") in told
    assert word(pen, "split.second") not in told


def test_a_second_vote_counts_those_alone_who_cast_it(pen: Pen, bank: Bank) -> None:
    second = Split((Share("right", 1, Say("study", "share.right")),))
    now = round_of(bank, next(iter(bank.facts)), "closed")._replace(second=second)
    told = said(render_study.placard(pen, session(bank, "everyone", now, named=True), (), None))

    assert re.findall(r"(\d+)%", told) == ["100"]


def test_a_first_vote_is_read_back_as_a_verdict_reads_it(pen: Pen, bank: Bank) -> None:
    study = session(bank, "everyone", round_of(bank, "dial.var", "first"), named=True)
    for family, echo in (("dial.var", "12 345"), *((each.id, each.symbols[0].split("|")[0]) for each in choices(bank))):
        asked = Asked(SNOWFLAKE, bank.certificates[family][0], 0, 1)
        voted = said(render_seat.verdict(pen, study, Told(1, 1, "first", asked, None, echo, True, False)))

        assert pen.read_as(Judged("correct", "right", asked, "", echo)) in voted


def test_of_ones_own_questions_the_closed_ones_lead_to_their_solutions_those_that_were_missed_first(
    pen: Pen, bank: Bank
) -> None:
    family = next(iter(bank.facts))
    study = session(bank, "everyone", round_of(bank, family, "first"), named=True)
    asked = [Asked(id, bank.certificates[family][0], 0, 1) for id in (11, 12, 13)]
    rounds = [
        own_round(bank, family, asked[0], 1, right=True),
        own_round(bank, family, asked[1], 2),
        own_round(bank, family, asked[2], 3, closed=False),
    ]
    rows = [part for part in render_seat.own(pen, study, rounds).parts if isinstance(part, Row)]
    ways = [
        (way.label, way.touch.arguments) for row in rows for way in row.buttons if way.touch and way.touch.kind == "why"
    ]

    assert ways == [(word(pen, "button.solution", number=2), (12,)), (word(pen, "button.solution", number=1), (11,))]


def choices(bank: Bank) -> list[FamilyFacts]:
    return [facts for facts in bank.facts.values() if facts.kind in ("choice", "word")]


def test_no_public_question_says_of_a_letter_that_it_is_itself(pen: Pen, bank: Bank) -> None:
    asked = {family: said(render_study.placard(pen, at_family(bank, family), (), None)) for family in bank.facts}
    itself = re.compile(r"(?<![A-Za-z0-9_])(\w+) = \*\*\1\*\*", re.ASCII)

    assert {family for family, told in asked.items() if itself.search(told)} == set()


def at_family(bank: Bank, family: str) -> Study:
    return session(bank, "everyone", round_of(bank, family, "first"), named=True)


@pytest.mark.parametrize("shift", [Shift(0, 0, 0, 0), Shift(1, 0, 0, 0)])
def test_a_talk_after_which_nobody_voted_again_is_not_said_to_have_moved_nobody(
    pen: Pen, bank: Bank, shift: Shift
) -> None:
    now = round_of(bank, next(iter(bank.facts)), "closed")._replace(shift=shift)
    told = said(render_study.placard(pen, session(bank, "everyone", now, named=True), (), None))
    words = pen.voice.say(Say("study", "shift", shift._asdict()), pen.language)

    assert (words in told) == (shift.kept > 0)


def said(screen: Screen) -> str:
    return "\n".join(part.body for part in screen.parts if isinstance(part, Text))


@pytest.mark.parametrize(("number", "key"), [(19, "next"), (20, "on"), (21, "on")])
def test_only_where_another_question_follows_for_sure_the_way_on_is_called_so(
    pen: Pen, bank: Bank, number: int, key: str
) -> None:
    closed = round_of(bank, "dial.var", "closed", number)
    way = render_round.onward(pen, session(bank, "everyone", closed, named=True), closed)

    assert way.label == word(pen, f"button.{key}")
