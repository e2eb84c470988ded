"""Peer instruction: a vote, a talk, a second vote, and how the group moved."""

from __future__ import annotations

import pytest

from bot.play.study.study import Settings
from bot.play.study.study_refusals import RoundOverError
from bot.store.store import Store
from tests.play.studying import PEER, a_class

pytestmark = pytest.mark.study


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
    assert (hushed.done, hushed.first, hushed.last) == (2, None, None)
    assert own[0].answers == ()
    assert talk is not None
    assert talk.phase == "talk"
    assert talk.first is not None
    assert (talk.first.right, talk.first.answered) == (1, 4)
    assert talk.first.trap is not None
    assert voting is not None
    assert (voting.phase, voting.done) == ("second", 0)
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
