"""The cog in Red-DiscordBot itself, in an environment of Red's own; and what its info.json tells."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
COG = ROOT / "red" / "gausselder"
RED = os.environ.get("GAUSS_TEST_RED", "")  # the Python of an environment with Red and what the elder needs
HOUSE = Path(__file__).with_name("house.py")

# From schema/red_cog.schema.json of Red 3.5: what each key may hold.
VERSION = r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)((a|b|rc)(0|[1-9]\d*))?(\.post(0|[1-9]\d*))?(\.dev(0|[1-9]\d*))?"
TEXTS = ("name", "description", "install_msg", "short", "end_user_data_statement")
LISTS = ("author", "requirements", "tags")


@pytest.fixture
def info() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads((COG / "info.json").read_text(encoding="utf-8"))
    return loaded


def test_every_key_of_the_info_is_one_that_red_reads_and_holds_what_it_reads_there(info: dict[str, Any]) -> None:
    rest = {"min_bot_version", "min_python_version", "type", "hidden", "disabled"}

    assert set(info) == {*TEXTS, *LISTS, *rest}
    assert all(isinstance(info[key], str) and info[key] for key in TEXTS)
    assert all(isinstance(each, str) for key in LISTS for each in info[key])
    assert len(set(info["tags"])) == len(info["tags"])
    assert re.fullmatch(VERSION, info["min_bot_version"])
    assert info["min_python_version"] == [3, 11, 0]
    assert info["type"] == "COG"
    assert info["hidden"] is info["disabled"] is False


@pytest.mark.red
@pytest.mark.skipif(not RED, reason="GAUSS_TEST_RED names no Python with Red-DiscordBot")
def test_the_cog_lives_a_whole_life_in_red(tmp_path: Path) -> None:
    done = subprocess.run(
        [RED, "-W", "error::RuntimeWarning", str(HOUSE), str(tmp_path)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(ROOT), str(ROOT / "red")))},
        capture_output=True,
        text=True,
        timeout=300,
    )

    assert done.returncode == 0, done.stderr
