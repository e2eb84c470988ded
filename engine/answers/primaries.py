"""The smallest parts of an expression: literals, names, constants, brackets."""

from __future__ import annotations

from collections.abc import Callable

from engine.answers import literals
from engine.answers.lexer import Token
from engine.answers.rules import COSTLY, ROOTS
from engine.answers.trailing import Trailing
from engine.answers.tree import Constant, Name, Negative, Node, Number, Power, Product, Quotient, Share, Sum
from engine.answers.vocabulary import CONSTANTS, EULER, FUNCTIONS

SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉ₖₙₘₕᵥ", "0123456789knmhv")
HUNDRED = Number(100, "100", False)
SPOKEN_SHARES = {"百分之": 100, "千分之": 1000, "万分之": 10000}


class Primaries(Trailing):
    """The rules below `power`; the rules above live in `grammar`."""

    def digits_may_follow(self) -> bool:
        """Tell whether a bare number may follow without a sign: after a letter or a bracket; both are asked about."""
        before = self.tokens[self.at - 1]
        if before.text == ")" and self.token.kind == "number":
            self.doubts.choose(None)
            return True
        return before.kind == "word" and before.text in self.vocabulary.symbols

    def primary(self) -> Node:
        """Read the smallest part."""
        token = self.token
        if token.text != "(":
            self.spend(COSTLY if token.kind == "vulgar" else 1)
        rule = RULES.get(token.kind)
        if rule is None:
            raise self.unexpected()
        return rule(self)

    def figures(self) -> Node:
        """Read figures; 2½ is a mixed number, 1 3/4 is asked about, 1e3n is confirmed."""
        token = self.advance()
        number = literals.number(token)
        after = self.token
        if after.text in EULER and not after.spaced and self.peek().text == "^":
            return self.exponent_with_caret(number)
        if after.text == "(" and not after.spaced and "." in token.text and self.peek(2).text == ")":
            return self.recurring(number, token)
        if after.kind == "vulgar":
            return Sum(number, literals.vulgar(self.advance()))
        if after.kind == "number" and after.spaced and self.peek().text == "/" and self.peek(2).kind == "number":
            mixed = self.doubts.choose(True, False)
            above = literals.number(self.advance())
            self.advance()
            part = Quotient(above, literals.number(self.advance()))
            return Sum(number, part) if mixed else Product(number, part)
        if (
            after.kind == "word"
            and not after.spaced
            and number.rounded
            and "e" in token.text.lower()
            and after.text in self.vocabulary
        ):
            self.doubts.choose(None)
        return number

    def recurring(self, number: Number, token: Token) -> Node:
        """Read 0.(3) as a third; where digits stand before the bracket, 2.5(4) may be a product, and one asks."""
        period = self.peek()
        whole, _, decimals = token.text.partition(".")
        if not (period.kind == "number" and period.text.isdigit() and whole.isdigit() and (decimals + "0").isdigit()):
            return number
        if decimals and not self.doubts.choose(True, False):
            return number
        once, again = whole + decimals, whole + decimals + period.text
        if len(again) > literals.MAX_DIGITS:
            raise self.refusal("too_many_digits")
        self.go(self.at + 3)
        above = int(again) - int(once)
        below = 10 ** len(decimals + period.text) - 10 ** len(decimals)
        return Quotient(Number(above, str(above), False), Number(below, str(below), False))

    def exponent_with_caret(self, number: Number) -> Node:
        """Ask about 1.5e^9: the exponent mark with a caret too many, or the base e."""
        minus = self.peek(2).text == "-"
        digits = self.peek(3 if minus else 2)
        if digits.kind == "number" and digits.text.isdigit() and self.doubts.choose(True, False):
            self.go(self.at + (4 if minus else 3))
            exponent = literals.number(digits)
            return Product(number, Power(Number(10, "10", False), Negative(exponent) if minus else exponent))
        return number

    def spoken(self) -> Node:
        """Read a Chinese numeral."""
        return literals.chinese(self.advance(), self.doubts)

    def han(self) -> Node:
        """Read 百分之五十 or 根号2."""
        token = self.advance()
        if token.text in SPOKEN_SHARES:
            if self.token.text in SPOKEN_SHARES:
                raise self.unexpected()
            whole = self.token.text == "百"
            return Share(HUNDRED if whole and self.advance() else self.primary(), SPOKEN_SHARES[token.text])
        if token.text in ROOTS:
            return self.root(token)
        self.go(self.at - 1)
        raise self.unexpected()

    def symbol(self) -> Node:
        """Read a bracket or a root."""
        token = self.token
        if token.text == "(":
            if self.advance() and self.token.kind == "comma" and self.peek().text == ")":
                raise self.refusal("two_answers")  # (1,2) is a pair
            return self.inside(token)
        if token.text in ROOTS:
            self.advance()
            return self.root(token)
        raise self.unexpected()

    def word(self) -> Node:
        """Read a name, a function or a constant; cut a run of letters by the vocabulary."""
        token = self.token
        text = token.text
        if text in self.vocabulary.symbols:
            self.advance()
            return self.subscripted(text)
        if text in FUNCTIONS:
            self.advance()
            return self.function(token, FUNCTIONS[text])
        if text in CONSTANTS:
            self.advance()
            return Constant("pi")
        if text in EULER:
            return self.euler()
        if text.startswith("log_"):
            self.split(3)
            return self.word()
        ways = self.vocabulary.cuts(text)
        if not ways:
            raise self.unexpected()
        self.replace(self.doubts.choose(*ways) if len(ways) > 1 else ways[0])
        return self.word()

    def subscripted(self, name: str) -> Node:
        """Read dₖ as d_k where the question knows it."""
        if self.token.kind != "sub" or self.token.spaced:
            return Name(name)
        token = self.advance()
        return self.named(f"{name}_{token.text.translate(SUBSCRIPTS)}", token)

    def euler(self) -> Node:
        """Read e as the base of the exponential: only under a power, or as one operand among others of a number."""
        raised = self.peek().kind == "super" or self.peek().text in ("^", "**")
        glued = self.at > 0 and self.tokens[self.at - 1].kind == "number" and not self.token.spaced
        alone = self.at == 0 and self.peek().kind == "end"
        if not raised and (glued or alone or not self.numeric):
            raise self.unexpected()
        self.advance()
        return Constant("e")

    def comma(self) -> Node:
        """Read a decimal comma."""
        return literals.with_comma(self.advance(), self.doubts)

    def dotted(self) -> Node:
        """Read thousands set off by points."""
        return literals.dotted(self.advance(), self.doubts)

    def vulgar(self) -> Node:
        """Read ½."""
        return literals.vulgar(self.advance())

    def fraction(self) -> Node:
        """Read \\frac{a}{b}."""
        self.advance()
        above = self.one_figure()
        return Quotient(above, self.one_figure())

    def one_figure(self) -> Node:
        """Read {…} or, as TeX does, the one figure that stands there: \\frac18 is 1/8."""
        if self.token.kind == "number" and self.token.text.isdigit() and len(self.token.text) > 1:
            self.split(1)
        return self.braced()


RULES: dict[str, Callable[[Primaries], Node]] = {
    "number": Primaries.figures,
    "word": Primaries.word,
    "op": Primaries.symbol,
    "numeral": Primaries.spoken,
    "comma": Primaries.comma,
    "dotted": Primaries.dotted,
    "vulgar": Primaries.vulgar,
    "frac": Primaries.fraction,
    "han": Primaries.han,
}
