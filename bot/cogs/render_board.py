"""The board: a server's standings, and always the asker's own row."""

from __future__ import annotations

from bot.cogs import escape
from bot.cogs.pen import Pen, paragraphs
from bot.cogs.screen import Accent, Screen, row, small
from bot.play.scene import Board, Standing

NAME = 32  # characters of a name that are shown


def board_screen(pen: Pen, board: Board, private: bool) -> Screen:
    """Return the rows in their order; the asker's own is marked by a sign, not by a colour."""
    scope = pen.word("board.scope_private" if private else "board.scope")
    rows = [row_line(pen, standing) for standing in board.rows]
    if board.own is not None and not any(standing.mine for standing in board.rows):
        rows += [pen.word("board.gap"), row_line(pen, board.own)]
    body = "\n".join(rows) if rows else pen.word("board.empty")
    return Screen(
        (
            *paragraphs(f"### {pen.word('board.title')} · {scope}", body),
            *paragraphs(small(pen.word("board.small", total=board.total)) if rows else ""),
            *row(pen.button("fight", "fight", "adept", style="first"), pen.button("enter", "enter")),
        ),
        Accent.GOLD,
    )


def row_line(pen: Pen, standing: Standing) -> str:
    """Return one row."""
    name = escape.line(standing.name, NAME) or pen.word("board.unnamed")
    said = pen.word("board.row", rank=standing.rank, name=name, broken=standing.broken, wrong=standing.wrong)
    return pen.word("board.own", row=said) if standing.mine else said
