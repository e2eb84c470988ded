"""The laws of a raid, over every way it can go."""

from __future__ import annotations

from math import ceil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.rules.raid import (
    BLOWS,
    LAYINGS,
    MOST_LAID,
    Begun,
    Effect,
    Event,
    Joined,
    Left,
    NotBegunError,
    Siege,
    Struck,
    replay,
    step,
)
from engine.rules.wall import OVERGROWN_AT, Layer, Outcome

pytestmark = pytest.mark.raid

LEARNERS = st.integers(1, 6)
blows = st.builds(Struck, LEARNERS, st.sampled_from(Layer), st.booleans())
moves = st.one_of(st.builds(Joined, LEARNERS), st.builds(Left, LEARNERS))


@st.composite
def raids(draw: st.DrawFn) -> list[Event]:
    """A raid as the game lets it happen: whoever strikes has come."""
    lobby = draw(st.lists(moves, max_size=8))
    events: list[Event] = [Joined(1), *lobby, Begun()]
    for event in draw(st.lists(st.one_of(moves, blows, blows), max_size=60)):
        if isinstance(event, Struck):
            events.append(Joined(event.learner))
        events.append(event)
    return events


def gathered(learners: int) -> list[Event]:
    return [*(Joined(learner) for learner in range(1, learners + 1)), Begun()]


def wrong(learner: int, kind: Layer = Layer.DOT) -> Struck:
    return Struck(learner, kind, right=False)


def right(learner: int, kind: Layer = Layer.DOT) -> Struck:
    return Struck(learner, kind, right=True)


@pytest.mark.parametrize("learners", range(1, 9))
def test_each_layer_falls_to_as_many_right_answers_as_half_of_those_here_whoever_gives_them(learners: int) -> None:
    strength = max(1, ceil(learners / 2))
    siege, effects = replay([*gathered(learners), *[right(1)] * (3 * strength)])

    one_layer = [Effect.CRACKED] * (strength - 1)
    assert list(effects) == [*one_layer, Effect.FELLED, *one_layer, Effect.FELLED, *one_layer, Effect.BROKE]
    assert siege.outcome is Outcome.BROKEN
    assert siege.part(1).blows == 3 * strength


@pytest.mark.parametrize("kind", list(Layer))
def test_a_right_answer_counts_whatever_its_question_was_about(kind: Layer) -> None:
    siege, effects = replay([*gathered(1), *[right(1, kind)] * 3])

    assert effects[-1] is Effect.BROKE
    assert not siege.courses


@pytest.mark.parametrize("learners", range(1, 9))
def test_one_learner_alone_who_is_wrong_fifty_times_never_sinks_a_raid_and_costs_it_two_layers(learners: int) -> None:
    siege, effects = replay([*gathered(learners), *[wrong(1)] * 50])

    assert siege.outcome is Outcome.STANDING
    assert len(siege.courses) == 3 + MOST_LAID
    assert effects.count(Effect.SPARED) == 48


@pytest.mark.parametrize("learners", range(2, 12))
def test_it_takes_more_than_half_at_their_worst_to_sink_a_raid_and_then_it_sinks(learners: int) -> None:
    most = max(1, ceil(learners / 2))
    half_wrong = [wrong(learner) for learner in range(1, most + 1) for _ in range(50)]
    siege, _ = replay([*gathered(learners), *half_wrong])
    assert siege.outcome is Outcome.STANDING

    siege, effect = step(siege, wrong(most + 1))
    assert effect is Effect.SANK
    assert siege.outcome is Outcome.OVERGROWN


def test_for_one_learner_the_limit_is_that_of_the_wall_of_ones_own() -> None:
    siege, _ = replay(gathered(1))

    assert siege.limit == OVERGROWN_AT


@given(raids())
def test_the_limit_never_falls_and_leaving_moves_no_layer(events: list[Event]) -> None:
    siege = Siege()
    for event in events:
        after, _ = step(siege, event)
        assert after.limit >= siege.limit
        if isinstance(event, Joined | Left):
            assert after.courses == siege.courses
        siege = after


@given(raids())
def test_an_answer_does_exactly_what_it_is_said_to_do(events: list[Event]) -> None:
    siege = Siege()
    for event in events:
        after, effect = step(siege, event)
        if isinstance(event, Struck):
            assert effect is not None
            thicker = {Effect.FELLED: -1, Effect.BROKE: -1, Effect.LAID: 1, Effect.SANK: 1}.get(effect, 0)
            assert len(after.courses) - len(siege.courses) == thicker
            assert (effect in BLOWS) == event.right
            assert (effect in {Effect.LATE, Effect.PAST}) == (siege.outcome is not Outcome.STANDING)
            assert (effect is Effect.BROKE) == (after.outcome is Outcome.BROKEN and siege.outcome is Outcome.STANDING)
            assert (effect is Effect.SANK) == (after.outcome is Outcome.OVERGROWN and siege.outcome is Outcome.STANDING)
            if effect in LAYINGS:
                top = after.courses[-1]
                assert (top.kind, top.laid, top.strength, top.cracks) == (event.kind, True, 1, 0)
            if effect is Effect.CRACKED:
                assert after.courses[-1].cracks == siege.courses[-1].cracks + 1
        siege = after


@given(raids())
def test_parts_are_what_the_answers_did_and_nobody_lays_more_than_two(events: list[Event]) -> None:
    siege, effects = replay(events)
    struck = [event for event in events if isinstance(event, Struck)]
    for learner in siege.members:
        mine = [effect for event, effect in zip(struck, effects, strict=True) if event.learner == learner]
        part = siege.part(learner)
        assert part.blows == sum(effect in BLOWS for effect in mine)
        assert part.layers == sum(effect in LAYINGS for effect in mine) <= MOST_LAID
        assert part.spared == mine.count(Effect.SPARED)


@given(raids())
def test_the_outermost_layer_of_a_standing_raid_is_cracked_less_often_than_it_is_strong(events: list[Event]) -> None:
    siege, _ = replay(events)
    for course in siege.courses:
        assert course.strength is None or course.cracks < course.strength
        assert not course.laid or course.strength == 1
    assert siege.outermost is None or siege.outermost.strength is not None


@given(raids(), st.lists(blows, max_size=6))
def test_after_the_end_a_right_answer_is_credited_and_nothing_else_changes(
    events: list[Event], later: list[Struck]
) -> None:
    siege, _ = replay(events)
    if siege.outcome is Outcome.STANDING:
        return
    for blow in later:
        after, effect = step(siege, blow)
        assert effect is (Effect.LATE if blow.right else Effect.PAST)
        assert (after.courses, after.outcome, after.limit) == (siege.courses, siege.outcome, siege.limit)
        assert after.part(blow.learner).blows - siege.part(blow.learner).blows == int(blow.right)
        assert after.part(blow.learner).layers == siege.part(blow.learner).layers
        siege = after


def test_whoever_comes_late_strikes_at_once_and_makes_only_the_layers_not_yet_faced_stronger() -> None:
    late = [Joined(learner) for learner in (2, 3, 4)]
    siege, effects = replay([*gathered(1), *late, right(4)])

    assert effects == (Effect.FELLED,)
    assert [course.strength for course in siege.courses] == [None, 2]


def test_a_layer_that_was_faced_keeps_its_strength_and_its_cracks_under_one_laid_on_it() -> None:
    laid = [*gathered(4), right(1), wrong(2), Joined(5), Joined(6), right(3)]
    siege, effects = replay(laid)

    assert effects == (Effect.CRACKED, Effect.LAID, Effect.FELLED)
    assert (siege.courses[-1].strength, siege.courses[-1].cracks) == (2, 1)


def test_who_left_no_longer_makes_a_layer_strong() -> None:
    gone = [Left(learner) for learner in range(2, 7)]
    siege, _ = replay([*gathered(6), right(1), right(1), *gone, right(1)])

    assert siege.courses[-1].strength == 1
    assert siege.limit == 3 + 2 * 3 + 1


def test_nothing_can_be_struck_before_the_beginning() -> None:
    with pytest.raises(NotBegunError):
        step(Siege(), right(1))
