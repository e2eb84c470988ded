"""Every command, and who may give it: the one table that a new command has to be entered in."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any, Literal

import bot
from bot.play.scene import Language
from quizbank.lines import Lines

Who = Literal["stranger", "member", "host", "teacher", "manager", "owner"]
EVERYONE: tuple[Who, ...] = ("stranger", "member", "host", "teacher", "manager", "owner")
TEACHERS: tuple[Who, ...] = ("teacher", "manager", "owner")
MANAGERS: tuple[Who, ...] = ("manager", "owner")
HOST: tuple[Who, ...] = ("host",)  # of the session, whatever else they are


@dataclass(frozen=True)
class House:
    """Where the commands of a group are to be had: by Discord's own numbers, as Discord is told."""

    installs: tuple[int, ...]  # 0 = by a server, 1 = by a user for themselves
    contexts: tuple[int, ...]  # 0 = in servers, 1 = in a message to the bot alone, 2 = in messages among others


ANYWHERE = House(installs=(0, 1), contexts=(0, 1, 2))
SERVERS = House(installs=(0,), contexts=(0,))
HOUSES: Mapping[str, House] = {"elder": ANYWHERE, "wall": ANYWHERE, "study": SERVERS, "teach": SERVERS}


@dataclass(frozen=True)
class Gate:
    """Who may give a command, with what it is given here, and the line that tells others no: its book and key."""

    who: tuple[Who, ...] = EVERYONE
    options: Mapping[str, Any] = field(default_factory=dict)
    no: tuple[str, str] = ("", "")

    def refusal(self, language: Language, **values: str) -> str:
        """Return what others are told."""
        book, key = self.no
        return Lines.load(files(bot) / "lines", book).say(key, language, **values)


MEMBER, ROLE = object(), object()  # stand for one who is in the session, and for a role that can be given

NOT_HOST = ("study", "refusal.not_host")
NOT_TEACHER = ("desk", "guard.not_teacher")
NOT_MANAGER = ("desk", "guard.not_manager")
GATES: Mapping[str, Gate] = {
    "elder enter": Gate(),
    "elder hall": Gate(options={"name": "dial"}),
    "elder map": Gate(),
    "elder ask": Gate(options={"text": "why divide by √d_k"}),
    "elder cost": Gate(),
    "elder me": Gate(),
    "elder board": Gate(),
    "elder board, public": Gate(TEACHERS, {"public": True}, NOT_TEACHER),
    "elder language": Gate(),
    "elder review": Gate(),
    "elder reminders": Gate(),
    "elder privacy": Gate(),
    "elder work": Gate(),
    "elder reward": Gate(MANAGERS, {"role": ROLE}, ("discord", "reward.you_lack")),
    "wall fight": Gate(),
    "wall status": Gate(),
    "wall abandon": Gate(),
    "wall raid": Gate(),
    "study start": Gate(options={"about": "dial"}),
    "study status": Gate(),
    "study pause": Gate(HOST, {}, NOT_HOST),
    "study resume": Gate(HOST, {}, NOT_HOST),
    "study handover": Gate(HOST, {"member": MEMBER}, NOT_HOST),
    "study stop": Gate(HOST, {}, NOT_HOST),
    "study extra": Gate(options={"percent": 25}),
    "study schedule": Gate(options={"when": "2026-01-02 10:00", "about": "dial"}),
    "study plans": Gate(),
    "teach stats": Gate(TEACHERS, {}, NOT_TEACHER),
    "teach assign": Gate(TEACHERS, {"title": "Work", "what": "dial"}, NOT_TEACHER),
    "teach work": Gate(TEACHERS, {}, NOT_TEACHER),
    "teach appeals": Gate(TEACHERS, {}, NOT_TEACHER),
    "teach paper": Gate(TEACHERS, {"what": "dial"}, NOT_TEACHER),
    "teach settings": Gate(MANAGERS, {}, NOT_MANAGER),
    "teach check": Gate(TEACHERS, {}, NOT_TEACHER),
}


def command_of(gate: str) -> str:
    """Return the command of a gate; one command may have several."""
    return gate.partition(",")[0]
