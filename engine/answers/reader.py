"""`read`: one text, one kind of answer, and one of three outcomes: a Reading, Ambiguous, or Unreadable."""

from __future__ import annotations

from collections.abc import Callable, Collection

from engine.answers import chain, orders, sentence, vocabulary, words
from engine.answers.ambiguity import Ambiguous
from engine.answers.costume import undress, unwrap
from engine.answers.doubt import Doubts
from engine.answers.evaluate import evaluate
from engine.answers.folding import fold
from engine.answers.grammar import parse
from engine.answers.lexer import Token, lex
from engine.answers.names import Vocabulary
from engine.answers.names import vocabulary as vocabulary_of
from engine.answers.reading import Reading
from engine.answers.refusal import Unreadable
from engine.answers.soundness import fault
from engine.answers.tree import Node, names
from engine.answers.values import BoundsError, Value

VERSION = 2  # stored with each answer; raised whenever a text may read differently
FUNCTIONS = frozenset("TSCWfgt")  # T(n) = O(n²): the left side only names the right
MAX_LENGTH = 400  # of an echo; what is typed is far shorter

Lexed = tuple[list[Token], str]


def read(text: str, kind: str = "number", *, symbols: Collection[str] = ()) -> Reading:
    """Read `text` as an answer of `kind`; raise Unreadable or Ambiguous.

    >>> read("1.5×10⁹ 字节", "quantity").value
    Fraction(1500000000, 1)
    """
    if kind in ("word", "choice"):
        return words.read_word(text, symbols)
    reader = READERS[kind]
    try:
        return settle(text, reader, vocabulary_of(tuple(symbols)))
    except Unreadable as refusal:
        refusal.text = text[refusal.start : refusal.end]
        raise


def settle(text: str, reader: Callable[[str, list[Token], Vocabulary, Doubts], Reading], known: Vocabulary) -> Reading:
    """Read once; where anything was doubtful read again the other ways, and ask."""
    if len(text) > MAX_LENGTH:
        raise Unreadable("too_long", MAX_LENGTH, len(text))
    doubts = Doubts()
    folded = undress(fold(text), doubts)
    start, end = unwrap(folded)
    tokens = lex(folded, start, end)
    if not tokens:
        raise Unreadable("empty", start, end)
    first = reader(text, tokens, known, doubts)
    if not doubts.width:
        return first
    readings = [first] + [reader(text, tokens, known, Doubts(take)) for take in range(1, doubts.width)]
    raise Ambiguous(tuple({reading.echo: reading for reading in readings}.values()))


def read_number(text: str, tokens: list[Token], known: Vocabulary, doubts: Doubts) -> Reading:
    """Read a plain number, with or without a counting unit."""
    refuse_giving_up(tokens)
    return chain.number(text, tokens, known, doubts)


def read_quantity(text: str, tokens: list[Token], known: Vocabulary, doubts: Doubts) -> Reading:
    """Read a size in bytes or bits; it must name its unit."""
    refuse_giving_up(tokens)
    return chain.quantity(text, tokens, known, doubts)


def read_expression(text: str, tokens: list[Token], known: Vocabulary, doubts: Doubts) -> Reading:
    """Read an expression in the question's letters."""
    refuse_giving_up(tokens)
    part = only_side(tokens, known)
    sentence.take_count(part, known.symbols)
    tree = parse(part.tokens, known, doubts, numeric=False)
    return Reading("expression", text, tree, value_or_none(tree, part.tokens), unit=part.unit, hedged=part.hedged)


def read_growth(text: str, tokens: list[Token], known: Vocabulary, doubts: Doubts) -> Reading:
    """Read an order of growth: O(n²), n², 平方级."""
    refuse_giving_up(tokens)
    part = only_side(tokens, known)
    inner = part.tokens
    named = orders.growth_word(inner, known, doubts)
    if named is not None:
        return Reading("growth", text, named, value_or_none(named, inner))
    inner = orders.inside_order(inner, known, doubts)
    tree = parse(inner, known, doubts, numeric=False)
    value = value_or_none(tree, inner, positive=True)
    return Reading("growth", text, tree, value)


def only_side(tokens: list[Token], known: Vocabulary) -> sentence.Part:
    """Return the one side that is the answer: a label may stand before it, an equation may not."""
    found = sentence.parts(tokens, known.symbols)
    *before, last = found
    for index, part in enumerate(before):
        if found[index + 1].follows == "=" and not part.tokens and index:
            raise Unreadable("comparison", last.tokens[0].start if last.tokens else tokens[0].start, tokens[-1].end)
        if part.tokens and not is_label(part.tokens, known):
            raise Unreadable("equation", part.tokens[0].start, tokens[-1].end)
    if not last.tokens:
        raise Unreadable("operand_missing", tokens[0].start, tokens[-1].end)
    return last


def is_label(tokens: list[Token], known: Vocabulary) -> bool:
    """Tell whether one side only names what the other is: a word that is no letter of the question, or T(n)."""
    first, *rest = tokens
    named = first.kind in ("word", "han") and not known.cuts(first.text) and sentence.names_answer(first.text)
    applied = [token.text for token in rest if not known.cuts(token.text)]
    return named and (not rest or (first.text in FUNCTIONS and applied == ["(", ")"] == [rest[0].text, rest[-1].text]))


def refuse_giving_up(tokens: list[Token]) -> None:
    """Refuse the words by which one says that one has no answer."""
    for token in tokens:
        if token.kind in ("word", "han") and token.text.lower() in vocabulary.GIVING_UP:
            raise Unreadable("given_up", token.start, token.end)


def value_or_none(tree: Node, tokens: list[Token], *, positive: bool = False) -> Value | None:
    """Return the value of a tree without letters; make sure that one with letters is real and bounded somewhere."""
    start, end = tokens[0].start, tokens[-1].end
    letters = sorted(names(tree))
    if letters:
        reason = fault(tree, letters, positive=positive)
        if reason is not None:
            raise Unreadable(reason, start, end)
        return None
    try:
        value = evaluate(tree)
    except BoundsError as beyond:
        raise beyond.at(start, end) from None
    if positive and value <= 0:
        raise Unreadable("not_growth", start, end)
    return value


READERS: dict[str, Callable[[str, list[Token], Vocabulary, Doubts], Reading]] = {
    "number": read_number,
    "quantity": read_quantity,
    "expression": read_expression,
    "growth": read_growth,
}
