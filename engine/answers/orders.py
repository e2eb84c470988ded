"""How an order of growth is written: O(n²), big O of n², Θ(n²), quadratic in n, 平方级."""

from __future__ import annotations

from engine.answers.doubt import Doubts
from engine.answers.grammar import parse
from engine.answers.lexer import Token, lex
from engine.answers.names import Vocabulary, vocabulary
from engine.answers.refusal import Unreadable
from engine.answers.tree import Node
from engine.answers.vocabulary import GROWTH_ASKED, GROWTH_WORDS

ORDERS = frozenset(("O", "Θ", "Theta", "theta"))
OTHER_ORDERS = frozenset(("o", "Ω", "Omega", "omega"))  # another claim, or a slip of the hand: to be confirmed


def inside_order(tokens: list[Token], known: Vocabulary, doubts: Doubts) -> list[Token]:
    """Return what stands inside the O of an answer, which may leave it out."""
    head = tokens[0].text
    if head in known.symbols or head not in ORDERS | OTHER_ORDERS:
        return tokens
    if head in OTHER_ORDERS:
        doubts.choose(None)
    return order_of(tokens)


def order_of(tokens: list[Token]) -> list[Token]:
    """Return what stands in the brackets of O(…), which must close at the end, or after O of."""
    if len(tokens) > 2 and tokens[1].text == "of":
        return tokens[2:]
    if len(tokens) < 3 or tokens[1].text != "(" or tokens[-1].text != ")":
        last = tokens[-1]
        raise Unreadable("bracket" if len(tokens) > 1 else "not_growth", tokens[0].start, last.end)
    depth = 0
    for token in tokens[1:-1]:
        depth += (token.text == "(") - (token.text == ")")
        if depth == 0:
            raise Unreadable("two_answers", token.start, tokens[-1].end)
    if len(tokens) == 3:
        raise Unreadable("operand_missing", tokens[1].start, tokens[2].end)
    return tokens[2:-1]


def growth_word(tokens: list[Token], known: Vocabulary, doubts: Doubts) -> Node | None:
    """Return the tree of a word such as quadratic, in the letter it names, else in n or the question's first."""
    word = tokens[0].text.lower() if tokens else ""
    if word not in GROWTH_WORDS or not (len(tokens) == 1 or names_letter(tokens, known)):
        return None
    if word in GROWTH_ASKED:
        doubts.choose(None)
    letter = "n" if "n" in known.symbols or not known.symbols else known.first
    letter = tokens[-1].text if len(tokens) > 1 else letter
    spelled = GROWTH_WORDS[word].replace("n", letter)
    return parse(lex(spelled, 0, len(spelled)), vocabulary((letter,)), Doubts(), numeric=False)


def names_letter(tokens: list[Token], known: Vocabulary) -> bool:
    """Tell whether a word is followed by the letter it speaks of: quadratic in n."""
    return len(tokens) == 3 and tokens[1].text == "in" and tokens[2].text in known.symbols
