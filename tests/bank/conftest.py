import pytest
from hypothesis import settings

from quizbank.bank import Bank, open_bank

settings.register_profile("unhurried", deadline=None)  # time proves nothing here
settings.load_profile("unhurried")


@pytest.fixture(scope="session")
def bank() -> Bank:
    return open_bank()
