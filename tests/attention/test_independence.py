"""The two witnesses have never met: neither imports the other, nor anything of ours both could have learned from."""

import ast
import importlib
import subprocess
import sys
from pathlib import Path
from pkgutil import walk_packages

import pytest

import engine.attention
import engine.exact
from tests.bank.test_families import FAMILIES

WITNESSES = {
    package.__name__: {found.name for found in walk_packages(package.__path__, f"{package.__name__}.")}
    for package in (engine.exact, engine.attention)
}


def loaded(modules: set[str]) -> set[str]:
    """Return the modules of ours that a fresh interpreter has loaded after importing these, and what they build on."""
    code = (
        "import sys, importlib\n"
        f"for name in {sorted(modules)!r}: importlib.import_module(name)\n"
        "print(*(name for name in sys.modules if name.partition('.')[0] in ('engine', 'quizbank', 'bot')))\n"
        "print(*(name for name in ('sympy', 'torch') if name in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.split())


@pytest.mark.parametrize("package", WITNESSES)
def test_a_witness_loads_nothing_of_ours_but_itself(package):
    found = loaded(WITNESSES[package])

    assert {name for name in found if "." in name} == WITNESSES[package] | {package}


def imported(package: str) -> set[str]:
    """Return what the sources of a witness import beside the standard library: modules of ours, libraries by name."""
    found = set()
    for name in WITNESSES[package]:
        for node in ast.walk(ast.parse(Path(importlib.import_module(name).__file__).read_text("utf-8"))):
            match node:
                case ast.Import(names=names):
                    found |= {each.name for each in names}
                case ast.ImportFrom(module=module):
                    found.add(module)
    return {each for each in found if each.partition(".")[0] not in sys.stdlib_module_names}


def test_the_witnesses_share_no_import():
    assert imported("engine.exact") & imported("engine.attention") == set()


def test_the_deriving_witness_loads_no_torch():
    assert "torch" not in loaded(WITNESSES["engine.exact"])


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.id)
def test_a_family_derives_from_one_witness_and_measures_with_the_other_alone(family):
    derives, measures = sources(family.answer), sources(family.witness)

    assert "engine.attention" not in derives
    assert "engine.attention" in measures
    assert "engine.exact" not in measures


def sources(method) -> set[str]:
    """Return the packages of the witnesses that a method, or what it calls beside it, reaches by name."""
    found, waiting, seen = set(), [method.__code__], set()
    while waiting:
        code = waiting.pop()
        seen.add(code)
        for name in code.co_names:
            value = method.__globals__.get(name)
            home = getattr(value, "__module__", None) or getattr(value, "__name__", "")
            found |= {package for package in WITNESSES if home.startswith(package)}
            inner = getattr(value, "__code__", None)
            if home == method.__module__ and inner is not None and inner not in seen:
                waiting.append(inner)
        waiting += [each for each in code.co_consts if hasattr(each, "co_names") and each not in seen]
    return found
