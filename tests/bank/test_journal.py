"""Laws of the journal: what an interrupted verification proved is not proved again, unless a source has changed."""

import json

import pytest

from quizbank import journal as journals
from quizbank import verify as verifying
from quizbank.bank import open_bank
from quizbank.journal import Journal
from quizbank.verify import verify

FAMILIES = ["dial.std", "grid.window"]


class StoppedError(Exception):
    pass


@pytest.fixture
def bank():
    return open_bank()


@pytest.fixture
def proving(monkeypatch):
    """Prove in this process, and count the problems; stop after `proving.patience` of them."""

    class Proving:
        proved, patience = 0, 10**6

        def all_of(self, pack, wanted, workers):
            for name, problems in wanted.items():
                for numbers in problems:
                    if self.proved == self.patience:
                        raise StoppedError
                    self.proved += 1
                    yield verifying.prove((pack, name, [numbers]))

    found = Proving()
    monkeypatch.setattr(verifying, "prove_all", found.all_of)
    return found


def interrupted(bank, proving, file, after):
    proving.patience = after
    journal = Journal(file, resume=True)
    with pytest.raises(StoppedError):
        verify(bank, FAMILIES, sample=3, journal=journal)
    journal.close()
    proving.proved, proving.patience = 0, 10**6


@pytest.mark.parametrize("after", range(6))
def test_what_was_proved_before_an_interruption_is_not_proved_again(bank, proving, tmp_path, after):
    file = tmp_path / "journal"
    interrupted(bank, proving, file, after)

    report = verify(bank, FAMILIES, sample=3, journal=Journal(file, resume=True))

    assert proving.proved == 6 - after
    assert (report.problems, report.agreed, report.held) == (6, 6, True)
    assert not file.exists()


def test_two_interruptions_add_up(bank, proving, tmp_path):
    file = tmp_path / "journal"
    interrupted(bank, proving, file, 2)
    interrupted(bank, proving, file, 3)

    verify(bank, FAMILIES, sample=3, journal=Journal(file, resume=True))

    assert proving.proved == 1


def test_without_resuming_all_is_proved_anew(bank, proving, tmp_path):
    file = tmp_path / "journal"
    interrupted(bank, proving, file, 4)

    verify(bank, FAMILIES, sample=3, journal=Journal(file, resume=False))

    assert proving.proved == 6


def test_a_journal_of_other_sources_is_not_believed(bank, proving, tmp_path, monkeypatch):
    file = tmp_path / "journal"
    interrupted(bank, proving, file, 4)
    monkeypatch.setattr(journals, "fingerprint", lambda pack: "another")

    verify(bank, FAMILIES, sample=3, journal=Journal(file, resume=True))

    assert proving.proved == 6


@pytest.mark.parametrize("lost", [1, 40, 400])
def test_a_journal_cut_off_anywhere_is_believed_as_far_as_it_goes(bank, proving, tmp_path, lost):
    file = tmp_path / "journal"
    interrupted(bank, proving, file, 5)
    file.write_bytes(file.read_bytes()[:-lost])
    whole = file.read_text(encoding="utf-8").count("\n") - 1

    report = verify(bank, FAMILIES, sample=3, journal=Journal(file, resume=True))

    assert proving.proved == 6 - whole
    assert report.agreed == 6


def test_a_changed_source_changes_the_fingerprint(tmp_path, monkeypatch):
    (tmp_path / "problems.py").write_text("x = 1")
    monkeypatch.setattr(journals, "files", lambda package: tmp_path)
    before = journals.fingerprint("pack")
    (tmp_path / "problems.py").write_text("x = 2")

    assert journals.fingerprint("pack") != before


def test_a_witness_that_breaks_down_is_reported_and_does_not_end_the_run(monkeypatch, bank):
    family = bank.families["dial.std"]
    monkeypatch.setattr(family, "witness", lambda self: 1 / 0)

    outcome = verifying.outcome_of(family.every()[0])

    assert (outcome.reason, outcome.values["error"]) == ("raised", "ZeroDivisionError: division by zero")
    assert json.dumps(vars(outcome))
