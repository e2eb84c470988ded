"""The rule book of study sessions: who is waited for, who shares a win, how a group moved, what wants a review."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from fractions import Fraction
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.study import (
    ATTEMPTS,
    MISSED,
    WINDOW,
    Pace,
    Phase,
    Record,
    Stop,
    Vote,
    deciding,
    final,
    last_moment,
    least_asked,
    most_missed,
    next_attempt,
    next_phase,
    owes_nothing,
    ranked,
    rate,
    record,
    shift,
    split,
    standing,
    taken,
    winners,
)

pytestmark = pytest.mark.study

START = datetime(2026, 11, 30, tzinfo=UTC)
PACES: tuple[Pace, ...] = ("everyone", "timed", "race")
LINES = ("right", "wrong", "trap.a", "trap.b")

seconds = st.integers(0, 100).map(lambda n: timedelta(seconds=n))
moments = seconds.map(lambda after: START + after)


@st.composite
def a_vote(draw: st.DrawFn) -> Vote:
    line = draw(st.sampled_from(LINES))
    opened = draw(moments)
    at = opened + draw(seconds)
    return Vote(draw(st.integers(1, 8)), draw(st.integers(1, ATTEMPTS)), line == "right", line, at, opened)


votes = st.lists(a_vote(), max_size=20, unique_by=lambda vote: (vote.learner, vote.attempt))
stops = st.lists(st.tuples(moments, seconds).map(lambda stop: Stop(stop[0], stop[0] + stop[1])), max_size=3)


@given(st.sampled_from(PACES), st.booleans())
def test_every_phase_has_a_way_on_and_the_way_ends(pace: Pace, peer: bool) -> None:
    phase: Phase | None = "first"
    seen: list[Phase] = []
    while phase is not None:
        assert phase not in seen
        seen.append(phase)
        phase = next_phase(phase, peer)

    assert seen[-1] == "closed"
    assert ("talk" in seen) == peer


@given(st.sampled_from(PACES), st.booleans(), st.sampled_from(("first", "second")), st.lists(st.booleans(), max_size=3))
def test_whoever_owes_something_can_give_it_and_a_single_answer_settles_where_one_is_heard(
    pace: Pace, peer: bool, phase: Phase, rights: list[bool]
) -> None:
    given_so_far: list[int] = []
    right = False
    for each in rights:
        if owes_nothing(pace, peer, phase, given_so_far, right):
            break
        attempt = next_attempt(pace, peer, phase, given_so_far)
        assert attempt not in given_so_far
        given_so_far.append(attempt)
        right = right or each

    done = owes_nothing(pace, peer, phase, given_so_far, right)
    assert done == (bool(given_so_far) if peer or pace != "everyone" else right or len(given_so_far) == ATTEMPTS)


@given(moments, st.integers(10, 600), st.integers(0, 300))
def test_more_time_is_a_share_of_the_rounds_own_and_moves_with_the_deadline(
    deadline: datetime, length: int, extra: int
) -> None:
    mine = last_moment(deadline, length, extra)

    assert mine - deadline == timedelta(seconds=length) * extra / 100
    assert last_moment(deadline + WINDOW, length, extra) == mine + WINDOW


@given(a_vote(), stops)
def test_what_counts_for_nobody_is_taken_off_an_answers_time(vote: Vote, stopped: list[Stop]) -> None:
    whole = vote.at - vote.opened

    assert timedelta(0) <= taken(vote, stopped) <= whole == taken(vote, [])
    assert taken(vote, [Stop(vote.opened, vote.at)]) == timedelta(0)
    assert taken(vote, [Stop(vote.at, vote.at + whole), Stop(vote.opened - whole, vote.opened)]) == whole


@given(votes)
def test_all_right_answers_within_the_window_of_the_first_share_the_win(given_votes: list[Vote]) -> None:
    right = [vote for vote in given_votes if vote.right]
    won = winners(given_votes)

    assert bool(won) == bool(right)
    assert won == {vote.learner for vote in right if vote.at - min(each.at for each in right) <= WINDOW}


@given(votes, st.randoms())
def test_nothing_depends_on_the_order_in_which_answers_arrive(given_votes: list[Vote], random: object) -> None:
    other = list(given_votes)
    random.shuffle(other)  # type: ignore[attr-defined]

    assert winners(other) == winners(given_votes)
    assert list(split(other).items()) == list(split(given_votes).items())
    assert shift(other) == shift(given_votes)
    for peer in (False, True):
        assert rate(other, peer) == rate(given_votes, peer)
        assert set(deciding(other, peer)) == set(deciding(given_votes, peer))


@given(votes)
def test_a_split_counts_everyone_once_right_first_and_what_has_no_name_last(given_votes: list[Vote]) -> None:
    counts = split(final(given_votes))

    assert sum(counts.values()) == len({vote.learner for vote in given_votes})
    assert list(counts)[1:].count("right") == 0
    assert list(counts)[:-1].count("other") == 0
    traps = [count for kind, count in counts.items() if kind.startswith("trap.")]
    assert traps == sorted(traps, reverse=True)


@given(votes)
def test_a_shift_parts_those_who_voted_twice(given_votes: list[Vote]) -> None:
    moved = shift(given_votes)
    by_attempt = [{vote.learner: vote.right for vote in given_votes if vote.attempt == attempt} for attempt in (1, 2)]
    both = by_attempt[0].keys() & by_attempt[1].keys()

    assert moved.kept + moved.gained + moved.lost + moved.missed == len(both)
    assert moved.kept + moved.gained == sum(by_attempt[1][who] for who in both)
    assert moved.kept + moved.lost == sum(by_attempt[0][who] for who in both)


@given(votes)
def test_before_a_talk_the_first_answer_decides_and_after_it_the_last(given_votes: list[Vote]) -> None:
    for peer, best in ((False, min), (True, max)):
        for vote in deciding(given_votes, peer):
            assert vote.attempt == best(each.attempt for each in given_votes if each.learner == vote.learner)


@given(st.dictionaries(st.sampled_from("abcdef"), st.none() | st.fractions(0, 1)))
def test_what_is_reviewed_was_missed_most_and_nothing_is_where_nothing_was(
    rates: dict[str, Fraction | None],
) -> None:
    known = {name: rate for name, rate in rates.items() if rate is not None and rate < MISSED}
    worst = most_missed(rates)

    assert (worst is None) == (not known)
    assert worst is None or known[worst] == min(known.values())


@given(st.dictionaries(st.text("abcdef", min_size=1, max_size=3), st.sampled_from("xyz"), min_size=1), st.data())
def test_nothing_comes_twice_while_anything_of_its_skill_has_not_come(
    families: dict[str, str], data: st.DataObject
) -> None:
    asked: list[str] = []
    for _ in range(2 * len(families)):
        asked.append(data.draw(st.sampled_from(least_asked(families, asked))))
        skill = families[asked[-1]]
        times = [asked.count(family) for family, its in families.items() if its == skill]
        assert max(times) - min(times) <= 1

    skills = [sum(1 for family in asked if families[family] == skill) for skill in set(families.values())]
    assert max(skills) - min(skills) <= 1


@given(st.lists(st.lists(a_vote(), max_size=3, unique_by=lambda vote: vote.attempt), max_size=5), stops)
def test_a_record_tells_rounds_and_attempts_and_time_only_of_a_race(
    rounds: list[list[Vote]], stopped: list[Stop]
) -> None:
    rounds = [[vote._replace(learner=1) for vote in each] for each in rounds]
    plain, race = record(1, rounds), record(1, rounds, stopped, wins=2)

    assert plain.attempts == race.attempts == sum(map(len, rounds))
    assert plain.right == race.right <= len(rounds)
    assert (plain.time, plain.wins) == (None, 0)
    assert race.time is not None
    assert race.wins == 2


@given(st.lists(st.builds(Record, st.integers(1, 99), st.integers(0, 3), st.integers(0, 3)), max_size=12))
def test_equal_records_share_a_rank_and_the_next_rank_counts_all_before_it(records: list[Record]) -> None:
    ranks = ranked(records)

    assert sorted((each for _, each in ranks), key=id) == sorted(records, key=id)
    for rank, each in ranks:
        assert rank == 1 + sum(standing(other) < standing(each) for other in records)
    assert all(one[0] <= other[0] for one, other in pairwise(ranks))


def test_more_right_goes_before_fewer_attempts_and_these_before_time() -> None:
    fast, slow = timedelta(seconds=1), timedelta(seconds=9)
    order = [Record(1, 3, 9, slow), Record(2, 2, 2, slow), Record(3, 2, 3, fast), Record(4, 2, 3, slow)]

    assert [(rank, each.learner) for rank, each in ranked(reversed(order))] == [(1, 1), (2, 2), (3, 3), (4, 4)]
