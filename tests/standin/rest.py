"""The REST routes this bot calls, and what they leave behind: answers, messages, commands."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

from aiohttp import web

from tests.standin import payloads
from tests.standin.interaction import DEFER, Interaction, RefusedError
from tests.standin.payloads import Json
from tests.standin.snowflakes import snowflake
from tests.standin.wire import BODY, reply

ROOT = "/api/v10"
EPHEMERAL = 64
ASKED = ("1", "true")  # how a callback says that it wants to be told of the message it made; else it is told nothing
UNKNOWN = ({"message": "Unknown", "code": 10008}, 404)


class Rest:
    """What stands in Discord's own store."""

    def __init__(self) -> None:
        self.interactions: dict[str, Interaction] = {}  # by token
        self.messages: dict[int, Any] = {}  # in the channel, by id
        self.commands: list[Json] = []
        self.nonces: dict[str, int] = {}  # ids of messages that bore one, as long as Discord remembers it: here always
        self.gateway = ""
        self.at_once = 1  # how many shards may introduce themselves at a time

    def routes(self) -> Iterable[web.RouteDef]:
        """Return every route; what is none of them is answered 404 by itself."""
        token = "/webhooks/{app}/{token}"
        known = (
            ("GET", "/users/@me", self.me),
            ("GET", "/oauth2/applications/@me", self.application),
            ("GET", "/gateway", self.door),
            ("GET", "/gateway/bot", self.door),
            ("GET", "/applications/{app}/commands", self.known_commands),
            ("PUT", "/applications/{app}/commands", self.put_commands),
            ("POST", "/interactions/{id}/{token}/callback", self.callback),
            ("POST", token, self.follow),
            ("GET", token + "/messages/@original", self.original),
            ("PATCH", token + "/messages/@original", self.edit_original),
            ("DELETE", token + "/messages/@original", self.delete_original),
            ("POST", "/users/@me/channels", self.direct),
            ("POST", "/channels/{channel}/messages", self.send),
            ("GET", "/channels/{channel}/messages/{message}", self.look),
            ("PATCH", "/channels/{channel}/messages/{message}", self.edit),
            ("DELETE", "/channels/{channel}/messages/{message}", self.delete),
            ("PUT", "/guilds/{guild}/members/{member}/roles/{role}", self.nothing),
        )
        return [web.route(method, ROOT + path, handler) for method, path, handler in known]

    async def me(self, request: web.Request) -> web.Response:
        """The bot's own user."""
        return reply(payloads.user(payloads.APPLICATION, "elder", bot=True))

    async def application(self, request: web.Request) -> web.Response:
        """The bot's own application."""
        return reply(payloads.application())

    async def door(self, request: web.Request) -> web.Response:
        """Where the gateway is."""
        limit = {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": self.at_once}
        return reply({"url": self.gateway, "shards": 1, "session_start_limit": limit})

    async def known_commands(self, request: web.Request) -> web.Response:
        """The commands as they were put last."""
        return reply(self.commands)

    async def put_commands(self, request: web.Request) -> web.Response:
        """Take all commands at once, and give each its id."""
        given = {"application_id": str(payloads.APPLICATION), "version": "1", "default_member_permissions": None}
        self.commands = [{"type": 1, **each, **given, "id": str(snowflake())} for each in request[BODY]]
        return reply(self.commands)

    async def callback(self, request: web.Request) -> web.Response:
        """The first answer to an interaction."""
        interaction = self.interactions[request.match_info["token"]]
        kind, data = request[BODY]["type"], request[BODY].get("data") or {}
        try:
            made = interaction.answer(kind, data, asyncio.get_running_loop().time())
        except RefusedError as refusal:
            status, code = refusal.args
            return reply({"message": "refused", "code": code}, status)
        interaction.ephemeral = ephemeral = bool(int(data.get("flags", 0)) & EPHEMERAL)
        told: Json = {
            "id": str(interaction.id),
            "type": interaction.payload["type"],
            "response_message_loading": kind == DEFER,
            "response_message_ephemeral": ephemeral,
        }
        if made is not None and interaction.public:
            self.messages[made] = data
        if request.query.get("with_response") not in ASKED:
            return web.Response(status=204)
        if made is None:
            return reply({"interaction": told})
        message = payloads.message(made, data, ephemeral=ephemeral)
        told["response_message_id"] = str(made)
        return reply({"interaction": told, "resource": {"type": kind, "message": message}})

    async def follow(self, request: web.Request) -> web.Response:
        """A further message of an interaction."""
        made = self.interactions[request.match_info["token"]].follow(request[BODY])
        return reply(payloads.message(made, request[BODY]))

    async def original(self, request: web.Request) -> web.Response:
        """The first answer, if there is one that still stands."""
        interaction = self.interactions[request.match_info["token"]]
        made = interaction.original
        if made is None or made not in interaction.messages:
            return reply(*UNKNOWN)
        return reply(payloads.message(made, interaction.messages[made], ephemeral=interaction.ephemeral))

    async def edit_original(self, request: web.Request) -> web.Response:
        """The first answer, changed, or filled in where it was put off."""
        interaction = self.interactions[request.match_info["token"]]
        made = interaction.edit(request[BODY])
        if interaction.public:
            self.messages[made] = request[BODY]
        return reply(payloads.message(made, request[BODY]))

    async def delete_original(self, request: web.Request) -> web.Response:
        """The first answer, taken down."""
        interaction = self.interactions[request.match_info["token"]]
        interaction.delete()
        self.messages.pop(interaction.original or 0, None)
        return web.Response(status=204)

    async def direct(self, request: web.Request) -> web.Response:
        """A channel between the bot and one user."""
        recipient = int(request[BODY]["recipient_id"])
        return reply({"id": str(snowflake()), "type": 1, "recipients": [payloads.user(recipient)]})

    async def send(self, request: web.Request) -> web.Response:
        """A message in a channel; where its nonce is enforced and known, the one that bore it first."""
        body = request[BODY]
        first = self.nonces.get(str(body.get("nonce"))) if body.get("enforce_nonce") else None
        if first is not None:
            return reply(payloads.message(first, self.messages.get(first, body)))
        id = snowflake()
        self.messages[id] = body
        if body.get("enforce_nonce"):
            self.nonces[str(body["nonce"])] = id
        return reply(payloads.message(id, body))

    async def look(self, request: web.Request) -> web.Response:
        """A message, if it still stands."""
        id = int(request.match_info["message"])
        return reply(payloads.message(id, self.messages[id])) if id in self.messages else reply(*UNKNOWN)

    async def edit(self, request: web.Request) -> web.Response:
        """A message, changed."""
        id = int(request.match_info["message"])
        if id not in self.messages:
            return reply(*UNKNOWN)
        self.messages[id] = request[BODY]
        return reply(payloads.message(id, request[BODY]))

    async def delete(self, request: web.Request) -> web.Response:
        """A message, taken down."""
        if self.messages.pop(int(request.match_info["message"]), None) is None:
            return reply(*UNKNOWN)
        return web.Response(status=204)

    async def nothing(self, request: web.Request) -> web.Response:
        """Take it, and say no more."""
        return web.Response(status=204)
