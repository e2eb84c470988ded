"""Sets a problem sheet as Markdown, or as one HTML page that prints: the problems first, their key on a new page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from html import escape
from importlib.resources import files
from string import Template

from quizbank.figures import Value
from quizbank.lines import Lines
from quizbank.paper import Paper, Problem

Say = Callable[..., str]
BOLD = re.compile(r"\*\*(.+?)\*\*")
SPACE = "________"
MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~$])")


def as_markdown(paper: Paper) -> str:
    """Return the sheet and its key as Markdown."""
    return "\n\n".join([*head_of(paper), *sheet_of(paper), *key_of(paper)]) + "\n"


def sheet_as_markdown(paper: Paper) -> str:
    """Return the sheet alone as Markdown, to be handed out."""
    return "\n\n".join([*head_of(paper), *sheet_of(paper)]) + "\n"


def key_as_markdown(paper: Paper) -> str:
    """Return the key alone as Markdown, to be kept."""
    return "\n\n".join([*head_of(paper), *key_of(paper)]) + "\n"


def head_of(paper: Paper) -> Iterator[str]:
    """Yield the title of a sheet and its number."""
    say = sayer(paper)
    yield f"# {plain(say('title'))}"
    yield plain(say("seed", seed=str(paper.seed)))


def sheet_of(paper: Paper) -> Iterator[str]:
    """Yield the problems."""
    say = sayer(paper)
    yield f"## {plain(say('sheet'))}"
    yield from (numbered(place, asked(problem, say)) for place, problem in enumerate(paper.problems, start=1))


def key_of(paper: Paper) -> Iterator[str]:
    """Yield the answers."""
    say = sayer(paper)
    yield f"## {plain(say('key'))}"
    yield from (numbered(place, told(problem, say)) for place, problem in enumerate(paper.problems, start=1))


def numbered(place: int, lines: Iterator[str]) -> str:
    """Return an item of a numbered list, with the items below it."""
    first, *rest = lines
    return "\n".join([f"{place}. {first}", *(f"   - {each}" for each in rest)])


def asked(problem: Problem, say: Say) -> Iterator[str]:
    """Yield a problem, its options, and the space for an answer."""
    yield plain(problem.question)
    yield from map(plain, options_of(problem))
    yield plain(f"{blank(problem, say)} {SPACE}")


def told(problem: Problem, say: Say) -> Iterator[str]:
    """Yield an answer, all that proves it, and the mistakes."""
    yield from map(plain, answers(problem, say))
    yield from map(plain, mistakes(problem, say))


def as_html(paper: Paper) -> str:
    """Return the sheet and its key as one page of HTML that needs nothing else."""
    say = sayer(paper)
    return template().substitute(
        language=paper.language,
        title=escape(say("title")),
        seed=escape(say("seed", seed=str(paper.seed))),
        sheet_title=escape(say("sheet")),
        key_title=escape(say("key")),
        sheet="\n".join(item_of_sheet(problem, say) for problem in paper.problems),
        key="\n".join(item_of_key(problem, say) for problem in paper.problems),
    )


def item_of_sheet(problem: Problem, say: Say) -> str:
    """Return a problem as an item of the sheet."""
    options = "".join(f"<li>{marked(each)}</li>" for each in options_of(problem))
    listed = f'<ul class="options">{options}</ul>' if options else ""
    space = '<span class="blank"></span>'
    return f"<li>{marked(problem.question)}{listed}<p>{marked(blank(problem, say))} {space}</p></li>"


def item_of_key(problem: Problem, say: Say) -> str:
    """Return a problem as an item of the key."""
    first, *rest = (marked(each) for each in answers(problem, say))
    proofs = "".join(f"<p>{each}</p>" for each in rest)
    named = "".join(f"<li>{marked(each)}</li>" for each in mistakes(problem, say))
    return f'<li>{first}{proofs}<p class="quiet">{marked(say("traps"))}</p><ul>{named}</ul></li>'


def options_of(problem: Problem) -> Iterator[str]:
    """Yield the options of a choice with their labels."""
    return (f"{label}. {text}" for label, text in problem.options)


def blank(problem: Problem, say: Say) -> str:
    """Return what stands before the space for an answer."""
    return say("answer") if problem.unit is None else say("answer_in", unit=problem.unit)


def answers(problem: Problem, say: Say) -> Iterator[str]:
    """Yield the answer, what was measured, and how it is worked out."""
    yield say("right", key=problem.key) if problem.unit is None else say("right_in", key=problem.key, unit=problem.unit)
    yield say("measured", measured=problem.measured, how=problem.how)
    yield say("solution", solution=problem.solution)


def mistakes(problem: Problem, say: Say) -> Iterator[str]:
    """Yield each trap with its value."""
    return (say("trap", value=trap.value, line=trap.line) for trap in problem.traps)


def sayer(paper: Paper) -> Say:
    """Return what says the sheet's own words in its language."""

    def say(key: str, /, **values: Value) -> str:
        return words().say(key, paper.language, **values)

    return say


def plain(text: str) -> str:
    """Return a line as Markdown in which nothing is markup but its own bold."""
    pieces = BOLD.split(text)  # plain and bold in turn
    bare = [MARKDOWN.sub(r"\\\1", piece) for piece in pieces]
    return "".join(f"**{piece}**" if place % 2 else piece for place, piece in enumerate(bare))


def marked(text: str) -> str:
    """Return a line as HTML in which nothing is markup but its own bold."""
    return BOLD.sub(r"<strong>\1</strong>", escape(text))


@cache
def words() -> Lines:
    """Return the words of a sheet."""
    return Lines.load(files(__package__), "paper")


@cache
def template() -> Template:
    """Return the page a sheet is set in."""
    return Template((files(__package__) / "paper.html").read_text(encoding="utf-8"))
