"""Loads all that the bot in Discord consists of, in one go."""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from importlib.util import find_spec, module_from_spec
from typing import Final

ASYNCHRONOUS: Final = "sqlalchemy.ext.asyncio"


def loaded() -> Callable[[str | None], None]:
    """Return `serve` of `bot.cli.serving`, with everything it stands on.

    No garbage is looked for meanwhile, nor among this ever after: all of it stays, and looking it through took a tenth
    of the start, and later, whenever it was looked through once more, everyone's time.
    """
    gc.disable()
    try:
        with connections_alone():
            from bot.cli.serving import serve
    finally:
        gc.freeze()
        gc.enable()
    return serve


@contextmanager
def connections_alone() -> Iterator[None]:
    """Have SQLAlchemy's asynchronous package hold its connections alone, as long as this lasts.

    Its sessions bring the whole ORM along, which nobody here uses, and which takes a tenth of the start. Whoever asks
    for the package afterwards is given all of it, with the very same connections.
    """
    spec = find_spec(ASYNCHRONOUS)
    if spec is None or ASYNCHRONOUS in sys.modules:
        yield
        return
    sys.modules[ASYNCHRONOUS] = package = module_from_spec(spec)
    try:
        vars(package).update(vars(import_module(f"{ASYNCHRONOUS}.engine")) | vars(package))
        yield
    finally:
        del sys.modules[ASYNCHRONOUS]
