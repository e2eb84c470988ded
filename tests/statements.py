"""What a database is asked: the statements, counted in the place of time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import event

from bot.store.store import Store


@contextmanager
def statements(store: Store) -> Iterator[list[str]]:
    """Give a list to which every statement on a store is added; what begins and ends a transaction is none."""
    heard: list[str] = []

    def heed(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.split()[0] not in ("BEGIN", "PRAGMA"):
            heard.append(statement)

    for engine in store.engines:
        event.listen(engine, "before_cursor_execute", heed)
    try:
        yield heard
    finally:
        for engine in store.engines:
            event.remove(engine, "before_cursor_execute", heed)
