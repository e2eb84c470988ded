"""What every rule of the grammar may call: the rules above and below it, brackets, and the first look at a factor."""

from __future__ import annotations

from abc import ABC, abstractmethod

from engine.answers import literals
from engine.answers.cursor import Cursor
from engine.answers.lexer import Token
from engine.answers.refusal import Unreadable
from engine.answers.tree import Name, Negative, Node

DOWN = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻₀₁₂₃₄₅₆₇₈₉", "0123456789+-0123456789")
LITERALS = frozenset(("number", "numeral", "comma", "dotted"))
STARTS = LITERALS | {"vulgar", "frac"}
ROOTS = {"√": "sqrt", "∛": "cbrt", "根号": "sqrt", "根号下": "sqrt"}
COSTLY = 3  # what a function or a power adds to the work of its operands


class Rules(Cursor, ABC):
    """The rules by name, and those that all others share."""

    @abstractmethod
    def sum(self) -> Node:
        """Read a sum: the loosest rule."""

    @abstractmethod
    def signed(self) -> Node:
        """Read a power that may carry a sign."""

    @abstractmethod
    def power(self) -> Node:
        """Read a factor with its exponent."""

    @abstractmethod
    def primary(self) -> Node:
        """Read the smallest part."""

    @abstractmethod
    def digits_may_follow(self) -> bool:
        """Tell whether a bare number may follow without a sign."""

    def starts_factor(self) -> bool:
        """Tell whether a factor begins here, with no sign before it."""
        token = self.token
        if token.kind in STARTS:
            return True
        if token.kind == "op":
            return token.text in "(√∛"
        if token.kind == "han":
            return token.text in ("根号", "根号下", "百分之")
        return token.kind == "word" and not self.is_cross(token)

    def is_cross(self, token: Token) -> bool:
        """Tell whether a word is the letter x in the role of ×."""
        return token.text in ("x", "X") and token.text not in self.vocabulary

    def signed_primary(self) -> Node:
        """Read a primary that may carry a minus."""
        if self.token.text == "-":
            self.advance()
            return Negative(self.primary())
        return self.primary()

    def superscript(self, token: Token) -> Node:
        """Read ⁻³ or ⁿ as an exponent."""
        text = token.text.translate(DOWN)
        digits = text.lstrip("+-")
        if digits == "ⁿ":
            exponent: Node = self.named("n", token)
        elif digits.isascii() and digits.isdigit() and len(text) - len(digits) <= 1:
            exponent = literals.number(token._replace(text=digits))
        else:
            raise Unreadable("operand_missing", token.start, token.end)
        return Negative(exponent) if text[0] == "-" else exponent

    def named(self, name: str, token: Token) -> Node:
        """Return a name the question knows."""
        if name not in self.vocabulary.symbols:
            raise Unreadable("unknown_symbol", token.start, token.end)
        return Name(name)

    def inside(self, opening: Token) -> Node:
        """Read what a bracket holds, and its end."""
        self.enter()
        node = self.sum()
        self.expect(")", opening)
        self.leave()
        return node

    def braced(self) -> Node:
        """Read {…} after ^, \\frac or \\sqrt."""
        opening = self.token
        if opening.text != "{":
            return self.primary()
        self.advance()
        self.enter()
        node = self.sum()
        self.expect("}", opening)
        self.leave()
        return node
