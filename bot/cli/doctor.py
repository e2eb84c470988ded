"""`gauss-elder doctor`: whether everything is here, and how to mend what is not."""

from __future__ import annotations

import json

import typer

from bot.cli.errors import DID_NOT_HOLD
from bot.cli.options import AsJson
from bot.cli.words import say


def doctor(as_json: AsJson = False) -> None:
    """Print each finding with its remedy; the exit code is 0 unless something needed is missing."""
    from bot.cli.examination import every_setting, examine
    from bot.cli.settled import settings

    set_up = settings(hints=False)  # they are one of the findings
    findings, kept = examine(set_up), every_setting(set_up)
    if as_json:
        told = {finding.name: finding.dump() for finding in findings}
        print(json.dumps({**told, "settings": {each.name: each.dump() for each in kept}}, ensure_ascii=False))
    else:
        for line in (each.spoken() for group in (findings, kept) for each in group):
            print(line)
        if all(finding.well for finding in findings):
            print(say("doctor.well"))
    if not all(finding.well or finding.optional for finding in findings):
        raise typer.Exit(DID_NOT_HOLD)
