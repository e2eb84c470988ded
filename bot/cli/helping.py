"""Commands that speak the language typed, and whose help has typer's own words in the language that is set."""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperCommand, TyperGroup

from bot.cli.words import say, speak

IN_USAGE: Final = {"Usage: ": "usage", "[OPTIONS]": "options", "COMMAND [ARGS]...": "command"}


class Command(TyperCommand):
    """One command."""

    def invoke(self, ctx: Any) -> Any:
        """Carry it out, in the language that was typed with it."""
        speak(ctx.params.get("lang"))
        return super().invoke(ctx)

    def get_usage(self, ctx: Any) -> str:
        """Return how it is typed."""
        return translated(super().get_usage(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print its help."""
        translate_help(self, ctx)
        super().format_help(ctx, formatter)


class Group(TyperGroup):
    """A command that consists of others."""

    def get_usage(self, ctx: Any) -> str:
        """Return how it is typed."""
        return translated(super().get_usage(ctx))

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Print its help."""
        translate_help(self, ctx)
        super().format_help(ctx, formatter)


def translated(usage: str) -> str:
    """Return a line of usage with typer's words in the language that is set."""
    for word, key in IN_USAGE.items():
        usage = usage.replace(word, say(f"usage.{key}"))
    return usage


def translate_help(command: TyperCommand | TyperGroup, ctx: Any) -> None:
    """Have typer print the rest of its words in the language that is set."""
    from typer import rich_utils  # takes a while to load, as what stands on rich does

    from bot.cli.folding import Folded

    rich_utils.ARGUMENTS_PANEL_TITLE = say("usage.arguments_title")
    rich_utils.OPTIONS_PANEL_TITLE = say("usage.options_title")
    rich_utils.COMMANDS_PANEL_TITLE = say("usage.commands_title")
    rich_utils.REQUIRED_LONG_STRING = say("usage.required")
    rich_utils.DEFAULT_STRING = say("usage.default", value="{}")
    rich_utils.Columns = Folded  # type: ignore[assignment, attr-defined]
    option = command.get_help_option(ctx)
    if option is not None:
        option.help = say("usage.help")
