"""A learner's record in Discord: seen by them alone, taken along, hidden, forgotten; and the page that promises it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

from bot.cogs.rights.privacy import LARGEST, TAKEN_DOWN, Privacies, packed
from bot.cogs.rights.render_privacy import PAGES, TOLD
from bot.folders import shipped
from bot.play.privacy import GRACE
from bot.play.review.reminders import FAILURES
from bot.store import privacy as rows
from bot.store.store import Store
from bot.store.tables import metadata
from tests.discord.acting import Room, kinds, parts, press, shown, text
from tests.play.a_life import traces

pytestmark = pytest.mark.privacy

LOCALES = ["zh-CN", "en-US"]


@pytest.mark.parametrize("locale", LOCALES)
async def test_a_learner_sees_their_record_alone_and_may_touch_all_that_is_promised(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    await room.fight(room.ann)
    record = shown(await room.ann.slash(room.channel, "elder privacy"))

    assert record.ephemeral
    assert "ann" in text(record)
    assert kinds(record) == ["privacyexport", "privacyhide", "privacypage", "privacyforget", "court"]


async def test_the_record_comes_along_as_a_file(room: Room) -> None:
    wall = await room.fight(room.ann)
    await room.answer(room.ann, wall, "\u55b5")
    result = await press(room.ann, shown(await room.ann.slash(room.channel, "elder privacy")), "privacyexport")
    file = shown(result)

    assert file.ephemeral
    assert [each.filename for each in file.attachments] == ["gauss-elder.json"]
    kept = await room.bot.host.play.privacy.export(room.ann.id)
    assert [each["text"] for each in kept["kept"]["answer"]] == ["\u55b5"]


async def test_a_name_is_hidden_and_shown_again_at_a_touch(room: Room) -> None:
    record = shown(await room.ann.slash(room.channel, "elder privacy"))
    found = []
    for _ in range(2):
        record = shown(await press(room.ann, record, "privacyhide"))
        person = (await room.bot.host.play.privacy.shown(room.ann.id)).person
        assert person is not None
        found.append(person.hidden)

    assert found == [True, False]


async def test_who_asks_to_be_forgotten_is_asked_back_and_may_stay(room: Room, store: Store) -> None:
    await room.fight(room.ann)
    record = shown(await room.ann.slash(room.channel, "elder privacy"))
    asked = shown(await press(room.ann, record, "privacyforget"))
    assert kinds(asked) == ["privacykeep", "privacyexport", "privacygone"]

    assert "privacyforget" in kinds(shown(await press(room.ann, asked, "privacykeep")))
    assert await traces(store, str(room.ann.id)) != []


async def test_who_is_forgotten_is_nowhere_nor_their_wall_and_another_stays(room: Room, store: Store) -> None:
    await room.fight(room.bob)
    wall = await room.fight(room.ann)
    record = shown(await room.ann.slash(room.channel, "elder privacy"))
    asked = shown(await press(room.ann, record, "privacyforget"))
    await press(room.ann, asked, "privacygone")

    assert await traces(store, str(room.ann.id)) == []
    assert await traces(store, str(room.bob.id)) != []
    assert wall.id not in [message.id for message in room.channel.history()]


async def test_its_buttons_name_nobody_and_so_touch_only_whoever_presses_them(room: Room) -> None:
    record = shown(await room.ann.slash(room.channel, "elder privacy"))
    asked = shown(await press(room.ann, record, "privacyforget"))
    ids = [part["custom_id"] for screen in (record, asked) for part in parts(screen) if part.get("custom_id")]

    assert all(re.fullmatch(r"ge1:privacy[a-z]+(:[01])?", custom_id) for custom_id in ids)


@pytest.mark.parametrize("locale", LOCALES)
async def test_the_whole_policy_comes_as_a_file(room: Room, speak: Callable[[str], None], locale: str) -> None:
    speak(locale)
    record = shown(await room.ann.slash(room.channel, "elder privacy"))
    page = shown(await press(room.ann, record, "privacypage"))

    assert [each.filename for each in page.attachments] == [PAGES["zh-CN" if locale == "zh-CN" else "en"]]


async def test_a_server_that_puts_the_bot_out_is_noted_and_one_it_is_in_is_not(room: Room, store: Store) -> None:
    await room.fight(room.ann)
    cog = room.bot.get_cog("Privacies")
    assert isinstance(cog, Privacies)
    (guild,) = room.bot.guilds
    found = []
    for heard in (cog.on_guild_remove(guild), cog.on_guild_join(guild), cog.on_guild_remove(guild), cog.retire()):
        await heard
        async with store.reading() as db:
            found.append(await rows.left_guilds(db))

    assert found == [{guild.id}, set(), {guild.id}, set()]


def test_a_record_is_packed_with_half_characters_and_all() -> None:
    name, data = packed({"text": "\ud83d \u9ad8\u65af"})

    assert (name, json.loads(data)) == ("gauss-elder.json", {"text": "\ud83d \u9ad8\u65af"})
    assert packed({"text": "x" * LARGEST})[0] == "gauss-elder.json.gz"


@pytest.mark.parametrize("page", PAGES.values())
def test_the_policy_tells_of_every_table_that_holds_something_of_a_learner(page: str) -> None:
    told = set(re.findall(r"`([a-z_]+)`", (shipped("docs") / page).read_text(encoding="utf-8")))

    assert {table.name for table, _ in rows.own(1)} - told == set()
    assert told - {*metadata.tables} == set()


def test_the_screen_counts_every_table_that_holds_something_of_a_learner() -> None:
    counted = {table for tables in TOLD.values() for table in tables}

    assert {table.name for table, _ in rows.own(1)} - {"learner"} == counted


@pytest.mark.parametrize("page", PAGES.values())
def test_the_policy_tells_the_days_and_numbers_that_the_code_holds_to(page: str) -> None:
    text = (shipped("docs") / page).read_text(encoding="utf-8")
    days, walls = {30: ("30", "\u4e09\u5341")}, {20: ("20", "\u4e8c\u5341")}

    assert any(each in text for each in days[GRACE.days])
    assert any(each in text for each in walls[TAKEN_DOWN])
    assert FAILURES == 3


def test_the_policys_two_languages_tell_the_same() -> None:
    shape = [
        (re.findall(r"^(#+|-|\|)", text, re.MULTILINE), re.findall(r"`[a-z_]+`", text))
        for text in ((shipped("docs") / page).read_text(encoding="utf-8") for page in PAGES.values())
    ]

    assert shape[0] == shape[1]
