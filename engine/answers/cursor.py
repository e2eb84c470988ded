"""The place in the tokens where the grammar stands, and the refusals that name it."""

from __future__ import annotations

from engine.answers.doubt import Doubts
from engine.answers.lexer import Token
from engine.answers.names import Vocabulary
from engine.answers.refusal import Reason, Unreadable
from engine.answers.vocabulary import OR

MAX_DEPTH = 24
MAX_WORK = 64  # operands of one expression; a root, function or power counts as several
COMPARISONS = frozenset("<>≤≥≠")


class Cursor:
    """Tokens, the index of the next one, and how deep the brackets are."""

    __slots__ = ("at", "depth", "doubts", "left", "numeric", "token", "tokens", "vocabulary")

    def __init__(self, tokens: list[Token], vocabulary: Vocabulary, doubts: Doubts, *, numeric: bool) -> None:
        last = tokens[-1].end if tokens else 0
        self.tokens = [*tokens, Token("end", "end of text", last, last, False)]
        self.vocabulary = vocabulary
        self.doubts = doubts
        self.numeric = numeric
        self.at = self.depth = 0
        self.left = MAX_WORK
        self.token = self.tokens[0]

    def advance(self) -> Token:
        """Pass the next token and return it."""
        token = self.token
        if token.kind != "end":
            self.at += 1
            self.token = self.tokens[self.at]
        return token

    def go(self, at: int) -> None:
        """Stand at the token `at`."""
        self.at = at
        self.token = self.tokens[at]

    def peek(self, ahead: int = 1) -> Token:
        """Return a token further on."""
        return self.tokens[min(self.at + ahead, len(self.tokens) - 1)]

    def enter(self) -> None:
        """Go one level deeper, or refuse."""
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.refusal("too_deep")

    def spend(self, work: int) -> None:
        """Take from the work that one expression may cost, or refuse."""
        self.left -= work
        if self.left < 0:
            raise self.refusal("too_long")

    def leave(self) -> None:
        """Come back one level."""
        self.depth -= 1

    def expect(self, closing: str, opening: Token) -> None:
        """Pass the bracket that closes `opening`."""
        if self.token.text != closing:
            raise Unreadable("bracket", opening.start, opening.end) if self.token.kind == "end" else self.unexpected()
        self.advance()

    def split(self, at: int) -> None:
        """Cut the next token in two."""
        token = self.token
        middle = token.start + at
        self.tokens[self.at : self.at + 1] = [
            token._replace(text=token.text[:at], end=middle),
            token._replace(text=token.text[at:], start=middle, spaced=False),
        ]
        self.token = self.tokens[self.at]

    def replace(self, pieces: tuple[str, ...]) -> None:
        """Put the words of `pieces` in the place of the next token."""
        start, spaced = self.token.start, self.token.spaced
        cut: list[Token] = []
        for piece in pieces:
            end = min(start + len(piece), self.token.end)
            cut.append(Token("word", piece, start, end, spaced))
            start, spaced = end, False
        self.tokens[self.at : self.at + 1] = cut
        self.token = self.tokens[self.at]

    def part_figures(self) -> None:
        """Cut figures at their commas: between arguments, 512,2 is two numbers."""
        start, parted = self.token.start, []
        for figures in self.token.text.split(","):
            parted += [
                Token("number", figures, start, start + len(figures), False),
                Token("op", ",", start, start + 1, False),
            ]
            start += len(figures) + 1
        self.tokens[self.at : self.at + 1] = parted[:-1]
        self.token = self.tokens[self.at]

    def refusal(self, reason: Reason) -> Unreadable:
        """Return a refusal that points at the next token."""
        return Unreadable(reason, self.token.start, self.token.end)

    def unexpected(self) -> Unreadable:
        """Return the refusal that fits the next token, which no rule can take."""
        return self.refusal(why(self.token))


def why(token: Token) -> Reason:
    """Say what is wrong with a token where it stands."""
    text = token.text
    if token.kind == "end":
        return "operand_missing"
    if token.kind == "op":
        return why_sign(text)
    if token.kind == "word" or token.kind == "han":
        if text.lower() in OR:
            return "two_answers"
        return "unknown_symbol" if len(text) == 1 and text.isascii() else "unknown_word"
    return "two_answers" if token.kind in ("number", "numeral", "comma", "dotted") else "operand_missing"


def why_sign(text: str) -> Reason:
    """Say what is wrong with a sign where it stands."""
    if text in COMPARISONS or text == "=>":
        return "comparison"
    if text in ",;~…≈=→⇒∴" or text == "...":
        return "two_answers"
    return "bracket" if text in "(){}" else "operand_missing"
