"""`gauss-elder db`: the database's schema and its backup."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.options import AsJson
from bot.cli.words import say

app = typer.Typer(no_args_is_help=True, help=say("help.db"))


@app.command("upgrade", help=say("help.db_upgrade"))
def upgrade(as_json: AsJson = False) -> None:
    """Bring the schema up to date and say where it stands."""
    from bot.cli import database

    revision = database.upgrade()
    print(json.dumps({"revision": revision}) if as_json else say("db.upgraded", revision=revision))


@app.command("current", help=say("help.db_current"))
def current(as_json: AsJson = False) -> None:
    """Say where the schema stands; the exit code is 0 if that is where this version needs it."""
    from bot.cli import database

    revision, head = database.revisions()
    if as_json:
        print(json.dumps({"revision": revision, "head": head}))
    else:
        print(say("db.current", revision=revision or say("db.none"), head=head))
    database.hold(revision, head)


@app.command("backup", help=say("help.db_backup"))
def backup(file: Annotated[Path, typer.Argument(help=say("help.file"))], as_json: AsJson = False) -> None:
    """Copy a SQLite database, also while the bot runs."""
    from bot.cli import database

    database.backup(file)
    print(json.dumps({"file": str(file)}) if as_json else say("db.backed_up", file=str(file)))
