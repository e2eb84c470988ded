"""The documents name only what is there, name all of it, and the two READMEs say the same."""

from __future__ import annotations

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path

import discord
import pytest
from typer.core import TyperGroup
from typer.main import get_command

from bot.cli import app
from bot.cogs.desk.teach import TeachCog
from bot.cogs.elder import ElderCog
from bot.cogs.frame.words import WORDS
from bot.cogs.study.study import StudyCog
from bot.cogs.wall.wall import WallCog
from bot.settings import NAMES, variable

ROOT = Path(__file__).resolve().parent.parent
READMES = ("README.md", "README.zh-CN.md")
PAGES = ("privacy", "running", "scaling", "embedding", "security")  # each with its twin in Chinese
DOCUMENTS = (
    *READMES,
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    *(f"docs/{page}{tongue}.md" for page in PAGES for tongue in ("", ".zh-CN")),
)
COGS = {"elder": ElderCog, "wall": WallCog, "study": StudyCog, "teach": TeachCog}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
GATE = discord.Permissions(view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True)

# Where it is worked on, and where its libraries are fetched from, are nobody's business. Each is spelt so as not to
# find itself.
FOREIGN = re.compile(
    r"(?<![\w.])/wor[k]/|(?<![\w.])/hom[e]/|\bshare[d]/|\bissue[s] show|\bissue[s]? ?#?\d"
    r"|py[p]i\.org|pythonhoste[d]\.|download\.pytorc[h]|artifactor[y]|devp[i]\b"
)
CITED = re.compile(r'"source": "[^"]*"')  # where a case was first reported, in another project
SOURCES = ("bot", "engine", "quizbank", "migrations", "gauss_elder", "red", "deploy", "tests", "docs", ".ci")
TEXTS = {".py", ".toml", ".md", ".json", ".jsonl", ".mako", ".html", ""}

each_document = pytest.mark.parametrize("document", DOCUMENTS)
each_readme = pytest.mark.parametrize("readme", READMES)


def read(document: str) -> str:
    """Return a document's text."""
    return (ROOT / document).read_text(encoding="utf-8")


def fences(document: str, *languages: str) -> list[str]:
    """Return the fenced blocks in one of some languages."""
    return re.findall(rf"^ *```(?:{'|'.join(languages)})\n(.*?)^ *```", read(document), re.MULTILINE | re.DOTALL)


def shell_lines(document: str) -> Iterator[list[str]]:
    """Yield what a document has its reader type at a shell, in fences or in the text, word by word."""
    fenced = [line for block in fences(document, "sh", "bat") for line in whole_lines(block)]
    bare = re.sub(r"^ *```.*?^ *```", "", read(document), flags=re.MULTILINE | re.DOTALL)
    for line in (*fenced, *re.findall(r"`((?:gauss-elder|make) [^`\n]+)`", bare)):
        words = words_of(line)
        if words:
            yield words


def words_of(line: str) -> list[str]:
    """Return the words of a line at a shell, its comment left out; ValueError if a quotation goes on beyond it."""
    return shlex.split(line.replace("\\", "/"), comments=True)


def whole_lines(block: str) -> Iterator[str]:
    """Yield the lines of a block for a shell, those that one quotation spans as one."""
    begun: list[str] = []
    for line in block.splitlines():
        begun.append(line)
        try:
            words_of("\n".join(begun))
        except ValueError:
            continue
        yield "\n".join(begun)
        begun.clear()
    assert not begun, f"a quotation without an end: {begun}"


def strays(words: list[str]) -> list[str]:
    """Return the words of a `gauss-elder` line that name no command and no option of it."""
    command, rest = get_command(app), words[1:]
    while isinstance(command, TyperGroup) and rest:
        if rest[0] not in command.commands:
            return [rest[0]]
        command, rest = command.commands[rest[0]], rest[1:]
    known = {name for each in command.params for name in each.opts}
    return [word for word in rest if word.startswith("--") and word not in known]


def targets(words: list[str]) -> list[str]:
    """Return what a `make` line wants made."""
    return [word for word in words[1:] if "=" not in word]


@each_document
def test_every_command_line_is_one_that_can_be_typed(document: str) -> None:
    lines = list(shell_lines(document))
    made = set(re.findall(r"^([a-z]+):", MAKEFILE, re.MULTILINE))

    assert [words for words in lines if words[0].endswith("gauss-elder") and strays(words)] == []
    assert [words for words in lines if words[0] == "make" and not made.issuperset(targets(words))] == []


@each_readme
def test_every_command_at_the_shell_is_shown(readme: str) -> None:
    command = get_command(app)
    assert isinstance(command, TyperGroup)
    shown = {word for words in shell_lines(readme) for word in words[1:]}

    assert set(command.commands) <= shown


@each_readme
def test_every_command_in_discord_is_in_the_table_and_no_other(readme: str) -> None:
    listed = re.findall(r"^\| `/(\w+ \w+)`", read(readme), re.MULTILINE)
    there = [f"{group} {command.name}" for group, cog in COGS.items() for command in cog.__cog_app_commands__]

    assert sorted(listed) == sorted(there)


def test_the_chinese_readme_tells_what_each_command_is_called_in_chinese() -> None:
    listed = re.findall(r"^\| `/(\w+) (\w+)`（(.+?)）", read("README.zh-CN.md"), re.MULTILINE)
    called = [
        " ".join(WORDS.say(f"command.{key}.name", "zh-CN") for key in (group, f"{group}.{command}"))
        for group, command, _ in listed
    ]

    assert [name for _, _, name in listed] == called


@each_readme
def test_every_setting_is_in_the_table_and_no_other(readme: str) -> None:
    listed = re.findall(r"^\| `([A-Z_]+)` \|", read(readme), re.MULTILINE)
    there = [*map(variable, NAMES), "GAUSS_CONFIG", "GAUSS_DEBUG"]

    assert sorted(listed) == sorted(there)


@each_readme
def test_the_invitation_asks_for_the_permissions_that_are_told_and_no_more(readme: str) -> None:
    asked = re.findall(r"permissions=(\d+)", read(readme))

    assert asked == [str(GATE.value)]


def skeleton(document: str) -> dict[str, list[str]]:
    """Return what two languages of one document share: headings' ranks, rows' first cells, what is typed, links."""
    text = read(document)
    typed = [re.sub(r' *#.*| "[^"]*"|--lang \S+', "", block) for block in fences(document, "sh", "bat")]
    untongued = [link.replace(".zh-CN.md", ".md") for link in re.findall(r"\]\(([^)]+)\)", text)]
    return {
        "headings": re.findall(r"^(#+) ", re.sub(r"```.*?```", "", text, flags=re.DOTALL), re.MULTILINE),
        "rows": re.findall(r"^\| (`[^`]+`)", text, re.MULTILINE),
        "figures": re.findall(r"1/\d+|\d+\.\d+(?= )", text),
        "typed": [re.sub(r"\s+", " ", block) for block in typed],
        "links": [link for link in untongued if "README" not in link and "battle" not in link],
    }


def test_the_two_readmes_have_the_same_headings_rows_lines_and_links() -> None:
    english, chinese = map(skeleton, READMES)

    assert english == chinese


@each_document
def test_every_link_within_the_project_leads_somewhere(document: str) -> None:
    links = re.findall(r"\]\(([^)#]+)\)", read(document))
    lost = [link for link in links if "://" not in link and not (ROOT / document).parent.joinpath(link).is_file()]

    assert lost == []


def headings(document: str) -> list[str]:
    """Return the headings of a document."""
    bare = re.sub(r"^ *```.*?^ *```", "", read(document), flags=re.MULTILINE | re.DOTALL)
    return re.findall(r"^#+ (.+)$", bare, re.MULTILINE)


def anchor(heading: str) -> str:
    """Return what a link calls a heading.

    >>> anchor("As a service of systemd"), anchor("先试：不用令牌")
    ('as-a-service-of-systemd', '先试不用令牌')
    """
    return re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-")


@each_document
def test_every_section_of_a_readme_that_is_named_is_there(document: str) -> None:
    readme = READMES[document.endswith(".zh-CN.md")]
    named = re.findall(r"README[, ，]*[“「](.+?)[”」]", read(document))

    assert [each for each in named if each not in headings(readme)] == []


def test_both_pages_for_who_runs_it_name_the_readmes_section() -> None:
    named = [re.findall(r"README[, ，]*[“「](.+?)[”」]", read(f"docs/running{tongue}.md")) for tongue in ("", ".zh-CN")]
    places = [[headings(readme).index(each) for each in found] for readme, found in zip(READMES, named, strict=True)]

    assert places[0]
    assert places[0] == places[1]


@each_document
def test_every_link_to_a_section_leads_to_one(document: str) -> None:
    links = re.findall(r"\]\(([^)#:]*)#([^)]+)\)", read(document))
    folder = (ROOT / document).parent
    lost = [
        (page, section)
        for page, section in links
        if section not in map(anchor, headings(str((folder / page).relative_to(ROOT)) if page else document))
    ]

    assert lost == []


@pytest.mark.parametrize("page", [*(f"docs/{page}" for page in PAGES), "README"])
@pytest.mark.parametrize(
    ("key", "english", "strange"),
    [
        ("wall.raid", r"\braids?\b", "共战|合战|同战"),
        ("study", r"\bstudy sessions\b|`study`", "同修|同学场"),
        ("elder.work", "`assignment`", "作业"),
    ],
)
def test_the_chinese_pages_call_each_game_by_the_bots_own_word(page: str, key: str, english: str, strange: str) -> None:
    word, chinese = WORDS.say(f"command.{key}.name", "zh-CN"), read(f"{page}.zh-CN.md")

    assert re.findall(strange, chinese) == []
    assert word in chinese or re.search(english, re.sub(r"`gauss_\w+`", "", read(f"{page}.md"))) is None


def test_every_dependency_has_its_reason_and_its_pin() -> None:
    project = tomllib.loads(read("pyproject.toml"))["project"]
    wanted = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    names = {re.split(r"[^\w.-]", each)[0].lower() for each in wanted}
    pinned = {line.partition("==")[0].lower() for line in read("constraints.txt").splitlines() if "==" in line}
    reasons = re.split(r"[^\w.-]+", read("CONTRIBUTING.md").lower())

    assert names - set(reasons) == set()
    assert names - pinned == set()


def texts() -> Iterator[Path]:
    """Yield every text of the project."""
    yield from (ROOT / name for name in (*DOCUMENTS, "Makefile", "pyproject.toml", "constraints.txt", "LICENSE"))
    for folder in SOURCES:
        yield from (
            path
            for path in (ROOT / folder).rglob("*")
            if path.suffix in TEXTS and path.is_file() and "__" not in path.parent.name
        )


def test_the_project_speaks_of_itself_alone() -> None:
    told = {
        str(path.relative_to(ROOT)): found[0]
        for path in texts()
        if (found := FOREIGN.search(CITED.sub("", path.read_text(encoding="utf-8"))))
    }

    assert told == {}
