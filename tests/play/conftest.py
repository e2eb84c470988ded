"""Fixtures of the use cases' tests."""

from tests.databases import store

__all__ = ["store"]
