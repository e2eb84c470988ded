"""Study sessions, from the lobby to the report: what counts, who is waited for, and what survives."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from bot.play.scene import Place
from bot.play.study.study import Settings
from bot.play.study.study_heartbeat import BEAT
from bot.play.study.study_refusals import (
    AnsweredError,
    HeirNotInError,
    HostPresentError,
    NoSubjectError,
    NotHostError,
    NoTimeError,
    NotStartedError,
    PausedError,
    RoundOverError,
    StudyOpenError,
    StudyOverError,
    UnfitError,
)
from bot.store.store import Store
from bot.store.tables import study_member
from engine.rules.study import Pace, Phase
from tests.play.stage import right
from tests.play.studying import DIAL, PLACE, Class, counting, trap

pytestmark = pytest.mark.study

TIMED = Settings(("dial",), rounds=2, pace="timed", seconds=60)
RACE = Settings(("dial",), rounds=2, pace="race", seconds=60)
PEER = Settings(("dial",), rounds=1, peer=True)


async def a_class(store: Store, size: int = 3) -> Class:
    return await Class(store, size).met()


# --- the lobby ---


async def test_a_channel_has_one_session_and_whoever_opens_another_is_led_to_it(store: Store) -> None:
    group = await a_class(store)
    standing = await group.studies.open(group.host, PLACE, DIAL)
    with pytest.raises(StudyOpenError) as refused:
        await group.studies.open(group.learners[1], PLACE, DIAL)
    elsewhere = await group.studies.open(group.learners[1], Place(9, 91), DIAL)

    assert refused.value.study.id == standing.id
    assert elsewhere.id != standing.id


@pytest.mark.parametrize(
    "settings",
    [
        Settings(("dial",), rounds=0),
        Settings(("dial",), rounds=21),
        Settings(("dial",), pace="timed", seconds=9),
        Settings(("dial",), pace="race", peer=True),
        Settings(()),
    ],
)
async def test_what_cannot_be_is_refused_before_anything_is_opened(store: Store, settings: Settings) -> None:
    group = await a_class(store)
    with pytest.raises(UnfitError):
        await group.studies.open(group.host, PLACE, settings)
    with pytest.raises(NoSubjectError):
        await group.studies.open(group.host, PLACE, Settings(("no such hall",)))

    assert await group.studies.underway() == ()


async def test_subjects_are_found_by_their_names_in_either_language(store: Store) -> None:
    group = await a_class(store)
    hall = group.studies.named("dial")
    names = [group.play.house.bank.halls["dial"].lines.say(hall.say.key, language) for language in ("zh-CN", "en")]

    for name in (*names, "dial", " DIAL "):
        assert group.studies.subjects(name) == ("dial",)
        assert "dial" in [each.id for each in group.studies.suggest(name[:3], "en")]
    assert group.studies.subjects("dial、dot.variance, dial") == ("dial", "dot.variance")
    for nothing in ("", "、", "no such hall"):
        with pytest.raises(NoSubjectError):
            group.studies.subjects(nothing)


async def test_only_the_host_begins_and_nobody_answers_before(store: Store) -> None:
    group = await a_class(store)
    study = await group.studies.open(group.host, PLACE, DIAL)
    with pytest.raises(NotHostError):
        await group.studies.start(group.learners[1], study.id)
    with pytest.raises(NotStartedError):
        await group.studies.question(study.id, group.host)

    assert (await group.studies.standing(study.id)).state == "lobby"


async def test_names_are_shown_only_where_the_host_and_the_learner_want_it(store: Store) -> None:
    group = await a_class(store)
    shown = await group.begun(DIAL)
    await group.studies.stop(group.host, shown.id)
    silent = await group.begun(Settings(("dial",), named=False))

    assert [member.name for member in shown.members] == [each.name for each in group.learners]
    assert {member.name for member in (*silent.members, silent.host)} == {None}


# --- everyone finishes ---


async def test_everyone_gets_the_same_family_with_numbers_of_their_own_in_their_own_language(store: Store) -> None:
    group = await a_class(store, 4)
    study = await group.begun()
    asked = [await group.studies.question(study.id, each) for each in group.learners]
    again = [await group.studies.question(study.id, each) for each in group.learners]

    assert study.round is not None
    assert {each.certificate.family for each in asked} == {study.round.family}
    assert len({str(each.numbers) for each in asked}) > 1
    assert again == asked


async def test_a_round_closes_when_all_are_right_or_out_of_attempts(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    first, second, third = group.learners
    assert not (await group.rightly(study.id, first)).moved
    for attempt in range(3):
        told = await group.wrongly(study.id, second)
        assert told.done == (attempt == 2)
        assert told.judged is not None
        assert not told.judged.right
    waiting = (await group.studies.standing(study.id)).round
    last = await group.rightly(study.id, third)
    closed = (await group.studies.standing(study.id)).round

    assert waiting is not None
    assert (waiting.phase, waiting.answered, waiting.present) == ("first", 2, 3)
    assert (waiting.first, waiting.last) == (None, None)
    assert last.moved
    assert closed is not None
    assert closed.phase == "closed"
    assert closed.first is not None
    assert (closed.first.right, closed.first.answered) == (2, 3)


async def test_there_is_no_clock_unless_one_is_wanted_but_a_round_where_nothing_happens_moves_on(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    await group.wait(9 * 60)
    still = (await group.studies.standing(study.id)).round
    await group.wait(61)
    moved = (await group.studies.standing(study.id)).round

    assert still is not None
    assert (still.phase, still.deadline) == ("first", None)
    assert moved is not None
    assert moved.phase == "closed"


async def test_one_who_leaves_is_not_waited_for_and_the_last_one_takes_the_session_along(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    for each in group.learners[:2]:
        await group.rightly(study.id, each)
    left = await group.studies.leave(group.learners[2], study.id)
    for each in group.learners[:2]:
        over = await group.studies.leave(each, study.id)
    with pytest.raises(StudyOverError):
        await group.studies.leave(group.learners[2], study.id)

    assert left.round is not None
    assert left.round.phase == "closed"
    assert over.ending == "deserted"


async def test_a_late_joiner_enters_at_the_round_that_is_open_and_is_waited_for(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(joined=group.learners[1:2])
    await group.rightly(study.id, group.host)
    await group.studies.question(study.id, group.learners[2])
    await group.rightly(study.id, group.learners[1])
    waiting = await group.studies.standing(study.id)
    await group.rightly(study.id, group.learners[2])

    assert waiting.present == 3
    assert waiting.round is not None
    assert waiting.round.phase == "first"
    assert (await group.studies.own(study.id, group.learners[2]))[0].right


async def test_what_cannot_be_read_costs_nothing_and_a_doubt_is_asked_about(store: Store) -> None:
    group = await a_class(store, 1)
    study = await group.begun(Settings(("dot.variance",)))
    unread = await group.send(study.id, group.host, "no idea")
    doubt = await group.send(study.id, group.host, "22,6")

    assert unread.judged is not None
    assert (unread.judged.kind, unread.asked.attempt, unread.done) == ("invalid", 1, False)
    assert doubt.judged is not None
    assert doubt.judged.stored is not None
    told = await group.studies.choose_reading(doubt.judged.stored, 0, group.host)
    assert told.judged is not None
    assert told.judged.echo == doubt.judged.readings[0]
    assert told.asked.attempt == 2


async def test_the_same_interaction_twice_counts_once_and_is_told_the_same(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    first = await group.wrongly(study.id, group.host, interaction=5)
    again = await group.studies.answer(study.id, 1, 1, group.host, "anything", interaction=5)
    with pytest.raises(AnsweredError):
        await group.studies.answer(study.id, 1, 1, group.host, "64", interaction=6)

    assert again == first
    assert await group.counted() == 1


async def test_two_touches_at_once_count_once(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    text = trap(await group.studies.question(study.id, group.host))
    sent = [group.studies.answer(study.id, 1, 1, group.host, text, interaction=n) for n in (5, 5, 6, 7)]
    told = await asyncio.gather(*sent, return_exceptions=True)

    assert await group.counted() == 1
    assert all(not isinstance(each, Exception) or isinstance(each, AnsweredError) for each in told)


# --- by the clock ---


async def test_the_clock_starts_when_the_message_stands_or_the_first_sheet_is_opened(store: Store) -> None:
    group = await a_class(store)
    study = await group.studies.open(group.host, PLACE, TIMED)
    started = await group.studies.start(group.host, study.id)
    await group.wait(120)
    unseen = await group.studies.standing(study.id)
    await group.studies.question(study.id, group.host)
    seen = await group.studies.standing(study.id)
    late = await group.studies.shown(study.id, 1, group.hand.now + timedelta(seconds=5))

    assert started.round is not None
    assert unseen.round is not None
    assert (unseen.round.phase, unseen.round.deadline) == ("first", None)
    assert seen.round is not None
    assert seen.round.deadline == group.hand.now + timedelta(seconds=60)
    assert not late


async def test_a_timed_round_hears_the_first_answer_and_goes_on_by_itself(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    told = await group.wrongly(study.id, group.host)
    with pytest.raises(AnsweredError):
        await group.studies.question(study.id, group.host)
    await group.wait(63)
    closed = await group.studies.standing(study.id)
    await group.wait(31)
    second = await group.studies.standing(study.id)

    assert told.done
    assert closed.round is not None
    assert closed.round.phase == "closed"
    assert second.round is not None
    assert (second.round.number, second.round.phase) == (2, "first")


async def test_who_has_more_time_has_it_quietly(store: Store) -> None:
    group = await a_class(store)
    await group.studies.give_extra(group.learners[1], 100)
    study = await group.begun(TIMED)
    for each in group.learners:
        await group.studies.question(study.id, each)
    await group.rightly(study.id, group.host)
    await group.wait(61)
    public = await group.studies.standing(study.id)
    with pytest.raises(NoTimeError):
        await group.studies.question(study.id, group.learners[2])
    await group.wait(50)
    told = await group.rightly(study.id, group.learners[1])
    await group.wait(12)
    after = await group.studies.standing(study.id)

    assert public.round is not None
    assert study.round is not None
    assert (public.round.phase, public.round.deadline) == ("first", study.round.deadline)
    assert told.judged is not None
    assert told.judged.right
    assert after.round is not None
    assert after.round.phase == "closed"


async def test_a_round_waits_for_more_time_only_while_its_owner_owes_an_answer(store: Store) -> None:
    group = await a_class(store)
    await group.studies.give_extra(group.learners[1], 300)
    study = await group.begun(TIMED)
    await group.rightly(study.id, group.learners[1])
    await group.wait(63)
    closed = await group.studies.standing(study.id)

    assert closed.round is not None
    assert closed.round.phase == "closed"


async def test_what_was_sent_in_time_counts_though_it_arrives_a_moment_late(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    asked = await group.studies.question(study.id, group.host)
    await group.wait(61)
    in_time = group.hand.now - timedelta(seconds=2)
    with pytest.raises(NoTimeError):
        await group.studies.answer(study.id, 1, 1, group.host, right(asked), at=group.hand.now)
    told = await group.studies.answer(study.id, 1, 1, group.host, right(asked), at=in_time)

    assert told.judged is not None
    assert told.judged.right


async def test_a_pause_moves_the_deadline_by_its_length_and_hears_nobody(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    asked = await group.studies.question(study.id, group.host)
    await group.wait(20)
    await group.studies.pause(group.host, study.id)
    await group.wait(300)
    with pytest.raises(PausedError):
        await group.studies.answer(study.id, 1, 1, group.host, right(asked))
    with pytest.raises(NotHostError):
        await group.studies.resume(group.learners[1], study.id)
    going = await group.studies.resume(group.host, study.id)
    await group.wait(39)
    told = await group.rightly(study.id, group.host)

    assert study.round is not None
    assert study.round.deadline is not None
    assert going.round is not None
    assert going.round.deadline == study.round.deadline + timedelta(seconds=300)
    assert told.judged is not None
    assert told.judged.right


async def test_the_bots_own_absence_counts_for_nobody_and_is_made_up_for_once(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    await group.wait(10)
    group.hand.move(3600)
    others = [Class(store, 3, group.hand) for _ in range(3)]
    turned = await asyncio.gather(*(each.studies.due(group.hand.now) for each in others))
    after = await group.studies.standing(study.id)

    assert {each.changed for each in turned} == {()}
    assert study.round is not None
    assert study.round.deadline is not None
    assert after.round is not None
    assert after.round.deadline is not None
    moved = after.round.deadline - study.round.deadline
    assert timedelta(hours=1) <= moved <= timedelta(hours=1) + BEAT


async def test_whoever_acts_first_after_an_absence_finds_the_clock_honest_already(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun(TIMED)
    asked = await group.studies.question(study.id, group.host)
    await group.wait(10)
    group.hand.move(3600)
    group.restart()
    told = await group.studies.answer(study.id, 1, 1, group.host, right(asked))

    assert told.judged is not None
    assert told.judged.right


async def test_a_session_stopped_and_begun_again_hears_nothing_of_the_old_deadline(store: Store) -> None:
    group = await a_class(store)
    old = await group.begun(TIMED)
    await group.wait(50)
    await group.studies.stop(group.host, old.id)
    new = await group.begun(TIMED)
    await group.wait(40)
    standing = await group.studies.standing(new.id)

    assert standing.round is not None
    assert (standing.round.number, standing.round.phase) == (1, "first")


# --- a race ---


async def test_right_answers_within_the_window_of_the_first_share_the_win_and_later_ones_are_too_late(
    store: Store,
) -> None:
    group = await a_class(store, 4)
    study = await group.begun(RACE)
    asked = [await group.studies.question(study.id, each) for each in group.learners]
    await group.wait(10)
    first = group.hand.now

    async def answer(place: int, after: float) -> None:
        who, moment = group.learners[place], first + timedelta(seconds=after)
        await group.studies.answer(study.id, 1, 1, who, right(asked[place]), at=moment)

    await answer(0, 0)
    await answer(1, 1)
    await answer(2, 3)
    with pytest.raises(NoTimeError):
        await answer(3, 3.1)
    await group.wait(6)
    closed = (await group.studies.standing(study.id)).round

    assert closed is not None
    assert closed.phase == "closed"
    assert {each.id for each in closed.winners} == {each.id for each in group.learners[:3]}
    assert closed.quickest == timedelta(seconds=10)


async def test_a_race_is_timed_from_the_first_sheet_a_learner_opened(store: Store) -> None:
    group = await a_class(store, 2)
    study = await group.begun(RACE)
    early, late = group.learners
    await group.studies.question(study.id, early)
    await group.wait(8)
    await group.studies.question(study.id, late)
    await group.studies.question(study.id, early)
    await group.wait(2)
    await group.rightly(study.id, early)
    await group.rightly(study.id, late)
    board = (await group.studies.report(study.id)).board

    assert [(row.member.id, row.time, row.rank) for row in board] == [
        (late.id, timedelta(seconds=2), 1),
        (early.id, timedelta(seconds=10), 2),
    ]


async def test_a_wrong_answer_in_a_race_is_the_only_one(store: Store) -> None:
    group = await a_class(store, 2)
    study = await group.begun(RACE)
    told = await group.wrongly(study.id, group.host)
    with pytest.raises(AnsweredError):
        await group.studies.question(study.id, group.host)

    assert told.done


# --- peer instruction ---


async def test_the_group_votes_talks_votes_again_and_sees_how_it_moved(store: Store) -> None:
    group = await a_class(store, 4)
    study = await group.begun(PEER)
    firsts = [await group.rightly(study.id, group.learners[0]), await group.wrongly(study.id, group.learners[1])]
    hushed = (await group.studies.standing(study.id)).round
    own = await group.studies.own(study.id, group.learners[0])
    firsts += [await group.wrongly(study.id, each) for each in group.learners[2:]]
    talk = (await group.studies.standing(study.id)).round
    with pytest.raises(RoundOverError):
        await group.studies.question(study.id, group.host)
    voting = (await group.go_on(study.id)).round
    seconds = [await group.rightly(study.id, each) for each in group.learners[:3]]
    seconds.append(await group.wrongly(study.id, group.learners[3]))
    closed = (await group.studies.standing(study.id)).round

    assert [told.judged for told in firsts] == [None] * 4
    assert all(told.echo for told in firsts)
    assert hushed is not None
    assert (hushed.answered, hushed.first, hushed.last) == (2, None, None)
    assert own[0].answers == ()
    assert talk is not None
    assert talk.phase == "talk"
    assert talk.first is not None
    assert (talk.first.right, talk.first.answered) == (1, 4)
    assert talk.first.trap is not None
    assert voting is not None
    assert (voting.phase, voting.answered) == ("second", 0)
    assert all(told.judged is not None for told in seconds)
    assert closed is not None
    assert closed.shift is not None
    assert (closed.shift.kept, closed.shift.gained, closed.shift.lost, closed.shift.missed) == (1, 2, 0, 1)
    assert len((await group.studies.own(study.id, group.host))[0].answers) == 2


async def test_one_who_missed_the_first_vote_has_the_second(store: Store) -> None:
    group = await a_class(store, 2)
    study = await group.begun(PEER)
    await group.wrongly(study.id, group.host)
    await group.go_on(study.id)
    await group.go_on(study.id)
    late = await group.rightly(study.id, group.learners[1])

    assert late.phase == "second"
    assert late.judged is not None
    assert late.done


async def test_a_round_with_a_clock_goes_through_both_votes_by_itself(store: Store) -> None:
    group = await a_class(store, 2)
    study = await group.begun(Settings(("dial",), rounds=1, pace="timed", seconds=30, peer=True))
    phases = []
    for _ in range(150):
        standing = await group.studies.standing(study.id)
        phases.append(standing.round.phase if standing.state == "running" and standing.round else standing.state)
        await group.wait(2)

    assert list(dict.fromkeys(phases)) == ["first", "talk", "second", "closed", "ended"]


# --- the host ---


async def test_a_host_who_is_there_keeps_the_session_and_one_who_is_silent_or_gone_does_not(store: Store) -> None:
    group = await a_class(store, 4)
    study = await group.begun()
    other, third = group.learners[1:3]
    with pytest.raises(HostPresentError):
        await group.studies.take_over(other, study.id)
    await group.wait(181)
    taken = await group.studies.take_over(other, study.id)
    await group.studies.leave(other, study.id)
    again = await group.studies.take_over(third, study.id)
    handed = await group.studies.hand_over(third, study.id, group.host.id)
    with pytest.raises(NotHostError):
        await group.studies.stop(third, study.id)
    with pytest.raises(HeirNotInError):
        await group.studies.hand_over(group.host, study.id, other.id)

    assert [each.host.id for each in (taken, again, handed)] == [other.id, third.id, group.host.id]


async def test_two_who_take_over_at_once_make_one_host(store: Store) -> None:
    group = await a_class(store, 6)
    study = await group.begun()
    await group.wait(200)
    asking = [group.studies.take_over(each, study.id) for each in group.learners[1:]]
    told = await asyncio.gather(*asking, return_exceptions=True)

    assert sum(not isinstance(each, Exception) for each in told) == 1


async def test_a_touch_that_comes_twice_moves_on_once(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    await asyncio.gather(*(group.studies.skip(group.host, study.id, 1, "first") for _ in range(4)))
    once = await group.studies.standing(study.id)
    await asyncio.gather(*(group.studies.skip(group.host, study.id, 1, "closed") for _ in range(4)))
    twice = await group.studies.standing(study.id)
    ends: tuple[Phase, ...] = ("first", "closed")
    for phase in ends:
        ended = await asyncio.gather(*(group.studies.skip(group.host, study.id, 2, phase) for _ in range(4)))

    assert once.round is not None
    assert (once.round.number, once.round.phase) == (1, "closed")
    assert twice.round is not None
    assert (twice.round.number, twice.round.phase) == (2, "first")
    assert {each.ending for each in ended} == {"finished"}


async def test_a_session_nobody_touches_ends_by_itself_in_every_state(store: Store) -> None:
    group = await a_class(store)
    endings = []
    for state in ("lobby", "running", "paused"):
        study = await group.studies.open(group.host, PLACE, DIAL)
        if state != "lobby":
            await group.studies.start(group.host, study.id)
        if state == "paused":
            await group.studies.pause(group.host, study.id)
        await group.wait(31 * 60)
        endings.append((await group.studies.standing(study.id)).ending)

    assert endings == ["idle"] * 3
    assert await group.studies.underway() == ()


async def test_a_message_that_can_stand_nowhere_ends_a_lobby_and_pauses_what_runs(store: Store) -> None:
    group = await a_class(store)
    lobby = await group.studies.open(group.host, PLACE, DIAL)
    ended = await group.studies.lost(lobby.id)
    running = await group.begun()
    paused = await group.studies.lost(running.id)

    assert ended.ending == "unreachable"
    assert paused.state == "paused"
    assert (await group.studies.resume(group.host, running.id)).state == "running"


# --- the report ---


async def test_what_the_group_missed_most_comes_once_more_with_other_numbers_and_then_all_is_told(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    for each in group.learners:
        await group.rightly(study.id, each)
    await group.go_on(study.id)
    missed = []
    for each in group.learners:
        missed.append(await group.studies.question(study.id, each))
        for _ in range(3):
            await group.wrongly(study.id, each)
    review = (await group.go_on(study.id)).round
    again = [await group.studies.question(study.id, each) for each in group.learners]
    for each in group.learners:
        await group.wrongly(study.id, each)
        await group.rightly(study.id, each)
    over = await group.go_on(study.id)
    report = await group.studies.report(study.id)

    assert review is not None
    assert (review.number, review.review) == (3, True)
    assert {each.certificate.family for each in again} == {missed[0].certificate.family}
    assert [each.numbers for each in again] != [each.numbers for each in missed]
    assert over.ending == "finished"
    assert [round.number for round in report.rounds] == [1, 2, 3]
    assert report.rounds[1].first is not None
    assert report.rounds[1].first.trap is not None
    assert report.rounds[1].first.trap.count == 3
    assert [row.rank for row in report.board] == [1, 1, 1]
    assert [(row.right, row.attempts) for row in report.board] == [(2, 6)] * 3
    own = await group.studies.own(study.id, group.host)
    assert [(round.right, len(round.answers)) for round in own] == [(True, 1), (False, 3), (True, 2)]


async def test_a_group_that_missed_nothing_is_let_go(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    for _ in range(2):
        for each in group.learners:
            await group.rightly(study.id, each)
        over = await group.go_on(study.id)
    report = await group.studies.report(study.id)

    assert over.ending == "finished"
    assert {skill.skill for skill in report.knows} == {round.skill for round in report.rounds}
    assert report.reviews == ()


async def test_a_session_that_is_stopped_tells_what_was_done(store: Store) -> None:
    group = await a_class(store)
    study = await group.begun()
    await group.rightly(study.id, group.host)
    stopped = await group.studies.stop(group.host, study.id)
    report = await group.studies.report(study.id)

    assert stopped.ending == "stopped"
    assert [(row.member.id, row.right) for row in report.board] == [(group.host.id, 1)]


# --- many ---


@pytest.mark.slow
@pytest.mark.parametrize("pace", ["everyone", "race"])
async def test_a_hundred_answer_at_once_and_each_counts_once(store: Store, pace: Pace) -> None:
    group = await a_class(store, 100)
    study = await group.begun(Settings(("dial",), rounds=1, pace=pace))
    asked = [await group.studies.question(study.id, each) for each in group.learners]
    await group.wait(4)
    told = await asyncio.gather(
        *(
            group.studies.answer(study.id, 1, 1, each, right(its), interaction=n)
            for n, (each, its) in enumerate(zip(group.learners, asked, strict=True))
            for _ in range(2)  # each delivered twice
        )
    )
    closed = (await group.studies.standing(study.id)).round

    assert await group.counted() == 100
    assert sum(each.moved for each in told) == 1
    assert closed is not None
    assert closed.phase == "closed"
    assert closed.first is not None
    assert closed.first.right == 100
    assert len(closed.winners) == (100 if pace == "race" else 0)


@pytest.mark.parametrize("pace", ["everyone", "timed", "race"])
async def test_the_work_of_an_answer_does_not_grow_with_the_group(store: Store, pace: Pace) -> None:
    counts = []
    for size in (2, 500):
        group = Class(store, size)
        group.learners = [type(each)(each.id + size * 1000, each.language, each.name) for each in group.learners]
        await group.met()
        study = await group.studies.open(group.host, Place(9, size), Settings(("dial",), pace=pace))
        async with store.writing() as db:
            rows = [{"study_id": study.id, "learner_id": each.id, "joined": group.hand.now} for each in group.learners]
            await db.execute(study_member.insert(), rows[1:])
        await group.studies.start(group.host, study.id)
        async with counting(store) as sent:
            asked = await group.studies.question(study.id, group.host)
            await group.studies.answer(study.id, 1, 1, group.host, "nothing that can be read")
            await group.studies.answer(study.id, 1, 1, group.host, trap(asked))
            await group.studies.standing(study.id)
        counts.append(len(sent))

    assert counts[0] == counts[1]
