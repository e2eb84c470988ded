"""Each formula and each instrument is bent in turn, and every family that leans on it notices."""

from collections.abc import Callable
from types import ModuleType

import pytest

from engine.attention import dots, limits, softness, tally
from engine.attention.measured import Measured
from engine.exact import counts, memory, moments, softmax
from quizbank.bank import open_bank
from quizbank.testimony import Disagreement

FAMILIES = tuple(open_bank().families.values())
FORMULAS = (counts, memory, moments, softmax)
INSTRUMENTS = (dots, limits, softness, tally)


def leans_on(method: Callable, modules: tuple[ModuleType, ...]) -> list[tuple[ModuleType, str]]:
    """Return the functions of these modules that a method calls by name."""
    names = method.__code__.co_names
    named = {module for module in modules if module.__name__.rpartition(".")[2] in names}
    return [(module, name) for module in named for name in names if is_own(module, name)]


def is_own(module: ModuleType, name: str) -> bool:
    """Whether a module wrote the function itself, rather than imported it."""
    return getattr(vars(module).get(name), "__module__", None) == module.__name__


def bent(function: Callable) -> Callable:
    """Return the function with its result a little too large."""

    def bending(*args, **kwargs):
        result = function(*args, **kwargs)
        if isinstance(result, Measured):
            return result._replace(value=result.value * 2 + 1)
        return result * 2 + 1

    return bending


CASES = [
    pytest.param(family, module, name, id=f"{family.id}-{module.__name__.rpartition('.')[2]}.{name}")
    for family in FAMILIES
    for method, modules in ((family.answer, FORMULAS), (family.witness, INSTRUMENTS))
    for module, name in leans_on(method, modules)
]


@pytest.mark.parametrize(("family", "module", "name"), CASES)
def test_a_bent_formula_or_instrument_is_noticed(monkeypatch, family, module, name):
    monkeypatch.setattr(module, name, bent(vars(module)[name]))

    with pytest.raises(Disagreement):
        family.every()[0].certify()


def test_every_family_leans_on_a_formula_and_on_an_instrument():
    for family in FAMILIES:
        assert leans_on(family.answer, FORMULAS)
        assert leans_on(family.witness, INSTRUMENTS)
