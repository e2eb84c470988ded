"""The grammar of one expression: tokens become a bounded tree, by precedence, one method a rule.

sum      = product (("+" | "-") product)*
product  = signed (("*" | "/" | nothing) signed)*
signed   = ["-" | "+"] power
power    = postfix ["^" exponent]
postfix  = primary ("!" | "%" | superscript | 平方 | 的…次方 | 万)*
"""

from __future__ import annotations

from engine.answers import literals
from engine.answers.doubt import Doubts
from engine.answers.lexer import Token
from engine.answers.names import Vocabulary
from engine.answers.primaries import Primaries
from engine.answers.rules import COSTLY, LITERALS
from engine.answers.trailing import SHARES
from engine.answers.tree import Difference, Negative, Node, Number, Power, Product, Quotient, Share, Sum

TIMES = frozenset("*×")
ONE = Number(1, "1", False)


class Grammar(Primaries):
    """One pass over the tokens of one part of an answer."""

    def whole(self) -> Node:
        """Read all tokens as one expression."""
        node = self.sum()
        if self.token.kind != "end":
            raise self.unexpected()
        return node

    def sum(self) -> Node:
        """Read products joined by + and −."""
        left = self.product()
        while self.token.kind == "op" and self.token.text in "+-":
            joined = Sum if self.token.text == "+" else Difference
            self.advance()
            left = joined(left, self.product())
        return left

    def product(self) -> Node:
        """Read factors joined by × and /, or by nothing."""
        left = self.signed()
        while self.token.kind != "end":
            if self.at_times():
                self.advance()
                left = self.scientific(Product(left, self.signed()))
            elif self.token.kind == "op" and self.token.text in ("/", ":"):
                left = self.quotient(left)
            elif self.starts_factor():
                left = Product(left, self.juxtaposed())
            else:
                break
        return left

    def at_times(self) -> bool:
        """Tell whether a sign of multiplication stands here; the letter x is one where it is no name."""
        token = self.token
        if token.kind == "op":
            return token.text in TIMES
        if token.text in ("times", "倍"):
            return True
        if token.kind != "word" or token.text[0] not in "xX" or token.text in self.vocabulary:
            return False
        if len(token.text) > 1 and self.vocabulary.cuts(token.text[1:]):
            self.split(1)
        return len(self.token.text) == 1

    def quotient(self, left: Node) -> Node:
        """Read a / b; where a factor follows b without a sign (1/2n) the text is doubtful, and so is a ratio a:b."""
        ratio = self.token.text == ":"
        self.advance()
        right = self.signed()
        if ratio:
            self.doubts.choose(None)
            if self.token.text == ":":
                raise self.refusal("two_answers")  # 12:30:45
        marked = self.tokens[self.at - 1].text in SHARES and not isinstance(left, Share)
        if isinstance(right, Share) and marked and self.doubts.choose(True, False):  # 1/2%
            return Share(Quotient(left, right.of), right.per)
        if self.starts_factor() and self.doubts.choose(False, True):
            while self.starts_factor():
                right = Product(right, self.juxtaposed())
        return Quotient(left, right)

    def juxtaposed(self) -> Node:
        """Read a factor that follows without a sign; two bare numbers side by side are two answers."""
        if self.token.kind in LITERALS and not self.digits_may_follow():
            raise self.refusal("two_answers")
        before = self.tokens[self.at - 1]
        if before.text in SHARES:
            raise self.refusal("operand_missing")
        if self.numeric and self.token.text == "(" and self.token.spaced and before.kind in LITERALS:
            self.doubts.choose(None)  # 64 (8*8): a product, or an aside
        return self.power()

    def scientific(self, product: Product) -> Node:
        """Ask about 9.1×10 −1 and 1.5×10 9, where an exponent lost its superscript."""
        token, digits = self.token, self.peek()
        if type(product.right) is not Number or product.right.text != "10":
            return product
        if token.kind == "number" and token.spaced and len(token.text) <= 2:
            self.doubts.choose(None)
            return Product(product.left, Power(product.right, literals.number(self.advance())))
        lost = token.kind == "op" and token.text == "-" and digits.kind == "number" and not digits.spaced
        if lost and self.doubts.choose(True, False):
            self.advance()
            exponent = literals.number(self.advance())
            return Product(product.left, Power(product.right, Negative(exponent)))
        return product

    def signed(self) -> Node:
        """Read a power with one sign at most."""
        token = self.token
        if token.kind != "op" or token.text not in "+-":
            return self.power()
        self.advance()
        if (self.token.kind == "op" and self.token.text in "+-") or self.previous_is_sign():
            raise self.refusal("double_sign")
        of = self.power()
        return Negative(of) if token.text == "-" else of

    def previous_is_sign(self) -> bool:
        """Tell whether the token before the sign just passed was a sign too."""
        before = self.tokens[self.at - 2] if self.at > 1 else None
        return before is not None and before.kind == "op" and before.text in "+-"

    def power(self) -> Node:
        """Read a factor and its exponent."""
        base = self.postfix()
        while self.token.kind == "op" and self.token.text in ("^", "**"):
            caret = self.token.text == "^"
            self.spend(COSTLY)
            self.advance()
            exponent = self.exponent(base)
            if self.token.kind == "op" and self.token.text in ("^", "**"):
                exponent, done = self.tower(exponent, caret)
                if not done:
                    base = Power(base, exponent)
                    continue
            return Power(base, exponent)
        return base

    def tower(self, exponent: Node, caret: bool) -> tuple[Node, bool]:
        """Read a^b^c from the right; ask, since spreadsheets go from the left; ** is Python's, from the right."""
        if caret and not self.doubts.choose(True, False):
            return exponent, False
        self.enter()
        self.advance()
        above = self.exponent(exponent)
        if self.token.kind == "op" and self.token.text in ("^", "**"):
            above, _ = self.tower(above, caret=False)
        self.leave()
        return Power(exponent, above), True

    def exponent(self, base: Node) -> Node:
        """Read an exponent; 512^1/2 and 2^2n are asked about."""
        negative = self.token.kind == "op" and self.token.text == "-"
        if self.token.kind == "op" and self.token.text in "+-":
            self.advance()
        exponent = self.braced() if self.token.text == "{" else self.postfix()
        if exponent == ONE and self.fraction_follows():
            if self.doubts.choose(False, True):
                self.advance()
                exponent = Quotient(exponent, literals.number(self.advance()))
        elif type(base) is type(exponent) is Number and self.letter_is_glued() and self.doubts.choose(False, True):
            exponent = Product(exponent, self.postfix())
        return Negative(exponent) if negative else exponent

    def fraction_follows(self) -> bool:
        """Tell whether /2 stands close behind."""
        digits = self.peek()
        return self.token.text == "/" and digits.kind == "number" and not digits.spaced

    def letter_is_glued(self) -> bool:
        """Tell whether a letter stands close behind."""
        return self.token.kind == "word" and not self.token.spaced and self.starts_factor()


def parse(tokens: list[Token], vocabulary: Vocabulary, doubts: Doubts, *, numeric: bool) -> Node:
    """Return the tree of one expression; raise Unreadable where the tokens form none."""
    return literals.alone(tokens) or Grammar(tokens, vocabulary, doubts, numeric=numeric).whole()
