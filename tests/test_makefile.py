"""`make` installs what was asked for, remembers it, and installs more only when more is named."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.test_documents import ROOT

ALL = "torch,demo,postgres,dev"
SOURCES = ("pyproject.toml", "constraints.txt")

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")


def made(*wanted: str, venv: Path, project: Path = ROOT, **variables: str) -> str:
    """Return what `make` says, in a virtual environment of its own."""
    given = [f"{name}={value}" for name, value in {"VENV": str(venv), **variables}.items()]
    clean = {name: value for name, value in os.environ.items() if name not in ("EXTRAS", "MAKEFLAGS", "MAKEOVERRIDES")}
    done = subprocess.run(["make", *wanted, *given], cwd=project, env=clean, capture_output=True, text=True, check=True)
    return done.stdout


def tried(target: str, venv: Path, project: Path = ROOT, **variables: str) -> str:
    """Return what making a target would do."""
    return made("--dry-run", target, venv=venv, project=project, **variables)


def installed(venv: Path, extras: str, *, ago: int = 0) -> Path:
    """Return a virtual environment in which these extras were installed, so many seconds before now or after."""
    venv.mkdir()
    stamp = venv / ".installed"
    stamp.write_text(f"{extras}\n" if extras else "", encoding="utf-8")
    newest = max((ROOT / name).stat().st_mtime for name in SOURCES)
    os.utime(stamp, (newest - ago + 1, newest - ago + 1))
    return venv


def fetched(told: str) -> list[str]:
    """Return the extras that would be fetched, each time."""
    return re.findall(r'-e "\.\[(.*?)\]"', told)


@pytest.mark.parametrize(("variables", "extras"), [({}, ALL), ({"EXTRAS": "postgres"}, "postgres")])
def test_where_nothing_is_what_is_named_is_installed_or_else_all(
    tmp_path: Path, variables: dict[str, str], extras: str
) -> None:
    assert fetched(tried("install", tmp_path / "venv", **variables)) == [extras]


@pytest.mark.parametrize("extras", [ALL, "postgres", ""])
def test_what_is_there_serves_until_more_is_named(tmp_path: Path, extras: str) -> None:
    venv = installed(tmp_path / "venv", extras)

    assert fetched(tried("play", venv)) == []
    assert fetched(tried("play", venv, EXTRAS="torch,demo")) == ["torch,demo"]


def test_a_new_version_brings_the_extras_that_were_there(tmp_path: Path) -> None:
    assert fetched(tried("install", installed(tmp_path / "venv", "postgres", ago=60))) == ["postgres"]


@pytest.mark.parametrize(("extras", "offered"), [(ALL, {"demo", "play", "test"}), ("postgres", {"play"})])
def test_only_what_was_installed_is_offered_next(tmp_path: Path, extras: str, offered: set[str]) -> None:
    ready = tried("install", installed(tmp_path / "venv", extras)).partition("Ready.")[2]

    assert set(re.findall(r"make (\w+)", ready)) == offered


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Give a project with a virtual environment whose Python does nothing and in which `postgres` was installed."""
    folder = tmp_path / "project"
    (folder / ".venv/bin").mkdir(parents=True)
    for name in ("Makefile", *SOURCES):
        shutil.copy(ROOT / name, folder / name)
    python = folder / ".venv/bin/python"
    python.write_text("#!/bin/sh\n", encoding="utf-8")
    python.chmod(0o755)
    made("install", venv=folder / ".venv", project=folder, EXTRAS="postgres", PIP="echo")
    assert (folder / ".venv/.installed").is_file()
    return folder


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("ago", [3600, -3600])
def test_another_version_is_installed_however_old_its_files_and_the_same_one_is_not_however_new(
    source: str, ago: int, project: Path
) -> None:
    file, venv = project / source, project / ".venv"
    when = (venv / ".installed").stat().st_mtime - ago

    os.utime(file, (when, when))
    assert fetched(tried("play", venv, project)) == []

    file.write_text(file.read_text(encoding="utf-8").replace("2", "3"), encoding="utf-8")
    os.utime(file, (when, when))
    assert fetched(tried("play", venv, project)) == ["postgres"]

    made("install", venv=venv, project=project, PIP="echo")
    assert fetched(tried("play", venv, project)) == []
    assert fetched(tried("play", venv, project, EXTRAS="torch")) == ["torch"]


def test_what_could_not_be_installed_is_installed_the_next_time(project: Path) -> None:
    venv = project / ".venv"
    (project / "constraints.txt").write_text("", encoding="utf-8")

    with pytest.raises(subprocess.CalledProcessError):
        made("install", venv=venv, project=project, PIP="false")
    assert fetched(tried("play", venv, project)) == ["postgres"]
