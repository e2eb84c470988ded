"""Pictures within a terminal's own lines: which terminals draw them, and what has to be written for it.

Kitty's graphics protocol (https://sw.kovidgoyal.net/kitty/graphics-protocol/) and the inline images of iTerm2
(https://iterm2.com/documentation-images.html). Whoever lies between, such as tmux, would garble either.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterator, Mapping
from typing import TextIO

Inline = Callable[[bytes, int], str]  # a PNG and how many columns it may take -> what draws it

ESCAPE, BELL = "\x1b", "\x07"
CHUNK = 4096  # characters kitty takes at a time
KITTY = frozenset({"kitty", "ghostty"})  # by TERM_PROGRAM
ITERM = frozenset({"iTerm.app", "WezTerm", "mintty"})
BETWEEN = ("screen", "tmux")  # how TERM begins where something lies between


def inline_for(environ: Mapping[str, str], out: TextIO) -> Inline | None:
    """Return how pictures are drawn here; None where the terminal cannot, or where this is no terminal at all."""
    term, program = environ.get("TERM", ""), environ.get("TERM_PROGRAM", "")
    if not out.isatty() or "TMUX" in environ or term.startswith(BETWEEN):
        return None
    if "KITTY_WINDOW_ID" in environ or program in KITTY or term in {f"xterm-{name}" for name in KITTY}:
        return kitty
    return iterm if program in ITERM or environ.get("LC_TERMINAL") == "iTerm2" else None


def kitty(png: bytes, columns: int) -> str:
    """Return what makes kitty draw a PNG so many columns wide, and answer nothing."""
    text = b64encode(png).decode()
    chunks = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
    return "".join(commands(chunks, f"a=T,f=100,q=2,c={columns},"))


def commands(chunks: list[str], settings: str) -> Iterator[str]:
    """Yield one command a chunk; the first says what it is about, each but the last that more follows."""
    for place, chunk in enumerate(chunks):
        more = int(place + 1 < len(chunks))
        yield f"{ESCAPE}_G{'' if place else settings}m={more};{chunk}{ESCAPE}\\"


def iterm(png: bytes, columns: int) -> str:
    """Return what makes iTerm2 draw a PNG so many columns wide."""
    settings = f"inline=1;size={len(png)};width={columns};preserveAspectRatio=1"
    return f"{ESCAPE}]1337;File={settings}:{b64encode(png).decode()}{BELL}"
