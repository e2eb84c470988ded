"""Loads all that the bot in Discord consists of, in one go."""

from __future__ import annotations

import gc
import ssl
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
        with connections_alone(), authorities_where_looked_at():
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


@contextmanager
def authorities_where_looked_at() -> Iterator[None]:
    """Have no TLS context that looks at no certificate read the system's authorities, as long as this lasts.

    aiohttp makes two contexts when it is loaded, one of which takes whatever certificate it is shown. That one is never
    used here, and reading all authorities for it takes a twentieth of the start.
    """
    read = ssl.SSLContext.set_default_verify_paths

    def read_where_looked_at(context: ssl.SSLContext) -> None:
        if context.verify_mode is not ssl.CERT_NONE:
            read(context)

    ssl.SSLContext.set_default_verify_paths = read_where_looked_at  # type: ignore[assignment, method-assign]
    try:
        yield
    finally:
        ssl.SSLContext.set_default_verify_paths = read  # type: ignore[method-assign]
