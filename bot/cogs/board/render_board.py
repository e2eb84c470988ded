"""The board: its rows, the asker's own always among them, and what else can be looked at."""

from __future__ import annotations

from importlib.resources import files
from typing import Final

from discord.utils import format_dt

import bot
from bot.cogs.frame import escape
from bot.cogs.frame.budget import OPTION
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Button, Menu, Option, Part, Row, Screen, row, small
from bot.play.board.board import ROWS, RUNNING, SCOPES, SORTS, Board, Line, Season, View
from engine.rules.points import BONUS, EACH, TRIES, WALLS
from quizbank.lines import Lines

NAME: Final = 20  # characters of a name that are shown
LINES: Final = Lines.load(files(bot) / "lines", "board")

PRIVATE: Final = "board"  # the kind of a touch that turns one's own board to another page
PUBLIC: Final = "boardof"  # … and of one that opens one's own


def board_screen(pen: Pen, board: Board, *, at_home: bool) -> Screen:
    """Return a board as its asker sees it; `at_home` in a server, which has one of its own."""
    return _screen(pen, board, PRIVATE, (_place(pen, board),), at_home)


def public_screen(pen: Pen, board: Board) -> Screen:
    """Return a server's board as everyone sees it."""
    return _screen(pen, board, PUBLIC, (say(pen, "say.renewed"),), at_home=True)


def say(pen: Pen, key: str, **values: int | str) -> str:
    """Return one of the board's lines; foreign values must come escaped."""
    return LINES.say(key, pen.language, **values)


def _screen(pen: Pen, board: Board, kind: str, notes: tuple[str, ...], at_home: bool) -> Screen:
    view = board.view
    title = say(pen, f"title.{view.scope}", period=_period(pen, board, view.period))
    body = "\n".join(_row(pen, each) for each in board.lines) or say(pen, "say.empty")
    near = "\n".join((say(pen, "row.gap"), *(_row(pen, each) for each in board.near))) if board.near else ""
    rule = say(pen, "say.rule", each=EACH, bonus=BONUS, walls=WALLS)
    columns = say(pen, "say.columns", tries=TRIES)
    return Screen(
        (
            *paragraphs(f"### {title}\n{small(_head(pen, board))}", body, near),
            *paragraphs(small("\n".join((*(note for note in notes if note), rule, columns)))),
            *_menus(pen, board, kind, at_home),
            *_ways(pen, board, kind),
        ),
        Accent.GOLD,
    )


def _head(pen: Pen, board: Board) -> str:
    head = say(pen, "say.head", sort=say(pen, f"sort.{board.view.sort}"), total=board.total)
    if board.resets is None:
        return head
    when, on = format_dt(board.resets, "R"), format_dt(board.resets, "D")
    return f"{head} · {say(pen, 'say.resets', when=when, on=on)}"


def _place(pen: Pen, board: Board) -> str:
    said = []
    if board.own is not None:
        key = "say.tied" if board.equals else "say.alone"
        values = {"others": board.equals} if board.equals else {}
        said = [say(pen, key, rank=board.own.rank, **values)]
    elif board.view.scope == "server" or board.worldwide:
        said = [say(pen, "say.unranked")]
        if board.view.sort == "accuracy":
            said = [say(pen, "say.unranked_accuracy", tries=TRIES)]
    if board.view.scope == "world":
        said.append(say(pen, "say.worldwide" if board.worldwide else "say.not_worldwide"))
    return "\n".join(said)


def _row(pen: Pen, line: Line) -> str:
    name = say(pen, "row.someone") if line.name is None else escape.line(line.name, NAME) or say(pen, "row.unnamed")
    percent = say(pen, "row.too_few") if line.accuracy is None else say(pen, "row.accuracy", percent=line.accuracy)
    said = [
        say(pen, "row.line", rank=line.rank, name=name, points=line.points),
        say(pen, "row.shares", accuracy=percent, walls=line.walls),
        say(pen, "row.streak", days=line.streak),
    ]
    whole = " · ".join(said)
    return say(pen, "row.own", row=whole) if line.mine else whole


def _period(pen: Pen, board: Board, period: str) -> str:
    """Return what a period is called; a season's name is a teacher's, and untrusted."""
    if period == "season" and board.season is not None and board.season.name:
        return say(pen, "period.season_named", name=escape.line(board.season.name, NAME))
    past = next((season for season in board.past if season.period == period), None)
    if past is not None:
        return say(pen, "period.past_named", name=escape.line(past.name, NAME))
    return say(pen, f"period.{period}")


def _menus(pen: Pen, board: Board, kind: str, at_home: bool) -> tuple[Part, ...]:
    view = board.view
    periods = [each for each in RUNNING if each != "season" or board.season is not None]
    past: tuple[Season, ...] = board.past
    named = {each: _label(pen, board, each) for each in (*periods, *(season.period for season in past))}
    sorts: dict[str, str] = {each: say(pen, f"sort.{each}") for each in SORTS}
    scopes: dict[str, str] = {each: say(pen, f"scope.{each}") for each in SCOPES} if at_home else {}
    return tuple(
        _menu(pen, touch_of(kind, what, view), what, options, chosen)
        for what, options, chosen in (
            ("period", named, view.period),
            ("sort", sorts, view.sort),
            ("scope", scopes, view.scope),
        )
        if options
    )


def _label(pen: Pen, board: Board, period: str) -> str:
    """Return what a period is called in a menu, which shows no markup and obeys none."""
    seasons = [*([board.season] if board.season is not None and period == "season" else ()), *board.past]
    name = next((each.name for each in seasons if period in ("season", each.period)), "")
    shown = escape.cut(escape.visible(name).strip(), NAME)
    key = "past_named" if period not in RUNNING else "season_named" if shown and period == "season" else period
    return escape.cut(say(pen, f"period.{key}", **({"name": shown} if key.endswith("named") else {})), OPTION)


def _menu(pen: Pen, touch: Touch, what: str, options: dict[str, str], chosen: str) -> Menu:
    listed = tuple(Option(label, value, value == chosen) for value, label in options.items())
    return Menu(touch, say(pen, f"menu.{what}"), listed)


def _ways(pen: Pen, board: Board, kind: str) -> tuple[Row, ...]:
    view, own = board.view, board.own
    if kind == PRIVATE and not board.lines and view.scope == "server":
        return row(pen.button("fight", "fight", "adept", style="first"), pen.button("enter", "enter"))
    pages = row(
        _turn(pen, kind, "back", view, view.start - ROWS) if view.start else None,
        _turn(pen, kind, "on", view, view.start + ROWS) if board.further else None,
        _turn(pen, kind, "mine", view, (own.rank - 1) // ROWS * ROWS) if own is not None and board.near else None,
    )
    if kind == PUBLIC:
        return pages
    return pages + row(_choice(pen, board) if view.scope == "world" else None, pen.button("court", "court"))


def _turn(pen: Pen, kind: str, what: str, view: View, start: int) -> Button:
    return Button(say(pen, f"button.{what}"), touch_of(kind, what, view, start))


def _choice(pen: Pen, board: Board) -> Button:
    label = say(pen, "button.withdraw" if board.worldwide else "button.join")
    return Button(label, Touch("worldwide", (int(not board.worldwide),)))


def touch_of(kind: str, what: str, view: View, start: int = 0) -> Touch:
    """Return the touch that changes one thing about a view, or turns to the page from a place on."""
    return Touch(kind, (what, view.scope, view.period, view.sort, start))
