"""What stands around an answer: lead-ins, labels, hedges, courtesies, shown working."""

from __future__ import annotations

from dataclasses import dataclass

from engine.answers import units, vocabulary
from engine.answers.lexer import Token

JOINTS = frozenset(("=", "≈", ":", "→", "⇒", "∴", "=>"))
FIGURES = frozenset(("number", "numeral", "comma", "dotted", "vulgar"))
STOPS = frozenset((".", ",", ";", "?", "…", "...", "~"))
JOINTS_AND_STOPS = JOINTS | STOPS | {"!"}
LONE_LETTERS = frozenset("aAiI")
INCREASED = frozenset(("larger", "more", "bigger", "greater", "higher"))


@dataclass(slots=True)
class Part:
    """One side of an equality, stripped of the words around it."""

    tokens: list[Token]
    follows: str = ""  # the sign or word that joins it to the part before
    hedged: bool = False
    unit: str | None = None
    scale: int = 1  # of a prefixed counting unit: GFLOP is 10⁹ FLOP
    said: bool = False  # something stood there, were it only words around an answer
    increased: bool = False  # 大了 N 倍: by N, or to N


def parts(tokens: list[Token], letters: frozenset[str]) -> list[Part]:
    """Cut at the outermost equalities and strip each side; `letters` are names, never words around an answer."""
    if not any(says_more(token) for token in tokens):
        return [Part(tokens, said=True)]
    found = [Part([])]
    depth = 0
    before = ""
    for token in tokens:
        kind, text = token.kind, token.text
        if kind == "op":
            depth += (text == "(") - (text == ")")
        may_join = depth == 0 and (text in JOINTS if kind == "op" else kind in ("word", "han"))
        joint = joins(token, found[-1].tokens, letters) if may_join else ""
        doubled, before = before == text == "=", text
        if joint and (found[-1].tokens or len(found) == 1 or doubled):
            found.append(Part([], joint))
        elif joint:
            found[-1].follows = joint
        else:
            found[-1].tokens.append(token)
    hedged = False  # 大约是: a hedge before the joint speaks of what follows it
    for part in found:
        part.hedged = hedged or part.follows == "≈"
        part.said = bool(part.tokens)
        strip(part, letters)
        hedged = part.hedged and not part.tokens
    return found


def says_more(token: Token) -> bool:
    """Tell whether a token may belong to the words around an answer, or join two sides."""
    if token.kind == "word":
        return token.text.lower() in vocabulary.AROUND
    return token.kind == "han" or token.text in JOINTS_AND_STOPS


def joins(token: Token, before: list[Token], letters: frozenset[str]) -> str:
    """Return "=", "≈" or "so" if `token` joins two sides, else ""."""
    text = token.text
    if token.kind == "op":
        if text in "=≈" or text in ("→", "⇒", "∴", "=>"):
            return text if text in "=≈" else "so"
        return "=" if text == ":" and not any(each.kind in FIGURES for each in before) else ""
    if token.kind in ("word", "han") and text not in letters:
        lower = text.lower()
        if lower in vocabulary.EQUALS:
            return "≈" if "约" in lower or "大概" in lower else "="
        if lower in vocabulary.THEREFORE:
            return "so"
    return ""


def names_answer(word: str) -> bool:
    """Tell whether a word may stand before = or : as the name of the answer."""
    lower = word.lower()
    return len(word) == 1 or "_" in word or lower in vocabulary.LEADS or lower in units.COUNTED


def strip(part: Part, letters: frozenset[str]) -> None:
    """Take off lead-ins and hedges in front, hedges, courtesies and stops behind."""
    tokens = part.tokens
    first, last = 0, len(tokens)
    while first < last and leads(part, tokens[first], first > 0 or part.follows == "so", letters):
        first += 1
    if 0 < first < last and tokens[first - 1].text in LONE_LETTERS:
        first -= 1  # A64 and I28 are no answers, I got 64 is
    while last > first and trails(part, tokens[last - 1], tokens[last - 2] if last - first > 1 else None, letters):
        last -= 1
    if last - first > 3 and is_aside(tokens[last - 3 : last]):
        part.hedged, last = True, last - 3
    if last - first < len(tokens):
        part.tokens = tokens[first:last]


def is_aside(tokens: list[Token]) -> bool:
    """Tell whether three tokens are a hedge in brackets: (approx)."""
    opening, hedge, closing = (token.text for token in tokens)
    return opening == "(" and closing == ")" and hedge.lower() in vocabulary.HEDGES


def leads(part: Part, token: Token, inside: bool, letters: frozenset[str]) -> bool:
    """Tell whether a token in front belongs to the words around the answer, and note a hedge."""
    text = token.text
    if token.kind == "op":
        part.hedged = part.hedged or text in "~≈"
        return text in "~≈" or (inside and text in (",", ".", ":"))
    if token.kind not in ("word", "han") or text in letters:
        return False
    lower = text.lower()
    part.hedged = part.hedged or lower in vocabulary.HEDGES
    part.increased = part.increased or lower in vocabulary.INCREASES
    return lower in vocabulary.LEADS or lower in vocabulary.HEDGES or lower in vocabulary.INCREASES


def trails(part: Part, token: Token, before: Token | None, letters: frozenset[str]) -> bool:
    """Tell whether a token behind belongs to the words around the answer, and note a hedge."""
    text = token.text
    if token.kind == "op":
        part.hedged = part.hedged or text in ("…", "...")
        if text == ",":
            return before is None or "," not in before.text  # 1,024, breaks off
        return text in STOPS or (text == "!" and (before is None or ends_sentence(before, letters)))
    if token.kind not in ("word", "han") or text in letters:
        return False
    lower = text.lower()
    part.hedged = part.hedged or lower in vocabulary.LEFTOVER_HEDGES
    part.increased = part.increased or lower in INCREASED
    return lower in vocabulary.TAILS or lower in INCREASED


def ends_sentence(token: Token, letters: frozenset[str]) -> bool:
    """Tell whether ! after this token is joy and no factorial: it follows a unit."""
    spelled = token.text in units.SPELLED or token.text.lower() in units.COUNTED
    return token.kind == "han" or (token.kind == "word" and spelled and token.text not in letters)


def take_count(part: Part, letters: frozenset[str]) -> None:
    """Take the counting unit off the end: 50331648 MAC, 36 对, 256x."""
    while len(part.tokens) > 1:
        token = part.tokens[-1]
        lower = token.text.lower()
        if token.text in letters or part.tokens[-2].text in (",", ";"):
            return
        if token.kind in ("word", "han") and lower in units.COUNTED:
            part.unit = part.unit or units.COUNTED[lower]
        elif token.kind == "word" and lower in units.PREFIXED:
            part.scale, part.unit = units.PREFIXED[lower]
        elif letters or token.text not in ("×", "x", "X"):
            return
        part.tokens = part.tokens[:-1]
        strip(part, letters)
        if not part.tokens:
            part.tokens = [token]
            return


def take_size(part: Part) -> Token | None:
    """Take the unit of size off the end and return it; None if there is none."""
    *before, spelling = part.tokens
    if spelling.text not in units.SPELLED:
        return None
    symbol = units.SYMBOLS.get(spelling.text)
    if before and symbol and before[-1].kind == "word" and before[-1].text + symbol in units.SPELLED:  # 128 G字节
        prefix = before.pop()
        spelling = prefix._replace(text=prefix.text + symbol, end=spelling.end)
    if before and before[-1].text in ("个", "~"):  # ~ sets space in LaTeX
        before.pop()
    part.tokens = before
    return spelling
