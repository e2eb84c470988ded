"""The pages for whoever runs the bot, lived through: each line is typed as it stands, and comes to what is promised."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.databases import POSTGRES, postgres_url
from tests.sandbox import Machine, built
from tests.test_documents import READMES
from tests.test_examples import examples

URL = "postgresql://elder:secret@db/elder"
NOT_TAKEN = ("REVISION", "elder2", "/var/tmp/trial")  # ways that lead elsewhere: back, to a server, to a trial
PLAYED = "gauss-elder play wall --lang en --json </dev/null\n"  # someone has learned something meanwhile

COMMENT = re.compile(r"(^|\s)#.*", re.MULTILINE)

pytestmark = pytest.mark.slow


def apart(documents: Iterable[str]) -> Sequence[str]:
    """Return the documents without those that have the same typed as one before, whatever its language."""
    typed = {tuple(COMMENT.sub("", block) for block in examples(each, "sh")): each for each in reversed([*documents])}
    return [*typed.values()]


PAGES = apart(["docs/running.md", "docs/running.zh-CN.md"])


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A machine of its own."""
    return built(tmp_path)


def blocks(document: str, *, holding: str) -> list[str]:
    """Return the shell examples of a document up to the one that holds something, and that one last."""
    told = examples(document, "sh")
    last = next(at for at, block in enumerate(told) if holding in block)
    return told[: last + 1]


def rows(database: Path) -> dict[str, list[str]]:
    """Return every row of a SQLite database, by table."""
    with sqlite3.connect(database) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        held = {name: sorted(map(repr, db.execute(f'SELECT * FROM "{name}"'))) for name in tables}
    db.close()
    return held


@pytest.mark.again
@pytest.mark.parametrize("readme", READMES)
def test_every_command_that_is_shown_at_a_shell_does_what_it_says(readme: str, machine: Machine) -> None:
    shown = blocks(readme, holding="gauss-elder play tour")[-1]
    said = machine.carry_out(shown)

    assert (machine.folder / "opt/gauss-elder/elder.db").is_file()
    assert "GAUSS_LANG" in said, "the doctor comes last"


@pytest.mark.parametrize("page", PAGES)
def test_a_bot_is_put_up_renewed_backed_up_and_restored(page: str, machine: Machine) -> None:
    *told, _ = blocks(page, holding="createuser")
    before = [block for block in told if not any(each in block for each in NOT_TAKEN)]
    at = next(at for at, block in enumerate(before) if "before.db" in block)
    said = machine.carry_out("".join([*before[:at], PLAYED, *before[at:]]))
    copies = [machine.folder / "opt/gauss-elder" / name for name in ("before.db", "elder-2026-11-30.db")]

    (aside,) = machine.data.glob("old-*/gauss.db")

    assert rows(machine.data / "gauss.db") == rows(aside) == rows(copies[0]) == rows(copies[1])
    assert rows(copies[0])["learner"]
    assert "Restored" in said
    assert "systemctl enable --now gauss-elder" in machine.noted
    assert [*(machine.folder / "home").rglob("gauss.db")] == [], "it has opened a database of one's own"


@pytest.mark.postgres
@pytest.mark.parametrize("page", PAGES)
async def test_all_that_was_learned_moves_to_postgresql(page: str, machine: Machine) -> None:
    if not POSTGRES:
        pytest.skip("GAUSS_TEST_POSTGRES names no server")
    move = blocks(page, holding="createuser")[-1]
    assert URL in move
    async with postgres_url() as url:
        moved = move.replace(URL, url.replace("postgresql+asyncpg://", "postgresql://"))
        said = machine.carry_out(PLAYED + moved, GAUSS_DATA=str(machine.data))

    assert "Restored" in said
    assert "createdb --owner elder elder" in machine.noted
