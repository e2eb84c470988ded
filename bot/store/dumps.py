"""Dumps of a PostgreSQL database, by its own tools: made at one snapshot, read back row by row, and put back."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from sqlalchemy import URL, func, inspect, select, table, text
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import schema
from bot.store.copies import REVISIONS, Holding, NotEmptyError, UnsoundError, held, made_whole
from bot.store.store import Store
from bot.store.tables import metadata

MAGIC: Final = b"PGDMP"
COPY: Final = re.compile(r'COPY (?:"?\w+"?\.)?"?(\w+)"? ')
END: Final = "\\.\n"  # of a table's rows
PLAINLY: Final = ("--no-owner", "--no-privileges")  # whoever puts it back owns it


class ToolError(Exception):
    """One of PostgreSQL's tools is not here, or did not do its work; `said` is its own last word, if it had any."""

    def __init__(self, tool: str, said: str | None = None) -> None:
        super().__init__(tool, said)
        self.tool = tool
        self.said = said


def is_dump(file: Path) -> bool:
    """Whether a file is a dump of PostgreSQL."""
    with file.open("rb") as stream:
        return stream.read(len(MAGIC)) == MAGIC


async def dump(store: Store, target: Path) -> Holding:
    """Dump a live database to a new file; what it holds, as the dump was found to hold it when read back.

    Raises FileExistsError if the target is there, UnwrittenError if it cannot be, NoTablesError, ToolError if pg_dump
    or pg_restore cannot do it, and UnsoundError if the dump is not the database as it was at one instant.
    """
    with made_whole(target) as part:
        async with store.reading() as db:
            await db.execute(text("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ"))
            snapshot = (await db.execute(select(func.pg_export_snapshot()))).scalar_one()
            wanted = held(await holding(db, await tables(db)), store.engine.url.database)
            options = ("--format=custom", *PLAINLY, f"--snapshot={snapshot}", f"--file={part}")
            await asyncio.to_thread(run, "pg_dump", *options, url=store.engine.url)
        if await asyncio.to_thread(examined, part) != wanted:
            raise UnsoundError(target.name)
    return wanted


async def put_back(store: Store, source: Path) -> Holding:
    """Fill an empty database from a dump, all of it or nothing; what it then holds. Other tables than its stay.

    Raises UnsoundError if the dump is damaged, NoTablesError if it is none of ours, NotEmptyError if the database holds
    a row of what is to be put there, ForeignError if such a table is somebody else's, and ToolError.
    """
    wanted = held(await asyncio.to_thread(examined, source), source)
    await schema.current(store)
    async with store.reading() as db:
        if (await holding(db, wanted.rows)).total:
            raise NotEmptyError(source.name)
    options = (*PLAINLY, "--clean", "--if-exists", "--single-transaction", "--exit-on-error", str(source))
    await asyncio.to_thread(run, "pg_restore", *options, url=store.engine.url)
    async with store.reading() as db:
        if await holding(db, wanted.rows) != wanted:
            raise UnsoundError(source.name)
    return wanted


async def tables(db: AsyncConnection) -> list[str]:
    """Return the names of all the tables of a database, ours and others'."""
    return await db.run_sync(lambda connection: inspect(connection).get_table_names())


async def holding(db: AsyncConnection, besides: Iterable[str] = ()) -> Holding:
    """Return what a database holds in our tables, and in those that are named besides; others may keep theirs there."""
    counted, here = {*metadata.tables, *besides}, await tables(db)
    revision = None
    if REVISIONS in here:
        revision = (await db.execute(text(f"SELECT version_num FROM {REVISIONS}"))).scalar_one_or_none()
    names = sorted(name for name in here if name in counted and name != REVISIONS)
    counts = {name: (await db.execute(select(func.count()).select_from(table(name)))).scalar_one() for name in names}
    return Holding(revision, counts)


def examined(file: Path) -> Holding:
    """Return what a dump holds, all of it read; UnsoundError if it is damaged, ToolError without pg_restore."""
    command = [found("pg_restore"), "--data-only", "--file=-", str(file)]
    rows: dict[str, int] = {}
    revision, within = None, None
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, encoding="utf-8") as tool:
        assert tool.stdout is not None
        for line in tool.stdout:
            if within is None:
                begun = COPY.match(line)
                within = begun[1] if begun else None
                rows |= {} if within is None else {within: 0}
            elif line == END:
                within = None
            else:
                rows[within] += 1
                revision = line.strip() if within == REVISIONS else revision
    if tool.returncode or within is not None:
        raise UnsoundError(file.name)
    rows.pop(REVISIONS, None)
    return Holding(revision, rows)


def run(tool: str, *options: str, url: URL) -> None:
    """Run one of PostgreSQL's tools on a database; its password goes by the environment, where no list shows it."""
    environment = {**os.environ, **({"PGPASSWORD": str(url.password)} if url.password else {})}
    command = [found(tool), "--no-password", f"--dbname={for_tools(url)}", *options]
    done = subprocess.run(command, env=environment, stderr=subprocess.PIPE, check=False)
    if done.returncode:
        raise ToolError(tool, " ".join(done.stderr.decode(errors="replace").split()) or None)


def found(tool: str) -> str:
    """Return where a tool lies; ToolError if it is not here."""
    path = shutil.which(tool)
    if path is None:
        raise ToolError(tool)
    return path


def for_tools(url: URL) -> str:
    """Return a database's URL as PostgreSQL's own tools take it, without its password."""
    query = {"sslmode" if name == "ssl" else name: value for name, value in url.query.items() if name in KNOWN}
    plain = URL.create("postgresql", url.username, None, url.host, url.port, url.database, query)
    return plain.render_as_string(hide_password=False)


KNOWN: Final = {"host", "port", "ssl", "sslmode"}  # of a URL's options, those that the driver and the tools share
