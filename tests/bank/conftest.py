import pytest

from quizbank.bank import Bank, open_bank


@pytest.fixture(scope="session")
def bank() -> Bank:
    return open_bank()
