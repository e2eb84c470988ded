"""Shards: how they are named, which guilds are theirs, and what is refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import select

from bot.cli.errors import WrongUseError
from bot.cli.serving import serve
from bot.settings import Settings
from bot.shards import read, shareable
from bot.store.shards import WHOLE, Shards
from bot.store.store import Store
from bot.store.tables import guild
from tests.cli.shell import run

SQLITE, POSTGRES = "sqlite+aiosqlite:///elder.db", "postgresql+asyncpg://db/elder"
GUILDS = (0, 1, 1 << 22, (5 << 22) + 7, 80351110224678912, 175928847299117063, 1274489382811435008, 2**63 - 1)

counts = st.integers(1, 200)
parts = counts.flatmap(
    lambda count: st.tuples(st.integers(0, count - 1), st.integers(0, count - 1)).map(
        lambda ends: Shards(min(ends), max(ends), count)
    )
)


@given(parts)
def test_shards_are_read_as_they_are_written(shards: Shards) -> None:
    assert read(str(shards)) == shards


@given(st.text(alphabet="0123456789-/ ٣", max_size=12))
def test_whatever_is_read_are_shards_that_can_be(typed: str) -> None:
    shards = read(typed)

    assert shards is None or 0 <= shards.first <= shards.last < shards.count


@pytest.mark.parametrize(
    "typed", ["", "0", "3", "4-3/16", "0-16/16", "16/16", "-1/4", "0-3/0", "0..3/16", "٣/16", "a/b"]
)
def test_what_names_no_shards_is_not_read(typed: str) -> None:
    assert read(typed) is None


@given(st.integers(1, 40), st.integers(0, 2**63 - 1))
def test_every_guild_is_of_exactly_one_part(count: int, id: int) -> None:
    assert [Shards(n, n, count).has(id) for n in range(count)].count(True) == 1
    assert Shards(0, count - 1, count).has(id)


@given(counts)
def test_what_happens_in_no_guild_is_the_first_ones(count: int) -> None:
    assert [n for n in range(count) if Shards(n, n, count).has(None)] == [0]


@pytest.mark.parametrize(
    "shards", [WHOLE, Shards(0, 0, 2), Shards(1, 1, 2), Shards(3, 9, 16), Shards(0, 15, 16)], ids=str
)
async def test_the_database_finds_the_same_guilds_as_the_process(store: Store, shards: Shards) -> None:
    async with store.writing() as db:
        await db.execute(guild.insert(), [{"id": id} for id in GUILDS])
    async with store.reading() as db:
        found = set((await db.execute(select(guild.c.id).where(shards.own(guild.c.id)))).scalars())

    assert found == {id for id in GUILDS if shards.has(id)}


@given(parts)
def test_a_part_of_the_shards_is_refused_on_sqlite_alone(shards: Shards) -> None:
    assert shareable(POSTGRES, shards)
    assert shareable(SQLITE, shards) == shards.whole


@given(parts, parts)
def test_whoever_serves_other_shards_does_not_know_all_of_ours(ours: Shards, theirs: Shards) -> None:
    unknown = [n for n in range(ours.count * theirs.count) if ours.has(n << 22) and not theirs.has(n << 22)]

    assert not (ours.within(theirs.ids, theirs.count) and unknown)
    assert ours.within(ours.ids, ours.count)


def test_shards_that_cannot_be_are_refused_in_two_lines() -> None:
    told = run("run", "--shards", "0-3/16", DISCORD_TOKEN="hush")

    assert told.code == 2
    assert "0-3/16" in told.err
    assert len(told.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("typed", "setting", "key"),
    [
        ("4-3/16", None, "shards"),
        ("4-3/16", "0-3/4", "shards"),
        ("0-3/16", None, "shards_on_sqlite"),
        (None, "0-3/16", "shards_on_sqlite"),
        (None, "x/3", "settings"),
    ],
)
def test_why_shards_are_refused_is_told(
    monkeypatch: pytest.MonkeyPatch, typed: str | None, setting: str | None, key: str
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "hush")
    if setting is not None:
        monkeypatch.setenv("GAUSS_SHARDS", setting)

    with pytest.raises(WrongUseError) as refusal:
        serve(typed)
    assert refusal.value.key == key


def test_the_setting_names_the_shards_of_the_process(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().own_shards == WHOLE
    monkeypatch.setenv("GAUSS_SHARDS", "4-7/16")

    assert Settings().own_shards == Shards(4, 7, 16)
