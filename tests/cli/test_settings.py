"""Settings: where they come from, and that no secret among them ever shows."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from bot.cli import settled
from bot.cli.errors import WrongUseError
from bot.cli.words import say
from bot.play.scene import Language
from bot.secret import Secret
from bot.settings import NAMES, Settings, SettingsError, misspelt, origins, variable
from bot.terminal.words import terminal_lines
from tests.cli.shell import run

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

    assert SECRET not in repr(settings) + str(asdict(settings)) + str(settings.database)
    assert settings.discord_token is not None
    assert settings.discord_token.reveal() == SECRET


def test_a_misspelt_setting_is_refused_without_its_value(file: Path) -> None:
    file.write_text(f'discord_tokn = "{SECRET}"\n', encoding="utf-8")

    with pytest.raises(SettingsError) as refusal:
        Settings()

    assert "discord_tokn" in str(refusal.value)
    assert SECRET not in str(refusal.value)


@pytest.mark.parametrize("name", sorted({*map(variable, NAMES), "GAUSS_CONFIG"}))
def test_a_variable_with_a_letter_too_few_is_told_with_the_one_that_was_meant(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(name[:-2] + name[-1], "x")
    monkeypatch.setenv("GAUSS_SCRDIR", "/scratch")  # another program's own
    monkeypatch.setenv("GAUSS_TEST_POSTGRES", "of these tests")

    assert misspelt() == {name[:-2] + name[-1]: name}


def test_the_doctor_and_the_bot_warn_of_a_misspelt_variable() -> None:
    for command in ("doctor", "run"):
        out = run(command, DISCORD_TOKEN="", DISCORD_TOKN=SECRET).out
        assert "DISCORD_TOKN" in out
        assert "DISCORD_TOKEN" in out
        assert SECRET not in out


def test_a_plain_postgresql_url_gets_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAUSS_DATABASE", "postgres://elder@db/elder")

    assert Settings().database_url == "postgresql+asyncpg://elder@db/elder"


def test_without_a_database_sqlite_lies_in_the_data_folder(settings_of_nobody: Path) -> None:
    assert Settings().database_url == f"sqlite+aiosqlite:///{settings_of_nobody}/gauss.db"


def test_each_setting_is_told_with_where_it_came_from(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text('lang = "en"\nworkers = 2\n', encoding="utf-8")
    monkeypatch.setenv("GAUSS_LANG", "zh-CN")
    told = origins()

    assert (told["lang"], told["workers"], told["log"]) == ("environment", "file", "default")
    assert tuple(told) == NAMES


@pytest.mark.parametrize(
    ("stored", "environment", "language"),
    [
        ('lang = "zh-CN"', {}, "zh-CN"),
        ('lang = "en"', {"LC_ALL": "zh_CN.UTF-8"}, "en"),
        ('lang = "zh-CN"', {"GAUSS_LANG": "en"}, "en"),
        ("lang = [", {"LC_ALL": "zh_CN.UTF-8"}, "zh-CN"),
        ("workers = 2", {}, "en"),
    ],
)
def test_the_command_line_speaks_the_language_that_is_set(
    file: Path, stored: str, environment: dict[str, str], language: Language
) -> None:
    file.write_text(stored, encoding="utf-8")
    done = run("doctor", "--help", **environment)

    assert done.code == 0
    assert terminal_lines().say("help.doctor", language) in done.out


@pytest.mark.parametrize("address", ["", "9464:", "host:0", "host:65536", "host:٣", "a b"])
def test_what_is_no_address_is_refused(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAUSS_METRICS", address)
    if not address:
        assert Settings().metrics_address is None
        return
    with pytest.raises(SettingsError):
        Settings()


@pytest.mark.parametrize("address", ["9464", ":9464", "127.0.0.1:9464"])
def test_figures_are_told_to_this_machine_alone_unless_another_is_named(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAUSS_METRICS", address)

    assert Settings().metrics_address == ("127.0.0.1", 9464)


def test_what_code_gives_wins_and_the_rest_is_looked_for(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file.write_text("workers = 2\n", encoding="utf-8")
    monkeypatch.setenv("GAUSS_DATABASE", "postgresql://elder@db/elder")
    settings = Settings(data=Path("attic"), database=None)

    assert (settings.data, settings.database, settings.workers) == (Path("attic"), None, 2)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("workers", "0"),
        ("workers", "17"),
        ("workers", "2.5"),
        ("workers", ""),
        ("lang", "zh"),
        ("log", "xml"),
        ("shards", "3/2"),
        ("metrics", "nowhere"),
    ],
)
def test_every_wrong_setting_is_told_at_once_with_the_law_it_broke(
    name: str, value: str, file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file.write_text('discord_tokn = "hush"\n', encoding="utf-8")
    monkeypatch.setenv(f"GAUSS_{name.upper()}", value)

    with pytest.raises(SettingsError) as refusal:
        Settings()

    assert set(refusal.value.wrong) == {name, "discord_tokn"}
    with pytest.raises(WrongUseError) as told:
        settled.settings()
    for language in ("zh-CN", "en"):
        monkeypatch.setenv("LC_ALL", language)
        assert all(say(f"setting.{flaw.law}", **flaw.bounds) for flaw in refusal.value.wrong.values())
    assert "hush" not in str(told.value.values)


@pytest.mark.parametrize(
    "stored", ["workers = true", "workers = 2.0", "lang = 3", "data = 5", "database = 1", "log = [1]", "shards = 1"]
)
def test_the_file_says_a_thing_as_toml_writes_it(stored: str, file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GAUSS_DATA")
    file.write_text(stored, encoding="utf-8")

    with pytest.raises(SettingsError):
        Settings()


def test_a_port_may_stand_in_the_file_as_a_number(file: Path) -> None:
    file.write_text("metrics = 9464", encoding="utf-8")

    assert Settings().metrics_address == ("127.0.0.1", 9464)


def test_a_variable_that_is_empty_is_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "")

    assert Settings().discord_token is None
    assert Settings(discord_token=Secret(SECRET)).discord_token == Secret(SECRET)
