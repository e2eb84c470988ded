"""The end of a study session: what comes once more, and what is told."""

from __future__ import annotations

import pytest

from bot.store.store import Store
from tests.play.studying import a_class

pytestmark = pytest.mark.study


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
