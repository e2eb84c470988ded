"""`python -m tests.durability --kills 500` on each kind of database there is; exit 0 if everything held."""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path

from tests.databases import POSTGRES
from tests.durability.theatre import STAGES, held, soaked
from tests.standin.nursery import Nursery

GROWN = 1.25  # of its early memory a bot may hold in the end
SEED = 20260101


def main(arguments: list[str]) -> int:
    """Hold the campaigns asked for and print an account of each."""
    parser = argparse.ArgumentParser(prog="python -m tests.durability", description=__doc__)
    parser.add_argument("--kills", type=int, default=500)
    parser.add_argument("--soak", type=float, metavar="MINUTES", help="kill nobody; let one bot be played on")
    parser.add_argument("--database", choices=sorted(STAGES), help="else SQLite, and PostgreSQL if one is given")
    parser.add_argument("--seed", type=int, default=SEED)
    asked = parser.parse_args(arguments)
    if asked.database == "postgres" and not POSTGRES:
        parser.error("GAUSS_TEST_POSTGRES names no server")
    databases = [asked.database] if asked.database else ["sqlite", *(["postgres"] if POSTGRES else [])]
    held_all = [campaign(database, asked) for database in databases]
    return 0 if all(held_all) else 1


def campaign(database: str, asked: argparse.Namespace) -> bool:
    """Hold one campaign; print its account, and return whether everything held."""
    growth, begun = 1.0, time.monotonic()
    with tempfile.TemporaryDirectory(prefix="durability-") as name, Nursery(Path(name) / "bots.log") as nursery:
        if asked.soak is None:
            account = asyncio.run(held(database, asked.kills, Path(name), asked.seed, nursery=nursery))
        else:
            soak = soaked(database, asked.soak * 60, Path(name), asked.seed, nursery=nursery)
            account, growth = asyncio.run(soak)
    grown = "" if asked.soak is None else f"; memory × {growth:.2f}"
    spent = f"{account.outages} outages, {time.monotonic() - begun:.0f} s{grown}"
    print(f"{database}: {account}  ({spent})")
    for name, tally in account.tallies.items():
        told = f"{tally.sent} answers sent, {tally.acknowledged} acknowledged, {tally.silent} kept before a death"
        print(f"  {name}: {told}")
    for fault in account.tally.faults:
        print(f"  ! {fault}")
    sys.stdout.flush()
    return not account.tally.faults and growth <= GROWN


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
