"""`bank paper` prints a sheet and its key; `bank verify` says in words what did not hold, and can be taken up again."""

from pathlib import Path

import pytest

from quizbank.report import Refusal, Report
from tests.cli.shell import run


def test_the_same_number_prints_the_same_sheet_and_another_number_another() -> None:
    first, again, other = (run("bank", "paper", "--families", "dial.std,grid.window", "--random", n) for n in "778")

    assert first.code == 0
    assert first.out == again.out != other.out
    assert first.out.startswith("# ")


def test_a_sheet_is_written_to_a_new_file_and_to_no_other(tmp_path: Path) -> None:
    page = tmp_path / "sheet.html"
    order = ("bank", "paper", "--families", "dial.std", "--format", "html", "--lang", "zh-CN", "--out", str(page))
    written = run(*order)
    text = page.read_text(encoding="utf-8")

    again = run(*order)

    assert (written.code, again.code) == (0, 1)
    assert text.startswith("<!doctype html>")
    assert page.read_text(encoding="utf-8") == text
    assert "Traceback" not in again.err


def test_a_sheet_of_a_family_that_is_not_there_is_wrong_use() -> None:
    refused = run("bank", "paper", "--families", "dial.nothing")

    assert refused.code == 2
    assert "dial.nothing" in refused.err


@pytest.mark.parametrize("names", ["", ",", " , "])
def test_a_sheet_of_no_family_is_wrong_use_and_not_the_whole_bank(names: str) -> None:
    refused = run("bank", "paper", "--families", names)

    assert (refused.code, refused.out) == (2, "")
    assert len(refused.err.splitlines()) == 2


@pytest.mark.parametrize(
    ("families", "problems", "told"),
    [(1, 1, "1 family, 1 problem,"), (1, 2, "1 family, 2 problems,"), (2, 2, "2 families, 2 problems,")],
)
def test_each_count_of_a_proof_has_its_own_plural(
    families: int, problems: int, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from bot.cli.proving import spoken

    monkeypatch.setenv("GAUSS_LANG", "en")
    report = Report(families=families, problems=problems, agreed=problems)

    assert next(spoken(report)).startswith(told)


@pytest.mark.parametrize(
    ("reason", "values"),
    [
        ("missed", {"derived": "4", "how": "scales", "measured": "5"}),
        ("trapped", {"how": "scales", "measured": "5", "trap": "linear"}),
        ("coarse", {"how": "scales", "bound": "1", "granted": "0"}),
        ("still", {"how": "scales", "letters": "n"}),
        ("foreign", {"how": "scales", "letters": "n"}),
        ("raised", {"error": "ValueError: no"}),
        ("uncommitted", {}),
        ("differs", {}),
        ("orphaned", {}),
    ],
)
def test_every_reason_is_said_in_words(reason: str, values: dict[str, str]) -> None:
    from bot.cli.proving import told

    said = told("bank.disagreement", Refusal("dial.std", {"d": 64}, reason, values))

    assert all(value in said for value in values.values())


@pytest.mark.slow
def test_a_run_that_was_not_interrupted_leaves_no_journal(tmp_path: Path) -> None:
    done = run("bank", "verify", "--family", "dial.std", "--sample", "1", "--resume", XDG_CACHE_HOME=str(tmp_path))

    assert done.code == 0
    assert list(tmp_path.rglob("*.jsonl")) == []


def test_a_journal_that_cannot_be_kept_is_told_before_anything_is_proved(tmp_path: Path) -> None:
    (tmp_path / "gauss-elder").write_text("a file stands where the folder should be")

    refused = run("bank", "verify", "--family", "dial.std", "--sample", "1", XDG_CACHE_HOME=str(tmp_path))

    assert refused.code == 1
    assert "Traceback" not in refused.err
