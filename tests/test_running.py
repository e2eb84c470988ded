"""The page for whoever runs the bot says the same in both languages, and names only what is there."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, cast

import pytest
import yaml

from bot.app import INTENTS
from bot.cli.words import say
from bot.settings import NAMES, variable
from bot.store.store import Store
from bot.watch.gauges import Gauges
from bot.watch.health import Patient
from bot.watch.server import look_at
from tests.test_deploy import ROOT
from tests.test_documents import MAKEFILE, fences, read, shell_lines, skeleton, strays, targets, whole_lines
from tests.watch.test_server import Client, Workers

PAGES = ("docs/running.md", "docs/running.zh-CN.md")
LANGUAGES = dict(zip(PAGES, ("en_US.UTF-8", "zh_CN.UTF-8"), strict=True))

AS_IT_IS = ("$HOME", "a&b", "a;b", "it's", 'say "x"', "`id`", "$(id)", "a b", "#x", "a=b=", "*", "%40", "口令")

each_page = pytest.mark.parametrize("page", PAGES)


def test_both_languages_have_the_same_headings_rows_and_lines() -> None:
    english, chinese = ({**skeleton(page), "links": []} for page in PAGES)

    assert english == chinese


@each_page
def test_every_command_line_is_one_that_can_be_typed(page: str) -> None:
    made = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))
    lines = [list(words) for words in shell_lines(page)]
    ours = [words[place:] for words in lines for place, word in enumerate(words) if word.endswith("bin/gauss-elder")]

    assert ours
    assert [words for words in lines if words[0] == "gauss-elder" and strays(words)] == []
    assert [words for words in ours if strays(words)] == []
    assert [words for words in lines if words[0] == "make" and not made.issuperset(targets(words))] == []


@each_page
def test_every_setting_is_in_the_table_and_no_other(page: str) -> None:
    listed = re.findall(r"^\| `([A-Z_]+)` \|", read(page), re.MULTILINE)

    assert sorted(listed) == sorted([*map(variable, NAMES), "GAUSS_CONFIG", "GAUSS_DEBUG"])


@each_page
async def test_every_figure_it_names_is_told(page: str) -> None:
    gauges = Gauges()
    assert Client(connected=True).intents == INTENTS
    look_at(Patient(Client(), cast(Store, None), Workers(), set()), gauges)
    told = set(re.findall(r"# TYPE (\w+) ", gauges.page().decode()))

    assert set(re.findall(r"`(gauss_\w+)`", read(page))) <= told


@each_page
def test_what_it_quotes_is_what_the_command_line_says(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", LANGUAGES[page])
    names = {"database": "", "revision": ""}
    for key in ("database_full", "database_readonly", "database_corrupt", "behind", "newer", "bad_token"):
        line = say(f"problem.{key}", **names)

        assert any(quoted in line for quoted in re.findall("“(.+?)”", read(page))), key


@each_page
def test_every_file_it_names_is_there(page: str) -> None:
    named = re.findall(r"\b(deploy/[\w.-]+|compose\.yaml|docs/[\w.-]+)", read(page))

    assert named
    assert [name for name in named if not (ROOT / name).is_file()] == []


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give a machine on which the service is installed; its `sudo` and `systemctl` do nothing to ours."""
    for folder in ("bin", "etc", "var/lib/gauss-elder", "opt/gauss-elder/.venv/bin"):
        (tmp_path / folder).mkdir(parents=True)
    told = f"#!{sys.executable}\nimport json, os, sys\nprint(json.dumps([sys.argv[1:], dict(os.environ)]))\n"
    data = tmp_path / "var/lib/gauss-elder"
    for name, script in {
        "bin/sudo": '#!/bin/sh\nexec "$@"\n',
        "bin/systemctl": "#!/bin/sh\n",
        "bin/gauss-elder": f'#!/bin/sh\n[ ! -e "{data}/gauss.db" ] && echo restored >"{data}/gauss.db"\n',
        "opt/gauss-elder/.venv/bin/gauss-elder": told,
    }.items():
        (tmp_path / name).write_text(script, encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    return tmp_path


def typed(block: str, machine: Path) -> str:
    """Type a block at a shell of that machine; return what it printed."""
    there = re.sub(r"(?<![\w.])/(?=(?:etc|opt|var)/)", f"{machine}/", block)
    done = subprocess.run(["bash", "-e", "-c", there], cwd=machine, capture_output=True, text=True, check=True)
    return done.stdout


def the_block(page: str, having: str) -> str:
    """Return the one block for a shell in which something stands."""
    (block,) = [block for block in fences(page, "sh") if having in block]
    return block


@each_page
@pytest.mark.parametrize("value", AS_IT_IS)
@pytest.mark.parametrize("end", ["\n", ""])
def test_a_command_on_the_services_machine_reads_a_setting_as_systemd_does(
    page: str, value: str, end: str, machine: Path
) -> None:
    lines = f"# GAUSS_LANG=en\n\n; GAUSS_LOG=json\n  DISCORD_TOKEN={value}  \nGAUSS_DATABASE=postgresql://elder:{value}@db/x"
    (machine / "etc/gauss-elder.env").write_text(lines + end, encoding="utf-8")
    helper = the_block(page, "gauss-elder() {").replace("gauss-elder db current", "gauss-elder db current 'a b' '$x'")
    arguments, environment = json.loads(typed(helper, machine))

    assert arguments == ["db", "current", "a b", "$x"]
    assert environment["DISCORD_TOKEN"] == value
    assert environment["GAUSS_DATABASE"] == f"postgresql://elder:{value}@db/x"
    assert environment["GAUSS_DATA"] == f"{machine}/var/lib/gauss-elder"
    assert {"GAUSS_LANG", "GAUSS_LOG"}.isdisjoint(environment)


@each_page
def test_whatever_is_put_aside_before_a_restoring_stays(page: str, machine: Path) -> None:
    data = machine / "var/lib/gauss-elder"
    block = the_block(page, "gauss.db*")
    for kept in ("first", "second", "third"):
        for name in ("gauss.db", "gauss.db-wal"):
            (data / name).write_text(kept, encoding="utf-8")
        typed(block, machine)

        assert [path.name for path in data.glob("gauss.db*")] == ["gauss.db"]
        assert (data / "gauss.db").read_text(encoding="utf-8") == "restored\n"
    aside = [path.read_text(encoding="utf-8") for path in data.glob("*/gauss.db*")]

    assert sorted(aside) == sorted(["first", "second", "third"] * 2)


@each_page
def test_no_shell_but_roots_own_looks_into_a_folder_that_is_roots(page: str) -> None:
    lines = [line for block in fences(page, "sh") for line in whole_lines(block) if re.match(r"\s*sudo ", line)]
    bare = [re.sub(r"'[^']*'|#.*", "", line) for line in lines]

    assert lines
    assert [line for line in bare if re.search(r"[*?\[]|[<>] ?/|\|", line)] == []


def composed(page: str) -> list[list[str]]:
    """Return the lines that are typed at `docker compose`, from the word after it on."""
    return [words[2:] for words in shell_lines(page) if words[:2] == ["docker", "compose"]]


def compose_services() -> dict[str, Any]:
    """Return the services of compose.yaml."""
    services: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return services


@each_page
def test_every_line_for_compose_names_a_service_and_a_command_of_ours(page: str) -> None:
    ran = [words[1:] for words in composed(page) if words[0] == "run"]
    named = [words[1] for words in composed(page) if words[0] in ("stop", "exec")]

    assert {"backup", "restore", "downgrade"} <= {word for words in ran for word in words}
    assert set(named) <= set(compose_services())
    for words in ran:
        assert strays(["gauss-elder", *words[words.index("elder") + 1 :]]) == []


@each_page
def test_in_containers_a_copy_is_written_and_read_as_its_owner(page: str) -> None:
    copied = [words for words in composed(page) if words[0] == "run" and {"backup", "restore"} & set(words)]

    assert len(copied) == 2
    for words in copied:
        assert words[words.index("-v") + 1] == "$PWD:/copies"
        assert words[words.index("--user") + 1] == "$(id -u):$(id -g)"
        assert words[-1].startswith("/copies/")


@each_page
@pytest.mark.parametrize("before", ["A=1\n", "A=1", "A=1\nELDER_DATABASE=elder7\n", "ELDER_DATABASE=elder7"])
@pytest.mark.skipif(shutil.which("sed") is None, reason="sed is not here")
def test_in_containers_the_database_that_is_made_is_the_one_that_is_named(
    page: str, before: str, machine: Path
) -> None:
    block = the_block(page, "createdb -U")
    (machine / ".env").write_text(before, encoding="utf-8")
    (machine / "bin/docker").write_text("#!/bin/sh\n", encoding="utf-8")
    (machine / "bin/docker").chmod(0o755)
    typed(block, machine)
    (database,) = re.findall(r"createdb -U elder (\w+)", block)
    left = [line for line in (machine / ".env").read_text(encoding="utf-8").splitlines() if line]

    assert [line for line in left if line.startswith("ELDER_DATABASE")] == [f"ELDER_DATABASE={database}"]
    assert ("A=1" in left) is ("A=1" in before)
