"""`gauss-elder db`: the database's schema and its backup."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from bot.cli.errors import WrongUseError
from bot.cli.options import AsJson
from bot.cli.words import say

app = typer.Typer(no_args_is_help=True, help=say("help.db"))


@app.command("upgrade", help=say("help.db_upgrade"))
def upgrade(as_json: AsJson = False) -> None:
    """Bring the schema up to date and say where it stands."""
    from bot.cli import database

    revision = database.upgrade()
    print(json.dumps({"revision": revision}) if as_json else say("db.upgraded", revision=revision))


@app.command("downgrade", help=say("help.db_downgrade"))
def downgrade(
    revision: Annotated[str, typer.Argument(help=say("help.revision"))],
    yes: Annotated[bool, typer.Option("--yes", help=say("help.yes"))] = False,
    as_json: AsJson = False,
) -> None:
    """Bring the schema down to an older version's and say where it stands."""
    from bot.cli import database

    if not yes:
        raise WrongUseError("loses", revision=revision)
    down = database.downgrade(revision) or say("db.none")
    print(json.dumps({"revision": down}) if as_json else say("db.downgraded", revision=down))


@app.command("current", help=say("help.db_current"))
def current(as_json: AsJson = False) -> None:
    """Say where the schema stands; the exit code is 0 if nobody has to do anything about it."""
    from bot.cli import database

    standing = database.standing()
    if as_json:
        print(json.dumps({"revision": standing.revision, "head": standing.head}))
    elif standing.absent is not None:
        print(say("problem.no_database", database=standing.absent))
    else:
        print(say("db.current", revision=standing.revision or say("db.none"), head=standing.head))
        if standing.grows:
            print(say("db.by_itself"))
    standing.hold()


@app.command("backup", help=say("help.db_backup"))
def backup(file: Annotated[Path, typer.Argument(help=say("help.file"))], as_json: AsJson = False) -> None:
    """Copy the database, also while the bot runs, and read the copy back."""
    from bot.cli import copying

    held = copying.backup(file)
    told = {"file": str(file), "revision": held.revision, "rows": held.rows}
    print(json.dumps(told) if as_json else say("db.backed_up", file=str(file), count=held.total))


@app.command("restore", help=say("help.db_restore"))
def restore(file: Annotated[Path, typer.Argument(help=say("help.backup"))], as_json: AsJson = False) -> None:
    """Fill an empty database from a backup."""
    from bot.cli import copying

    held = copying.restore(file)
    told = {"file": str(file), "revision": held.revision, "rows": held.rows}
    print(json.dumps(told) if as_json else say("db.restored", file=str(file), count=held.total))


@app.command("rescore", help=say("help.db_rescore"))
def rescore(as_json: AsJson = False) -> None:
    """Make every standing again from the answers."""
    from bot.cli import rescoring

    learners = rescoring.rescore()
    print(json.dumps({"learners": learners}) if as_json else say("db.rescored", count=learners))
