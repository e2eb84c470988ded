"""The lobby of a study session: who opens it, what about, who begins, whose name is shown."""

from __future__ import annotations

import pytest

from bot.play.scene import Place
from bot.play.study.study import Settings
from bot.play.study.study_refusals import (
    NoSubjectError,
    NotHostError,
    NotStartedError,
    StudyOpenError,
    UnfitError,
)
from bot.store.store import Store
from tests.play.studying import DIAL, PLACE, a_class

pytestmark = pytest.mark.study


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
