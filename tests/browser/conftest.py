"""A real Chromium over the real demo; where there is no Chromium, its tests are skipped with that reason."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.cli.shell import COMMAND, environment

CHROMIUM = os.environ.get("GAUSS_TEST_BROWSER") or shutil.which("chromium") or shutil.which("google-chrome")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
HEIGHT = 900  # pixels


@dataclass(frozen=True)
class Demo:
    """A demo being served."""

    url: str
    folder: Path  # where its game is kept


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    if CHROMIUM is None:
        pytest.skip("no Chromium here: install one, or name it in GAUSS_TEST_BROWSER")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def demo(tmp_path: Path, lang: str) -> Iterator[Demo]:
    folder = tmp_path / "demo"
    process = subprocess.Popen(
        [*COMMAND, "demo", "--no-open", "--lang", lang, "--data", str(folder)],
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
        env=environment(),
    )
    assert process.stdout is not None
    try:
        told = process.stdout.readline()
        found = re.search(r"http://\S+", told)
        assert found is not None, told
        yield Demo(found[0], folder)
    finally:
        process.terminate()
        farewell, _ = process.communicate(timeout=30)
    assert process.returncode == 0, farewell


@pytest.fixture
def page(chromium: Any, demo: Demo, width: int) -> Iterator[Any]:
    context = chromium.new_context(viewport={"width": width, "height": HEIGHT}, bypass_csp=True)
    page = context.new_page()
    page.goto(demo.url)
    page.wait_for_function("window.simcordPreview && window.simcordPreview.ready")
    yield page
    context.close()
