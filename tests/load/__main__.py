"""`python -m tests.load --guilds 50000 --seconds 60 [--database URL]`: how much a database bears, without Discord.

Half of the time as much is asked as can be borne; in the other half touches arrive by chance at seven tenths of that,
which tells how long they take. A URL names an empty database, which is filled; without one it is a new SQLite file.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from bot.store.store import Store
from tests.databases import opened, sqlite_url
from tests.load.machine import burden, server_time, size
from tests.load.stream import Account, flat_out, poisson, quantile
from tests.load.town import Town

EASE = 0.7  # of what can be borne, arrives by chance
SEED = 7


async def loaded(url: str, guilds: int, seconds: float, rate: float | None) -> dict[str, Any]:
    """Fill a database, play on it, and return what was found."""
    async with opened(url) as store:
        town, begun = Town(store, guilds), perf_counter()
        await town.settle()
        found: dict[str, Any] = {
            "database": store.engine.dialect.name,
            "guilds": guilds,
            "learners": guilds * 4,
            "filled_seconds": perf_counter() - begun,
            "filled_bytes": await size(store),
            "load_before": burden(),
        }
        if rate is None:
            found["flat_out"] = await told(store, town, flat_out(town, seconds / 2))
            rate = EASE * found["flat_out"]["touches_per_second"]
        found["poisson"] = await told(store, town, poisson(town, seconds / 2, rate, Random(SEED)))
        return found | {"rate": rate, "bytes": await size(store), "load_after": burden()}


async def told(store: Store, town: Town, running: Any) -> dict[str, Any]:
    """Return the figures of one stretch."""
    server, before = await server_time(store), sum(town.answered.values())
    account: Account = await running
    done = sum(town.answered.values()) - before
    spent = max(0.0, await server_time(store) - server)
    return {
        "seconds": account.seconds,
        "touches_per_second": done / account.seconds,
        "cpu_ms_per_touch": 1000 * account.cpu / max(1, done),
        "server_cpu_ms_per_touch": 1000 * spent / max(1, done),
        "process_busy": account.cpu / account.seconds,
        "p50_ms": 1000 * quantile(account.all, 0.5),
        "p99_ms": 1000 * quantile(account.all, 0.99),
        "by_kind_p50_p99_ms": {
            kind: [1000 * quantile(each, 0.5), 1000 * quantile(each, 0.99)]
            for kind, each in sorted(account.latencies.items())
        },
        "loop_lag_p99_max_ms": [1000 * quantile(account.lags, 0.99), 1000 * max(account.lags, default=0.0)],
    }


def lines(found: dict[str, Any]) -> Iterator[str]:
    """Yield the account for someone to read."""
    yield f"{found['database']}: {found['guilds']:,} guilds, {found['learners']:,} learners"
    yield f"  filled in {found['filled_seconds']:.0f} s, {found['filled_bytes'] / 2**20:.0f} MiB"
    for name in ("flat_out", "poisson"):
        if name in found:
            yield from stretch(name, found[name])
    yield f"  {found['bytes'] / 2**20:.0f} MiB in the end"
    yield f"  the machine's load before: {found['load_before']}; after: {found['load_after']}"


def stretch(name: str, each: dict[str, Any]) -> Iterator[str]:
    """Yield the account of one stretch."""
    late, latest = each["loop_lag_p99_max_ms"]
    here, there = each["cpu_ms_per_touch"], each["server_cpu_ms_per_touch"]
    yield f"  {name}: {each['touches_per_second']:.0f}/s, p50 {each['p50_ms']:.1f} ms, p99 {each['p99_ms']:.0f} ms"
    yield f"    by kind, p50/p99 ms: {kinds(each)}"
    yield f"    processor, ms a touch: {here:.2f} here, {there:.2f} in the server; busy {each['process_busy']:.0%}"
    yield f"    the loop is late by {late:.1f} ms in the 99th percentile, by {latest:.0f} ms at most"


def kinds(each: dict[str, Any]) -> str:
    """Return the quantiles of each kind of touch."""
    return ", ".join(f"{kind} {low:.0f}/{high:.0f}" for kind, (low, high) in each["by_kind_p50_p99_ms"].items())


def main(arguments: list[str]) -> int:
    """Measure what was asked for and print it."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    parser.add_argument("--guilds", type=int, default=50_000)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--database", metavar="URL", help="an empty database; else SQLite in a new folder")
    parser.add_argument("--rate", type=float, help="touches a second; else seven tenths of what can be borne")
    parser.add_argument("--json", action="store_true", help="print one line of JSON")
    asked = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="load-") as folder:
        url = asked.database or sqlite_url(Path(folder))
        found = asyncio.run(loaded(url, asked.guilds, asked.seconds, asked.rate))
    print(json.dumps(found) if asked.json else "\n".join(lines(found)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
