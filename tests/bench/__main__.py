"""`python -m tests.bench NAME --json` runs one bench and prints one line; `--all` prints a Markdown table of all."""

from __future__ import annotations

import argparse
import json
import sys
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

import tests.bench


def names() -> list[str]:
    """Return the benches that exist, by the modules of this package."""
    found = (module.name for module in iter_modules(tests.bench.__path__))
    return sorted(name for name in found if not name.startswith("_"))


def run(name: str) -> dict[str, Any]:
    """Measure one bench."""
    return {"bench": name, **import_module(f"tests.bench.{name}").measure()}


def table(results: list[dict[str, Any]]) -> str:
    """Return results as a Markdown table: one row a ratio."""
    rows = ["| bench | against | our cost ÷ theirs | goal | held |", "|---|---|---|---|---|"]
    for result in results:
        held = "yes" if result["held"] else "**no**"
        ratios = result["ratios"].items() or [("-", "-")]
        rows += [
            f"| {result['bench']} | {peer} | {shown(ratio)} | {result['goal']} | {held} |" for peer, ratio in ratios
        ]
    return "\n".join(rows)


def shown(ratio: float | str) -> str:
    """Write a ratio as 1/n where we are cheaper."""
    if isinstance(ratio, str):
        return ratio
    return f"1/{1 / ratio:.0f}" if 0 < ratio < 0.5 else f"{ratio:.3g}"


def main(arguments: list[str]) -> int:
    """Run what was asked for; exit 0 if every goal held, 1 if one did not, 2 on a wrong name."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("name", nargs="?", help=f"one of: {', '.join(names())}")
    parser.add_argument("--json", action="store_true", help="print one line of JSON for each bench")
    parser.add_argument("--all", action="store_true", help="run every bench")
    asked = parser.parse_args(arguments)
    if not asked.all and asked.name not in names():
        parser.error(f"name one of: {', '.join(names())}")
    results = [run(name) for name in (names() if asked.all else [asked.name])]
    if asked.json:
        print("\n".join(json.dumps(result, ensure_ascii=False) for result in results))
    else:
        print(table(results))
    return 0 if all(result["held"] for result in results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
