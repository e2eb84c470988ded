"""What went over the wire to Discord, looked at by Discord's own numbers and not by ours."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

V2 = 1 << 15
EPHEMERAL = 1 << 6
UPDATE = 7  # the answer to an interaction that takes the place of the message that was touched
TEXT_DISPLAY, GALLERY = 10, 12


def bodies(requests: list[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the body of every message that was sent or edited, also as the answer to an interaction."""
    for request in requests:
        if not isinstance(request.json, dict):
            continue
        if request.path.endswith("/callback"):
            yield from [data for data in [request.json.get("data")] if data and "components" in data]
        elif "components" in request.json:
            yield request.json


def walk(components: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """Yield every component, nested ones too."""
    for component in components:
        yield component
        yield from walk(component.get("components", []))
        yield from walk([component[name] for name in ("accessory", "component") if component.get(name)])


def private_bodies(requests: list[Any]) -> Iterator[Mapping[str, Any]]:
    """Yield the body of every message that was shown to one learner alone, or put in the place of such a one."""
    for request in requests:
        if not isinstance(request.json, dict):
            continue
        data = request.json.get("data") if request.path.endswith("/callback") else request.json
        if not data or "components" not in data or "title" in data:
            continue
        if data.get("flags", 0) & EPHEMERAL or request.json.get("type") == UPDATE:
            yield data


def leads_on(body: Mapping[str, Any]) -> bool:
    """Whether there is something to touch in a message."""
    return any(part.get("custom_id") or part.get("url") for part in walk(body["components"]))


def faults(body: Mapping[str, Any]) -> list[str]:
    """Return what Discord would hold against a message: docs.discord.com, and discord-api-docs#8554 for the bytes."""
    components = list(walk(body["components"]))
    texts = [component["content"] for component in components if component["type"] == TEXT_DISPLAY]
    ids = [component["custom_id"] for component in components if component.get("custom_id")]
    alts = [item.get("description") for part in components if part["type"] == GALLERY for item in part["items"]]
    found = {
        "components": len(components) > 40,
        "characters": sum(map(len, texts)) > 4000,
        "bytes": sum(len(text.encode()) + 12 for text in texts) > 10_170,
        "custom_ids": len(ids) != len(set(ids)) or any(len(custom_id) > 100 for custom_id in ids),
        "labels": any(len(part.get("label") or "") > 80 for part in components if part["type"] == 2),
        "alt": any(not alt or len(alt) > 1024 for alt in alts),
        "title": len(body.get("title", "")) > 45,
        "empty text": any(not text.strip() for text in texts),
        "pings": "title" not in body and body.get("allowed_mentions") != {"parse": []},
    }
    return [name for name, broken in found.items() if broken]
