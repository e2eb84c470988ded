"""What the one who runs the bot decides: from the environment, else from a TOML file, else the defaults below."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import AliasChoices, Field, SecretStr
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

PRODUCT = "gauss-elder"


def data_folder() -> Path:
    """Return the user's own data folder for this product, which need not exist yet."""
    return platformdirs.user_data_path(PRODUCT, appauthor=False)


def config_file() -> Path:
    """Return the TOML file that is read if it exists: GAUSS_CONFIG, else config.toml in the user's config folder."""
    named = os.environ.get("GAUSS_CONFIG")
    return Path(named) if named else platformdirs.user_config_path(PRODUCT, appauthor=False) / "config.toml"


class Settings(BaseSettings):
    """Every setting; `GAUSS_<NAME>` in the environment or `<name>` in the file. Secrets never print."""

    model_config = SettingsConfigDict(env_prefix="GAUSS_", extra="forbid", hide_input_in_errors=True, frozen=True)

    discord_token: SecretStr | None = Field(
        default=None, validation_alias=AliasChoices("DISCORD_TOKEN", "discord_token")
    )
    data: Path = Field(default_factory=data_folder)
    database: SecretStr | None = None  # a URL; it may hold a password
    lang: Literal["zh-CN", "en"] | None = None  # None: by the system's locale
    workers: int = Field(default=1, ge=1, le=16)  # processes of the workshop

    @property
    def database_url(self) -> str:
        """The database's URL: as set (a plain postgresql:// gets its driver), else SQLite in the data folder."""
        if self.database is None:
            return sqlite_url(self.data / "gauss.db")
        return re.sub(r"^postgres(ql)?://", "postgresql+asyncpg://", self.database.get_secret_value())

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """The environment wins over the file."""
        return init_settings, env_settings, TomlConfigSettingsSource(settings_cls, config_file())


def sqlite_url(path: Path) -> str:
    """Return the URL of a SQLite file.

    >>> sqlite_url(Path("/tmp/gauss.db"))
    'sqlite+aiosqlite:////tmp/gauss.db'
    """
    return f"sqlite+aiosqlite:///{path.absolute().as_posix()}"
