"""`gauss-elder doctor`: whether everything is here, and how to mend what is not."""

from __future__ import annotations

import json

import typer

from bot.cli.errors import DID_NOT_HOLD
from bot.cli.options import AsJson
from bot.cli.words import say


def doctor(as_json: AsJson = False) -> None:
    """Print each finding with its remedy; the exit code is 0 unless something needed is missing."""
    from bot.cli.examination import examine

    findings = examine()
    if as_json:
        print(json.dumps({finding.name: finding.dump() for finding in findings}, ensure_ascii=False))
    else:
        for finding in findings:
            print(finding.spoken())
        if all(finding.well for finding in findings):
            print(say("doctor.well"))
    if not all(finding.well or finding.optional for finding in findings):
        raise typer.Exit(DID_NOT_HOLD)
