"""Orders of growth: which terms remain when constants and dominated terms are dropped."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from engine.answers.evaluate import evaluate
from engine.answers.printer import write
from engine.answers.tree import (
    Call,
    Constant,
    Difference,
    Name,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Share,
    Sum,
    names,
)
from engine.answers.values import BoundsError

Term = tuple[
    tuple[str, Fraction], ...
]  # factors with their exponents, sorted; "n", "log n", or a faster one as written
MAX_TERMS = 64
LOG = "log "


class UnknownGrowthError(ValueError):
    """This tree is no sum of products of powers."""


def same_growth(one: Node, other: Node) -> bool | None:
    """Tell whether two trees grow alike; None where the terms cannot be compared.

    2n² + n and n² do; n² and n·log n do not.
    """
    try:
        left, right = leading(terms(one)), leading(terms(other))
    except (UnknownGrowthError, BoundsError):
        return None
    if left == right:
        return True
    foreign = [any(fast(factor) for term in side for factor, _ in term) for side in (left, right)]
    return None if all(foreign) else False


def fast(factor: str) -> bool:
    """Tell whether a factor is neither a letter nor a logarithm."""
    return not factor.removeprefix(LOG).replace("_", "").isalnum()


def leading(found: Iterable[Term]) -> frozenset[Term]:
    """Drop each term that another dominates."""
    kept = set(found)
    return frozenset(term for term in kept if not any(dominates(other, term) for other in kept if other != term))


def dominates(large: Term, small: Term) -> bool:
    """Tell whether one term outgrows another however the letters grow: by letters first, then by logarithms."""
    above, below = dict(large), dict(small)
    gaps = {
        factor: above.get(factor, Fraction(0)) - below.get(factor, Fraction(0))
        for factor in above.keys() | below.keys()
    }
    powers = {factor: gap for factor, gap in gaps.items() if not factor.startswith(LOG) and gap}
    logs = {factor.removeprefix(LOG): gap for factor, gap in gaps.items() if factor.startswith(LOG) and gap}
    if any(gap < 0 for gap in powers.values()):
        return False
    return all(gap > 0 or powers.get(letter, 0) > 0 for letter, gap in logs.items())


def terms(node: Node) -> set[Term]:
    """Return the terms of a tree, without their constant factors."""
    match node:
        case Number() | Constant():
            return {()}
        case Name(name):
            return {((name, Fraction(1)),)}
        case Sum(left, right):
            return terms(left) | terms(right)
        case Difference(left, right):
            return leading_difference(terms(left), terms(right))
        case Negative(of) | Share(of, _):
            return terms(of)
        case Product(left, right):
            return multiplied(terms(left), terms(right))
        case Quotient(left, right):
            return multiplied(terms(left), {scaled(single(terms(right)), Fraction(-1))})
        case Power(base, exponent):
            return power(base, exponent)
        case Call(function, arguments):
            return called(function, arguments)
    raise UnknownGrowthError


def leading_difference(left: set[Term], right: set[Term]) -> set[Term]:
    """Return the terms of a difference; where a leading one might cancel, nothing is known."""
    if leading(left) & right:
        raise UnknownGrowthError
    return left | right


def multiplied(left: set[Term], right: set[Term]) -> set[Term]:
    """Multiply two sums."""
    if len(left) * len(right) > MAX_TERMS:
        raise UnknownGrowthError
    return {times(one, other) for one in left for other in right}


def times(one: Term, other: Term) -> Term:
    """Multiply two terms."""
    product = dict(one)
    for factor, exponent in other:
        product[factor] = product.get(factor, Fraction(0)) + exponent
    return tuple(sorted((factor, exponent) for factor, exponent in product.items() if exponent))


def scaled(term: Term, by: Fraction) -> Term:
    """Raise a term to a power."""
    return tuple((factor, exponent * by) for factor, exponent in term if by)


def single(found: set[Term]) -> Term:
    """Return the one leading term of a sum."""
    first, *more = leading(found)
    if more:
        raise UnknownGrowthError
    return first


def power(base: Node, exponent: Node) -> set[Term]:
    """Raise to a constant, or name an exponential by its text."""
    if names(exponent):
        return {((write(Power(base, exponent)), Fraction(1)),)}
    raised = evaluate(exponent)
    if isinstance(raised, (int, Fraction)):
        if raised == int(raised) and 0 < raised <= 4:
            product: set[Term] = {()}
            for _ in range(int(raised)):
                product = multiplied(product, terms(base))
            return product
        return {scaled(single(terms(base)), Fraction(raised))}
    raise UnknownGrowthError


def called(function: str, arguments: tuple[Node, ...]) -> set[Term]:
    """Take a root as a power, a logarithm of a product as the sum of its logarithms, and rounding as nothing."""
    first = arguments[0]
    if not names(first):
        return {()}
    if function in ("sqrt", "cbrt"):
        return {scaled(single(terms(first)), Fraction(1, 2 if function == "sqrt" else 3))}
    if function == "log" and not any(names(argument) for argument in arguments[1:]):
        return {((LOG + factor, Fraction(1)),) for factor, _ in single(terms(first)) if not factor.startswith(LOG)}
    if function in ("floor", "ceiling", "abs"):
        return terms(first)
    if function in ("factorial", "exp"):
        return {((write(Call(function, arguments)), Fraction(1)),)}
    raise UnknownGrowthError
