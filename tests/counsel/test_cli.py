"""The elder at a shell: one answer or one bill a command, in words or in JSON, and an exit code that tells."""

from __future__ import annotations

import pytest

from bot.cli import counsel
from bot.play.counsel.cost import LARGEST
from tests.cli.shell import run


@pytest.mark.parametrize(("lang", "mark"), [("en", "“"), ("zh-CN", "「")])
def test_a_question_is_answered_in_the_language_asked_for(lang: str, mark: str) -> None:
    done = run("ask", "why divide by √d_k", "--lang", lang)

    assert done.code == 0
    assert done.out.startswith(mark)


def test_an_answer_is_told_to_programs() -> None:
    told = run("ask", "n=4096 的矩阵有多少格", "--json", "--lang", "en").json

    assert (told["kind"], told["teaching"]) == ("computed", None)
    assert "16\u202f777\u202f216" in told["working"][0]
    assert len(told["assumed"]) == 2


@pytest.mark.parametrize("text", ["what is the weather today", "n=512 macs", "__import__('os').system('id')"])
def test_what_is_not_known_exits_1(text: str) -> None:
    done = run("ask", text)

    assert done.code == 1
    assert done.out.strip()
    assert "Traceback" not in done.out + done.err


def test_a_bill_is_told_to_people_and_to_programs() -> None:
    told = run("cost", "--model", "gpt2", "--n", "1024", "--json").json
    rows = {row["key"]: row["exact"] for row in told["rows"]}
    said = run("cost", "--layers", "2", "--heads", "4", "--head-width", "64", "--n", "128")

    assert rows["scores_one"] == str(1024**2)
    assert rows["weights"] == str(124_439_808 * 2)
    assert (said.code, "16\u202f384" in said.out) == (0, True)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--model", "nothing"],
        ["--heads", "4"],
        ["--n", "0"],
        ["--dtype", "fp3"],
        ["--model", "gpt2", "--kv-heads", "7"],
        ["--model", "llama2_70b", "--heads", "12"],
    ],
)
def test_a_bill_that_cannot_be_drawn_up_is_wrong_use(arguments: list[str]) -> None:
    done = run("cost", *arguments)

    assert done.code == 2
    assert "Traceback" not in done.err
    assert len(done.err.strip().splitlines()) >= 2


@pytest.mark.parametrize("option", ["--n", "--batch", "--layers", "--heads", "--kv-heads", "--head-width"])
def test_a_size_that_is_too_large_is_refused_with_the_bound(option: str) -> None:
    done = run("cost", "--model", "gpt2", option, "99999999999999")

    assert done.code == 2
    assert str(LARGEST) in done.err
    assert option in done.err


def test_the_bound_of_the_options_is_that_of_the_bill() -> None:
    assert counsel.LARGEST == LARGEST
