"""Study sessions in Discord, from the lobby to the report: everyone's own numbers, one message for all."""

from __future__ import annotations

from typing import Any

import pytest

from bot.cogs.frame.ids import Touch, encode
from bot.play.scene import Place
from tests.discord.acting import Room, kinds, parts, press, right, shown, text, trapped
from tests.discord.studying import opened, placard, sent, study_of, touch

pytestmark = pytest.mark.study


async def test_a_session_is_played_from_the_lobby_to_the_report(room: Room) -> None:
    lobby = await opened(room)
    assert "2 questions" in text(lobby)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    for number in (1, 2):
        message = await placard(room)
        assert f"Question {number} of 2" in text(message)
        assert "**0** of 2" in text(message)
        first = await sent(room, room.ann, right)
        assert "You are done with this one" in text(shown(first))
        assert "**1** of 2" in text(await placard(room))
        await sent(room, room.bob, right)
        closed = await placard(room)
        assert "What you answered" in text(closed)
        await press(room.ann, closed, "studynext")
    report = await placard(room)

    assert "Session over" in text(report)
    assert kinds(report) == ["review", "studyown", "studyagain"]


async def test_only_the_host_moves_it_on_and_whoever_else_tries_is_told_so(room: Room) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    refused = await press(room.bob, lobby, "studystart")

    assert "host" in text(shown(refused))
    assert shown(refused).ephemeral
    assert any("/channels/" in part.get("url", "") for part in parts(shown(refused))), "and the way back"


async def test_peer_voting_reveals_nothing_before_the_talk(room: Room) -> None:
    lobby = await opened(room, peer=True, rounds=1)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    voted = await sent(room, room.ann, right)
    assert "Nothing is revealed" in text(shown(voted))
    assert "Right" not in text(await placard(room))
    await sent(room, room.bob, trapped)
    talk = await placard(room)
    assert "First vote" in text(talk)
    await press(room.ann, talk, "studynext")
    await sent(room, room.ann, right)
    await sent(room, room.bob, right)
    closed = await placard(room)

    assert "won over by the talk 1" in text(closed)


async def test_a_session_goes_on_after_a_restart(room: Room, make_bot: Any) -> None:
    lobby = await opened(room)
    await press(room.ann, lobby, "studystart")
    await room.env.restart_bot(make_bot())
    await sent(room, room.ann, right)

    assert "What you answered" in text(await placard(room))


async def test_who_is_quicker_than_discord_to_say_where_the_placard_stands_makes_no_second_one(room: Room) -> None:
    lobby = await opened(room)
    studies = room.bot.host.play.studies
    await studies.moved(1, Place(room.guild.id, room.channel.id))
    await press(room.bob, lobby, "studyjoin")
    await room.env.advance_time(5)

    assert [message.id for message in room.channel.history()] == [lobby.id]
    assert (await studies.standing(1)).place.message == lobby.id


async def test_those_who_did_equally_well_share_a_rank_and_its_row_and_nobody_is_shown_to_fail(room: Room) -> None:
    lobby = await opened(room, rounds=1, names=True)
    eve = room.guild.add_member(room.env.create_user("eve"))
    for each in (room.bob, eve):
        await press(each, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    await sent(room, room.ann, right)
    await sent(room, room.bob, right)
    for _ in range(3):
        await sent(room, eve, trapped)
    await press(room.ann, await placard(room), "studynext")
    report = text(await placard(room))

    assert "**1** ann, bob —" in report
    assert "eve" not in report


async def test_a_question_is_closed_on_others_only_after_one_was_asked_and_on_oneself_at_once(room: Room) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    asked = shown(await press(room.ann, await placard(room), "studynext"))
    assert "**1** other learner is not done" in text(asked)
    assert "What you answered" not in text(await placard(room))
    waited = shown(await press(room.ann, asked, "studystay"))
    assert "goes on" in text(waited)
    again = shown(await press(room.ann, await placard(room), "studynext"))
    await press(room.ann, again, "studyclose")
    assert "Nobody answered" in text(await placard(room))

    await press(room.ann, await placard(room), "studynext")
    await sent(room, room.bob, right)
    await press(room.ann, await placard(room), "studynext")
    assert "What you answered" in text(await placard(room)), "only the host was still at it"


async def test_what_came_of_moving_on_is_told_as_it_is(room: Room) -> None:
    lobby = await opened(room, peer=True, rounds=1)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    said = []
    for _ in range(4):
        moving = shown(await press(room.ann, await placard(room), "studynext"))
        if "studyclose" in kinds(moving):
            moving = shown(await press(room.ann, moving, "studyclose"))
        said.append(text(moving))

    assert ["vote is closed" in said[0], "On we go" in said[1], "question is closed" in said[2]] == [True] * 3
    assert "On we go" not in said[0] + said[2] + said[3]


async def test_who_would_answer_what_was_closed_meanwhile_is_not_told_of_a_text_they_never_sent(room: Room) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    missed = shown(await sent(room, room.bob, trapped))
    asked = shown(await press(room.ann, await placard(room), "studynext"))
    await press(room.ann, asked, "studyclose")
    again = shown(await press(room.bob, missed, "studyask"))

    assert "closed" in text(again)
    assert "sent" not in text(again)
    assert "studyown" in kinds(again)


async def test_who_missed_a_question_is_shown_its_solution_once_it_is_closed_and_not_before(room: Room) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    missed = [shown(await sent(room, room.bob, trapped)) for _ in range(3)]
    assert all("why" not in kinds(each) for each in missed)
    open_still = shown(await touch(room, room.bob, encode(Touch("studyown", (1,)))))
    assert "why" not in kinds(open_still)
    [own] = await room.bot.host.play.studies.own(1, await room.bot.host.play.meet(room.bob.id))
    early = shown(await touch(room, room.bob, encode(Touch("why", (own.asked.id,)))))
    assert "still open" in text(early)

    last = shown(await sent(room, room.ann, right))
    assert "why" in kinds(last), "with the last answer the question is closed"
    closed = shown(await press(room.bob, await placard(room), "studyown"))
    solution = shown(await press(room.bob, closed, "why"))
    assert "Worked solution" in text(solution)


async def test_a_session_ends_for_all_only_after_its_host_was_asked(room: Room) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    await press(room.ann, lobby, "studystart")
    more = shown(await press(room.ann, await placard(room), "studymore"))
    asked = shown(await press(room.ann, more, "studystop"))
    assert "End this session" in text(asked)
    assert (await study_of(room)).ended is None
    refused = await touch(room, room.bob, encode(Touch("studyend", (1,))))
    assert "for the host" in text(shown(refused))
    await press(room.ann, asked, "studyend")

    assert (await study_of(room)).ending == "stopped"


async def test_the_last_one_who_leaves_is_asked_and_nobody_before(room: Room) -> None:
    lobby = await opened(room)
    await press(room.bob, lobby, "studyjoin")
    left = await touch(room, room.bob, encode(Touch("studyleave", (1,))))
    assert "You have left" in text(shown(left))
    asked = shown(await touch(room, room.ann, encode(Touch("studyleave", (1,)))))
    assert "last one here" in text(asked)
    assert (await study_of(room)).ended is None
    await press(room.ann, asked, "studygo")

    assert (await study_of(room)).ending == "deserted"


async def test_who_would_hand_the_session_to_themselves_or_take_their_own_hears_that_it_is_theirs(room: Room) -> None:
    await opened(room)
    handed = shown(await room.ann.slash(room.channel, "study handover", member=room.ann))
    taken = shown(await touch(room, room.ann, encode(Touch("studyhost", (1,)))))

    assert "already" in text(handed)
    assert "already" in text(taken)
    refused = shown(await room.bob.slash(room.channel, "study handover", member=room.bob))
    assert "for the host" in text(refused)
