"""Settings: where they come from, and that no secret among them ever shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import ValidationError

from bot.settings import Settings, origins

SECRET = "hush-hush"


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "config.toml"
    monkeypatch.setenv("GAUSS_CONFIG", str(path))
    return path


def test_the_environment_wins_over_the_file(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('lang = "en"\nworkers = 2\n', encoding="utf-8")
    monkeypatch.setenv("GAUSS_LANG", "zh-CN")
    settings = Settings()

    assert (settings.lang, settings.workers) == ("zh-CN", 2)


def test_no_secret_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv("GAUSS_DATABASE", f"postgresql://elder:{SECRET}@db/elder")
    settings = Settings()

    assert SECRET not in repr(settings) + str(settings.model_dump())
    assert settings.discord_token is not None
    assert settings.discord_token.get_secret_value() == SECRET


def test_a_misspelt_setting_is_refused_without_its_value(file: Path) -> None:
    file.write_text(f'discord_tokn = "{SECRET}"\n', encoding="utf-8")

    with pytest.raises(ValidationError) as refusal:
        Settings()

    assert "discord_tokn" in str(refusal.value)
    assert SECRET not in str(refusal.value)


def test_a_plain_postgresql_url_gets_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAUSS_DATABASE", "postgres://elder@db/elder")

    assert Settings().database_url == "postgresql+asyncpg://elder@db/elder"


def test_without_a_database_sqlite_lies_in_the_data_folder(settings_of_nobody: Path) -> None:
    assert Settings().database_url == f"sqlite+aiosqlite:///{settings_of_nobody}/gauss.db"


def test_each_setting_is_told_with_where_it_came_from(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('lang = "en"\nworkers = 2\n', encoding="utf-8")
    monkeypatch.setenv("GAUSS_LANG", "zh-CN")
    told = origins(Settings())

    assert (told["lang"], told["workers"], told["log"]) == ("environment", "file", "default")
    assert told.keys() == Settings.model_fields.keys()


@pytest.mark.parametrize("address", ["", "9464:", "host:0", "host:65536", "host:٣", "a b"])
def test_what_is_no_address_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAUSS_METRICS", address)
    if not address:
        assert Settings().metrics_address is None
        return
    with pytest.raises(ValidationError):
        Settings()


@pytest.mark.parametrize("address", ["9464", ":9464", "127.0.0.1:9464"])
def test_figures_are_told_to_this_machine_alone_unless_another_is_named(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAUSS_METRICS", address)

    assert Settings().metrics_address == ("127.0.0.1", 9464)
