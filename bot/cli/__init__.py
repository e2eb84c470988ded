"""The command line. What a command needs is imported when it is carried out, so that help is at once."""

from __future__ import annotations

import errno
import io
import os
import sys
from importlib.metadata import PackageNotFoundError, version
from typing import Annotated

import typer

from bot.cli import bank, counsel, db, demo, doctor, play, read, record, run
from bot.cli.errors import CommandError
from bot.cli.words import say

INTERRUPTED = 130  # the exit code of what Ctrl-C ended
NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)

app = typer.Typer(no_args_is_help=True, pretty_exceptions_enable=False, add_completion=False, help=say("help.app"))
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
    app.command(help=say(f"help.{command.__name__}"), context_settings=settings)(command)
app.add_typer(db.app, name="db")
app.add_typer(bank.app, name="bank")


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
    speak_utf8()
    code, failure = 0, None
    try:
        app(prog_name="gauss-elder")
    except SystemExit as end:  # how typer ends every command
        code = end.code if isinstance(end.code, int) else 0
    except CommandError as error:
        failure = error
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if os.environ.get("GAUSS_DEBUG"):
            raise
        failure = CommandError("unexpected", name=type(error).__name__)
        if isinstance(error, OSError) and error.errno in NO_ROOM and error.filename is None:  # no file, so the output
            failure = CommandError("unwritten")
    if not written_out():
        failure = CommandError("unwritten")
    return code if failure is None else failure.report()


def written_out() -> bool:
    """Write out what was printed; False if it cannot be. A reader who left, such as `head`, had enough."""
    try:
        if sys.stdout is not None:  # it is None where the shell closed it
            sys.stdout.flush()
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # where Python writes the rest at its end
        return isinstance(error, BrokenPipeError)
    return True


def speak_utf8() -> None:
    """Have the streams carry Chinese whatever the system's code page; what is no text comes in as replacement marks."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
