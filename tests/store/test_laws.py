"""What the database itself holds to, on SQLite and PostgreSQL alike."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import select
from sqlalchemy.exc import IntegrityError

from bot.store import answers, battles, learners, questions, walks
from bot.store.questions import Home
from bot.store.store import Store
from bot.store.tables import answer, battle, learner

NOW = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
CERTIFICATE = {"facts": {"id": "dial.var", "hall": "dial"}, "numbers": {"d": 64}}


async def begin(store: Store, learner_id: int = 1, guild: int = 9) -> int | None:
    async with store.writing() as db:
        await learners.meet(db, learner_id, "甲", NOW)
        return await battles.begin(
            db, learner_id=learner_id, guild=guild, language="zh-CN", tier="adept", secret=7, at=NOW
        )


async def put(store: Store, battle_id: int, turn: int = 0) -> int | None:
    async with store.writing() as db:
        return await questions.ask(
            db, learner_id=1, home=Home("battle", battle_id), turn=turn, certificate=CERTIFICATE, at=NOW
        )


async def send(store: Store, question: int, **changes: Any) -> int | None:
    row = {
        "question_id": question,
        "learner_id": 1,
        "attempt": 1,
        "text": "64",
        "kind": "correct",
        "line": "right",
        "echo": "64",
        "reader": 1,
        "interaction": None,
        "at": NOW,
    }
    async with store.writing() as db:
        return await answers.add(db, **{**row, **changes})


async def test_a_learner_has_one_open_battle_in_a_guild_and_may_have_another_elsewhere(store: Store) -> None:
    first, second, elsewhere = await begin(store), await begin(store), await begin(store, guild=10)

    assert first is not None
    assert second is None
    assert elsewhere is not None


async def test_once_a_battle_has_ended_another_may_begin_and_the_ending_stands(store: Store) -> None:
    first = await begin(store)
    assert first is not None
    async with store.writing() as db:
        await battles.end(db, first, "broken", NOW)
        await battles.end(db, first, "abandoned", NOW + timedelta(1))
        ended = await battles.find(db, first)

    assert ended is not None
    assert (ended.ending, ended.ended) == ("broken", NOW)
    assert await begin(store) is not None


async def test_one_question_stands_at_a_turn(store: Store) -> None:
    battle_id = await begin(store)
    assert battle_id is not None

    assert await put(store, battle_id) is not None
    assert await put(store, battle_id) is None
    assert await put(store, battle_id, turn=1) is not None


async def test_one_answer_counts_for_an_attempt_and_texts_that_cost_nothing_are_all_kept(store: Store) -> None:
    battle_id = await begin(store)
    assert battle_id is not None
    question = await put(store, battle_id)
    assert question is not None

    assert await send(store, question) is not None
    assert await send(store, question, text="65") is None
    assert await send(store, question, attempt=2) is not None
    assert await send(store, question, attempt=None, kind="invalid") is not None
    assert await send(store, question, attempt=None, kind="invalid") is not None


async def test_one_interaction_is_kept_once(store: Store) -> None:
    battle_id = await begin(store)
    assert battle_id is not None
    question = await put(store, battle_id)
    assert question is not None

    assert await send(store, question, attempt=None, interaction=2**62) is not None
    assert await send(store, question, attempt=None, interaction=2**62) is None


@pytest.mark.parametrize("text", ["64", "６４", "a\0b", "\ud83d", "\u202e128", "", "😀" * 4000, "\r\n\t"])
async def test_a_text_comes_back_byte_for_byte(store: Store, text: str) -> None:
    battle_id = await begin(store)
    assert battle_id is not None
    question = await put(store, battle_id)
    assert question is not None
    sent = await send(store, question, text=text)
    assert sent is not None
    async with store.reading() as db:
        kept = await answers.find(db, sent)

    assert kept is not None
    assert kept.text == text


async def test_a_correction_speaks_for_an_answer_and_the_first_judgement_stays(store: Store) -> None:
    battle_id = await begin(store)
    assert battle_id is not None
    question = await put(store, battle_id)
    assert question is not None
    sent = await send(store, question, kind="incorrect", line="wrong")
    assert sent is not None
    async with store.writing() as db:
        for kind in ("correct", "diagnosed"):
            await answers.correct(db, sent, kind=kind, line=kind, echo="64", reader=2, at=NOW)
        now = await answers.find(db, sent)
        first = (await db.execute(select(answer.c.kind))).scalar_one()

    assert now is not None
    assert (now.kind, now.line) == ("diagnosed", "diagnosed")
    assert first == "incorrect"


async def test_a_failed_block_leaves_nothing_behind(store: Store) -> None:
    async def half() -> None:
        async with store.writing() as db:
            await learners.meet(db, 5, "乙", NOW)
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await half()
    async with store.reading() as db:
        found = await learners.find(db, 5)

    assert found is None


async def test_nothing_hangs_in_the_air(store: Store) -> None:
    async def orphan() -> None:
        async with store.writing() as db:
            await questions.ask(db, learner_id=404, home=Home("battle", 404), turn=0, certificate=CERTIFICATE, at=NOW)

    with pytest.raises(IntegrityError):
        await orphan()


async def test_a_battle_ends_with_an_ending_or_not_at_all(store: Store) -> None:
    battle_id = await begin(store)

    async def half() -> None:
        async with store.writing() as db:
            await db.execute(battle.update().where(battle.c.id == battle_id).values(ended=NOW))

    with pytest.raises(IntegrityError):
        await half()


async def test_moments_are_exact_and_in_utc(store: Store) -> None:
    beijing = NOW.astimezone()
    async with store.writing() as db:
        await learners.meet(db, 1, "甲", beijing)
        met = (await db.execute(select(learner.c.met))).scalar_one()

    assert met == NOW
    assert met.tzinfo is UTC


async def test_a_new_name_replaces_the_old_one_and_leaves_the_language(store: Store) -> None:
    async with store.writing() as db:
        await learners.meet(db, 1, "甲", NOW)
        await learners.speak(db, 1, "en")
        await learners.meet(db, 1, "乙", NOW + timedelta(1))
        found = await learners.find(db, 1)
        met = (await db.execute(select(learner.c.met))).scalar_one()

    assert found is not None
    assert (found.name, found.language) == ("乙", "en")
    assert met == NOW


async def test_the_learner_is_in_the_open_hall_entered_last_and_a_walk_is_taken_up_again(store: Store) -> None:
    async with store.writing() as db:
        await learners.meet(db, 1, "甲", NOW)
        dial = await walks.enter(db, 1, "dial", 7, NOW)
        corridor = await walks.enter(db, 1, "corridor", 8, NOW + timedelta(seconds=1))
        here = await walks.find_open(db, 1)
        back = await walks.enter(db, 1, "dial", 9, NOW + timedelta(seconds=2))
        there = await walks.find_open(db, 1)

    assert here == corridor
    assert back == there == dial


async def test_a_beat_is_passed_once_and_may_be_failed_often(store: Store) -> None:
    async with store.writing() as db:
        await learners.meet(db, 1, "甲", NOW)
        walk = await walks.enter(db, 1, "dial", 7, NOW)
        told = [
            await walks.step(db, walk.id, beat="turn", move="turn:16", passed=passed, interaction=None, at=NOW)
            for passed in (False, False, True, True)
        ]

    assert [step is not None for step in told] == [True, True, True, False]


async def test_a_problem_is_withdrawn_once(store: Store) -> None:
    problem = ("dial.var", questions.canonical({"d": 64}))
    async with store.writing() as db:
        await questions.withdraw(db, problem, "64", "65", NOW)
        await questions.withdraw(db, problem, "64", "66", NOW)
        withdrawn = await questions.withdrawn_problems(db)

    assert withdrawn == {problem}


async def test_a_note_is_remembered_and_replaced(store: Store) -> None:
    assert await store.recall("commands") is None
    await store.remember("commands", "a")
    await store.remember("commands", "b")

    assert await store.recall("commands") == "b"
