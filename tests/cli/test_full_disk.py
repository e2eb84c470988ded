"""A full disk is told as what it is, wherever it is met."""

from __future__ import annotations

import errno
import os
import sqlite3
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import IO, Any

import pytest
from sqlalchemy.exc import OperationalError

from bot.cli import database, regrading, rescoring
from bot.cli.errors import CommandError
from bot.cli.examination import examine_folder
from bot.cli.printing import write_new
from bot.cli.words import say
from bot.settings import Settings


def full(name: str = "SQLITE_FULL") -> OperationalError:
    """Return what SQLite gives where its disk is full."""
    cause = sqlite3.OperationalError("database or disk is full")
    cause.sqlite_errorname = name
    return OperationalError("", None, cause)


def no_room(*_: object, **__: object) -> Any:
    """Raise what the system raises where a disk is full."""
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


class Full:
    """A file on a full disk: it can be made, and nothing be written into it."""

    def __init__(self, file: IO[str]) -> None:
        self.file = file

    def __enter__(self) -> Full:
        return self

    def __exit__(self, *_: object) -> None:
        self.file.close()

    write = staticmethod(no_room)


@pytest.mark.parametrize("error", [full(), full("SQLITE_IOERR_SHMSIZE"), OSError(errno.ENOSPC, "")])
def test_a_database_on_a_full_disk_has_no_room_left(error: Exception) -> None:
    assert database.complaint(error, "sqlite+aiosqlite:///elder.db").key == "database_full"


async def breaks(_: object) -> int:
    """Stand in for what goes over every learner."""
    raise full()


async def breaks_at_once(_: object, *, dry_run: bool) -> AsyncIterator[object]:
    """Stand in for what goes over every answer."""
    raise full()
    yield dry_run


@pytest.mark.parametrize("work", [rescoring.rescore, lambda: regrading.judge_again(dry_run=False, as_json=False)])
def test_a_disk_that_fills_up_meanwhile_is_told(work: Callable[[], object], monkeypatch: pytest.MonkeyPatch) -> None:
    database.upgrade()
    monkeypatch.setattr("bot.play.board.boards.Boards.rescore", breaks)
    monkeypatch.setattr("bot.cli.regrading.regrade", breaks_at_once)
    with pytest.raises(CommandError) as told:
        work()

    assert told.value.key == "database_full"


def test_the_doctor_sees_that_the_data_folders_disk_is_full(
    settings_of_nobody: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Path, "write_bytes", no_room)
    found = examine_folder(Settings())

    assert (found.well, found.error) == (False, "data_full")
    assert list(settings_of_nobody.iterdir()) == []


def test_of_a_paper_for_which_there_is_no_room_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, opened = tmp_path / "paper.md", Path.open
    with monkeypatch.context() as full_disk:
        full_disk.setattr(Path, "open", lambda path, *how, **more: Full(opened(path, *how, **more)))
        full_disk.setattr("bot.cli.words.stored_language", str)
        with pytest.raises(CommandError) as told:
            write_new(file, "text")

    assert (told.value.key, told.value.values["reason"]) == ("file_unwritten", say("unwritten.full"))
    assert not file.exists()
