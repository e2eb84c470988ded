"""What is not there is not made by whoever only looks at it; what cannot be copied or written leaves nothing behind."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import pytest

from bot.cli.words import say
from tests.cli.shell import Done, run
from tests.databases import POSTGRES, postgres_url


def tells(done: Done, key: str, code: int = 1) -> bool:
    """Whether a command ended with that code, and told of the database what the key says."""
    return done.code == code and say(f"problem.{key}", database="·").partition("·")[0] in done.out + done.err


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("db current", 0),
        ("db backup copy.db", 1),
        ("db rescore", 1),
        ("db downgrade 0001 --yes", 1),
        ("bank regrade --dry-run", 1),
    ],
)
def test_where_there_is_no_database_none_is_made(command: str, code: int, tmp_path: Path) -> None:
    folder = tmp_path / "nowhere"
    done = run(*command.replace("copy.db", str(tmp_path / "copy.db")).split(), GAUSS_DATA=str(folder))

    assert tells(done, "no_database", code)
    assert list(tmp_path.iterdir()) == []


def test_the_doctor_makes_no_database(tmp_path: Path) -> None:
    file = tmp_path / "gauss.db"

    assert run("doctor", GAUSS_DATABASE=f"sqlite:///{file}").code == 0
    assert not file.exists()


def test_of_a_database_without_tables_no_copy_is_made(tmp_path: Path) -> None:
    empty, copy = tmp_path / "empty.db", tmp_path / "copy.db"
    empty.touch()
    url = f"sqlite:///{empty}"

    assert tells(run("db", "backup", str(copy), GAUSS_DATABASE=url), "no_tables")
    assert tells(run("db", "downgrade", "0001", "--yes", GAUSS_DATABASE=url), "no_tables")
    assert list(tmp_path.glob("copy*")) == []


@pytest.mark.postgres
@pytest.mark.skipif(not POSTGRES, reason="GAUSS_TEST_POSTGRES names no server")
async def test_of_a_server_without_tables_no_copy_is_made(tmp_path: Path) -> None:
    async with postgres_url() as url:
        done = await asyncio.to_thread(run, "db", "backup", str(tmp_path / "copy"), GAUSS_DATABASE=url)

    assert tells(done, "no_tables")
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(("name", "reason"), [("nowhere/x", "missing"), ("text/x", "missing"), ("x" * 300, "long")])
def test_a_file_that_cannot_be_written_is_named_with_the_reason(name: str, reason: str, tmp_path: Path) -> None:
    (tmp_path / "text").touch()
    run("db", "upgrade")
    file = tmp_path / name
    told = say("problem.file_unwritten", file=str(file), reason=say(f"unwritten.{reason}", folder=str(file.parent)))
    for command in (("db", "backup"), ("bank", "paper", "--out")):
        done = run(*command, str(file))

        assert (done.code, done.err.splitlines()[0]) == (1, told)


@pytest.mark.skipif(os.name != "posix", reason="there are no such rights")
def test_a_database_and_its_copies_are_for_their_owner_alone(settings_of_nobody: Path, tmp_path: Path) -> None:
    copy, new, file = tmp_path / "copy.db", tmp_path / "new", tmp_path / "asked" / "gauss.db"
    for command, settings in (
        (["db", "upgrade"], {}),
        (["db", "backup", str(copy)], {}),
        (["db", "restore", str(copy)], {"GAUSS_DATA": str(new)}),
        (["me", "--json"], {"GAUSS_DATABASE": f"sqlite:///{file}"}),
    ):
        assert run(*command, **settings).code == 0

    for each in (settings_of_nobody / "gauss.db", copy, new / "gauss.db", file):
        assert each.stat().st_mode & 0o777 == 0o600
