"""A teacher's desk in Discord: who may sit at it, an appeal up to the moved wall, work, and what is chosen."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import discord
import pytest

from bot.app import GaussElder
from bot.play.desk.desk_refusals import DeskRefusalError
from bot.store.store import Store
from bot.store.tables import assignment
from tests.discord.acting import Room, kinds, parts, pictures, press, right, shown, text, trapped

pytestmark = pytest.mark.teach
COMMANDS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("teach stats", {}),
    ("teach assign", {"title": "Work", "what": "dial"}),
    ("teach work", {}),
    ("teach appeals", {}),
    ("teach paper", {"what": "dial"}),
    ("teach settings", {}),
    ("teach check", {}),
)
MANAGER = discord.Permissions(manage_guild=True, manage_roles=True)


def manager(room: Room) -> Any:
    """Return a member who may manage the server."""
    role = room.guild.create_role("Manager", permissions=MANAGER)
    return room.guild.add_member(room.env.create_user("manager"), roles=[role])


def lift_the_bot(room: Room) -> None:
    """Put the bot's own role on top of all."""
    roles = room.env.backend.get_guild(room.guild.id).roles.values()
    own = next(each for each in roles if each.managed)
    room.env.backend.edit_role(room.guild.id, own.id, {"position": max(each.position for each in roles) + 1})


async def pick(actor: Any, message: Any, kind: str, *values: Any) -> Any:
    """Pick from the menu of a kind."""
    ids = [part["custom_id"] for part in parts(message) if (part.get("custom_id") or "").startswith(f"ge1:{kind}")]
    return await actor.select(message, list(values), custom_id=ids[0])


async def wrong_at_the_wall(room: Room, actor: Any) -> Any:
    """Begin a battle and fall into a trap; return the private verdict."""
    public = await room.fight(actor)
    asked = (await room.battle(actor)).asked
    assert asked is not None
    return shown(await room.answer(actor, public, trapped(asked)))


@pytest.mark.parametrize(("command", "options"), COMMANDS)
async def test_nobody_but_a_teacher_gets_past_any_command(room: Room, command: str, options: dict[str, Any]) -> None:
    said = shown(await room.ann.slash(room.channel, command, **options))

    assert said.ephemeral
    assert "Manage Server" in text(said)
    assert kinds(said) == ["court"]
    assert await room.bot.host.play.desk.works(room.guild.id) == ()


async def test_the_role_a_server_chooses_teaches_and_does_not_choose(room: Room) -> None:
    chief, role = manager(room), room.guild.create_role("Teachers")
    settings = shown(await chief.slash(room.channel, "teach settings"))
    said = shown(await pick(chief, settings, "deskteachers", role))
    teacher = room.guild.add_member(room.env.create_user("teacher"), roles=[role])
    stats = shown(await teacher.slash(room.channel, "teach stats"))
    refused = shown(await teacher.slash(room.channel, "teach settings"))
    nobody = shown(await room.ann.slash(room.channel, "teach stats"))

    assert role.mention in text(said)
    assert "deskcohort" in kinds(stats)
    assert kinds(refused) == kinds(nobody) == ["court"]
    assert role.mention in text(nobody)


async def test_a_touch_of_the_desk_by_another_hand_is_refused(room: Room) -> None:
    chief = manager(room)
    stats = shown(await chief.slash(room.channel, "teach stats"))
    await wrong_at_the_wall(room, room.ann)
    before = await room.bot.host.play.desk.choices(room.guild.id)
    for custom_id in [part["custom_id"] for part in parts(stats) if part.get("custom_id")]:
        assert custom_id.startswith("ge1:desk")
    role = room.guild.create_role("Role")
    chief_no_more = discord.Permissions.none()
    own = next(each for each in room.guild.roles.values() if each._role.name == "Manager")
    room.env.backend.edit_role(room.guild.id, own.id, {"permissions": chief_no_more.value})
    refused = await press(chief, stats, "deskexport")

    assert "Manage Server" in text(shown(refused))
    assert await room.bot.host.play.desk.choices(room.guild.id) == before
    assert role.id != before.role


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
async def test_an_appeal_goes_from_a_press_to_the_moved_wall_and_its_learner_is_told(
    room: Room, make_bot: Callable[[], GaussElder], speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    chief = manager(room)
    verdict = await wrong_at_the_wall(room, room.ann)
    battle = await room.battle(room.ann)
    assert len(battle.wall.layers) == 4
    made, again = [shown(await press(room.ann, verdict, "appeal")) for _ in range(2)]
    await room.env.restart_bot(make_bot())
    case = shown(await chief.slash(room.channel, "teach appeals"))
    ways = kinds(case)
    decided = shown(await press(chief, case, "deskaccept"))
    wall = await room.wall(battle.id)
    seen = await room.ann.slash(room.channel, "elder map")
    once_more = await room.ann.slash(room.channel, "elder map")

    assert made.ephemeral
    assert text(made) == text(again)
    assert ways == ["deskaccept", "deskdecline"]
    assert "1" in text(decided).splitlines()[0]
    assert "deskaccept" not in kinds(decided)
    assert len((await room.ended(battle.id)).wall.layers) == 2
    assert pictures(wall) != []
    assert len(seen.followups) == 1
    assert once_more.followups == []


async def test_where_no_work_is_open_there_is_still_a_way_on(room: Room) -> None:
    none = shown(await room.ann.slash(room.channel, "elder work"))

    assert kinds(none) == ["enter", "court"]


@pytest.mark.parametrize("attempts", [1, 2])
async def test_the_best_of_several_sittings_is_spoken_of_only_where_there_are_several(
    room: Room, attempts: int
) -> None:
    put_up = shown(await manager(room).slash(room.channel, "teach assign", title="W", what="dial", attempts=attempts))

    assert ("the best counts" in text(put_up)) == (attempts > 1)


async def test_only_a_wrong_verdict_in_a_server_can_be_appealed(room: Room) -> None:
    public = await room.fight(room.ann)
    asked = (await room.battle(room.ann)).asked
    assert asked is not None
    fine = shown(await room.answer(room.ann, public, right(asked)))
    alone = room.env.create_user("eve")
    private = shown(await alone.slash("wall fight"))
    learner = await room.bot.host.play.meet(alone.id)
    fought = await room.bot.host.play.open_battle(learner, None)
    assert fought is not None
    assert fought.asked is not None
    sheet = await press(alone, private, "ask")
    missed = shown(await alone.submit_modal(sheet, {"answer": trapped(fought.asked)}))

    assert "appeal" not in kinds(fine)
    assert "appeal" not in kinds(missed)


async def test_another_cannot_appeal_for_a_learner(room: Room) -> None:
    await wrong_at_the_wall(room, room.ann)
    with pytest.raises(Exception, match="not_yours"):
        await room.bot.host.play.desk.appeal(await room.bot.host.play.meet(room.bob.id), 1)


async def set_work(room: Room, chief: Any, **options: Any) -> Any:
    """Set work; return its public message."""
    given = {"title": "Week one", "what": "dial.var, dial.std", **options}
    return shown(await chief.slash(room.channel, "teach assign", **given))


async def sit_through(room: Room, actor: Any, message: Any, wrong: int = 0) -> Any:
    """Take some work and answer it to the end; return the result."""
    desk = room.bot.host.play.desk
    question = shown(await press(actor, message, "worktake"))
    while "workask" in kinds(question):
        sheet = await press(actor, question, "workask")
        (work,) = await desk.works(room.guild.id)
        learner = await room.bot.host.play.meet(actor.id)
        sitting = await desk.sit_down(learner, work.id, room.guild.id, room.bot.host.clock())
        assert sitting.asked is not None
        given, wrong = (trapped if wrong else right)(sitting.asked), max(0, wrong - 1)
        verdict = shown(await actor.submit_modal(sheet, {"answer": given}))
        question = shown(await press(actor, verdict, "worksit"))
    return question


@pytest.mark.parametrize("locale", ["en-US", "zh-CN"])
async def test_work_is_put_up_taken_in_private_and_read_by_its_teacher(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    chief = manager(room)
    public = await set_work(room, chief, title="**Week** @everyone", attempts=2)
    result = await sit_through(room, room.ann, public, wrong=1)
    listed = shown(await chief.slash(room.channel, "teach work"))
    seen = shown(await pick(chief, listed, "deskwork", "1"))
    notice = next(message for message in room.channel.history() if message.id == public.id)

    assert not public.ephemeral
    assert result.ephemeral
    assert "worktake" in kinds(result)
    assert "1 / 2" in text(seen) or "1 of 2" in text(seen)
    assert "1" in text(notice).splitlines()[-1]
    assert "@everyone" not in text(notice).replace("\\@everyone", "")


async def test_work_that_is_closed_says_so_and_takes_nothing(room: Room) -> None:
    chief = manager(room)
    public = await set_work(room, chief)
    before = kinds(public)
    await press(room.ann, public, "worktake")
    seen = shown(await pick(chief, shown(await chief.slash(room.channel, "teach work")), "deskwork", "1"))
    sure = shown(await press(chief, seen, "deskclose"))
    await press(chief, sure, "deskclose")
    await room.env.advance_time(5)
    notice = next(message for message in room.channel.history() if message.id == public.id)
    late = shown(await room.bob.slash(room.channel, "elder work"))

    assert (before, kinds(notice)) == (["worktake"], [])
    assert "Closed" in text(notice)
    assert kinds(late) == ["enter", "court"]


async def test_work_falls_due_by_the_clock(room: Room, store: Store) -> None:
    public = await set_work(room, manager(room))
    async with store.writing() as db:
        soon = room.bot.host.clock() + timedelta(seconds=30)
        await db.execute(assignment.update().values(due=soon))
    await room.env.advance_time(60)
    notice = next(message for message in room.channel.history() if message.id == public.id)

    assert "Closed" in text(notice)
    assert kinds(notice) == []


async def test_a_fixed_sheet_shows_no_key_to_those_who_sit_it(room: Room) -> None:
    chief = manager(room)
    public = await set_work(room, chief, paper=7)
    question = shown(await press(room.ann, public, "worktake"))
    verdict = shown(await room.ann.submit_modal(await press(room.ann, question, "workask"), {"answer": "1"}))

    assert "why" not in kinds(verdict)
    assert "derived" not in text(verdict).lower()


async def test_learners_find_open_work_without_its_message(room: Room) -> None:
    await set_work(room, manager(room))
    listed = shown(await room.ann.slash(room.channel, "elder work"))
    question = shown(await pick(room.ann, listed, "worktaken", "1"))

    assert "workask" in kinds(question)


async def test_statistics_lead_from_skills_to_questions_and_back(room: Room) -> None:
    chief = manager(room)
    await sit_through(room, room.ann, await set_work(room, chief), wrong=2)
    stats = shown(await chief.slash(room.channel, "teach stats"))
    first, drawn = text(stats), pictures(stats)
    skill = next(part for part in parts(stats) if (part.get("custom_id") or "").startswith("ge1:deskskill"))
    looked = text(shown(await pick(chief, stats, "deskskill", skill["options"][0]["value"])))
    back = text(shown(await press(chief, stats, "deskstats")))
    work = text(shown(await pick(chief, stats, "deskcohort", "work:1")))
    missing = text(shown(await press(chief, stats, "deskabsent")))

    assert drawn != []
    assert "0%" in first
    assert "fewer than" in looked
    assert back == first
    assert "Week one" in work
    assert "bob" not in missing, "bob was never met"


async def test_a_class_list_is_given_privately_and_opens_as_a_table(room: Room) -> None:
    chief = manager(room)
    await sit_through(room, room.ann, await set_work(room, chief, title="=1+1"))
    stats = shown(await chief.slash(room.channel, "teach stats"))
    given = await press(chief, stats, "deskexport")
    (file,) = shown(given).attachments
    head, line = csv.reader(io.StringIO((await file.read()).decode("utf-8-sig")))

    assert shown(given).ephemeral
    assert line[:3] == ["ann", "2", "2"]
    assert len(head) == len(line)
    assert [cell for cell in head if "1+1" in cell] == [cell for cell in head if cell.startswith("'=1+1")]


async def test_what_is_chosen_is_shown_as_it_is_now_and_honoured_at_the_wall(room: Room) -> None:
    chief, other = manager(room), room.guild.create_text_channel("other")
    settings = shown(await chief.slash(room.channel, "teach settings"))
    settings = shown(await pick(chief, settings, "deskchannels", other))
    settings = shown(await pick(chief, settings, "desktiers", "apprentice"))
    settings = shown(await pick(chief, settings, "desklanguage", "zh-CN"))
    here = shown(await room.ann.slash(room.channel, "wall fight", tier="apprentice"))
    deep = shown(await room.ann.slash(other, "wall fight", tier="elder"))
    fought = shown(await room.ann.slash(other, "wall fight", tier="apprentice"))

    assert other.mention in text(settings)
    assert "Apprentice" in text(settings)
    assert here.ephemeral
    assert deep.ephemeral
    assert other.mention in text(here)
    assert kinds(deep) == ["fight"]
    assert not fought.ephemeral
    assert "之壁" in text(fought)


async def test_zone_season_and_names_are_chosen_by_buttons(room: Room) -> None:
    chief = manager(room)
    settings = shown(await chief.slash(room.channel, "teach settings"))
    settings = shown(await chief.submit_modal(await press(chief, settings, "deskzone"), {"answer": "Asia/Shanghai"}))
    settings = shown(await chief.submit_modal(await press(chief, settings, "deskseason"), {"answer": "*Autumn*"}))
    settings = shown(await press(chief, settings, "desknamed"))
    wrong = shown(await chief.submit_modal(await press(chief, settings, "deskzone"), {"answer": "Middle/Earth"}))
    chosen = await room.bot.host.play.desk.choices(room.guild.id)

    assert (chosen.zone, chosen.season, chosen.named) == ("Asia/Shanghai", "*Autumn*", False)
    assert r"\*Autumn\*" in text(settings)
    assert "Middle/Earth" in text(wrong)


async def test_a_check_names_what_is_missing_and_where_to_grant_it(room: Room) -> None:
    chief, role = manager(room), room.guild.create_role("Core")
    await room.bot.host.play.desk.choose(room.guild.id, role=role.id)
    for each in list(room.env.backend.get_guild(room.guild.id).roles.values()):
        if each.managed or each.id == room.guild.id:
            few = discord.Permissions(view_channel=True, use_application_commands=True).value
            room.env.backend.edit_role(room.guild.id, each.id, {"permissions": few})
    said = text(shown(await chief.slash(room.channel, "teach check")))
    missing = [line for line in said.splitlines() if line.startswith("✗")]

    assert "Attach Files" in "\n".join(missing)
    assert "Manage Roles" in "\n".join(missing)
    assert said.count("Where:") >= len(missing)


async def test_a_sheet_and_its_key_are_given_to_the_teacher_alone(room: Room) -> None:
    given = shown(await manager(room).slash(room.channel, "teach paper", what="dial.var, dial.std", number=7))

    assert given.ephemeral
    assert len(given.attachments) == 2


async def test_what_is_named_is_offered_while_it_is_typed(room: Room) -> None:
    offered = await room.ann.autocomplete(room.channel, "teach assign", "what", "The Bell Tower, scal")

    assert offered
    assert all(choice["value"].startswith("The Bell Tower, ") for choice in offered)
    with pytest.raises(DeskRefusalError):
        room.bot.host.play.desk.paper("nowhere", 1, "en")


@pytest.mark.parametrize(
    ("command", "options"),
    [
        ("teach assign", {"title": "Work", "what": "nonsense"}),
        ("teach assign", {"title": "Work", "what": "dial", "due": "whenever"}),
        ("teach paper", {"what": ","}),
    ],
)
async def test_a_teacher_who_mistypes_is_led_back_to_the_desk_and_not_to_the_wall(
    room: Room, command: str, options: dict[str, Any]
) -> None:
    refused = shown(await manager(room).slash(room.channel, command, **options))

    assert refused.ephemeral
    assert kinds(refused) == ["deskall", "desklist", "deskchoices"]


async def test_a_learner_whose_work_is_closed_is_led_back_to_the_work_there_is(room: Room) -> None:
    chief = manager(room)
    message = await set_work(room, chief)
    await room.bot.host.play.desk.close(1, room.guild.id)
    refused = shown(await press(room.ann, message, "worktake"))

    assert kinds(refused) == ["worklist"]


async def test_a_name_that_is_nearly_right_is_told_what_it_may_have_meant(room: Room) -> None:
    taught = shown(await manager(room).slash(room.channel, "teach paper", what="scaling dail"))
    studied = shown(await room.ann.slash(room.channel, "study start", about="scaling dail"))

    assert all("Near to it: The Scaling Dial" in text(each) for each in (taught, studied))
