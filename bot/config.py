"""The settings' file: where it is, and what it says. Light, for even help is given in the language that it names."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import platformdirs

PRODUCT = "gauss-elder"


def config_file() -> Path:
    """Return the TOML file that is read if it exists: GAUSS_CONFIG, else config.toml in the user's config folder."""
    named = os.environ.get("GAUSS_CONFIG")
    return (
        Path(named).expanduser() if named else platformdirs.user_config_path(PRODUCT, appauthor=False) / "config.toml"
    )


def in_file() -> dict[str, Any]:
    """Return what the file says, and nothing where there is none. Raises OSError or ValueError if it cannot be read."""
    file = config_file()
    return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
