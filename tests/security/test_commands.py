"""Who may give which command: each is declared in one table, and tried by everyone who might come."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import simcord.interactions
from discord import app_commands
from sqlalchemy import select

from bot.cogs.frame.words import WORDS
from bot.play.scene import Language
from bot.store.tables import learner, membership, memo, metadata
from tests.discord.acting import Room, press, shown, text
from tests.discord.conftest import store
from tests.discord.studying import opened, placard
from tests.discord.test_teach import lift_the_bot
from tests.security.besieging import MANAGER
from tests.security.gates import EVERYONE, GATES, HOUSES, MEMBER, ROLE, SERVERS, Gate, House, Who, command_of

__all__ = ["store"]  # one kind of database is enough: who may is asked before anything is looked up

pytestmark = pytest.mark.simcord(settle_timeout=120)

LANGUAGES: list[tuple[str, Language]] = [("zh-CN", "zh-CN"), ("en-US", "en")]
GUARDED = {name: gate for name, gate in GATES.items() if gate.who != EVERYONE}

each_language = pytest.mark.parametrize(("locale", "language"), LANGUAGES)


@dataclass(frozen=True)
class School:
    """A server with everyone in it who might give a command, and a session of the host's in its channel."""

    room: Room
    people: Mapping[Who, Any]
    teachers: Any  # the role
    prize: Any  # another role

    async def give(self, who: Who, name: str, channel: Any = None) -> Any:
        """Have someone give a command; return what they see of it."""
        stand_ins = {MEMBER: self.people["member"], ROLE: self.prize}
        options = {key: stand_ins.get(value, value) for key, value in GATES[name].options.items()}
        return shown(await self.people[who].slash(channel or self.room.channel, command_of(name), **options))

    def no(self, name: str, language: Language) -> str:
        """Return what those are told who may not give a command."""
        between = WORDS.say("error.between", language)
        lacking = between.join(WORDS.say(f"permission.{each}", language) for each in ("manage_guild", "manage_roles"))
        return GATES[name].refusal(language, teachers=f"<@&{self.teachers.id}>", permissions=lacking)

    async def kept(self) -> dict[str, Any]:
        """Return all that is stored, but for who was met, and what the bot notes down of itself."""
        async with self.room.bot.host.play.house.store.reading() as db:
            tables = [table for table in metadata.sorted_tables if table not in (learner, membership, memo)]
            return {table.name: sorted((await db.execute(select(table))).all(), key=repr) for table in tables}


async def founded(room: Room) -> School:
    """Found a school: its teachers have a role, its host has opened a session in which a member has a seat."""
    lift_the_bot(room)
    roles = {name: room.guild.create_role(name) for name in ("Prize", "Teachers")}
    manage = room.guild.create_role("Managers", permissions=MANAGER)

    def join(name: str, *roles: Any) -> Any:
        return room.guild.add_member(room.env.create_user(name), roles=list(roles))

    people: dict[Who, Any] = {
        "stranger": join("stranger"),
        "member": room.bob,
        "host": room.ann,
        "teacher": join("teacher", roles["Teachers"]),
        "manager": join("manager", manage),
        "owner": room.guild.add_member(room.guild.owner),
    }
    await room.bot.host.play.desk.choose(room.guild.id, teachers=roles["Teachers"].id)
    await session(room, room.channel)
    return School(room, people, roles["Teachers"], roles["Prize"])


async def session(room: Room, channel: Any) -> None:
    """Have ann open a session in a channel, bob come in, and ann begin it."""
    await opened(room, channel)
    await press(room.bob, await placard(room, channel), "studyjoin")
    await press(room.ann, await placard(room, channel), "studystart")
    await room.env.advance_time(5)


def commands(room: Room) -> Iterator[app_commands.Command[Any, Any, Any]]:
    """Yield every command that can be given."""
    return (each for each in room.bot.tree.walk_commands() if isinstance(each, app_commands.Command))


async def test_every_command_is_in_the_table_and_none_that_is_not_there(room: Room) -> None:
    assert sorted({command_of(name) for name in GATES}) == sorted(each.qualified_name for each in commands(room))


async def test_every_command_is_to_be_had_where_the_table_says_and_hidden_from_nobody(room: Room) -> None:
    told = [each.to_dict(room.bot.tree) for each in room.bot.tree.get_commands()]

    assert {
        each["name"]: House(told_of(each, "integration_types"), told_of(each, "contexts")) for each in told
    } == HOUSES
    assert [each["name"] for each in told if each["default_member_permissions"] is not None] == []


def told_of(command: Mapping[str, Any], what: str) -> tuple[int, ...]:
    """Return the numbers that Discord is told; none where it is left to Discord."""
    return tuple(command[what] or ())


@each_language
async def test_whoever_may_not_give_a_command_is_told_so_in_their_language_and_nothing_changes(
    room: Room, speak: Callable[[str], None], quiet: None, locale: str, language: Language
) -> None:
    speak(locale)
    school, amiss = await founded(room), []
    before = await school.kept()
    for name, gate in GUARDED.items():
        for who in [who for who in EVERYONE if who not in gate.who]:
            told = await school.give(who, name)
            if not told.ephemeral or school.no(name, language) not in text(told):
                amiss.append((name, who))

    assert amiss == []
    assert await school.kept() == before


@each_language
@pytest.mark.parametrize("who", EVERYONE)
async def test_whoever_may_give_a_command_is_not_turned_away(
    room: Room, speak: Callable[[str], None], quiet: None, who: Who, locale: str, language: Language
) -> None:
    speak(locale)
    school, amiss = await founded(room), []
    for name, gate in GATES.items():
        if who not in gate.who:
            continue
        yard = room.channel if gate.who == EVERYONE else room.guild.create_text_channel("yard")
        if gate.who == ("host",):
            await session(room, yard)
        told = await school.give(who, name, yard)
        if gate.who != EVERYONE and school.no(name, language) in text(told):
            amiss.append(name)

    assert amiss == []


def holds_a_line(gate: Gate) -> bool:
    """Whether what others are told is a sentence of its own in each language."""
    told = [gate.refusal(language, teachers="", permissions="") for _, language in LANGUAGES]
    return len(set(told)) == len(told) and all(each.endswith((".", "。")) for each in told)


@pytest.mark.parametrize("name", GUARDED)
def test_every_no_is_a_sentence_in_both_languages(name: str) -> None:
    assert holds_a_line(GUARDED[name])


async def test_what_belongs_to_a_server_is_not_to_be_had_elsewhere(room: Room) -> None:
    offered = {each.split()[0] for each in room.ann.user.available_commands()}

    assert offered == {group for group, house in HOUSES.items() if house != SERVERS}


@each_language
async def test_outside_a_server_every_command_is_answered_and_none_touches_one(
    room: Room, speak: Callable[[str], None], quiet: None, locale: str, language: Language
) -> None:
    speak(locale)
    silent = []
    for name, gate in GATES.items():
        if HOUSES[name.split()[0]] == SERVERS or ROLE in gate.options.values():
            continue
        told = await room.ann.user.slash(command_of(name), **gate.options)
        if told.response is None:
            silent.append(name)
    no = shown(await room.ann.user.slash("elder reward"))

    assert silent == []
    assert WORDS.say("reward.server_only", language) in text(no)


@each_language
async def test_who_brings_the_bot_into_a_server_by_themselves_touches_nothing_of_that_server(
    room: Room,
    speak: Callable[[str], None],
    monkeypatch: pytest.MonkeyPatch,
    quiet: None,
    locale: str,
    language: Language,
) -> None:
    speak(locale)
    school = await founded(room)
    alone(monkeypatch)
    before, amiss = await school.kept(), []
    guard = Gate(no=("desk", "guard.server_only")).refusal(language)
    for name in [name for name, gate in GATES.items() if gate.no in (("desk", "guard.not_teacher"),)]:
        told = await school.give("manager", name)
        if guard not in text(told):
            amiss.append(name)

    assert amiss == []
    assert await school.kept() == before


def alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the bot is wherever it is by its user's leave alone."""
    original = simcord.interactions.base_payload

    def base_payload(*args: Any, **kwargs: Any) -> Any:
        record, payload = original(*args, **kwargs)
        return record, {**payload, "authorizing_integration_owners": {"1": str(kwargs["user_id"])}}

    monkeypatch.setattr(simcord.interactions, "base_payload", base_payload)
