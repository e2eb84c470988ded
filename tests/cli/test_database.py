"""`gauss-elder db`: backups that are read back and put back, and a database in trouble, told in one sentence."""

from __future__ import annotations

import asyncio
import errno
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import OperationalError

from bot.cli import database
from bot.cli.copying import backup, restore
from bot.cli.database import complaint
from bot.cli.errors import CommandError, WrongUseError
from bot.cli.examination import examine_database
from bot.cli.words import say
from bot.settings import Settings
from bot.store import schema
from bot.store.store import LostError
from bot.store.trouble import HINDRANCES, TROUBLES, Hindrance
from tests.cli.shell import Done, run
from tests.databases import POSTGRES, postgres_url


def fails(done: Done, key: str) -> bool:
    """Whether a command failed with the two lines of a key and nothing else."""
    problem, remedy = (say(f"{part}.{key}", **dict.fromkeys(NAMED, "·")) for part in ("problem", "remedy"))
    said = done.err.strip().splitlines()
    begun = [line.partition("·")[0] for line in (problem, remedy)]
    return done.code != 0 and len(said) == 2 and all(map(str.startswith, said, begun))


NAMED = ("database", "file", "revision", "name", "revisions", "tool", "reason")


@pytest.fixture
def played(settings_of_nobody: Path) -> Path:
    """The file of a game that was played."""
    assert run("play", "wall", "--json").code == 0
    return settings_of_nobody / "gauss.db"


def test_a_backup_is_put_back_into_an_empty_place_and_into_no_other(played: Path, tmp_path: Path) -> None:
    copy, new = tmp_path / "copy.db", str(tmp_path / "new")
    made = run("db", "backup", str(copy), "--json")
    refused = run("db", "restore", str(copy))
    restored = run("db", "restore", str(copy), "--json", GAUSS_DATA=new)
    again = run("db", "backup", str(tmp_path / "again.db"), "--json", GAUSS_DATA=new)

    assert made.json["rows"]["battle"] == 1
    assert fails(refused, "not_empty")
    assert restored.json["rows"] == again.json["rows"] == made.json["rows"]


def test_what_is_no_backup_is_refused(tmp_path: Path) -> None:
    text = tmp_path / "text"
    text.write_text("hello", encoding="utf-8")

    assert fails(run("db", "restore", str(text)), "no_backup")
    assert fails(run("db", "restore", str(tmp_path / "nowhere")), "no_file")


@pytest.fixture
def kept(settings_of_nobody: Path) -> Path:
    """The file of a database that has its tables."""
    database.upgrade()
    return settings_of_nobody / "gauss.db"


@pytest.fixture
def foreign(tmp_path: Path) -> Path:
    """A sound SQLite file that is not the elder's."""
    with closing(sqlite3.connect(tmp_path / "foreign.db")) as db, db:
        db.execute("CREATE TABLE answer (x)")
    return tmp_path / "foreign.db"


def refusal(work: Callable[[], object]) -> str:
    """Return the key of what a command says as it fails."""
    with pytest.raises(CommandError) as refused:
        work()
    return refused.value.key


def test_a_file_that_is_not_the_elders_is_no_backup_and_leaves_room_for_one(
    foreign: Path, kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy, new = tmp_path / "copy.db", tmp_path / "new"
    held = backup(copy)
    monkeypatch.setenv("GAUSS_DATA", str(new))

    assert refusal(lambda: restore(foreign)) == "foreign_backup"
    assert not new.exists()
    assert restore(copy) == held


@pytest.mark.postgres
@pytest.mark.skipif(not POSTGRES, reason="GAUSS_TEST_POSTGRES names no server")
async def test_a_file_that_is_not_the_elders_leaves_no_tables_on_a_server(
    foreign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with postgres_url() as url:
        monkeypatch.setenv("GAUSS_DATABASE", url)
        assert await asyncio.to_thread(refusal, lambda: restore(foreign)) == "foreign_backup"
        assert await database.revision(url) is None


def test_somebody_elses_database_is_told_by_every_command_and_left_as_it_is(
    foreign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = foreign.read_bytes()
    monkeypatch.setenv("GAUSS_DATABASE", f"sqlite:///{foreign}")
    opened = partial(database.open_current, Settings().database_url)

    assert refusal(database.standing) == refusal(database.upgrade) == "foreign"
    assert refusal(lambda: asyncio.run(opened())) == "foreign"
    assert examine_database(Settings()).error == "foreign"
    assert foreign.read_bytes() == before


def test_a_folder_that_may_not_be_looked_into_is_told(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exists, file = Path.exists, kept.parent / "copy.db"

    def exists_if_seen(path: Path) -> bool:
        if kept.parent in path.parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))  # the rights themselves do not bind root
        return exists(path)

    monkeypatch.setenv("GAUSS_DATABASE", f"sqlite:///{kept}")
    monkeypatch.setattr(Path, "exists", exists_if_seen)
    opened = partial(database.open_current, Settings().database_url)

    assert refusal(database.standing) == refusal(database.upgrade) == "shut"
    assert refusal(lambda: asyncio.run(opened())) == "shut"
    assert refusal(lambda: backup(tmp_path / "copy.db")) == refusal(lambda: restore(file)) == "shut"
    assert str(kept.parent) in (examine_database(Settings()).fault or "")


@pytest.mark.parametrize(("right", "key"), [(os.R_OK, "shut"), (os.W_OK, "database_readonly")])
def test_a_file_that_is_somebody_elses_is_told_by_the_doctor(
    kept: Path, monkeypatch: pytest.MonkeyPatch, right: int, key: str
) -> None:
    monkeypatch.setattr(os, "access", lambda _, asked: not asked & right)
    if right == os.R_OK:
        monkeypatch.setattr("bot.store.copies._begin", cannot_open)

    assert examine_database(Settings()).error == key


def cannot_open(_: object) -> None:
    """Raise what SQLite gives for a file that it may not read."""
    error = sqlite3.OperationalError("unable to open database file")
    error.sqlite_errorname = "SQLITE_CANTOPEN"
    raise error


def test_the_doctor_finds_a_damaged_page_and_says_the_fault_with_its_remedy(kept: Path) -> None:
    assert examine_database(Settings()).dump()["fault"] is None
    data = kept.read_bytes()
    kept.write_bytes(data[:8192] + b"\xff" * 4096 + data[12288:])
    found = examine_database(Settings())
    fault, remedy = (say(f"{part}.database_corrupt", **found.values) for part in ("problem", "remedy"))

    assert (found.well, found.dump()["fault"], found.dump()["remedy"]) == (False, fault, remedy)
    assert [line.strip() for line in found.spoken().splitlines()[1:]] == [fault, remedy]
    assert kept.read_bytes()[8192:12288] == b"\xff" * 4096


@pytest.mark.parametrize("work", [backup, restore])
def test_no_name_is_the_name_of_no_file(work: Callable[[Path], object], kept: Path) -> None:
    with pytest.raises(WrongUseError) as refused:
        work(Path())
    assert refused.value.key == "no_name"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="there is no such folder here")
def test_of_a_folder_that_is_there_it_is_never_said_that_it_is_not(kept: Path) -> None:
    with pytest.raises(CommandError) as refused:
        backup(Path("/proc/copy.db"))
    assert refused.value.values["reason"] == say("unwritten.forbidden", folder="/proc")


def test_a_backup_that_is_somebody_elses_is_told_as_that(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, opened = tmp_path / "theirs.db", Path.open
    theirs.touch()

    def open_ours(path: Path, *mode: Any, **more: Any) -> Any:
        if path == theirs:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))  # the rights themselves do not bind root
        return opened(path, *mode, **more)

    monkeypatch.setattr(Path, "open", open_ours)

    with pytest.raises(CommandError) as refused:
        restore(theirs)
    assert refused.value.key == "file_unread"


def test_going_down_wants_a_yes_and_a_revision_that_is_there(played: Path) -> None:
    below = schema.revisions()[-2]
    unsure, nowhere = run("db", "downgrade", below), run("db", "downgrade", "9999", "--yes")
    down, current = run("db", "downgrade", below, "--yes", "--json"), run("db", "current")

    assert fails(unsure, "loses")
    assert fails(nowhere, "no_revision")
    assert nowhere.err.strip().endswith(f" {', '.join(schema.revisions()[:-1])}")
    assert down.json == {"revision": below}
    assert current.code == 0
    assert "upgrade" not in current.out + current.err
    assert run("play", "wall", "--json").code == 0  # it has come up again by itself


def test_a_database_of_a_newer_version_is_left_alone(played: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(played)) as db, db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    run("db", "backup", str(copy))

    assert fails(run("play", "wall", "--json"), "newer")
    assert fails(run("db", "upgrade"), "newer")
    assert fails(run("db", "restore", str(copy), GAUSS_DATA=str(tmp_path / "new")), "newer")
    assert run("doctor").code == 1


def test_a_damaged_file_is_told_and_left_as_it_is(played: Path, tmp_path: Path) -> None:
    played.write_bytes(b"\x07" * 20_000)

    assert fails(run("play", "wall", "--json"), "database_corrupt")
    assert fails(run("db", "current"), "database_corrupt")
    assert run("db", "backup", str(tmp_path / "copy.db")).code == 1
    assert list(tmp_path.glob("copy*")) == []
    assert played.read_bytes() == b"\x07" * 20_000


def test_a_file_that_may_only_be_read_is_told(played: Path) -> None:
    url = f"sqlite+aiosqlite:///file:{played}?mode=ro&uri=true"

    assert fails(run("play", "wall", "--json", GAUSS_DATABASE=url), "database_readonly")


@pytest.mark.parametrize("trouble", TROUBLES)
def test_each_trouble_has_its_sentence_and_its_remedy(trouble: str) -> None:
    names = {"full": "FULL", "readonly": "READONLY", "corrupt": "CORRUPT", "lost": "CANTOPEN", "busy": "BUSY"}
    cause = sqlite3.OperationalError()
    cause.sqlite_errorname = f"SQLITE_{names[trouble]}"
    said = complaint(OperationalError("", None, cause), "sqlite+aiosqlite:///elder.db")

    assert said.key == ("database" if trouble == "lost" else f"database_{trouble}")
    for part in ("problem", "remedy"):
        assert say(f"{part}.{said.key}", **said.values)


@pytest.mark.parametrize("hindrance", HINDRANCES)
def test_each_hindrance_has_its_sentence_and_its_remedy_and_no_password(
    hindrance: Hindrance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database, "hindrance", lambda _: hindrance)
    said = complaint(LostError(), "postgresql+asyncpg://elder:hush@db/elder")
    told = [say(f"{part}.{said.key}", **said.values) for part in ("problem", "remedy")]

    assert said.key == f"database_{hindrance}"
    assert "elder:***@db" in told[0]
    assert "hush" not in "".join(told)


@pytest.mark.postgres
@pytest.mark.skipif(not POSTGRES, reason="GAUSS_TEST_POSTGRES names no server")
async def test_a_game_moves_to_postgresql_and_from_there_into_another(played: Path, tmp_path: Path) -> None:
    old, new = str(tmp_path / "old.db"), str(tmp_path / "new.dump")
    async with postgres_url() as first, postgres_url() as second:
        backup, moved, dumped, restored, current, tables = await asyncio.to_thread(
            lambda: [
                run("db", "backup", old, "--json"),
                run("db", "restore", old, "--json", GAUSS_DATABASE=first),
                run("db", "backup", new, "--json", GAUSS_DATABASE=first),
                run("db", "restore", new, "--json", GAUSS_DATABASE=second),
                run("db", "current", GAUSS_DATABASE=second),
                run("db", "restore", new, GAUSS_DATA=str(tmp_path / "empty")),
            ]
        )

    assert backup.json["rows"]["battle"] == 1
    assert moved.json["rows"] == dumped.json["rows"] == restored.json["rows"] == backup.json["rows"]
    assert current.code == 0
    assert fails(tables, "other_kind")
