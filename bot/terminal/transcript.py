"""A scene as one line of JSON, for a program that plays."""

from __future__ import annotations

import json
from typing import Any

from bot.play.scene import Asked, Battle, Judged, Scene
from bot.terminal.ink import plain
from bot.terminal.teller import Teller


def transcribe(scene: Scene, teller: Teller) -> str:
    """Return the scene as one line of JSON, without a line break."""
    return json.dumps(dump(scene, teller), ensure_ascii=False)


def dump(scene: Scene, teller: Teller) -> dict[str, Any]:
    """Return what a program needs to play on: what was said, judged and asked, and which kind of line is awaited."""
    return {
        "say": [plain(teller.say(say)) for say in scene.say],
        "verdict": dump_verdict(scene.judged),
        "wall": dump_wall(scene.battle),
        "ask": dump_ask(scene.asked, teller),
        "choices": dump_choices(scene, teller),
        "await": scene.awaits,
    }


def dump_verdict(judged: Judged | None) -> dict[str, str] | None:
    """Return what became of the last text."""
    return None if judged is None else {"kind": judged.kind, "line": judged.line}


def dump_wall(battle: Battle | None) -> dict[str, Any] | None:
    """Return the wall's layers, from the innermost to the one that asks, and how it stands."""
    if battle is None:
        return None
    return {"layers": [layer.value for layer in battle.wall.layers], "outcome": battle.outcome.value}


def dump_ask(asked: Asked | None, teller: Teller) -> dict[str, Any] | None:
    """Return the question: in words, and as the family and numbers it is."""
    if asked is None:
        return None
    return {
        "question": plain(teller.question(asked)),
        "family": asked.certificate.family,
        "numbers": dict(asked.numbers),
        "kind": asked.kind,
        "unit": asked.certificate.unit,
        "attempt": asked.attempt,
    }


def dump_choices(scene: Scene, teller: Teller) -> list[str]:
    """Return the choices in the order of their numbers, or the lines that turn the dial."""
    if scene.awaits == "turn" and scene.dial is not None:
        return [f"{scene.dial.id}={value}" for value in scene.dial.values]
    return [plain(teller.say(choice.say)) for choice in scene.choices]
