"""A text becomes tokens that remember where they stood; one pattern of possessive parts, so its time is linear."""

from __future__ import annotations

import re
from typing import NamedTuple

from engine.answers import numerals
from engine.answers.refusal import Reason, Unreadable
from engine.answers.vocabulary import HAN_WORDS

MAX_TOKENS = 200  # of an echo; what is typed has far fewer


class Token(NamedTuple):
    """A piece of the folded text."""

    kind: str
    text: str
    start: int
    end: int
    spaced: bool  # white space stands before it


EXPONENT = r"(?: ?[eE](?: ?[0-9]|[+-][0-9])[0-9]*+)?+"
GROUPS = "|".join(rf"[1-9][0-9]{{0,2}}(?:{mark}[0-9]{{3}})++(?![0-9_])" for mark in (",", " ", "'", "_"))
THOUSANDS = "[1-9][0-9]{0,2}(?:,[0-9]{3})++(?![0-9])"
SPACED = "(?:[1-9][0-9]{0,2}(?: [0-9]{3})++|[0-9]++)"
DOTTED = r"[0-9]{1,3}(?:\.[0-9]{3}(?![0-9]))++(?:,[0-9]++|(?<=\.[0-9]{3}\.[0-9]{3}))"
CHINESE = rf"(?!千兆?(?:字节|比特))[{numerals.CHARACTERS}]"
PATTERN = re.compile(
    "|".join(
        (
            r"(?P<space> ++|\\[,;:! ])",
            r"(?P<hex>0[xX](?=[0-9A-Fa-f])[0-9A-Za-z]++)",
            rf"(?P<han>{'|'.join(HAN_WORDS)})",
            rf"(?P<numeral>(?:[0-9]++(?:\.[0-9]++)?+)?+{CHINESE}(?:[0-9]++(?:\.[0-9]++)?+|{CHINESE})*+)",
            rf"(?P<dotted>{DOTTED}(?![.,]?[0-9]){EXPONENT})",
            rf"(?P<comma>(?!{THOUSANDS}){SPACED},[0-9]++(?![.,'_]?[0-9]|,,){EXPONENT})",
            rf"(?P<number>(?:{GROUPS}|[0-9]++)(?![0-9])(?!,[0-9])(?:\.(?!\.)[0-9]*+)?+{EXPONENT}|\.[0-9]++{EXPONENT})",
            r"(?P<grouping>[0-9][0-9,.'_]*+)",
            r"(?P<word>(?:multiply-(?:adds?+|accumulates?+)|[Pp]er ?cent|or so|-fold)(?![A-Za-z])"
            r"|\\log_(?:[0-9]++|\{[0-9]++\})"
            r"|\\(?:mathcal|mathrm|mathit|mathbf|text|operatorname)\{ ?[A-Za-z]++ ?\}"
            r"|[A-Za-z]++(?:'[A-Za-z]++)?+(?:\\?_(?:[A-Za-z0-9]++|\{[A-Za-z0-9]++\}|\\(?:text|mathrm)\{[A-Za-z]++\}))*+|[πΘΩσμλτ])",
            r"(?P<super>[⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ⁿ]++)",
            r"(?P<sub>[₀₁₂₃₄₅₆₇₈₉ₖₙₘₕᵥ]++)",
            r"(?P<vulgar>[½⅓⅔¼¾⅕⅖⅗⅘⅙⅚⅛⅜⅝⅞⅐⅑⅒])",
            r"(?P<latex>\\[A-Za-z]++)",
            r"(?P<op>\\[\^*%]|\*\*|\.\.\.|=>|[-+*×/^()%‰!?√∛=:,;.…≈~{}⇒→∴<>≤≥≠|]|乘以?+|除以|减去?+|加上?+)",
            r"(?P<other>[\s\S])",
        )
    )
)
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
    **{rf"\{word}": ("word", word) for word in ("pi", "log", "ln", "lg", "exp", "sin", "cos", "tan", "min", "max")},
}
SIGNS = {
    **dict.fromkeys(("percent", "Percent", "per cent", "Per cent", "pct"), "%"),
    **dict.fromkeys(("minus", "Minus", "negative", "Negative"), "-"),
    **dict.fromkeys(("plus", "Plus", "加", "加上"), "+"),
    **dict.fromkeys(("乘", "乘以"), "×"),
    **dict.fromkeys(("减", "减去"), "-"),
    "除以": "/",
}
SKIPPED = frozenset((r"\left", r"\right", r"\quad", r"\qquad", r"\big", r"\Big", r"\displaystyle"))
UNDERSCORE = re.compile(r"\\(?!_)(?:text|mathrm|mathcal|mathit|mathbf|operatorname)|[\\{} ]")
HIDDEN = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u202a-\u202e\u2066-\u206f\ud800-\udfff\U000e0000-\U000e0fff]")


def lex(folded: str, start: int, end: int) -> list[Token]:
    """Cut `folded[start:end]` into tokens; raise Unreadable at the first character that can belong to no answer."""
    tokens: list[Token] = []
    spaced = False
    for match in PATTERN.finditer(folded, start, end):
        kind = match.lastgroup or ""
        if kind == "space":
            spaced = True
            continue
        token = Token(kind, match.group(), match.start(), match.end(), spaced)
        if kind in REWRITTEN:
            found = rewritten(token)
            if found is None:
                spaced = True
                continue
            token = found
        tokens.append(token)
        spaced = False
    if len(tokens) > MAX_TOKENS:
        raise Unreadable("too_long", start, end)
    return tokens


REWRITTEN = frozenset(("word", "latex", "op", "other", "hex", "grouping"))


def rewritten(token: Token) -> Token | None:
    """Return the token a LaTeX command or an escape stands for; None if it only sets space; refuse what is foreign."""
    text = token.text
    match token.kind:
        case "word" | "op" if text in SIGNS:
            return token._replace(kind="op", text=SIGNS[text])
        case "word":
            return token._replace(text=UNDERSCORE.sub("", text)) if "\\" in text or "{" in text else token
        case "op":
            return token._replace(text=text.lstrip("\\")) if text[0] == "\\" else token
        case "latex" if text in LATEX:
            kind, text = LATEX[text]
            return token._replace(kind=kind, text=text)
        case "latex" if text in SKIPPED:
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
