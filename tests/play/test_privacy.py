"""A learner's rights: what is kept is shown and given; who is forgotten is nowhere; and the others notice nothing."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from contextlib import closing
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from bot.play import Play
from bot.play.board.board import View
from bot.play.board.scoring import score
from bot.play.refusals import RefusalError
from bot.play.regrading import regrade
from bot.play.scene import Place
from bot.store import privacy as rows
from bot.store.store import Store
from bot.store.tables import answer, guild, learner, metadata, raid_member
from tests.play.a_life import ANN, BOB, ELSEWHERE, GUILD, MARK, ME, Calendar, Shared, counted, lived, opened, traces
from tests.play.stage import right, send

pytestmark = pytest.mark.privacy

WHO = (str(ME.id), MARK, ME.name)


@pytest.fixture
def calendar() -> Calendar:
    return Calendar()


@pytest.fixture
def play(store: Store, calendar: Calendar) -> Play:
    return opened(store, calendar)


@pytest.fixture
async def shared(play: Play, store: Store, calendar: Calendar, once: dict[str, Any]) -> Shared:
    """Have it all lived; on SQLite once for all tests, which then begin with a copy of that database."""
    file = store.engine.url.database or ""
    if store.engine.dialect.name != "sqlite":
        return await lived(play, store, calendar)
    if "shared" not in once:
        once["shared"], once["now"] = await lived(play, store, calendar), calendar.now
        copy_of(file, once["file"])
    await store.engine.dispose()
    copy_of(once["file"], file)
    calendar.now = once["now"]
    shared: Shared = once["shared"]
    return shared


def copy_of(source: str, target: str) -> None:
    with closing(sqlite3.connect(source)) as kept, closing(sqlite3.connect(target)) as copy:
        kept.backup(copy)


@pytest.fixture(scope="module")
def once(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return {"file": str(tmp_path_factory.mktemp("once") / "lived.sqlite3")}


async def seen_by_others(play: Play, shared: Shared) -> Any:
    """Return what the others see of what they shared: without names, and whoever is there no more as one of many."""
    raids = []
    for id in shared.raids:
        raid = await play.raids.find(id)
        assert raid is not None
        deeds = [(deed.at, deed.kind, deed.effect, deed.line, deed.thickness) for deed in raid.deeds]
        raids.append((len(raid.siege.courses), raid.siege.outcome, raid.ending, deeds))
    reports = [await play.studies.report(id) for id in shared.studies]
    told = [(report.rounds, report.knows, report.reviews) for report in reports]
    handed = [(each.best, each.sittings) for each in await play.desk.hand_ins(shared.work)]
    return raids, told, handed


async def test_in_every_table_where_a_learner_can_be_named_this_one_is(shared: Shared, store: Store) -> None:
    named = {column.table.name for column in rows.naming(learner.c.id)} | {"learner"}

    assert {table for table, _ in await traces(store, str(ME.id))} >= named


async def test_who_is_forgotten_is_found_nowhere_by_id_by_name_or_by_word(
    play: Play, shared: Shared, store: Store
) -> None:
    await play.privacy.forget(ME.id)

    assert await traces(store, *WHO) == []


async def test_what_others_see_and_what_is_counted_stays_as_it_was(play: Play, shared: Shared, store: Store) -> None:
    for id in shared.raids[1:]:  # what is over stays; from what is not, to be forgotten is to leave
        await play.raids.leave(id, ME)
    for id in shared.studies[1:]:
        await play.studies.leave(ME, id)
    before, counts = await seen_by_others(play, shared), await counted(store)
    await play.privacy.forget(ME.id)

    assert await seen_by_others(play, shared) == before
    assert await counted(store) == counts


async def test_neither_a_regrading_nor_scoring_moves_what_the_forgotten_left(
    play: Play, shared: Shared, store: Store
) -> None:
    await play.privacy.forget(ME.id)
    before = await seen_by_others(play, shared)

    assert [change async for change in regrade(play.house, dry_run=False)] == []
    await play.boards.rescore()
    assert await seen_by_others(play, shared) == before
    async with store.reading() as db:
        for table in ("score_day", "standing"):
            nobody = select(func.count()).where(metadata.tables[table].c.learner_id < 0)
            assert (await db.execute(nobody)).scalar_one() == 0


async def test_the_strangers_who_stand_in_are_one_a_game_and_nothing_links_them(
    play: Play, shared: Shared, store: Store
) -> None:
    await play.privacy.forget(ME.id)
    async with store.reading() as db:
        strangers = (await db.execute(select(learner).where(learner.c.id < 0))).mappings().all()
        for each in strangers:
            games = [len(set(ids)) for ids in await homes(db, each["id"])]
            assert sum(games) == 1

    ruled_on = 1  # battle
    assert len(strangers) == len(shared.raids) + len(shared.studies) + 1 + ruled_on
    assert len({tuple((k, v) for k, v in each.items() if k != "id") for each in strangers}) == 1
    ids = sorted(each["id"] for each in strangers)
    assert min(second - first for first, second in pairwise(ids)) > 10**6


async def homes(db: Any, id: int) -> list[list[int]]:
    """Return the games in which a learner has a seat, by their sort."""
    return [
        [each for seat, of in game.seats for each in (await db.execute(select(of).where(seat == id))).scalars()]
        for game in rows.GAMES
    ]


async def test_to_forget_again_does_nothing_and_who_comes_back_is_new(play: Play, shared: Shared, store: Store) -> None:
    await play.privacy.forget(ME.id)
    async with store.reading() as db:
        left = {table.name: (await db.execute(select(table))).all() for table in metadata.sorted_tables}
    await play.privacy.forget(ME.id)
    async with store.reading() as db:
        again = {table.name: (await db.execute(select(table))).all() for table in metadata.sorted_tables}
    assert again == left

    await play.meet(ME.id, name=ME.name)
    path, shown = await play.path(ME), await play.privacy.shown(ME.id)
    assert (path.skills, path.broke) == ((), None)
    assert {table: count for table, count in shown.counts.items() if count} == {"learner": 1}
    assert (await play.reviews.sit(ME)).cards == 0


async def test_the_others_keep_all_that_is_theirs(play: Play, shared: Shared, store: Store) -> None:
    before = [(await play.privacy.shown(each.id)).counts for each in (ANN, BOB)]
    await play.privacy.forget(ME.id)
    after = [(await play.privacy.shown(each.id)).counts for each in (ANN, BOB)]

    assert after[0] == before[0]
    assert after[1] == {**before[1], "study_reminder": 0}  # of the session that ME had planned


async def test_an_answer_in_the_same_instant_is_removed_with_the_rest_or_not_taken(
    play: Play, shared: Shared, store: Store
) -> None:
    scene = await play.fight(ME, place=Place(GUILD))
    turn = await play.raids.turns.face(shared.raids[1], ANN)
    assert turn.asked is not None

    async def answering() -> None:
        try:
            await send(play, scene, right(scene.asked), learner=ME)
        except (RefusalError, DBAPIError):
            return

    await asyncio.gather(*(answering() for _ in range(3)), play.privacy.forget(ME.id), answering())

    assert await traces(store, *WHO) == []


async def test_an_export_holds_every_text_verdict_and_moment_and_nobody_elses(
    play: Play, shared: Shared, store: Store
) -> None:
    record = json.loads(json.dumps(await play.privacy.export(ME.id), ensure_ascii=False))
    kept = record["kept"]
    async with store.reading() as db:
        mine = select(answer.c.text).where(answer.c.learner_id == ME.id).order_by(answer.c.id)
        texts = list((await db.execute(mine)).scalars())

    assert [each["text"] for each in kept["answer"]] == texts
    assert all(each["at"].endswith("+00:00") and each["kind"] and each["line"] for each in kept["answer"])
    assert {table for table, found in kept.items() if found} >= {table for table, _ in await traces(store, str(ME.id))}
    said = json.dumps(record, ensure_ascii=False)
    assert all(str(each.id) not in said and each.name not in said for each in (ANN, BOB))
    assert "certificate" not in said
    assert "secret" not in said


async def test_what_is_shown_counts_what_an_export_holds(play: Play, shared: Shared) -> None:
    shown, record = await play.privacy.shown(ME.id), await play.privacy.export(ME.id)

    assert shown.counts == {table: len(found) for table, found in record["kept"].items()}
    assert shown.person is not None
    assert (shown.person.name, shown.person.zone, shown.person.remind) == (ME.name, "Asia/Shanghai", 8)


async def test_who_hides_is_hidden_until_they_show_themselves(play: Play, store: Store) -> None:
    await play.meet(ME.id, name=ME.name)
    found = []
    for on in (True, True, False):
        await play.privacy.hide(ME.id, on)
        person = (await play.privacy.shown(ME.id)).person
        assert person is not None
        found.append(person.hidden)

    assert found == [True, True, False]


async def test_of_whom_nothing_is_kept_nothing_is_shown_given_or_forgotten(play: Play) -> None:
    assert (await play.privacy.shown(404)).person is None
    assert not any((await play.privacy.export(404))["kept"].values())
    await play.privacy.forget(404)


async def of_guild(store: Store, id: int) -> set[str]:
    """Return the tables in which a guild is named."""
    found = set()
    async with store.reading() as db:
        for table in metadata.sorted_tables:
            column = table.c.id if table is guild else table.c.get("guild")
            if column is not None and (await db.execute(select(column).where(column == id))).first():
                found.add(table.name)
    return found


async def test_a_guilds_record_is_deleted_a_month_after_the_bot_was_taken_out(
    play: Play, shared: Shared, store: Store, calendar: Calendar
) -> None:
    await play.privacy.guild_left(GUILD)
    calendar.now += timedelta(days=29)
    early = await play.privacy.retire()
    calendar.now += timedelta(days=2)
    gone = await play.privacy.retire()
    while (await score(store)).taken:
        pass

    assert (early, gone) == ((), (GUILD,))
    assert await of_guild(store, GUILD) == set()
    assert await of_guild(store, ELSEWHERE) >= {"battle"}
    assert await play.privacy.retire() == ()
    assert (await play.privacy.shown(ME.id)).counts["walk"] > 0
    async with store.reading() as db:
        assert (await db.execute(select(func.count()).select_from(raid_member))).scalar_one() == 0


async def test_a_guild_that_takes_the_bot_in_again_keeps_all(
    play: Play, shared: Shared, store: Store, calendar: Calendar
) -> None:
    before = await of_guild(store, GUILD)
    await play.privacy.guild_left(GUILD)
    calendar.now += timedelta(days=29)
    await play.privacy.guild_joined(GUILD)
    calendar.now += timedelta(days=9)

    assert await play.privacy.retire() == ()
    assert await of_guild(store, GUILD) - {"guild"} == before - {"guild"}


async def test_a_guild_left_unseen_is_noticed_once_and_one_that_is_there_is_never_given_up(
    play: Play, shared: Shared, store: Store, calendar: Calendar
) -> None:
    await play.privacy.guilds_present([GUILD, ELSEWHERE])
    await play.privacy.guilds_present([GUILD])
    calendar.now += timedelta(days=20)
    await play.privacy.guilds_present([GUILD])
    calendar.now += timedelta(days=11)

    assert await play.privacy.retire() == (ELSEWHERE,)
    await play.privacy.guilds_present([GUILD])
    assert await of_guild(store, ELSEWHERE) == set()


async def test_where_a_learner_alone_brought_the_bot_nothing_is_taken_for_left(
    play: Play, shared: Shared, store: Store, calendar: Calendar
) -> None:
    before = await of_guild(store, ELSEWHERE)
    await play.privacy.guilds_present([GUILD])
    calendar.now += timedelta(days=40)

    assert await play.privacy.retire() == ()
    assert await of_guild(store, ELSEWHERE) == before


async def test_taking_someone_out_of_the_world_is_told_to_its_board(play: Play, shared: Shared, store: Store) -> None:
    async with store.reading() as db:
        worldwide = select(metadata.tables["standing"].c.points).where(metadata.tables["standing"].c.guild == 0)
        assert (await db.execute(worldwide)).first() is not None
    await play.privacy.forget(ME.id)

    assert (await play.boards.look(None, None, View("world", "all"))).total == 0
