"""What every test stands on: a data folder of its own, and no setting of whoever runs it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import settings

# One thread of torch's a process, as the workshop has it: more spin at each barrier, and tests run side by side. Set
# here, before anything loads torch, and for the processes that tests start.
os.environ["OMP_NUM_THREADS"] = "1"
settings.register_profile("unhurried", deadline=None)  # how long an example takes proves nothing here
settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def settings_of_nobody(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Give each test an empty data folder and no setting from outside; return the folder."""
    for name in [name for name in os.environ if name.startswith("GAUSS_") and not name.startswith("GAUSS_TEST_")]:
        monkeypatch.delenv(name)
    monkeypatch.delenv("DISCORD_TOKEN", raising=False)
    folder = tmp_path / "data"
    monkeypatch.setenv("GAUSS_DATA", str(folder))
    monkeypatch.setenv("GAUSS_CONFIG", os.devnull)
    return folder
