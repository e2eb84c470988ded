"""Each formula and each instrument is bent in turn, and every family that leans on it notices."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from dis import get_instructions
from itertools import pairwise
from types import CodeType, ModuleType

import pytest

from engine.attention.measured import Measured, Points
from quizbank.bank import open_bank
from quizbank.family import Family
from quizbank.testimony import Disagreement

FAMILIES = tuple(open_bank().families.values()) + tuple(open_bank("tests.bank.pack").families.values())
FORMULAS, INSTRUMENTS = "engine.exact.", "engine.attention."
BENDABLE = {"Measured", "Expr", "Symbol", "Integer", "Rational"}  # what is said, not what it was made from

Function = tuple[ModuleType, str]


def leans_on(method: Callable, package: str) -> list[Function]:
    """Return the functions of a package whose word a method takes, by module and name."""
    named = dict.fromkeys(dotted(method.__code__))
    bound = [(method.__globals__.get(module), name) for module, name in named]
    return [(module, name) for module, name in bound if is_of(module, package) and says(module, name)]


def dotted(code: CodeType) -> Iterator[tuple[str, str]]:
    """Yield what a method, and the functions it makes, call by a dotted name: module and function."""
    for first, second in pairwise(get_instructions(code)):
        if first.opname == "LOAD_GLOBAL" and second.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            yield first.argval, second.argval
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from dotted(inner)


def is_of(module: object, package: str) -> bool:
    """Whether something is a module of a package."""
    return isinstance(module, ModuleType) and module.__name__.startswith(package)


def says(module: ModuleType, name: str) -> bool:
    """Whether a module has a function of that name, its own, that returns a value or a measurement."""
    function = vars(module).get(name)
    if getattr(function, "__module__", None) != module.__name__:
        return False
    return getattr(function, "__annotations__", {}).get("return") in BENDABLE


def bent(function: Callable) -> Callable:
    """Return the function with another result, of another order of growth where it is a count at several sizes."""

    def bending(*args, **kwargs):
        result = function(*args, **kwargs)
        return result._replace(value=other(result.value)) if isinstance(result, Measured) else other(result)

    return bending


def other(value):
    """Return what a value is not."""
    match value:
        case str():
            return f"not {value}"
        case Points():
            return replace(value, readings=tuple((at, other(count)) for at, count in value.readings))
        case _:
            return value**2 + 1


def bendings(family: type[Family]) -> Iterator[list[Function]]:
    """Yield what to bend together: each function alone, but all of a choice's at once, for one need not turn it."""
    for method, package in ((family.answer, FORMULAS), (family.witness, INSTRUMENTS)):
        found = leans_on(method, package)
        yield from [found] if family.kind in ("choice", "word") else [[each] for each in found]


CASES = [
    pytest.param(family, functions, id=f"{family.id}-{'+'.join(name for _, name in functions)}")
    for family in FAMILIES
    for functions in bendings(family)
]


@pytest.mark.parametrize(("family", "functions"), CASES)
def test_a_bent_formula_or_instrument_is_noticed(monkeypatch, family, functions):
    problems = family.every()
    for module, name in functions:
        monkeypatch.setattr(module, name, bent(vars(module)[name]))

    assert any(disagrees(problem) for problem in problems)  # not each leans on all that its family does


def disagrees(problem: Family) -> bool:
    try:
        problem.certify()
    except Disagreement:
        return True
    return False


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_every_family_leans_on_a_formula_and_on_an_instrument(family):
    assert leans_on(family.answer, FORMULAS)
    assert leans_on(family.witness, INSTRUMENTS)
