"""The laws of walking a hall."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.tour import Step, stand

BEATS = ("greet", "turn", "ask", "leave")
steps = st.lists(st.builds(Step, st.sampled_from((*BEATS, "gone")), st.booleans()), max_size=12)


def test_a_walk_begins_at_the_first_beat_and_ends_after_the_last() -> None:
    for passed in range(len(BEATS) + 1):
        assert stand(BEATS, [Step(beat, passed=True) for beat in BEATS[:passed]]) == passed


@given(steps)
def test_a_wrong_turn_leaves_the_learner_where_they_stand(walked: list[Step]) -> None:
    at = stand(BEATS, walked)
    if at == len(BEATS):
        return

    assert stand(BEATS, [*walked, Step(BEATS[at], passed=False)]) == at


@given(steps)
def test_more_steps_never_lead_back(walked: list[Step]) -> None:
    places = [stand(BEATS, walked[:length]) for length in range(len(walked) + 1)]

    assert places == sorted(places)


@given(steps)
def test_a_step_told_twice_counts_once(walked: list[Step]) -> None:
    assert stand(BEATS, [*walked, *walked]) == stand(BEATS, walked)


@given(steps, st.booleans())
def test_a_hall_that_gains_a_beat_is_still_walked_to_its_end(walked: list[Step], front: bool) -> None:
    grown = ("new", *BEATS) if front else (*BEATS, "new")
    done = [Step(beat, passed=True) for beat in BEATS]

    assert grown[stand(grown, [*walked, *done])] == "new"
