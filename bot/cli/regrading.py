"""`gauss-elder bank regrade`, carried out: every stored answer judged again, and what would change, or has."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from secrets import randbits
from typing import Any

from bot.cli.clock import now
from bot.cli.database import kept_url, open_current, troubled
from bot.cli.words import say
from bot.play.house import House
from bot.play.regrading import Change, regrade
from bot.workshop import Workshop
from quizbank.bank import open_bank

SHOWN = 60  # characters of an answer that are printed


def judge_again(*, dry_run: bool, as_json: bool) -> None:
    """Judge every stored answer again and print what changed; with `dry_run`, only say what would."""
    changes = asyncio.run(changed(dry_run=dry_run))
    if as_json:
        print(json.dumps({"dry_run": dry_run, "changed": [dumped(change) for change in changes]}, ensure_ascii=False))
        return
    for change in changes:
        print(say("bank.change", **row(change)))
    print(say("bank.would_change" if dry_run else "bank.changed", count=len(changes)))


async def changed(*, dry_run: bool) -> Sequence[Change]:
    """Return every change, written down unless this is a dry run."""
    url = kept_url()
    store = await open_current(url)
    workshop = Workshop()  # judging asks nothing of it, so it starts no worker
    try:
        house = House(store, open_bank(), workshop, clock=now, secrets=randbits)
        with troubled(url):
            return [change async for change in regrade(house, dry_run=dry_run)]
    finally:
        await workshop.close()
        await store.close()


def dumped(change: Change) -> dict[str, Any]:
    """Return a change as JSON."""
    return {
        "answer": change.answer.id,
        "family": change.judged.asked.certificate.family,
        "numbers": dict(change.judged.asked.numbers),
        "text": change.answer.text,
        "before": {"kind": change.answer.kind, "line": change.answer.line},
        "after": {"kind": change.judged.kind, "line": change.judged.line},
    }


def row(change: Change) -> dict[str, str | int]:
    """Return what is printed of a change; of the text, only what can be seen, for a terminal obeys the rest."""
    text = change.answer.text[:SHOWN]
    return {
        "number": change.answer.id,
        "family": change.judged.asked.certificate.family,
        "text": "".join(each if each.isprintable() else "�" for each in text),
        "before": change.answer.line,
        "after": change.judged.line,
    }
