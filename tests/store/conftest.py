"""Fixtures of the store's tests."""

from tests.databases import store

__all__ = ["store"]
