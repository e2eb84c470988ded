"""What the one who runs the bot decides: from the environment, else from a TOML file, else the defaults below."""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

import platformdirs
from pydantic import AliasChoices, Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource, SettingsConfigDict, TomlConfigSettingsSource

from bot.shards import read
from bot.store.shards import WHOLE, Shards

PRODUCT = "gauss-elder"
HERE = "127.0.0.1"


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
    log: Literal["text", "json"] = "text"
    metrics: str | None = None  # host:port, or a port of this machine; None: nowhere
    shards: str | None = None  # which of Discord's shards this process serves, say 0-3/16; None: all there are

    @field_validator("metrics", mode="before")
    @classmethod
    def _port_alone(cls, value: object) -> object:
        return str(value) if isinstance(value, int) else value

    @field_validator("metrics")
    @classmethod
    def _an_address(cls, value: str | None) -> str | None:
        if value:
            host_and_port(value)
        return value or None

    @field_validator("shards")
    @classmethod
    def _some_shards(cls, value: str | None) -> str | None:
        if value and read(value) is None:
            raise ValueError("shards are named by their first, their last and how many there are: 0-3/16")
        return value or None

    @property
    def own_shards(self) -> Shards:
        """The shards this process serves."""
        return (read(self.shards) if self.shards else None) or WHOLE

    @property
    def metrics_address(self) -> tuple[str, int] | None:
        """Where figures and health are told, or None."""
        return None if self.metrics is None else host_and_port(self.metrics)

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


def host_and_port(address: str) -> tuple[str, int]:
    """Return the two parts of an address; without a host it is this machine alone. Raises ValueError if it is none.

    >>> host_and_port("9464"), host_and_port(":9464"), host_and_port("0.0.0.0:9464"), host_and_port("[::1]:9464")
    (('127.0.0.1', 9464), ('127.0.0.1', 9464), ('0.0.0.0', 9464), ('::1', 9464))
    """
    host, _, port = address.strip().rpartition(":")
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise ValueError("host:port")
    return host.strip("[]") or HERE, int(port)


def seen_from_elsewhere(host: str) -> bool:
    """Whether other machines may reach what listens there.

    >>> seen_from_elsewhere("127.0.0.1"), seen_from_elsewhere("localhost"), seen_from_elsewhere("0.0.0.0")
    (False, False, True)
    """
    try:
        return not ip_address(host).is_loopback
    except ValueError:
        return host != "localhost"


def origins(settings: Settings) -> dict[str, str]:
    """Return where each setting's value came from: "environment", "file" or "default"."""
    named = {name.upper() for name, value in os.environ.items()}
    environment = {name for name in Settings.model_fields if variable(name) in named}
    given = settings.model_fields_set
    return {
        name: "environment" if name in environment else "file" if name in given else "default"
        for name in Settings.model_fields
    }


def variable(name: str) -> str:
    """Return the environment variable of a setting.

    >>> variable("lang"), variable("discord_token")
    ('GAUSS_LANG', 'DISCORD_TOKEN')
    """
    return name.upper() if name == "discord_token" else f"GAUSS_{name.upper()}"


def sqlite_url(path: Path) -> str:
    """Return the URL of a SQLite file.

    >>> sqlite_url(Path("/tmp/gauss.db"))
    'sqlite+aiosqlite:////tmp/gauss.db'
    """
    return f"sqlite+aiosqlite:///{path.absolute().as_posix()}"
