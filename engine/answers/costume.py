"""What a text wears before it is cut: keycaps, digits of one other script, marks of mathematics and of markdown."""

from __future__ import annotations

from engine.answers.doubt import Doubts
from engine.answers.refusal import Unreadable

WRAPPERS = ("```", "**", "__", "||", "$$", "`", "*", "_", "$", '"', "'", "「」", "“”", "『』")
MARKED = frozenset("`*_|~$\"'「“『\\>")
CLOSING = frozenset("`*_|$\"'」”』}")
KEYCAP = "\u20e3"
INSETS = (  # opening, closing, how often the opening stands around one answer in a sentence; ** is left to powers
    *((mark, mark, 2) for mark in ("$$", "$", "`", "||")),
    *((pair[0], pair[1], 1) for pair in ("「」", "『』", "“”")),
    (r"\(", r"\)", 1),
    (r"\[", r"\]", 1),
)
SET = frozenset(mark[0] for mark, _, _ in INSETS)


def undress(folded: str, doubts: Doubts) -> str:
    """Return the folded text in plain figures, spans kept wherever nothing is to be confirmed."""
    if KEYCAP in folded:  # 1️⃣2️⃣8️⃣: digits in costume, to be confirmed
        folded = folded.replace(" " + KEYCAP, "").replace(KEYCAP, "")
        doubts.choose(None)
    if folded.startswith("> "):  # the quote of another message, or greater than
        folded = " " + folded[1:]
        doubts.choose(None)
    if not SET.isdisjoint(folded):
        folded = blanked(folded)
    return folded if folded.isascii() else one_script(folded)


def blanked(folded: str) -> str:
    r"""Blank the marks around the one formula of a text: $128$ GB, \(n^2\), 答案是「64」."""
    for opening, closing, times in INSETS:
        first, last = folded.find(opening), folded.rfind(closing)
        inner, after = first + len(opening), last + len(closing)
        once = folded.count(opening) == folded.count(closing) == times and 0 <= first < last
        if once and not folded[:first][-1:].isdigit() and not folded[after:][:1].isdigit():
            blank = " " * len(opening)
            folded = folded[:first] + blank + folded[inner:last] + blank + folded[after:]
    return folded


def one_script(folded: str) -> str:
    """Return digits of one other script as figures; those of two scripts stay, and are refused.

    >>> one_script("١٢٨"), one_script("1٢8")
    ('128', '1٢8')
    """
    zeros = {ord(each) - int(each) for each in folded if each.isdecimal()}
    if len(zeros) != 1 or ord("0") in zeros:
        return folded
    zero = zeros.pop()
    return folded.translate({zero + digit: str(digit) for digit in range(10)})


def unwrap(folded: str) -> tuple[int, int]:
    """Return where the answer stands inside white space and emphasis around all of it; refuse what is struck out."""
    start, end = 0, len(folded)
    while start < end and folded[start].isspace():
        start += 1
    while end > start and folded[end - 1].isspace():
        end -= 1
    if start == end:
        raise Unreadable("empty", 0, len(folded))
    if folded[start] not in MARKED:
        return start, end
    while folded[end - 1] in ".!?" and folded[end - 2] in CLOSING:  # **128**.
        end -= 1
    if folded.startswith("~~", start):
        raise Unreadable("struck_out", start, end)
    if folded.startswith("\\boxed{", start) and folded[end - 1] == "}":
        start, end = start + 7, end - 1
    for mark in WRAPPERS:
        left, right = (mark[0], mark[1]) if ord(mark[0]) > 127 else (mark, mark)
        if (
            folded.startswith(left, start)
            and folded.endswith(right, start, end)
            and end - start > len(left) + len(right)
        ):
            inner, outer = unwrap(" " * (start + len(left)) + folded[start + len(left) : end - len(right)])
            return inner, outer
    return start, end
