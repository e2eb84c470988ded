"""Settings: where they come from, and that no secret among them ever shows."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import pytest

from bot.cli import settled
from bot.cli.database import presentable
from bot.cli.errors import WrongUseError
from bot.cli.words import say
from bot.config import in_file
from bot.play.scene import Language
from bot.secret import Secret
from bot.settings import NAMES, Settings, SettingsError, data_folder, misspelt, origins, variable
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


@pytest.mark.parametrize("command", [["doctor"], ["db", "current"], ["bank", "list"], ["ask", "n"], ["me"], ["run"]])
@pytest.mark.parametrize("there", [False, True])
def test_a_settings_file_that_was_named_must_be_there_and_be_a_file(
    command: list[str], there: bool, file: Path
) -> None:
    if there:
        file.mkdir()
    done = run(*command)

    assert (done.code, done.out) == (2, "")
    assert str(file) in done.err
    assert ("is not there" in done.err) is not there
    assert "Traceback" not in done.err


def test_where_no_settings_file_was_named_none_need_be_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GAUSS_CONFIG")
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))

    assert in_file() == {}
    assert Settings().workers == 1


def test_the_doctor_tells_which_settings_file_is_read(file: Path) -> None:
    file.write_text("workers = 2\n", encoding="utf-8")
    told = run("doctor", "--json").json["config"]
    looked = run("doctor", "--json", GAUSS_CONFIG="", XDG_CONFIG_HOME=str(file.parent / "home")).json["config"]

    assert str(file) in told["found"]
    assert str(file) in run("doctor").out
    assert str(file.parent / "home" / "gauss-elder" / "config.toml") in looked["found"]
    assert (told["well"], looked["well"]) == (True, True)


def test_a_misspelt_setting_is_refused_without_its_value(file: Path) -> None:
    file.write_text(f'discord_tokn = "{SECRET}"\n', encoding="utf-8")

    with pytest.raises(SettingsError) as refusal:
        Settings()

    assert "discord_tokn" in str(refusal.value)
    assert SECRET not in str(refusal.value)


@pytest.mark.parametrize("name", sorted({*map(variable, NAMES), "GAUSS_CONFIG", "GAUSS_DEBUG"}))
def test_a_variable_with_a_letter_too_few_is_told_with_the_one_that_was_meant(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(name[:-2] + name[-1], "x")
    monkeypatch.setenv("GAUSS_SCRDIR", "/scratch")  # another program's own
    monkeypatch.setenv("GAUSS_TEST_POSTGRES", "of these tests")

    assert misspelt() == {name[:-2] + name[-1]: name}


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("GAUSS_DB", "GAUSS_DATABASE"),
        ("GAUSS_TOKEN", "DISCORD_TOKEN"),
        ("GAUS_DATA", "GAUSS_DATA"),
        ("GAUSSDATABASE", "GAUSS_DATABASE"),
        ("DISCORDTOKEN", "DISCORD_TOKEN"),
        ("DISCORD_BOT_TOKEN", "DISCORD_TOKEN"),
    ],
)
def test_a_variable_by_another_name_is_told_with_the_one_that_was_meant(
    name: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(meant, raising=False)
    monkeypatch.setenv(name, "x")

    assert misspelt() == {name: meant}


@pytest.mark.parametrize("empty", ["", "  "])
@pytest.mark.parametrize("name", NAMES)
def test_a_variable_that_is_empty_is_as_one_that_is_not_there(
    name: str, empty: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(variable(name), raising=False)
    default = getattr(Settings(), name)
    monkeypatch.setenv(variable(name), empty)

    assert getattr(Settings(), name) == default


def test_a_variable_like_one_that_is_set_is_held_to_be_another_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", SECRET)
    monkeypatch.setenv("DISCORD_BOT_TOKEN", "another bot's")

    assert misspelt() == {}


@pytest.mark.parametrize("command", ["run", "db current --json", "bank list --json"])
def test_every_command_that_reads_settings_warns_once_of_a_misspelt_variable(command: str) -> None:
    done = run(*command.split(), DISCORD_TOKEN="", DISCORD_TOKN=SECRET)

    assert done.err.startswith(say("run.misspelt", name="DISCORD_TOKN", like="DISCORD_TOKEN"))
    assert done.err.count("DISCORD_TOKN") == 1
    assert "DISCORD_TOKN" not in done.out
    assert SECRET not in done.out + done.err


def test_the_doctor_tells_a_misspelt_variable_as_a_finding_alone() -> None:
    done = run("doctor", DISCORD_TOKN=SECRET)

    assert (done.out.count("DISCORD_TOKN"), done.err) == (1, "")
    assert SECRET not in done.out


def test_a_plain_postgresql_url_gets_its_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAUSS_DATABASE", "postgres://elder@db/elder")

    assert Settings().database_url == "postgresql+asyncpg://elder@db/elder"


def test_without_a_database_sqlite_lies_in_the_data_folder(settings_of_nobody: Path) -> None:
    assert Settings().database_url == f"sqlite+aiosqlite:///{settings_of_nobody}/gauss.db"


PATHS = ("elder", "./elder", "../elder", "~/elder", "/srv/elder")
URLS = {
    "sqlite:///{}": "sqlite+aiosqlite:///{}",
    "sqlite+aiosqlite:///{}?timeout=9": "sqlite+aiosqlite:///{}?timeout=9",
    "sqlite:///file:{}?mode=ro&uri=true": "sqlite+aiosqlite:///file:{}?mode=ro&uri=true",
}


@pytest.fixture
def folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Path]:
    """Give a current folder, a home and a settings file, each in a folder of its own; return the folders."""
    there = {name: tmp_path / name for name in ("environment", "home", "file")}
    for folder in there.values():
        folder.mkdir()
    monkeypatch.chdir(there["environment"])
    monkeypatch.setenv("HOME", str(there["home"]))
    monkeypatch.setenv("GAUSS_CONFIG", str(there["file"] / "config.toml"))
    monkeypatch.delenv("GAUSS_DATA")
    return there


def say_it(where: str, name: str, value: str, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    """Set a setting in the environment or in the file."""
    told = f'{name} = "{value}"\n' if where == "file" else ""
    (folders["file"] / "config.toml").write_text(told, encoding="utf-8")
    if where == "environment":
        monkeypatch.setenv(variable(name), value)


def leads_to(path: str, where: str, folders: dict[str, Path]) -> str:
    """Return where a path leads that was said in the environment or in the file."""
    return path.replace("~", str(folders["home"])) if path[0] in "~/" else str(folders[where] / path)


@pytest.mark.parametrize("where", ["environment", "file"])
@pytest.mark.parametrize("path", PATHS)
def test_a_path_is_one_from_where_it_was_said_and_a_tilde_is_ones_home(
    path: str, where: str, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    say_it(where, "data", path, folders, monkeypatch)

    assert str(Settings().data) == leads_to(path, where, folders)


@pytest.mark.parametrize("where", ["environment", "file"])
@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("url", URLS)
def test_the_path_in_a_url_of_sqlite_is_led_as_any_other(
    url: str, path: str, where: str, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    say_it(where, "database", url.format(path), folders, monkeypatch)

    assert Settings().database_url == URLS[url].format(leads_to(path, where, folders))


@pytest.mark.parametrize("where", ["environment", "file"])
@pytest.mark.parametrize(
    "url",
    [
        "sqlite+aiosqlite://",
        "sqlite+aiosqlite:///:memory:",
        "sqlite+aiosqlite:///file::memory:?uri=true",
        "sqlite+aiosqlite:///file:elder?mode=memory&uri=true",
        "sqlite+aiosqlite:///file:/srv/a%20b?uri=true",
        "postgresql+asyncpg:///elder",
        "postgresql+asyncpg://~@db/~",
    ],
)
def test_a_url_that_names_no_file_by_a_relative_path_stays_as_it_is(
    url: str, where: str, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    say_it(where, "database", url, folders, monkeypatch)

    assert Settings().database_url == url


@pytest.mark.parametrize(("name", "value"), [("data", "elder"), ("database", "sqlite:///elder/gauss.db")])
def test_from_every_folder_the_file_names_one_database_and_the_doctor_shows_the_whole_path(
    name: str, value: str, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    say_it("file", name, value, folders, monkeypatch)
    (folders["file"] / "elder").mkdir()
    database = folders["file"] / "elder" / "gauss.db"
    for folder in folders.values():
        monkeypatch.chdir(folder)

        assert str(database) in run("doctor", "--json").json["settings"]["GAUSS_DATABASE"]["value"]
        assert run("db", "upgrade").code == 0
    assert [*database.parents[2].rglob("gauss.db")] == [database]


def test_what_a_file_says_is_led_from_its_folder_though_the_file_is_named_by_a_relative_path(
    folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    say_it("file", "data", "elder", folders, monkeypatch)
    monkeypatch.setenv("GAUSS_CONFIG", "../file/config.toml")

    assert Settings().data.is_absolute()
    assert Settings().data.resolve() == folders["file"] / "elder"


@pytest.mark.parametrize(("name", "value"), [("data", "elder"), ("database", "sqlite:///gauss.db")])
def test_a_path_from_a_current_folder_that_was_taken_away_is_a_wrong_setting(
    name: str, value: str, folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    say_it("environment", name, value, folders, monkeypatch)
    folders["environment"].rmdir()

    with pytest.raises(SettingsError) as refusal:
        Settings()
    assert {name: flaw.law for name, flaw in refusal.value.wrong.items()} == {name: "writable"}


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
    for wrong, flaw in refusal.value.wrong.items():
        reason = terminal_lines().say(f"setting.{flaw.law}", "en", **flaw.bounds)
        assert f"{wrong} ({reason})" in str(refusal.value)
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


@pytest.mark.parametrize("empty", ["", " "])
def test_a_variable_that_is_empty_is_not_set(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("DISCORD_TOKEN", "GAUSS_DATABASE", "GAUSS_DATA"):
        monkeypatch.setenv(name, empty)
    settings, told = Settings(), origins()

    assert (settings.discord_token, settings.database, settings.data) == (None, None, data_folder())
    assert {told[name] for name in ("discord_token", "database", "data")} == {"default"}
    assert Settings(discord_token=Secret(SECRET)).discord_token == Secret(SECRET)


@pytest.mark.parametrize(
    ("url", "law"),
    [
        ("nonsense", "database"),
        ("sqlite:gauss.db", "database"),
        ("sqlite://gauss.db", "database"),
        ("postgresql://db:543x/elder", "database"),
        ("postgresql://db:99999/elder", "database"),
        ("postgresql://[::1/elder", "database"),
        ("postgresql://db/elder?port=x", "database"),
        (f"postgresql://elder:p@{SECRET}@db/elder", "database"),
        (f"postgresql://elder:p@s/{SECRET}@db/elder", "database"),
        (f"postgresql://elder:p@s?{SECRET}@db/elder", "database"),
        ("mysql://db/elder", "database_kind"),
        ("postgresql+psycopg2://db/elder", "database_kind"),
        ("postgresql://db/elder?application_name=x", "database_option"),
        ("sqlite:///gauss.db?mode=ro", "database_option"),
        ("postgresql://db/elder?sslmode=maybe", "sslmode"),
    ],
)
def test_what_is_no_url_of_a_database_is_a_wrong_setting(url: str, law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAUSS_DATABASE", url)
    with pytest.raises(SettingsError) as refusal:
        Settings()
    with pytest.raises(WrongUseError) as told:
        settled.settings()

    assert refusal.value.wrong["database"].law == law
    assert SECRET not in str(told.value.values) + str(refusal.value)
    assert SECRET not in presentable(url)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ("sqlite:///gauss.db", "sqlite+aiosqlite:///gauss.db"),
        ("sqlite+aiosqlite:///file:gauss.db?mode=ro&uri=true",) * 2,
        (
            "postgresql://elder:p%40ss@db/elder?sslmode=require",
            "postgresql+asyncpg://elder:p%40ss@db/elder?ssl=require",
        ),
        ("postgresql+asyncpg:///elder?host=/run/postgresql&port=5433",) * 2,
    ],
)
def test_a_databases_url_is_handed_on_as_its_driver_takes_it(given: str, taken: str) -> None:
    assert Settings(database=Secret(given)).database_url == taken
    assert Settings(database=Secret(taken)).database_url == taken


def test_of_a_url_all_that_may_be_a_password_is_hidden() -> None:
    for password in ("p", "p@ss", "p:a", "p/s", "p?s", "p@s/s", "p@s?s"):
        assert presentable(f"postgresql://elder:{password}@db:5432/x") == "postgresql://elder:***@db:5432/x"
