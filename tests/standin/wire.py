"""Bodies on the wire: what was sent, and an answer with the one content type that discord.py takes."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from aiohttp import web

BODY: Final[web.RequestKey[Any]] = web.RequestKey("body", object)  # where a request keeps what was sent with it


def reply(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> web.Response:
    """Return JSON, its content type without a charset: with one discord.py would not read it."""
    encoded = json.dumps(body, separators=(",", ":")).encode()
    return web.Response(body=encoded, status=status, content_type="application/json", headers=headers)


async def body_of(request: web.Request) -> Any:
    """Return the JSON of a call, also where files came with it; None where it has none."""
    if request.content_type == "application/json":
        raw = await request.read()
        return json.loads(raw) if raw else None
    if request.content_type == "multipart/form-data":
        form = await request.post()
        return json.loads(str(form["payload_json"])) if "payload_json" in form else None
    return None
