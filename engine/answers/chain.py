"""Numbers and sizes with their working: 512*512 = 262144, n = 512 所以 262144, 128 GiB = 137 438 953 472 B."""

from __future__ import annotations

from engine.answers import literals, sentence, units, values
from engine.answers.doubt import Doubts
from engine.answers.evaluate import evaluate
from engine.answers.grammar import parse
from engine.answers.lexer import Token
from engine.answers.names import Vocabulary
from engine.answers.printer import SIGNS
from engine.answers.reading import Reading, literal
from engine.answers.refusal import Unreadable
from engine.answers.sentence import Part
from engine.answers.sides import Side, reading_of
from engine.answers.tree import Negative, Node, Number, Power, Product, Share, Sum, names
from engine.answers.values import BoundsError, Value

LETTERS = frozenset("abcdfhkmnpqrstvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZσμ")
RUNS = frozenset("ndLhkbVMNBsfrTqw")
NO_LETTERS = Vocabulary(())
ONE = Number(1, "1", False)


def number(text: str, tokens: list[Token], known: Vocabulary, doubts: Doubts) -> Reading:
    """Read a plain number and the working around it."""
    figures = literals.alone(tokens)
    if figures is not None:
        return Reading("number", text, figures, evaluate(figures))
    found = claims(sentence.parts(tokens, known.symbols), tokens, doubts)
    sides = [side for part, more in found if (side := numeric(part, more, known, doubts)) is not None]
    return reading_of("number", text, sides, tokens)


def quantity(text: str, tokens: list[Token], known: Vocabulary, doubts: Doubts) -> Reading:
    """Read a size and the working around it."""
    found = claims(sentence.parts(tokens, known.symbols), tokens, doubts)
    sides = [side for part, more in found if (side := sized(part, more, known, doubts)) is not None]
    return reading_of("quantity", text, sides, tokens)


def claims(found: list[Part], tokens: list[Token], doubts: Doubts) -> list[tuple[Part, bool]]:
    """Return the sides that may hold the answer, each with whether another follows; confirm what follows 所以."""
    for index in range(len(found) - 1, 0, -1):
        if found[index].follows == "so":
            if any(token.kind in sentence.FIGURES for part in found[:index] for token in part.tokens):
                doubts.choose(None)
            found = found[index:]
            break
    said = [part for part in found if part.tokens]
    if not said:
        raise Unreadable("number_missing", tokens[0].start, tokens[-1].end)
    if not found[-1].said:
        raise Unreadable("operand_missing", tokens[-1].start, tokens[-1].end)
    if any(not part.said for part in found[1:]):
        raise Unreadable("comparison", tokens[0].start, tokens[-1].end)
    return [(part, part is not said[-1]) for part in said]


def numeric(part: Part, more: bool, known: Vocabulary, doubts: Doubts) -> Side | None:
    """Evaluate one side; None if it is only the label of the next."""
    sentence.take_count(part, known.symbols)
    refuse_size(part.tokens)
    refuse_range(part.tokens)
    tree = tree_or_label(part.tokens, more, doubts)
    if tree is None:
        return None
    if part.increased and doubts.choose(False, True):
        tree = Sum(tree, ONE)
    value = valued(tree, part)
    unit = share_sign(tree) or part.unit
    if part.scale != 1:
        value, tree = scaled(value, tree, part)
    return Side(tree, value, unit, part.hedged, 1)


def share_sign(tree: Node) -> str | None:
    """Return the sign of a share, if the whole side is one: 50%, −5‰."""
    inner = tree.of if isinstance(tree, Negative) else tree
    return SIGNS.get(inner.per) if isinstance(inner, Share) else None


def scaled(value: Value, tree: Node, part: Part) -> tuple[Value, Node]:
    """Take the prefix of a counting unit into the number: 3.2 GFLOP is 3.2·10⁹ FLOP."""
    exponent = len(str(part.scale)) - 1
    grown = values.times(value, part.scale)
    if literal(tree) is not None and type(grown) is int and grown > 0:
        return grown, Number(grown, literals.scientific(grown), True)
    return grown, Product(tree, Power(Number(10, "10", False), Number(exponent, str(exponent), False)))


def sized(part: Part, more: bool, known: Vocabulary, doubts: Doubts) -> Side | None:
    """Evaluate one side and its unit of size; None if it is only the label of the next."""
    if more and len(part.tokens) == 1 and is_label(part.tokens):
        return None
    while len(part.tokens) > 3 and part.tokens[0].text == "(" and part.tokens[-1].text == ")":
        part.tokens = part.tokens[1:-1]
    spelling = sentence.take_size(part)
    if spelling is None:
        return working(part, more, doubts)
    if not part.tokens:
        raise Unreadable("number_missing", spelling.start, spelling.end)
    unit = units.SETTLED.get(spelling.text) or doubts.choose(*units.ASKED[spelling.text])
    refuse_second_size(part.tokens)
    refuse_range(part.tokens)
    tree = parse(part.tokens, NO_LETTERS, doubts, numeric=True)
    factor = units.BYTES[unit]
    try:
        value = values.times(valued(tree, part), factor)
    except BoundsError as beyond:
        raise beyond.at(part.tokens[0].start, part.tokens[-1].end) from None
    return Side(tree, value, unit, part.hedged, factor)


def working(part: Part, more: bool, doubts: Doubts) -> Side | None:
    """Evaluate a side without a unit: it may only be the working, or the label, of the side after it."""
    if not more:
        raise missing_unit(part.tokens)
    tree = tree_or_label(part.tokens, more, doubts)
    return None if tree is None else Side(tree, valued(tree, part), None, part.hedged, 1)


def valued(tree: Node, part: Part) -> Value:
    """Return the value of a tree, or refuse with the span it came from."""
    try:
        return evaluate(tree)
    except BoundsError as beyond:
        raise beyond.at(part.tokens[0].start, part.tokens[-1].end) from None


def tree_or_label(tokens: list[Token], more: bool, doubts: Doubts) -> Node | None:
    """Return the tree of one side; None if it is only the label of the next."""
    width = doubts.width
    try:
        return parse(tokens, NO_LETTERS, doubts, numeric=True)
    except Unreadable:
        if not (more and is_label(tokens)):
            raise
        doubts.width = width
        return None


def is_label(tokens: list[Token]) -> bool:
    """Tell whether a side with another after it is a name (x =, d_k =) or a formula in letters (n² =)."""
    if len(tokens) == 1 and tokens[0].kind == "word" and sentence.names_answer(tokens[0].text):
        return True
    words = {token.text for token in tokens if token.kind == "word"}
    letters = {word for word in words if word in LETTERS or "_" in word}
    letters |= {letter for word in words for letter in word if len(word) <= 4 and set(word) <= RUNS}
    if not letters:
        return False
    try:
        return bool(names(parse(tokens, Vocabulary(sorted(letters)), Doubts(), numeric=False)))
    except Unreadable:
        return False


def refuse_size(tokens: list[Token]) -> None:
    """Refuse bytes where a plain number is asked."""
    last = tokens[-1]
    if last.kind in ("word", "han") and len(last.text) > 1 and last.text in units.SPELLED and last.text[-1:] != "i":
        raise Unreadable("unit_unexpected", last.start, last.end)


def refuse_second_size(tokens: list[Token]) -> None:
    """Refuse a second unit of size on one side: sums and pairs of sizes are no size."""
    for token in tokens:
        if token.kind in ("word", "han") and token.text in units.SPELLED:
            raise Unreadable("two_answers", token.start, token.end)


def refuse_range(tokens: list[Token]) -> None:
    """Refuse 63-64: two figures with a dash, the smaller first, are a range and no difference."""
    if len(tokens) == 3 and tokens[1].text == "-" and tokens[0].kind == tokens[2].kind == "number":
        low, high = tokens[0].text, tokens[2].text
        if low.isdigit() and high.isdigit() and int(low[:40]) < int(high[:40]):
            raise Unreadable("two_answers", tokens[0].start, tokens[2].end)


def missing_unit(tokens: list[Token]) -> Unreadable:
    """Return the refusal of a size without a unit that is known."""
    last = tokens[-1]
    known_word = last.kind in ("word", "han")
    return Unreadable("unknown_unit" if known_word else "unit_missing", last.start, last.end)
