"""The laws of walking a hall."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from engine.rules.tour import Door, Step, doors, missing, stand

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


NEEDS = {"gate": (), "tablets": ("gate",), "dial": ("tablets",), "prism": ("tablets",), "encoder": ("dial", "prism")}
cleared_halls = st.sets(st.sampled_from(list(NEEDS)))


@given(cleared_halls, st.sampled_from(list(NEEDS)))
def test_clearing_a_hall_never_closes_a_door(cleared: set[str], hall: str) -> None:
    before, after = doors(NEEDS, cleared), doors(NEEDS, {*cleared, hall})

    assert all(after[each] is not Door.CLOSED for each, stood in before.items() if stood is not Door.CLOSED)


@given(cleared_halls)
def test_a_closed_door_names_what_would_open_it(cleared: set[str]) -> None:
    for hall, stands in doors(NEEDS, cleared).items():
        lacking = missing(NEEDS, cleared, hall)

        assert (stands is Door.CLOSED) == (hall not in cleared and bool(lacking))
        assert doors(NEEDS, {*cleared, *lacking})[hall] is not Door.CLOSED


@given(cleared_halls)
def test_some_door_is_open_until_all_are_cleared(cleared: set[str]) -> None:
    reachable = Door.OPEN in doors(NEEDS, cleared).values()

    assert reachable == (cleared != set(NEEDS))
