"""What may stand right of a factor: ! % ², 平方, 的18次方, 万, million."""

from __future__ import annotations

from engine.answers import literals, numerals
from engine.answers.applied import Applied
from engine.answers.lexer import Token
from engine.answers.refusal import Unreadable
from engine.answers.rules import COSTLY
from engine.answers.tree import Call, Name, Node, Number, Power, Quotient, Share, Sum
from engine.answers.vocabulary import MAGNITUDES, POWER_WORDS, ROOTED

SHARES = {"%": 100, "‰": 1000}


class Trailing(Applied):
    """The rules of postfixes."""

    def postfix(self) -> Node:
        """Read a primary and all that stands right of it."""
        node = self.primary()
        while True:
            token = self.token
            if token.kind == "super":
                if self.at and self.tokens[self.at - 1].kind == "super":
                    raise self.unexpected()  # 2¹ ⁸ is one exponent torn apart
                self.spend(COSTLY)
                node = Power(node, self.superscript(self.advance()))
            elif token.kind == "op" and token.text in ("!", "%", "‰"):
                node = self.marked(node)
            elif token.kind in ("han", "word", "numeral", "number"):
                followed = self.followed(node)
                if followed is None:
                    return node
                node = followed
            else:
                return node

    def followed(self, node: Node) -> Node | None:
        """Read a word or figure that belongs to the factor before it; None if it does not."""
        token = self.token
        if token.kind == "number":
            return self.lost_superscript(node) if type(node) is Name and token.text.isdigit() else None
        if token.kind == "word" and token.text not in POWER_WORDS and token.text not in MAGNITUDES:
            return None
        if token.text in POWER_WORDS or token.text in ROOTED:
            return self.worded_power(node)
        if token.text == "的":
            return self.spoken_power(node)
        if token.text == "又":
            self.advance()
            return Sum(node, self.postfix())
        if token.text == "分之":
            self.advance()
            return Quotient(self.signed_primary(), node)
        if token.text == "个" and scales(self.peek()) and type(node) is Number:
            self.advance()
            token = self.token
        if scales(token) and type(node) is Number and not closed(self.tokens[self.at - 1]):
            return self.magnified(node, self.product_of(token.text))
        if (
            token.kind in ("word", "han")
            and type(node) is Number
            and token.text in MAGNITUDES
            and self.magnifies(token)
        ):
            meant = MAGNITUDES[token.text]
            return self.magnified(node, self.doubts.choose(*meant) if len(meant) > 1 else meant[0])
        return None

    def worded_power(self, node: Node) -> Node:
        """Read 平方, squared, 的平方根."""
        self.spend(COSTLY)
        exponent = POWER_WORDS.get(self.advance().text)
        return Call("sqrt", (node,)) if exponent is None else Power(node, Number(exponent, str(exponent), False))

    def magnifies(self, token: Token) -> bool:
        """Tell whether a word such as M or million scales the number before it; a letter of the question never does."""
        twice = self.tokens[self.at - 1].text in MAGNITUDES  # a thousand million, but no 1.5M M
        return token.text not in self.vocabulary and (len(token.text) > 2 or (self.numeric and not twice))

    @staticmethod
    def product_of(characters: str) -> int:
        """Return 10⁸ for 亿, 10¹² for 万亿."""
        product = 1
        for each in characters:
            product *= numerals.BIG.get(each) or numerals.SMALL[each]
        return product

    def magnified(self, node: Number, factor: int) -> Node:
        """Return the literal times a magnitude, as one literal: 16.78M may stand for a rounded number."""
        self.advance()
        if factor == 1:
            return node  # 1.5B, the B meant for bytes
        value = literals.whole_if_whole(node.value * factor)
        if len(str(value)) > literals.MAX_DIGITS:
            raise self.refusal("too_many_digits")
        rounded = value != 0 and (node.rounded or factor % 1000 == 0)
        return Number(value, literals.scientific(value) if rounded else literals.plain(value), rounded)

    def lost_superscript(self, node: Name) -> Node | None:
        """Ask about n2: a product, or a square whose superscript was lost."""
        if self.doubts.choose(False, True):
            return Power(node, literals.number(self.advance()))
        return None

    def spoken_power(self, node: Node) -> Node | None:
        """Read 的18次方 and 的n次幂; a 的 before anything else belongs to the sentence."""
        mark = self.at
        self.advance()
        exponent = self.signed_primary()
        if self.token.text not in ("次方", "次幂"):
            self.go(mark)
            raise self.unexpected()
        self.advance()
        return Power(node, exponent)

    def marked(self, node: Node) -> Node:
        """Read what stands right of a factor: ! or %."""
        token = self.advance()
        if type(node) is Share or (type(node) is Call and node.function == "factorial"):
            raise Unreadable("operand_missing", token.start, token.end)
        if token.text in SHARES:
            return Share(node, SHARES[token.text])
        if self.numeric and type(node) is Number and self.token.kind == "end" and not self.doubts.choose(False, True):
            return node
        self.spend(COSTLY)
        return Call("factorial", (node,))


def scales(token: Token) -> bool:
    """Tell whether a numeral only says a magnitude: 万, 千万, 亿."""
    return token.kind == "numeral" and all(each in numerals.BIG or each in numerals.SMALL for each in token.text)


def closed(token: Token) -> bool:
    """Tell whether a numeral holds 万 or 亿 already: in 1亿3千 万 a second one belongs to its last part only."""
    return token.kind == "numeral" and any(each in numerals.BIG for each in token.text)
