"""A text becomes tokens that remember where they stood."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers.patterns import PATTERN
from engine.answers.refusal import Reason, Unreadable

MAX_TOKENS = 200  # of an echo; what is typed has far fewer


class Token(NamedTuple):
    """A piece of the folded text."""

    kind: str
    text: str
    start: int
    end: int
    spaced: bool  # white space stands before it


LATEX = {
    r"\times": ("op", "×"),
    r"\cdot": ("op", "*"),
    r"\ast": ("op", "*"),
    r"\div": ("op", "/"),
    r"\approx": ("op", "≈"),
    r"\sim": ("op", "≈"),
    r"\to": ("op", "→"),
    r"\sqrt": ("op", "√"),
    r"\frac": ("frac", "frac"),
    r"\dfrac": ("frac", "frac"),
    r"\tfrac": ("frac", "frac"),
    r"\Theta": ("word", "Θ"),
    r"\Omega": ("word", "Ω"),
    **{rf"\{word}": ("word", word) for word in ("pi", "log", "ln", "lg", "exp", "sin", "cos", "tan", "min", "max")},
}
SIGNS = {
    **dict.fromkeys(("percent", "Percent", "per cent", "Per cent", "pct"), "%"),
    **dict.fromkeys(("minus", "Minus", "negative", "Negative"), "-"),
    **dict.fromkeys(("plus", "Plus", "加", "加上"), "+"),
    **dict.fromkeys(("乘", "乘以"), "×"),
    **dict.fromkeys(("减", "减去"), "-"),
    "除以": "/",
    **dict.fromkeys(("to the power of", "to the power"), "^"),
    **dict.fromkeys(("square root of", "Square root of"), "√"),
}
SKIPPED = frozenset(
    (r"\left", r"\right", r"\quad", r"\qquad", r"\big", r"\Big", r"\displaystyle", r"\mathcal", r"\mathrm", r"\text")
)
UNDERSCORE = re.compile(r"\\(?!_)(?:text|mathrm|mathcal|mathit|mathbf|operatorname)|[\\{} ]")
HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u206f\ud800-\udfff\U000e0000-\U000e0fff]")


def lex(folded: str, start: int, end: int) -> list[Token]:
    """Cut `folded[start:end]` into tokens; raise Unreadable at the first character that can belong to no answer."""
    tokens = figures(folded, start, end)
    if tokens:
        return tokens
    spaced = False
    for match in PATTERN.finditer(folded, start, end):
        kind = match.lastgroup or ""
        if kind == "space":
            spaced = True
            continue
        first, last = match.span()
        token = Token("number" if kind == "figures" else kind, match.group(), first, last, spaced)
        spaced = False
        if kind in PLAIN or (kind == "op" and last - first == 1):  # a longer sign may be written in LaTeX
            tokens.append(token)
        elif (found := rewritten(token)) is not None:
            tokens.append(found)
        else:
            spaced = True
    if len(tokens) > MAX_TOKENS:
        raise Unreadable("too_long", start, end)
    return tokens


def figures(folded: str, start: int, end: int) -> list[Token]:
    """Cut what is nothing but figures, with or without a minus, as the pattern would; return no tokens for all else."""
    signed = folded.startswith("-", start)
    first = start + 1 if signed else start
    text = folded[first:end]
    if not (text.isascii() and text.isdigit()):
        return []
    number = Token("number", text, first, end, False)
    return [Token("op", "-", start, first, False), number] if signed else [number]


PLAIN = frozenset(("figures", "han", "numeral", "dotted", "comma", "number", "super", "sub", "vulgar"))


def rewritten(token: Token) -> Token | None:
    """Return the token a LaTeX command or an escape stands for; None if it only sets space; refuse what is foreign."""
    kind, text = token.kind, token.text
    if text in SIGNS:
        return token._replace(kind="op", text=SIGNS[text])
    if kind == "op":
        return token if text[0] != "\\" else token._replace(text=text[1:])
    if kind == "word":
        return token if "\\" not in text and "{" not in text else token._replace(text=UNDERSCORE.sub("", text))
    if text in LATEX:
        kind, text = LATEX[text]
        return token._replace(kind=kind, text=text)
    if text in SKIPPED:
        return None
    raise Unreadable(foreign(token), token.start, token.end)


def foreign(token: Token) -> Reason:
    """Name what is wrong with a token that belongs to no answer."""
    if token.kind == "grouping":
        return "grouping"
    if token.kind in ("latex", "hex"):
        return "unknown_word"
    if token.text in "\n\r":
        return "several_lines"
    if HIDDEN.match(token.text):
        return "hidden_character"
    return "unknown_word" if token.text.isalpha() else "unknown_character"
