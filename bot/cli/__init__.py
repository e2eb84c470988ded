"""The command line. What a command needs is imported when it is carried out, so that help is at once."""

from __future__ import annotations

import errno
import os
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from bot.cli import bank, counsel, db, demo, doctor, play, read, record, run
from bot.cli.errors import CommandError
from bot.cli.helping import Command, Group
from bot.cli.streams import make_ready, written_out
from bot.cli.words import say

NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

app = typer.Typer(
    cls=Group, no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False, help=say("help.app")
)
COMMANDS = (
    demo.demo,
    play.play,
    record.map,
    record.me,
    counsel.ask,
    counsel.cost,
    run.run,
    read.read,
    doctor.doctor,
)
TAKE_A_TEXT = (counsel.ask, read.read)  # which may begin with a minus
for command in COMMANDS:
    settings = {"ignore_unknown_options": command in TAKE_A_TEXT}
    app.command(cls=Command, help=say(f"help.{command.__name__}"), context_settings=settings)(command)
for name, group in {"db": db.app, "bank": bank.app}.items():
    for each in group.registered_commands:
        each.cls = Command
    app.add_typer(group, name=name, cls=Group)


def show_version(wanted: bool) -> None:
    """Print the version and end there, if that was asked for."""
    if not wanted:
        return
    try:
        print(version("gauss-elder"))
    except PackageNotFoundError:
        raise CommandError("not_installed") from None
    raise typer.Exit


@app.callback()
def before_any_command(
    version: Annotated[
        bool, typer.Option("--version", help=say("help.version"), callback=show_version, is_eager=True)
    ] = False,
) -> None:
    """Take the options that stand before any command."""


def carry_out() -> int:
    """Carry out the command line; return the exit code, having said what to do next where it failed."""
    make_ready()
    code: object = 0
    failure: CommandError | None = None
    try:
        code = app(prog_name="gauss-elder", standalone_mode=False)  # else typer would tell what was typed wrong
    except SystemExit as end:  # how typer ends where nobody reads on
        code = end.code
    except CommandError as error:
        failure = error
    except typer.Abort:  # the name that older versions of typer give to Ctrl-C
        raise KeyboardInterrupt from None
    except Exception as error:
        failure = failure_of(error)
    if not written_out():
        failure = CommandError("unwritten")
    if failure is not None:
        return failure.report()
    return code if isinstance(code, int) else 0


def failure_of(error: Exception) -> CommandError:
    """Return what to say of an error that no command foresaw; to whoever looks for it, it is shown as it is."""
    from bot.cli.misuse import misuse  # seldom needed

    wrong_use = misuse(error)
    if wrong_use is not None:
        return wrong_use
    if os.environ.get("GAUSS_DEBUG"):
        raise error
    if isinstance(error, OSError) and error.errno in NO_ROOM and error.filename is None:  # no file, so the output
        return CommandError("unwritten")
    return CommandError("unexpected", name=type(error).__name__)
