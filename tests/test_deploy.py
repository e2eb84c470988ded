"""What is shipped to run the bot on a server names only settings, commands and files that are there."""

from __future__ import annotations

import configparser
import json
import re
import shlex
import shutil
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from sqlalchemy.engine import make_url

from bot.app import DRAINING
from bot.settings import NAMES, host_and_port, seen_from_elsewhere, variable
from tests.test_documents import FOREIGN, ROOT, fences, strays

FILES = ("Dockerfile", ".dockerignore", "compose.yaml", "deploy/gauss-elder.service")
SETTINGS = {variable(name) for name in NAMES}
OURS = re.compile(r"GAUSS_\w+|DISCORD_TOKEN")


def read(name: str) -> str:
    """Return a file's text without its comments."""
    return re.sub(r"(?m)^\s*#.*$", "", (ROOT / name).read_text(encoding="utf-8"))


def instructions() -> Iterator[tuple[str, str]]:
    """Yield the Dockerfile's instructions, each on one line."""
    for line in re.sub(r"\\\n\s*", " ", read("Dockerfile")).splitlines():
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word, rest


def compose() -> Any:
    """Return what compose.yaml says."""
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def unit() -> configparser.RawConfigParser:
    """Return the unit of systemd; of what is said several times the last."""
    parser = configparser.RawConfigParser(strict=False)
    parser.optionxform = str  # type: ignore[method-assign, assignment]
    parser.read_string((ROOT / "deploy/gauss-elder.service").read_text(encoding="utf-8"))
    return parser


@pytest.mark.parametrize("file", FILES)
def test_only_settings_that_are_there_are_set_and_no_foreign_host_is_named(file: str) -> None:
    assert set(OURS.findall(read(file))) <= SETTINGS
    assert FOREIGN.search(read(file)) is None


def test_what_the_image_copies_is_there_and_is_let_through() -> None:
    let = re.findall(r"(?m)^!(.+)$", read(".dockerignore"))
    copied = [rest.split()[:-1] for word, rest in instructions() if word == "COPY" and "--from" not in rest]
    sources = [source for each in copied for source in each]

    assert sources
    assert [source for source in sources if not (ROOT / source).exists()] == []
    assert sorted(sources) == sorted(let)


def test_the_image_installs_all_that_a_wheel_is_made_of() -> None:
    built = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    wheel = built["tool"]["hatch"]["build"]["targets"]["wheel"]
    needed = {*wheel["packages"], *(each.split("/")[0] for each in wheel["force-include"]), built["project"]["readme"]}

    assert needed <= set(re.findall(r"(?m)^!(.+)$", read(".dockerignore")))


def test_the_image_runs_a_real_command_as_nobody_of_importance() -> None:
    told = list(instructions())
    last = max(place for place, (word, _) in enumerate(told) if word == "FROM")
    runs = dict(told[last:])

    assert strays([*json.loads(runs["ENTRYPOINT"]), *json.loads(runs["CMD"])]) == []
    assert runs["USER"] not in ("root", "0")
    assert not any("pip install" in rest or "gcc" in rest for _, rest in told[last:])


def test_the_image_asks_for_its_health_where_it_is_told() -> None:
    told = dict(instructions())
    (address,) = re.findall(r"GAUSS_METRICS=(\S+)", read("Dockerfile"))
    (asked,) = re.findall(r"http://(\S+?)/readyz", told["HEALTHCHECK"])

    assert host_and_port(address) == host_and_port(asked)
    assert not seen_from_elsewhere(host_and_port(address)[0])


def test_compose_waits_for_a_healthy_database_and_runs_real_commands() -> None:
    services = compose()["services"]
    elder, tables, db = (services[name] for name in ("elder", "tables", "db"))

    assert make_url(re.sub(r"\$\{.*?\}", "x", elder["environment"]["GAUSS_DATABASE"])).host == "db"
    assert tables["depends_on"]["db"]["condition"] == "service_healthy"
    assert elder["depends_on"]["tables"]["condition"] == "service_completed_successfully"
    assert "pg_isready" in " ".join(db["healthcheck"]["test"])
    assert strays(["gauss-elder", *tables["command"]]) == []
    assert elder["restart"] == db["restart"] == "unless-stopped"


def test_compose_keeps_what_must_last_in_volumes_that_it_declares() -> None:
    told = compose()
    mounted = {name: [each.partition(":") for each in told["services"][name]["volumes"]] for name in ("elder", "db")}
    (folder,) = re.findall(r"GAUSS_DATA=(\S+)", read("Dockerfile"))

    assert {each[0] for mounts in mounted.values() for each in mounts} == set(told["volumes"])
    assert [each[2] for each in mounted["elder"]] == [folder]


def test_compose_holds_no_secret() -> None:
    for service in compose()["services"].values():
        for name, value in service["environment"].items():
            if re.search("TOKEN|PASSWORD|DATABASE", name):
                assert "${" in value, name


@pytest.mark.parametrize("page", ["docs/running.md", "docs/running.zh-CN.md"])
def test_what_stands_in_the_env_file_is_what_compose_reads(page: str) -> None:
    blocks = [block for block in fences(page, "sh") if re.search(r"\.env\b(?<!elder\.env)", block)]
    written = {name for block in blocks for name in re.findall(r"\b([A-Z]+_[A-Z_]+)=", block)} - SETTINGS
    needed = set(re.findall(r"\$\{(\w+)", read("compose.yaml")))

    assert written | {"DISCORD_TOKEN"} == needed


def test_compose_opens_the_database_that_is_named_and_else_the_servers_own() -> None:
    services = compose()["services"]
    own = services["db"]["environment"]["POSTGRES_DB"]

    for name in ("elder", "tables"):
        assert services[name]["environment"]["GAUSS_DATABASE"].endswith(f"@db/${{ELDER_DATABASE:-{own}}}")


def seconds(told: str) -> float:
    """Return a span of time as seconds."""
    return float(told.removesuffix("s"))


def test_those_being_answered_are_given_their_time_everywhere() -> None:
    assert seconds(compose()["services"]["elder"]["stop_grace_period"]) > DRAINING
    assert seconds(unit()["Service"]["TimeoutStopSec"]) > DRAINING


def test_the_unit_is_started_again_for_ever_and_calmly() -> None:
    started = unit()

    assert started["Unit"]["StartLimitIntervalSec"] == "0"
    assert started["Service"]["Restart"] == "on-failure"
    assert seconds(started["Service"]["RestartSec"]) >= 30


def test_the_unit_runs_a_real_command() -> None:
    command = shlex.split(unit()["Service"]["ExecStart"])

    assert strays(command) == []
    assert Path(command[0]).parts[-3:] == (".venv", "bin", "gauss-elder")


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    told = (ROOT / "deploy/gauss-elder.service").read_text(encoding="utf-8")
    stand_in = tmp_path / "gauss-elder.service"
    stand_in.write_text(re.sub(r"(?m)^ExecStart=\S+", "ExecStart=/bin/true", told), encoding="utf-8")
    done = subprocess.run(["systemd-analyze", "verify", stand_in], capture_output=True, text=True, check=False)
    complaints = [line for line in done.stderr.splitlines() if "gauss-elder" in line]

    assert complaints == []
