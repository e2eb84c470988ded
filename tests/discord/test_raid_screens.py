"""Every screen of a raid at its fullest, in both languages: Discord takes it, and it is no dead end."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import get_args

import pytest

from bot.cogs.frame import budget
from bot.cogs.frame.pen import Pen
from bot.cogs.frame.screen import Row, Screen, Text
from bot.cogs.raid import render_fighter, render_raid, render_story
from bot.cogs.raid.raid_words import word
from bot.play.raid.raid import Deed, Ending, Raid, fold
from bot.play.scene import Asked
from bot.play.voice import Voice, family_say
from bot.store.raids import RaidRow, StayRow, StruckRow
from engine.rules.raid import Effect
from quizbank.bank import Bank

pytestmark = pytest.mark.raid

SNOWFLAKE = 2**63 - 1
START = datetime(2026, 1, 1, tzinfo=UTC)
MANY = 100


@pytest.fixture(params=["zh-CN", "en"])
def pen(request: pytest.FixtureRequest, bank: Bank) -> Pen:
    return Pen(Voice(bank), request.param)


def crowd(bank: Bank, *, rights: int, begun: bool = True, named: bool = True) -> tuple[Raid, dict[int, Asked]]:
    """A raid of very many with the longest names, half of them wrong twice in the wordiest way, then so many right."""
    row = RaidRow(
        id=SNOWFLAKE,
        host_id=1,
        guild=SNOWFLAKE,
        channel=SNOWFLAKE,
        message=SNOWFLAKE,
        language="zh-CN",
        tier="apprentice",
        secret=7,
        opened=START,
        started=START + timedelta(1) if begun else None,
        touched=START,
        host_seen=START,
        ended=None,
        ending=None,
    )
    stays = [StayRow(learner, "壁" * 100, False, START, 0, None, None) for learner in range(1, MANY + 1)]
    family, trap = wordiest(bank)
    wrong = [(who, "diagnosed", f"trap.{trap}") for who in range(1, MANY // 2) for _ in range(2)]
    good = [(who % MANY + 1, "correct", "right") for who in range(rights)]
    given = (*wrong, *good) if begun else ()
    struck = [StruckRow(at, at, who, family, kind, line, START) for at, (who, kind, line) in enumerate(given, 1)]
    asked = Asked(1, bank.certificates[family][0], 0, 1)
    causes = {each.question_id: asked._replace(id=each.question_id) for each in struck}
    return fold(row, stays, struck, bank, named=named), causes


def wordiest(bank: Bank) -> tuple[str, str]:
    """Return the family that asks for a layer, and the trap of it, of which most is said."""
    voice = Voice(bank)
    found = [
        (len(voice.say(family_say(Asked(1, certificate, 0, 1), f"traps.{trap}"), "en")), facts.id, trap)
        for facts in bank.facts.values()
        if facts.layer is not None
        for certificate in bank.certificates[facts.id][:1]
        for trap in certificate.traps
    ]
    return max(found)[1:]


def screens(pen: Pen, bank: Bank) -> Iterator[Screen]:
    for named in (True, False):
        lobby, none = crowd(bank, rights=0, begun=False, named=named)
        yield render_raid.placard(pen, lobby, None, none)
        for rights in (0, 90, 150):
            raid, causes = crowd(bank, rights=rights, named=named)
            yield render_raid.placard(pen, raid, b"png", causes)
            yield render_story.whole_story(pen, raid, causes, 1)
            for ending in get_args(Ending):
                yield render_raid.placard(pen, raid._replace(ending=ending), b"png", causes)
    yield render_fighter.farewell(pen, lobby, lobby.host)
    yield render_fighter.standing(pen, lobby, "…")
    yield render_fighter.arrived(pen, lobby)
    yield render_fighter.left(pen, lobby)
    yield render_fighter.part(pen, raid._replace(ending="broken"), 1)


def test_every_screen_fits_discord_and_offers_a_way_on_of_at_most_three_buttons_a_row(pen: Pen, bank: Bank) -> None:
    for screen in screens(pen, bank):
        assert budget.lint(screen) == ()
        rows = [part for part in screen.parts if isinstance(part, Row)]
        assert rows
        assert all(len(row.buttons) <= 3 for row in rows)


def test_where_a_server_shows_no_names_no_public_screen_holds_one(pen: Pen, bank: Bank) -> None:
    for rights in (0, 150):
        raid, causes = crowd(bank, rights=rights, named=False)
        for shown in (raid, raid._replace(ending="overgrown")):
            text = said(render_raid.placard(pen, shown, b"png", causes)) + said(
                render_story.whole_story(pen, raid, causes, 0)
            )
            assert "壁壁壁" not in text


def test_all_of_thirty_learners_are_told_at_the_end(pen: Pen, bank: Bank) -> None:
    raid, causes = crowd(bank, rights=0)
    thirty = raid._replace(
        ending="overgrown", fighters=tuple(each._replace(name=f"n{each.learner}.") for each in raid.fighters[:30])
    )
    text = said(render_raid.placard(pen, thirty, None, causes))

    assert all(f"n{number}." in text for number in range(1, 31))


@pytest.mark.parametrize("effect", list(Effect))
def test_every_effect_has_its_words_for_its_author_and_in_the_story(pen: Pen, bank: Bank, effect: Effect) -> None:
    raid, _ = crowd(bank, rights=3)
    deed: Deed = raid.deeds[-1]._replace(effect=effect)
    line = next(iter(render_story.story(pen, raid._replace(deeds=(deed,)), {})))[1]

    assert line
    assert word(pen, f"told.{effect.value}", mine=1, **render_story.measures(pen, deed))


@pytest.mark.parametrize("ending", get_args(Ending))
def test_every_ending_has_a_title_and_a_reason(pen: Pen, bank: Bank, ending: Ending) -> None:
    raid, causes = crowd(bank, rights=0)
    shown = said(render_raid.placard(pen, raid._replace(ending=ending), None, causes))

    assert word(pen, f"title.{ending}") in shown
    assert word(pen, f"ending.{ending}").splitlines()[0] in shown


def said(screen: Screen) -> str:
    return "\n".join(part.body for part in screen.parts if isinstance(part, Text))
