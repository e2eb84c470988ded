"""The settings' file: where it is, and what it says. Light, for even help is given in the language that it names."""

from __future__ import annotations

import os
import tomllib
from pathlib import Path
from typing import Any

import platformdirs

PRODUCT = "gauss-elder"


def config_file() -> Path:
    """Return the TOML file that is read: GAUSS_CONFIG, else config.toml in the user's config folder, if it exists."""
    named = named_file()
    return platformdirs.user_config_path(PRODUCT, appauthor=False) / "config.toml" if named is None else named


def named_file() -> Path | None:
    """Return the file that GAUSS_CONFIG names, if it names one."""
    named = os.environ.get("GAUSS_CONFIG")
    return Path(named).expanduser() if named else None


def in_file() -> dict[str, Any]:
    """Return what the file says, and nothing where none was named and there is none.

    Raises OSError or ValueError if it cannot be read; a file that was named and is not there is a FileNotFoundError.
    """
    file = config_file()
    if named_file() is None and not file.exists():
        return {}
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise FileNotFoundError(f"the settings file {file} is not there") from None
