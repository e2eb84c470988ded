"""Functions and roots, with brackets or without: log₂ n, √512, 16 sqrt 2, log(512, 2)."""

from __future__ import annotations

from engine.answers import literals
from engine.answers.lexer import Token
from engine.answers.refusal import Unreadable
from engine.answers.rules import COSTLY, DOWN, LITERALS, ROOTS, STARTS, Rules
from engine.answers.tree import Call, Node, Number, Power, Product, Quotient
from engine.answers.vocabulary import FUNCTIONS, SEVERAL_ARGUMENTS

ONE = Number(1, "1", False)
ARITY = {"min": (2, 8), "max": (2, 8), "log": (1, 2)}


class Applied(Rules):
    """The rules of application."""

    def root(self, token: Token) -> Node:
        """Read √x, \\sqrt{x} or 根号x."""
        self.enter()
        if self.token.text == "{":
            argument = self.braced()
        elif self.token.text == "(":
            argument = self.primary()
        else:
            start, argument = self.at, self.bare_argument()
            spoken = token.text == "根号" and any(each.text == "分之" for each in self.tokens[start : self.at])
            if spoken and isinstance(argument, Quotient) and argument.left != ONE and self.doubts.choose(False, True):
                self.leave()  # 根号2分之3
                return Quotient(argument.left, Call("sqrt", (argument.right,)))
        self.leave()
        return Call(ROOTS[token.text], (argument,))

    def bare_argument(self) -> Node:
        """Read the argument of a root or function without brackets; √2n and √512/2 are asked about."""
        argument = self.signed() if self.token.text in "+-" and self.token.kind == "op" else self.power()
        if self.starts_factor() and not self.starts_function():
            while self.doubts.choose(False, True) and self.starts_factor():
                argument = Product(argument, self.power())
        elif self.slash_may_be_inside() and self.doubts.choose(False, True):
            self.advance()
            argument = Quotient(argument, self.power())
        return argument

    def slash_may_be_inside(self) -> bool:
        """Tell whether a slash set close may belong to the argument: √512/2, but not √512 / 2."""
        slash, after = self.token, self.peek()
        tight = slash.text == "/" and not slash.spaced and not after.spaced
        return tight and after.kind in ("number", "word") and after.text not in FUNCTIONS

    def starts_function(self) -> bool:
        """Tell whether the next factor is a root or a function, which no one means as part of an argument before it."""
        return self.token.text in ROOTS or self.token.text in FUNCTIONS

    def function(self, token: Token, name: str) -> Node:
        """Read a function's base, its power (log² n), and its argument."""
        self.spend(COSTLY)
        base = self.base() if name == "log" and token.text.lower() != "ln" else None
        power = None
        if self.token.kind == "super":
            power = self.superscript(self.advance())
        elif self.token.text in ("^", "**"):
            self.advance()
            power = self.signed_primary()
        if self.token.text == "of":
            self.advance()
        arguments = self.arguments(token, name)
        if base is not None:
            arguments = (*arguments, base)
        if name == "lg":
            name = self.doubts.choose("log2", "log10") if self.numeric else "log2"
        call = Call(*meaning(name, arguments, token))
        return call if power is None else Power(call, power)

    def base(self) -> Node | None:
        """Read the base of a logarithm: log2, log₂, log_2, log_{2}."""
        token = self.token
        if token.kind == "number" and token.text.startswith(("2 ", "10 ")):
            raise self.refusal("two_answers")  # log 2 512
        if token.kind == "sub":
            self.advance()
            return literals.number(token._replace(text=token.text.translate(DOWN)))
        if token.kind == "word" and token.text[0] == "_" and token.text[1:].isdigit():
            self.advance()
            return literals.number(token._replace(text=token.text[1:]))
        if token.kind == "word" and token.text[0] == "_" and len(token.text) > 1:
            self.advance()
            return self.named(token.text[1:], token)
        if token.kind == "number" and not token.spaced and token.text in ("2", "10") and self.argument_follows():
            self.advance()
            return literals.number(token)
        return None

    def argument_follows(self) -> bool:
        """Tell whether something that can be an argument stands after the next token."""
        after = self.peek()
        return after.kind in STARTS or after.kind in ("word", "super") or after.text in ("(", "√")

    def arguments(self, token: Token, name: str) -> tuple[Node, ...]:
        """Read (a, b), or one argument without brackets."""
        if self.token.text not in ("(", "{"):
            if self.token.kind == "end" or not (self.starts_factor() or self.token.text == "-"):
                raise Unreadable("argument_missing", token.start, token.end)
            self.enter()
            argument = self.bare_argument()
            self.leave()
            return (argument,)
        closing = ")" if self.token.text == "(" else "}"
        opening = self.advance()
        self.enter()
        if self.token.text == closing:
            raise Unreadable("argument_missing", token.start, self.token.end)
        found = [self.argument(name)]
        while self.token.text == ",":
            self.advance()
            found.append(self.argument(name))
        self.expect(closing, opening)
        self.leave()
        return tuple(found)

    def argument(self, name: str) -> Node:
        """Read one argument; where several may follow, a comma inside figures parts them."""
        if name in SEVERAL_ARGUMENTS and "," in self.token.text and self.token.kind in LITERALS:
            self.part_figures()
        return self.sum()


def meaning(name: str, arguments: tuple[Node, ...], token: Token) -> tuple[str, tuple[Node, ...]]:
    """Return the function of the tree: log2(x) is log(x, 2)."""
    least, most = ARITY.get(name, (1, 1))
    if not least <= len(arguments) <= most:
        raise Unreadable("argument_missing" if len(arguments) < least else "two_answers", token.start, token.end)
    if name in ("log2", "log10"):
        base = name[3:]
        return "log", (*arguments, Number(int(base), base, False))
    return name, arguments
