"""What a document has its reader type, taken apart: who is called, with what; and what is wrong with it."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib.util import find_spec
from itertools import pairwise
from pathlib import Path
from typing import Any

import yaml
from typer.core import TyperGroup
from typer.main import get_command

from bot.cli import app
from tests.test_documents import MAKEFILE, ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = set(PROJECT["optional-dependencies"])
WHEEL = f"{PROJECT['name'].replace('-', '_')}-{PROJECT['version']}-py3-none-any.whl"
UNIT = "gauss-elder"
COMPOSED = {  # and what we give each
    "up": {"-d", "--build"},
    "logs": {"-f"},
    "run": {"--rm", "--no-deps", "-v", "--user"},
    "exec": set[str](),
    "stop": set[str](),
}
TAKES_VALUE = {"-v", "--user", "-u", "-m", "-c", "-e"}
ASSIGNMENT = re.compile(r"[A-Z_]+=.*")
FILES = ("install", "mkdir", "mv", "chown", "sudoedit", "sed", "printf")
ELSEWHERE = {*FILES, "createuser", "createdb", "pip-audit", "}"}  # not ours

Words = Sequence[str]


def amiss(words: Words) -> str | None:
    """Return what is wrong with a line that is typed at a shell; None if nothing is."""
    while words and (words[0] in ("sudo", "export", "env") or ASSIGNMENT.fullmatch(words[0])):
        words = words[3:] if list(words[:2]) == ["sudo", "-u"] else words[1:]
    if not words or words[0].endswith("()"):
        return None
    name = Path(words[0]).name
    check = CHECKS.get(name)
    if check is not None:
        return check(words)
    return None if name in ELSEWHERE else f"nobody knows {name}"


def ours(words: Words) -> str | None:
    """Check a `gauss-elder` line as the command line itself would, short of carrying it out."""
    command: Any = get_command(app)
    name, rest, parent = "gauss-elder", list(words[1:]), None
    try:
        while True:
            parent = command.make_context(name, rest, parent=parent)
            if not isinstance(command, TyperGroup):
                return None
            name, command, rest = command.resolve_command(parent, [*parent._protected_args, *parent.args])
    except Exception as error:  # the command line's own, whichever
        return f"{type(error).__name__}: {error}"


def made(words: Words) -> str | None:
    """Check a `make` line: its targets and its variables are there, and so are the extras that it names."""
    targets = [word for word in words[1:] if "=" not in word]
    given = dict(word.split("=", 1) for word in words[1:] if "=" in word)
    there = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    known = set(re.findall(r"^([A-Z_]+) *[?:]?=", MAKEFILE, re.MULTILINE))
    return told(
        targets=set(targets) - there, variables=set(given) - known, extras=named(given.get("EXTRAS", "")) - EXTRAS
    )


def composed(words: Words) -> str | None:
    """Check a `docker compose` line: the service is there, and what it runs is a command of ours."""
    services = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    if list(words[1:2]) != ["compose"] or words[2] not in COMPOSED:
        return f"not one of ours: {words[1:3]}"
    options, rest = parted(words[3:])
    service, *command = rest or [next(iter(services))]
    wrong = told(options=set(options) - COMPOSED[words[2]], services={service} - set(services))
    if wrong or not command:
        return wrong
    return ours(["gauss-elder", *command]) if words[2] == "run" else amiss(command)


def parted(words: Words) -> tuple[list[str], list[str]]:
    """Return the options that lead a line, and what follows them."""
    options, left = [], list(words)
    while left and left[0].startswith("-"):
        options.append(left.pop(0))
        if options[-1] in TAKES_VALUE:
            left.pop(0)
    return options, left


def piped(words: Words) -> str | None:
    """Check a `pip` line: a wheel of ours is called as it is built, files and extras are there."""
    wheels = {word for word in words if word.endswith(".whl")} - {WHEEL}
    files = {after for word, after in pairwise(words) if word in ("-c", "-r")}
    extras = {each for word in words if word.startswith(".[") for each in named(word[2:-1])}
    return told(wheels=wheels, files={each for each in files if not (ROOT / each).is_file()}, extras=extras - EXTRAS)


def interpreted(words: Words) -> str | None:
    """Check a `python` line: code compiles, a module is there and knows the options."""
    if words[1] == "-c":
        compile(words[2], "<document>", "exec")
        return None
    if find_spec(words[2]) is None:
        return f"no module {words[2]}"
    if not words[2].startswith("tests."):
        return None
    return told(options={word for word in words[3:] if word.startswith("--")} - options_of(words[2]))


@cache
def options_of(module: str) -> frozenset[str]:
    """Return the options that a module of ours says it knows."""
    done = subprocess.run(
        [sys.executable, "-m", module, "--help"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return frozenset(re.findall(r"--[a-z-]+", done.stdout))


def unit(words: Words) -> str | None:
    """Check a line to systemd: if it names a unit, it is ours."""
    return told(units={word for word in words[1:] if word.startswith("gauss")} - {UNIT})


def copied(words: Words) -> str | None:
    """Check that what is copied is in the project."""
    return told(files={words[1]} if not (ROOT / words[1]).exists() else set())


def entered(words: Words) -> str | None:
    """Check that the folder is the one that the unit expects."""
    expected = re.search(r"ExecStart=(\S+)/\.venv", (ROOT / f"deploy/{UNIT}.service").read_text(encoding="utf-8"))
    return told(folders={words[1]} - {expected[1]} if expected else {words[1]})


def named(extras: str) -> set[str]:
    """Return extras that are named in one word."""
    return set(extras.split(",")) - {""}


def told(**wrong: set[str]) -> str | None:
    """Return what is not there; None if all is."""
    return "; ".join(f"no such {name}: {sorted(each)}" for name, each in wrong.items() if each) or None


CHECKS: Mapping[str, Callable[[Words], str | None]] = {
    "gauss-elder": ours,
    "make": made,
    "docker": composed,
    "pip": piped,
    "python": interpreted,
    "py": interpreted,
    "systemctl": unit,
    "journalctl": unit,
    "cp": copied,
    "cd": entered,
    "sh": lambda words: None,  # it is run: tests/test_admin.py
    "source": lambda words: None,
}
