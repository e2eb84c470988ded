"""Talking to the elder in Discord: asked, mentioned, billed; he answers whoever spoke, and pings nobody."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from bot.cogs.frame.words import WORDS
from bot.play.counsel.pacing import ASKING
from quizbank.counsel.grammar import setting
from quizbank.lines import LANGUAGES
from tests.counsel.abacus import Abacus
from tests.counsel.asked import HOSTILE, KNOWN, doubtful
from tests.discord.acting import Room, kinds, parts, pictures, press, shown, text

each_locale = pytest.mark.parametrize("locale", ["zh-CN", "en-US"])


def mention(room: Room) -> str:
    """Return how the elder is addressed."""
    user = room.bot.user
    assert user is not None
    return f"<@{user.id}>"


def answers(room: Room, channel: Any | None = None) -> list[Any]:
    """Return what the elder has said in a channel, the newest last."""
    user = room.bot.user
    assert user is not None
    said = [each for each in (channel or room.channel).history() if each.author.id == user.id]
    return sorted(said, key=lambda message: int(message.id))


async def says(room: Room, actor: Any, words: str) -> None:
    """Have a learner say something in the room."""
    await actor.send(room.channel, words)


@each_locale
async def test_a_question_is_answered_to_its_asker_alone_with_a_way_into_the_hall(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    result = shown(await room.ann.slash(room.channel, "elder ask", text="why do we divide by root d_k"))

    assert result.ephemeral
    assert "√d_k" in text(result)
    assert "taught" in kinds(result)


async def test_the_button_leads_into_the_hall_that_teaches_it(room: Room) -> None:
    result = shown(await room.ann.slash(room.channel, "elder ask", text="why do we divide by root d_k"))
    entered = shown(await press(room.ann, result, "taught"))
    learner = await room.bot.host.play.meet(room.ann.id)
    walk = (await room.bot.host.play.enter(learner)).walk

    assert entered.ephemeral
    assert walk is not None
    assert walk.hall == "dial"


@each_locale
async def test_a_sum_is_shown_with_its_working_and_what_was_assumed(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    result = shown(await room.ann.slash(room.channel, "elder ask", text="memory of n=8192, 32 heads, 32 layers"))
    said = text(result).replace("\u202f", " ")

    assert "137 438 953 472 B = 128 GiB" in said
    assert "fp16" in said
    assert "-# " in said


@pytest.mark.parametrize("words", HOSTILE)
async def test_hostile_words_are_answered_without_a_word_of_theirs(room: Room, words: str) -> None:
    result = shown(await room.ann.slash(room.channel, "elder ask", text=words))
    said = text(result)

    assert said.strip()
    assert "@everyone" not in said
    assert "<@" not in said
    assert not any(word in said for word in words.split() if len(word) > 3)


async def test_two_thousand_characters_are_answered(room: Room) -> None:
    for words in ("x" * 2000, "为什么" * 666, f"<@1>{'@everyone ' * 199}"):
        assert text(shown(await room.ann.slash(room.channel, "elder ask", text=words)))


async def test_a_mention_is_answered_where_it_was_said_and_pings_nobody(room: Room) -> None:
    await says(room, room.ann, f"{mention(room)} what is rope?")
    (said,) = answers(room)

    assert "mθᵢ" in text(said)
    assert said.reference is not None
    sent = [each.json for each in room.env.http_requests if each.method == "POST" and each.path.endswith("/messages")]
    assert sent[-1]["allowed_mentions"]["parse"] == []
    assert not sent[-1]["allowed_mentions"].get("replied_user")


async def test_a_mention_is_answered_in_the_language_it_was_written_in(room: Room) -> None:
    await says(room, room.ann, f"{mention(room)} RoPE 是什么")

    assert "「" in text(answers(room)[-1])


@pytest.mark.parametrize("words", ["√d_k", "n=4096", "RoPE?", "n²", ""])
async def test_a_mention_in_no_language_is_answered_in_the_one_spoken_last(
    room: Room, speak: Callable[[str], None], words: str
) -> None:
    speak("zh-CN")
    await room.ann.slash(room.channel, "elder map")
    for actor in (room.ann, room.bob):
        await says(room, actor, f"{mention(room)} {words}")

    assert ["「" in text(each) for each in answers(room)] == [True, False]


@each_locale
async def test_sizes_of_which_nothing_is_asked_are_asked_about(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    for sizes in ("n=4096", "n = 8192 ?", "n=4096 bf16"):
        said = text(shown(await room.ann.slash(room.channel, "elder ask", text=sizes)))
        assert "KV" in said
        assert "n=8192" in said


async def test_a_bare_mention_is_greeted(room: Room) -> None:
    await says(room, room.ann, mention(room))

    assert {"enter", "bill"} <= set(kinds(answers(room)[-1]))


@pytest.mark.parametrize("words", ["what is rope", "@everyone what is rope", "<@1> what is rope"])
async def test_what_is_not_said_to_the_elder_is_not_answered(room: Room, words: str) -> None:
    await says(room, room.ann, words)

    assert answers(room) == []


async def test_a_message_to_the_elder_alone_needs_no_mention(room: Room) -> None:
    await room.ann.send_dm("what is rope?")
    sent = [each.json for each in room.env.http_requests if each.method == "POST" and each.path.endswith("/messages")]

    assert any("mθᵢ" in str(each) for each in sent)


async def test_a_flood_of_mentions_is_answered_once_more_and_then_not(room: Room) -> None:
    for _ in range(ASKING.burst + 4):
        await says(room, room.ann, f"{mention(room)} what is rope?")
    said = answers(room)

    assert len(said) == ASKING.burst + 1
    assert "mθᵢ" not in text(said[-1])


async def test_where_the_elder_may_not_answer_he_is_silent_and_goes_on(room: Room) -> None:
    room.env.inject_error("POST", "/channels/*/messages", status=403)
    await says(room, room.ann, f"{mention(room)} what is rope?")
    await says(room, room.bob, f"{mention(room)} what is rope?")

    assert len(answers(room)) == 1


@each_locale
async def test_the_bill_of_a_model_is_shown_with_a_picture_and_its_words(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    result = shown(await room.ann.slash(room.channel, "elder cost", model="llama2_70b", n=4096, dtype="bf16"))
    (alt,) = pictures(result)

    assert result.ephemeral
    assert "Llama 2 70B" in text(result)
    assert "1.25 GiB" in text(result)
    assert "1.25 GiB" in alt.replace("\u202f", " ")


async def test_a_bill_needs_no_options(room: Room) -> None:
    assert "4096" in text(shown(await room.ann.slash(room.channel, "elder cost")))


async def test_where_the_picture_is_not_drawn_in_time_its_words_stand_in(room: Room, easel: Abacus) -> None:
    easel.ready = False
    result = shown(await room.ann.slash(room.channel, "elder cost", model="gpt2"))

    assert pictures(result) == []
    assert "MiB" in text(result)


async def test_numbers_of_ones_own_are_written_on_a_sheet(room: Room) -> None:
    first = shown(await room.ann.slash(room.channel, "elder cost"))
    sheet = await press(room.ann, first, "bill")
    result = shown(await room.ann.submit_modal(sheet, {"answer": "n=1024 h=8 d=512 L=6 fp32"}))

    assert result.ephemeral
    assert "50\u202f331\u202f648" in text(result)


@pytest.mark.parametrize("words", ["hello", "n=4096", "@everyone", "n=99999999999999"])
async def test_what_is_no_setting_is_refused_in_words(room: Room, words: str) -> None:
    first = shown(await room.ann.slash(room.channel, "elder cost"))
    sheet = await press(room.ann, first, "bill")
    result = shown(await room.ann.submit_modal(sheet, {"answer": words}))

    assert text(result)
    assert "@everyone" not in text(result)
    assert kinds(result) == ["bill", "court"]


@each_locale
async def test_every_answer_fits_a_message(room: Room, speak: Callable[[str], None], locale: str) -> None:
    speak(locale)
    for number, (_, words) in enumerate(KNOWN[::9]):
        actor = room.guild.add_member(room.env.create_user(f"learner{number}"))
        result = shown(await actor.slash(room.channel, "elder ask", text=words))

        assert len(parts(result)) <= 10


@each_locale
async def test_what_may_have_been_meant_as_well_is_one_touch_away(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    result = shown(await room.ann.slash(room.channel, "elder ask", text="flash attention"))
    other = shown(await press(room.ann, result, "told"))

    assert other.ephemeral
    assert text(other) != text(result)
    assert "taught" in kinds(other) or "enter" in kinds(other)


async def test_a_teaching_of_another_age_is_not_known(room: Room) -> None:
    learner = await room.bot.host.play.meet(room.ann.id)

    assert (await room.bot.host.play.tell(learner, "phlogiston")).kind == "unknown"


def test_the_example_on_the_sheet_is_a_setting() -> None:
    for language in LANGUAGES:
        for example in re.findall(r"(?:llama 7b )?n=[ -~]+", WORDS.say("counsel.numbers_form", language)):
            assert setting(example.removesuffix(", or llama 7b n=4096").strip(" ,")) is not None, example


async def ask_from(room: Room, scene: Any, words: str) -> Any:
    """Press the button on a scene, write a question on the sheet, and send it in; return the answer."""
    sheet = await press(room.ann, scene, "inquire")
    return shown(await room.ann.submit_modal(sheet, {"answer": words}))


@each_locale
async def test_the_elder_may_be_asked_from_every_scene_and_the_scene_stays(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    scene = shown(await room.ann.slash(room.channel, "elder enter"))
    learner = await room.bot.host.play.meet(room.ann.id)
    before, seen = await room.bot.host.play.enter(learner), text(scene)
    result = await ask_from(room, scene, "why do we divide by root d_k")
    asked = shown(await room.bob.slash(room.channel, "elder ask", text="why do we divide by root d_k"))

    assert result.ephemeral
    assert text(result) == text(asked)
    assert text(scene) == seen
    assert await room.bot.host.play.enter(learner) == before


@pytest.mark.parametrize("words", HOSTILE)
async def test_hostile_words_on_the_sheet_do_nothing_either(room: Room, words: str) -> None:
    scene = shown(await room.ann.slash(room.channel, "elder enter"))
    said = text(await ask_from(room, scene, words))

    assert said.strip()
    assert not any(word in said for word in words.split() if len(word) > 3)


async def test_a_sheet_opened_again_is_a_new_one(room: Room) -> None:
    scene = shown(await room.ann.slash(room.channel, "elder enter"))
    sheets = [await press(room.ann, scene, "inquire") for _ in range(2)]

    assert len({sheet.modal["custom_id"] for sheet in sheets if sheet.modal is not None}) == 2


@each_locale
async def test_in_doubt_what_may_have_been_meant_is_offered_and_nothing_is_guessed(
    room: Room, speak: Callable[[str], None], locale: str
) -> None:
    speak(locale)
    result = shown(await room.ann.slash(room.channel, "elder ask", text=doubtful()))

    assert kinds(result) == ["told"] * 3 + ["inquire", "court"]
    assert "taught" in kinds(shown(await press(room.ann, result, "told")))
