"""`gauss-elder bank regrade` judges what a real game stored."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from tests.cli.shell import run

ANSWERS = "1\n22,6\nhm\n"


def spoil(data: Path) -> None:
    """Make it as if an older reader had judged the first answer otherwise."""
    (file,) = data.glob("*.db")
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE answer SET kind = 'correct', line = 'right', reader = 0 WHERE id = 1")


def test_nothing_changes_while_the_reader_is_the_same() -> None:
    run("play", "wall", "--random", "7", "--json", lines=ANSWERS)
    done = run("bank", "regrade", "--json")

    assert done.code == 0
    assert done.json == {"dry_run": False, "changed": []}


def test_a_dry_run_tells_what_a_real_one_then_does_once(settings_of_nobody: Path) -> None:
    run("play", "wall", "--random", "7", "--json", lines=ANSWERS)
    spoil(settings_of_nobody)
    dry, real, again = (run("bank", "regrade", "--json", *dry) for dry in (("--dry-run",), (), ()))

    assert [change["text"] for change in dry.json["changed"]] == ["1"]
    assert dry.json["changed"] == real.json["changed"]
    assert real.json["changed"][0]["before"] == {"kind": "correct", "line": "right"}
    assert real.json["changed"][0]["after"]["kind"] in ("incorrect", "diagnosed")
    assert again.json["changed"] == []


def test_a_person_reads_it_in_words(settings_of_nobody: Path) -> None:
    run("play", "wall", "--random", "7", "--json", lines=ANSWERS)
    spoil(settings_of_nobody)
    done = run("bank", "regrade", "--dry-run")

    assert done.code == 0
    assert "1 answer would be judged otherwise" in done.out
