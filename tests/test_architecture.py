"""The import table of the house, read from the source; and the few things no part of it may do."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = ("bot", "engine", "quizbank", "migrations", "gauss_elder")
SLOW = ("torch", "sympy", "matplotlib")  # what only workers load
LATER = {"alembic", "asyncpg", "babel", "fsrs", "prometheus_client", "pydantic", "rich", "simcord"}

# Part -> what it may import beside the standard library and itself. The longest name that fits a module is its part.
TABLE: dict[str, set[str]] = {
    "engine": set(),
    "engine.rules": set(),
    "engine.answers": {"sympy"},  # inside Reading.sympy alone: see the next test
    "engine.exact": {"sympy"},
    "engine.attention": {"torch"},
    "quizbank": {"engine.answers", "babel", "sympy"},  # sympy only while types are checked, or inside the families
    "quizbank.halls": {"quizbank", "engine.exact", "engine.attention", "engine.answers", "sympy", "torch"},
    "quizbank.counsel": {"quizbank", "engine.answers"},
    **{f"quizbank.counsel.{name}": {"quizbank", "engine.exact", "sympy"} for name in ("reckoning", "sheet", "plans")},
    "bot": {"*"},  # settings, app, __main__: the wiring
    "bot.folders": set(),  # where files lie: anyone may ask
    "bot.cli": {"*"},
    "bot.store": {"bot.folders", "sqlalchemy", "alembic"},
    "bot.pictures": {
        "matplotlib",
        "PIL",
        "pylopdf_fonts_zh_cn",
        "quizbank.picture",
        "quizbank.lines",
        "quizbank.figures",
    },
    "bot.workshop": {"bot.folders", "quizbank", "bot.pictures", "torch"},
    "bot.play": {
        "bot.folders",
        "bot.store",
        "bot.workshop",
        "quizbank",
        "engine.rules",
        "engine.answers",
        "sqlalchemy",
        "fsrs",
    },
    "bot.cogs": {
        "bot.cogs.frame.courier",
        "bot.folders",
        "bot.play",
        "bot.watch.answering",
        "discord",
        "quizbank.lines",
        "quizbank.picture",
        "engine.rules",
    },
    "bot.cogs.frame.courier": {"pycurl"},
    "bot.watch": {"bot.watch.answering", "bot.store", "prometheus_client", "aiohttp", "discord", "sqlalchemy"},
    "bot.watch.answering": set(),
    "bot.terminal": {
        "bot.folders",
        "bot.play",
        "rich",
        "quizbank.lines",
        "quizbank.figures",
        "quizbank.picture",
        "engine.rules",
    },
    "bot.demo": {"bot.app", "bot.cogs", "bot.play.scene", "discord", "simcord"},
    "migrations": {"alembic", "sqlalchemy"},
    "gauss_elder": set(),
}
READS_THE_CLOCK = {"bot/cli/clock.py"}
SPEAKS_CHINESE = re.compile(
    r"engine/answers/\w+\.py"  # tables of what learners may write
    r"|bot/pictures/drawing\.py"  # a glyph whose height is measured and that is drawn nowhere
)


@dataclass(frozen=True)
class Import:
    """One import: who, whom, and whether it happens when the module is loaded."""

    module: str
    wanted: str
    at_load: bool


def modules() -> Iterator[tuple[str, Path]]:
    """Yield every module of ours by its dotted name."""
    for top in OURS:
        for path in sorted((ROOT / top).rglob("*.py")):
            parts = path.relative_to(ROOT).with_suffix("").parts
            yield ".".join(parts[:-1] if parts[-1] == "__init__" else parts), path


MODULES = dict(modules())


def imports(module: str) -> Iterator[Import]:
    """Yield the imports of a module; those under TYPE_CHECKING load nothing and are passed over."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    yield from walk(module, tree, at_load=True)


def walk(module: str, node: ast.AST, *, at_load: bool) -> Iterator[Import]:
    """Yield the imports below a node."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import):
            yield from (Import(module, name.name, at_load) for name in child.names)
        elif isinstance(child, ast.ImportFrom):
            assert child.level == 0, f"{module} imports relatively"
            for name in child.names:
                whole = f"{child.module}.{name.name}"
                yield Import(module, whole if whole in MODULES else str(child.module), at_load)
        elif not (isinstance(child, ast.If) and ast.unparse(child.test) == "TYPE_CHECKING"):
            inside = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from walk(module, child, at_load=at_load and not inside)


def part_of(module: str) -> str:
    """Return the row of the table that a module belongs to."""
    return max((part for part in TABLE if module == part or module.startswith(f"{part}.")), key=len)


def allowed(wanted: Import) -> bool:
    """Whether the table allows an import."""
    part = part_of(wanted.module)
    top = wanted.wanted.partition(".")[0]
    if "*" in TABLE[part] or top in sys.stdlib_module_names or part.startswith(f"{wanted.wanted}."):
        return True  # the last: a part may name the package it lies in
    within = wanted.wanted == part or wanted.wanted.startswith(f"{part}.")
    own = within and (top not in OURS or part_of(wanted.wanted) == part)
    return own or any(wanted.wanted == each or wanted.wanted.startswith(f"{each}.") for each in TABLE[part])


@pytest.mark.parametrize("module", MODULES)
def test_each_module_imports_only_what_its_part_may(module: str) -> None:
    astray = sorted({each.wanted for each in imports(module) if not allowed(each)})

    assert astray == []


def test_the_reader_of_answers_loads_sympy_only_when_a_reading_is_turned_into_it() -> None:
    own = [each for name in MODULES if part_of(name) == "engine.answers" for each in imports(name) if each.at_load]
    slow = {each.module for each in own if each.wanted.startswith("sympy")}

    assert [each for each in own if each.wanted in slow] == []


def test_the_bank_loads_no_engine_when_it_is_opened() -> None:
    slow = [
        each
        for name in MODULES
        if part_of(name) == "quizbank"
        for each in imports(name)
        if each.at_load and each.wanted.partition(".")[0] in SLOW
    ]

    assert slow == []


def test_no_two_modules_import_each_other_at_load() -> None:
    wanted = {name: {each.wanted for each in imports(name) if each.at_load} for name in MODULES}
    mutual = [(one, other) for one, others in wanted.items() for other in others if one in wanted.get(other, ())]

    assert mutual == []


def test_the_frame_knows_none_of_what_is_hung_in_it() -> None:
    rooms = [
        each
        for name in MODULES
        if name.startswith("bot.cogs.frame")
        for each in imports(name)
        if each.wanted.startswith("bot.cogs.") and not each.wanted.startswith("bot.cogs.frame")
    ]

    assert rooms == []


def test_engine_knows_no_bank_and_the_bank_no_bot() -> None:
    upward = [
        each
        for name in MODULES
        for each in imports(name)
        if (name.startswith("engine") and each.wanted.startswith(("quizbank", "bot")))
        or (name.startswith("quizbank") and each.wanted.startswith("bot"))
    ]

    assert upward == []


def test_a_file_that_ships_is_found_in_one_place_of_the_bot_however_deep_a_module_lies() -> None:
    climbing = [name for name in MODULES if name.startswith("bot") and "__file__" in MODULES[name].read_text()]

    assert climbing == ["bot.folders"]


def test_the_two_witnesses_never_met() -> None:
    met = [
        each
        for name in MODULES
        for each in imports(name)
        if {part_of(name), ".".join(each.wanted.split(".")[:2])} == {"engine.exact", "engine.attention"}
    ]

    assert met == []


def loaded_after(code: str) -> set[str]:
    """Return the top-level modules that a fresh interpreter has loaded after running some code."""
    told = "import sys; print(*sorted({name.partition('.')[0] for name in sys.modules}))"
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{told}"], cwd=ROOT, capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.split())


@pytest.mark.parametrize(
    "code",
    [
        "import bot.app, bot.cli.serving, bot.cli.sitting, bot.cli.showing",
        "from quizbank.bank import open_bank; print(*(len(each) for each in open_bank().certificates.values()))",
        "from engine.answers import read; read('2^6'); read('1.5 GiB', 'quantity')",
    ],
    ids=["the bot", "the bank", "the reader"],
)
def test_the_bot_process_loads_neither_torch_nor_sympy_nor_matplotlib(code: str) -> None:
    assert loaded_after(code) & set(SLOW) == set()


def test_the_bot_starts_without_what_only_some_need_or_only_later() -> None:
    loaded = loaded_after("from bot.cli.loading import loaded; loaded()")

    assert "discord" in loaded
    assert loaded & LATER == set()


def test_of_databases_only_the_one_that_is_spoken_is_loaded() -> None:
    drivers = "sys.modules['sqlalchemy.dialects'].__dict__"
    spoken = f"from bot.cli.loading import loaded; loaded(); import sys; assert 'postgresql' not in {drivers}"

    assert "sqlalchemy" in loaded_after(spoken)


def test_the_bot_starts_without_the_orm_and_whoever_asks_for_it_later_gets_it_with_the_same_connections() -> None:
    code = """
from bot.cli.loading import loaded
import sys
loaded()
assert not {"sqlalchemy.orm", "sqlalchemy.ext.asyncio"} & sys.modules.keys()
from bot.store.store import AsyncConnection, AsyncEngine
import sqlalchemy.ext.asyncio
assert (sqlalchemy.ext.asyncio.AsyncConnection, sqlalchemy.ext.asyncio.AsyncEngine) == (AsyncConnection, AsyncEngine)
assert sqlalchemy.ext.asyncio.AsyncSession.__module__.startswith("sqlalchemy.ext.asyncio")
"""

    assert "sqlalchemy" in loaded_after(code)


def test_the_bot_trusts_whom_the_system_trusts_and_whoever_trusts_anybody_reads_no_authorities() -> None:
    code = """
from bot.cli.loading import loaded
import ssl
trusted, read = ssl.create_default_context().cert_store_stats(), ssl.SSLContext.set_default_verify_paths
loaded()
from aiohttp.connector import _SSL_CONTEXT_UNVERIFIED as blind, _SSL_CONTEXT_VERIFIED as looking
assert looking.verify_mode is ssl.CERT_REQUIRED and looking.check_hostname
assert looking.cert_store_stats() == trusted and blind.cert_store_stats()["x509"] == 0
assert ssl.SSLContext.set_default_verify_paths is read
"""

    assert "discord" in loaded_after(code)


def test_no_garbage_is_looked_for_while_the_bot_is_loaded_nor_among_what_was_loaded() -> None:
    code = """
from bot.cli.loading import loaded
import gc
before = [each["collections"] for each in gc.get_stats()]
loaded()
after = [each["collections"] for each in gc.get_stats()]
assert after == before, (before, after)
assert gc.isenabled() and gc.get_freeze_count() > 10_000
"""

    assert "discord" in loaded_after(code)


def test_the_migrations_load_neither_torch_nor_discord() -> None:
    loaded = loaded_after("import bot.store.tables, bot.store.schema")

    assert loaded & {"torch", "discord"} == set()


def test_asking_for_help_loads_nothing_slow() -> None:
    loaded = loaded_after("import bot.cli")

    assert loaded & {*SLOW, "discord", "sqlalchemy", "alembic"} == set()


def clock_readings(module: str) -> list[str]:
    """Return the calls in a module that read the clock."""
    calls = [
        node for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))) if isinstance(node, ast.Call)
    ]
    named = (ast.unparse(call.func) for call in calls)
    return [name for name in named if re.search(r"(^|\.)(datetime|date)\.(now|utcnow|today)$|^time\.time(_ns)?$", name)]


@pytest.mark.parametrize("module", [name for name in MODULES if name.startswith(("bot", "engine"))])
def test_time_is_an_argument(module: str) -> None:
    if MODULES[module].relative_to(ROOT).as_posix() in READS_THE_CLOCK:
        assert clock_readings(module) != []
        return

    assert clock_readings(module) == []


def chinese_literals(module: str) -> list[str]:
    """Return the string literals of a module that hold Chinese; docstrings speak to developers and are passed over."""
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    docs = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    literals = (node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in docs)
    return [str(node.value) for node in literals if isinstance(node.value, str) and re.search("[一-鿿]", node.value)]


@pytest.mark.parametrize("module", MODULES)
def test_what_a_learner_reads_stands_in_no_py_file(module: str) -> None:
    if SPEAKS_CHINESE.fullmatch(MODULES[module].relative_to(ROOT).as_posix()):
        return

    assert chinese_literals(module) == []
