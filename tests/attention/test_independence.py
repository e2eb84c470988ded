"""The two witnesses have never met: neither imports the other, nor anything of ours both could have learned from."""

import subprocess
import sys

import pytest

from tests.bank.test_families import FAMILIES

WITNESSES = {
    "exact": ("counts", "memory", "moments", "softmax"),
    "attention": ("design", "dots", "flash", "limits", "mask", "measured", "softness", "standard", "tally"),
}


def loaded(package: str, modules: tuple[str, ...]) -> set[str]:
    code = (
        "import sys, importlib\n"
        f"for name in {modules!r}: importlib.import_module('engine.{package}.' + name)\n"
        "print(*(name for name in sys.modules if name.partition('.')[0] in ('engine', 'quizbank', 'bot')))"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    return set(found) - {"engine", f"engine.{package}"}


@pytest.mark.parametrize("package", WITNESSES)
def test_a_witness_loads_nothing_of_ours_but_itself(package):
    assert loaded(package, WITNESSES[package]) == {f"engine.{package}.{name}" for name in WITNESSES[package]}


def test_all_modules_of_the_witnesses_are_examined_here():
    import engine.attention
    import engine.exact

    for package in (engine.attention, engine.exact):
        from pkgutil import iter_modules

        assert sorted(each.name for each in iter_modules(package.__path__)) == sorted(
            WITNESSES[package.__name__.removeprefix("engine.")]
        )


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_family_derives_with_sympy_and_measures_with_torch_alone(family):
    derives = set(family.answer.__code__.co_names)
    measures = set(family.witness.__code__.co_names)

    assert derives & set(WITNESSES["exact"])
    assert measures & set(WITNESSES["attention"])
    assert not derives & set(WITNESSES["attention"])
    assert not measures & set(WITNESSES["exact"])
