"""Battles with the wall: begun, answered, ended; and always recalled from the stored answers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import cast

from sqlalchemy import Connection

from bot.play.choices import reading_choices
from bot.play.desk.rulings import ruled
from bot.play.drawing import draw, families_for
from bot.play.house import House
from bot.play.judging import COUNTED, certificate_of, judge_text, keep, next_attempt, recall_asked, recall_judged
from bot.play.refusals import BattleOverError, NoBattleError, NotYoursError, TooLateError
from bot.play.scene import (
    TRAP,
    Asked,
    Awaits,
    Battle,
    Ending,
    Judged,
    Language,
    Learner,
    Place,
    Say,
    Scene,
    Sent,
    Strike,
    Tier,
)
from bot.play.wall.wall_picture import wall_picture
from bot.store import answers, battles, courses, questions
from bot.store.answers import AnswerRow
from bot.store.battles import BattleRow
from bot.store.courses import StepRow
from bot.store.questions import Home
from engine.rules.wall import Layer, Outcome, Wall, strike


async def fight(house: House, learner: Learner, tier: Tier, place: Place, secret: int | None) -> Scene:
    """Begin a battle, or go on with the one this learner has open in this guild."""
    guild = place.guild or 0
    async with house.store.writing() as db:
        began = await battles.begin(
            db,
            learner_id=learner.id,
            guild=guild,
            language=learner.language,
            tier=tier,
            secret=house.secret() if secret is None else secret,
            at=house.clock(),
        )
        row = await battles.find_open(db, learner.id, guild)
        assert row is not None  # begun just now, or open before
        if began is not None:
            await battles.move(db, row.id, place.channel, place.message)
    battle = await stand(house, row.id)
    return pictured(spoken(learner, battle, (opening(battle),)))


async def stand(house: House, battle_id: int) -> Battle:
    """Return a battle with its next question asked and its end, if it has come, written down.

    Whatever a crash left undone after the last stored answer is done here.
    """
    record = await recall_record(house, battle_id)
    if record is None:
        raise NoBattleError
    return await stood(house, record)


async def stood(house: House, record: Record) -> Battle:
    """Return a battle recalled just now as `stand` returns it."""
    battle = record.battle
    if battle.ending is None and battle.outcome is not Outcome.STANDING:
        async with house.store.writing() as db:
            await battles.end(db, battle.id, battle.outcome.value, house.clock())
    elif battle.ending is None and battle.asked is None:
        await ask(house, battle, record.row.secret)
    else:
        return battle
    return await stand(house, battle.id)


async def public(house: House, record: Record | None) -> Scene | None:
    """Return the scene a battle waits in, as everyone sees it; None where it is nowhere to be seen."""
    if record is None or record.row.channel is None:
        return None
    battle = await stood(house, record)
    return awaited(battle.learner, battle)


async def ask(house: House, battle: Battle, secret: int) -> None:
    """Put the next question of a standing wall."""
    layer = battle.wall.asking
    assert layer is not None  # it stands
    turn = battle.turn
    families = families_for(house.bank, layer, battle.tier)
    drawn = await draw(house, battle.learner.id, families, f"{secret}:{battle.id}:{turn}")
    async with house.store.writing() as db:
        await questions.ask(
            db,
            learner_id=battle.learner.id,
            home=Home("battle", battle.id),
            turn=turn,
            certificate=drawn.certificate.dump(),
            remeasured=drawn.remeasured,
            at=house.clock(),
        )


@dataclass(frozen=True)
class Record:
    """A battle's rows: its own, and its course."""

    row: BattleRow
    course: Sequence[StepRow]

    @cached_property
    def battle(self) -> Battle:
        """The battle as these rows make it."""
        return fold(self.row, self.course)


async def recall(house: House, battle_id: int) -> Battle | None:
    """Return a battle as its stored answers make it, or None if there is none of that id."""
    record = await recall_record(house, battle_id)
    return None if record is None else record.battle


async def recall_record(house: House, battle_id: int) -> Record | None:
    """Return a battle's rows, or None if there is none of that id."""
    return (await recall_records(house, (battle_id,)))[0]


async def recall_records(house: House, ids: Sequence[int]) -> Sequence[Record | None]:
    """Return the rows of battles in their order, None where there is none of that id."""
    found = await house.store.read(partial(records, ids=set(ids)))
    return [found.get(id) for id in ids]


def records(db: Connection, ids: Collection[int]) -> Mapping[int, Record]:
    """Return the rows of battles, by the battle's id, as many as there are."""
    rows, course = battles.find_all(db, ids), courses.of_battles(db, ids)
    return {row.id: Record(row, course[row.id]) for row in rows}


def fold(row: BattleRow, course: Sequence[StepRow]) -> Battle:
    """Make a battle of what was asked and what was sent; of several answers to one question the first counts."""
    who, wall, strikes, answered = row.challenger, Wall(), list[Strike](), set[int]()
    for step in course:
        layer = wall.asking
        if step.kind not in COUNTED or step.question_id in answered or layer is None:
            continue
        answered.add(step.question_id)
        right = step.kind == "correct"
        strikes.append(Strike(step.turn, layer, right, step.line or "", mistaken(step)))
        wall = strike(wall, right)
    stands = wall.asking is not None and row.ended is None
    waiting = course[-1].question_id if course and stands and course[-1].question_id not in answered else None
    here = [step for step in course if step.question_id == waiting]
    asked = next_asked(here) if here else None
    return Battle(
        id=row.id,
        learner=Learner(who.id, cast(Language, row.language), who.name, who.text_only),
        tier=cast(Tier, row.tier),
        place=Place(row.guild or None, row.channel, row.message),
        started=row.started,
        strikes=tuple(strikes),
        wall=wall,
        asked=asked,
        doubt=None if asked is None else doubt_in(asked, here[-1].sent),
        ending=cast("Ending | None", row.ending),
    )


def mistaken(step: StepRow) -> Asked | None:
    """Return the question of a step whose answer fell into a named mistake; None where it fell into none."""
    return asked_at(step, 1) if step.line is not None and step.line.startswith(TRAP) else None


def next_asked(steps: Sequence[StepRow]) -> Asked:
    """Return the question of these steps with the number its next answer will bear."""
    return asked_at(steps[-1], next_attempt([step.sent for step in steps if step.sent is not None]))


def asked_at(step: StepRow, attempt: int) -> Asked:
    """Return a step's question at an attempt; it holds its certificate."""
    assert step.certificate is not None, "only plain verdicts are without"
    return Asked(step.question_id, certificate_of(step.certificate), step.turn, attempt, step.remeasured)


def struck(battle: Battle, judged: Judged, layer: Layer) -> Battle:
    """Return a battle after a counted answer to its open question, as `fold` would once that is stored."""
    wall = strike(battle.wall, judged.right)
    mistook = judged.asked._replace(attempt=1) if judged.line.startswith(TRAP) else None
    blow = Strike(judged.asked.turn, layer, judged.right, judged.line, mistook)
    ending = None if wall.outcome is Outcome.STANDING else cast(Ending, wall.outcome.value)
    return Battle(
        battle.id,
        battle.learner,
        battle.tier,
        battle.place,
        battle.started,
        strikes=(*battle.strikes, blow),
        wall=wall,
        asked=None,
        ending=ending,
    )


def doubt_in(asked: Asked, last: AnswerRow | None) -> Judged | None:
    """Return the last text sent to the open question where it could be read in two ways."""
    return recall_judged(asked, last) if last is not None and last.kind == "ambiguous" else None


async def answer(house: House, battle_id: int, turn: int, attempt: int, learner: Learner, sent: Sent) -> Scene:
    """Read, judge and keep a text sent to a battle's question; the same interaction twice counts once."""
    battle = await recall(house, battle_id)
    if battle is None:
        raise NoBattleError
    if battle.learner.id != learner.id:
        raise NotYoursError
    if (told := await told_before(house, learner, sent)) is not None:
        return told
    asked = battle.asked
    if battle.ending is not None or battle.outcome is not Outcome.STANDING:
        raise BattleOverError(await stand(house, battle_id))
    if asked is None or (asked.turn, asked.attempt) != (turn, attempt):
        raise TooLateError(awaited(learner, await stand(house, battle_id)))
    judged = judge_text(asked, sent.text)
    async with house.store.writing() as db:
        judged = await ruled(db, judged)
        stored = await keep(db, judged, learner.id, sent)
    if stored is None:  # another got in between: this very one, delivered twice, or another touch
        if (told := await told_before(house, learner, sent)) is not None:
            return told
        raise TooLateError(awaited(learner, await stand(house, battle_id)))
    return after(learner, await stand(house, battle_id), judged._replace(stored=stored), battle.wall.asking)


async def told_before(house: House, learner: Learner, sent: Sent) -> Scene | None:
    """Return what was said to an interaction that came before, or None if it is new."""
    if sent.interaction is None:
        return None
    async with house.store.reading() as db:
        row = await answers.of_interaction(db, sent.interaction)
        question = None if row is None else await questions.find(db, row.question_id)
    if row is None or question is None or question.battle_id is None:
        return None
    battle = await stand(house, question.battle_id)
    layer = next((strike.layer for strike in battle.strikes if strike.turn == question.turn), None)
    return after(learner, battle, recall_judged(recall_asked(question, []), row), layer)


def after(learner: Learner, battle: Battle, judged: Judged, layer: Layer | None) -> Scene:
    """Return what follows a verdict: what befell the wall, and what it asks now."""
    return pictured(told(learner, battle, judged, layer))


def told(learner: Learner, battle: Battle, judged: Judged, layer: Layer | None) -> Scene:
    """Return what follows a verdict, in words alone."""
    if layer is None or not judged.counts or battle.outcome is Outcome.BROKEN:  # the ending says the rest
        return spoken(learner, battle, (), judged)
    return spoken(learner, battle, (moved(layer, judged.right, len(battle.wall.layers)),), judged)


def awaited(learner: Learner, battle: Battle) -> Scene:
    """Return the scene a battle waits in: a question, a choice between two readings, or the end."""
    return pictured(spoken(learner, battle))


def pictured(scene: Scene) -> Scene:
    """Return a scene of a battle with the picture of its wall."""
    assert scene.battle is not None  # it is one
    return scene._replace(picture=wall_picture(scene.battle.wall, scene.battle.strikes))


def spoken(learner: Learner, battle: Battle, say: tuple[Say, ...] = (), judged: Judged | None = None) -> Scene:
    """Return the scene a battle waits in, without the picture."""
    if battle.ending is not None:
        return Scene(learner, "nothing", (*say, Say("bot", f"wall.ending.{battle.ending}")), judged, battle)
    choices = reading_choices(battle.doubt)
    awaits: Awaits = "choose" if choices else "answer"
    return Scene(learner, awaits, say, judged or battle.doubt, battle, asked=battle.asked, choices=choices)


async def abandon(house: House, learner: Learner, guild: int | None) -> Scene:
    """End the learner's open battle in a guild."""
    async with house.store.writing() as db:
        row = await battles.find_open(db, learner.id, guild or 0)
        if row is not None:
            await battles.end(db, row.id, "abandoned", house.clock())
    if row is None:
        raise NoBattleError
    return awaited(learner, await stand(house, row.id))


def opening(battle: Battle) -> Say:
    """Return the Abyss's first words, or its reminder to one who comes back."""
    return Say("bot", "wall.opening" if not battle.strikes else "wall.resumed", {"count": len(battle.wall.layers)})


def moved(layer: Layer, right: bool, thickness: int) -> Say:
    """Return what befell the wall: the layer that asked fell, or another rose on it."""
    return Say("bot", f"wall.{'fell' if right else 'rose'}.{layer}", {"count": thickness})
