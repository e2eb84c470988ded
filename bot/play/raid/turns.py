"""A fighter's turns in a raid: a question of their own, the text they send, what it does to the wall they share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.play.desk.rulings import ruled
from bot.play.drawing import Drawn, draw, families_for
from bot.play.house import House
from bot.play.judging import judge_text, keep, recall_asked, recall_judged
from bot.play.posing import Posed, posed, taken_before
from bot.play.raid.holds import Held, Holds, recall
from bot.play.raid.raid import FOUGHT_OUT, Raid, Told, Turn, ending_of, entered, layer_of, struck
from bot.play.raid.raid_refusals import AnsweredError, NoRaidError, NotBegunError
from bot.play.readings import what_was_meant
from bot.play.refusals import NotYoursError, RefusalError
from bot.play.scene import Asked, Judged, Learner, Sent
from bot.store import questions, raids
from bot.store.questions import Home
from bot.store.raids import StruckRow
from engine.rules.raid import Joined, Struck, step


class Turns:
    """What is asked of one who fights in a raid, and what becomes of their answers."""

    def __init__(self, house: House, holds: Holds) -> None:
        self.house = house
        self._holds = holds

    async def face(self, id: int, learner: Learner) -> Turn:
        """Return the learner's own open question, letting them in and putting one if need be.

        Raises NotBegunError, RaidOverError.
        """
        async with self._holds.held(id) as held:
            if held.raid.started is None:
                raise NotBegunError(held.raid)
            came = await held.enter(learner.id)
            raid = await self._after(held, learner)
        return (await self._turn(raid, held.row.secret, learner))._replace(came=came)

    async def answer(self, id: int, turn: int, attempt: int, learner: Learner, sent: Sent) -> Told:
        """Read, judge and keep a text sent to a learner's own question; the same interaction twice counts once.

        Raises RaidOverError where the raid was closed unfinished, AnsweredError, NotYoursError.
        """
        try:
            return await self._answer(id, turn, attempt, learner, sent)
        except RefusalError:  # it may have been kept before: this very one, delivered twice
            if (before := await taken_before(self.house, sent)) is None:
                raise
        raid = await self._holds.found(id)
        told = await self._turn(raid, (await self._holds.row(id)).secret, learner)
        return Told(told, before, told.raid.deed(before.stored))

    async def _answer(self, id: int, turn: int, attempt: int, learner: Learner, sent: Sent) -> Told:
        all_of = await posed(self.house, Home("raid", id), learner.id)
        mine = next((each for each in all_of if each.asked.turn == turn), None)
        if mine is None:
            raise NotYoursError
        judged = judge_text(mine.asked, sent.text)
        async with self._holds.held(id, ended=FOUGHT_OUT) as held:
            stored, judged = None, await ruled(held.db, judged)
            if is_open(mine) and mine.asked.attempt == attempt:
                stored = await self._land(held, judged, learner, sent)
            judged = judged._replace(stored=stored)
            raid = await self._after(held, learner, judged, sent)
        if stored is None:
            raise AnsweredError(raid)
        asking = raid.standing and judged.counts and mine is all_of[-1]
        known = len(all_of) if asking else None  # what was put to them so far, all of it answered
        return Told(await self._turn(raid, held.row.secret, learner, known), judged, raid.deed(stored))

    async def choose_reading(self, answer_id: int, place: int, learner: Learner, sent: Sent) -> Told:
        """Send the reading that was meant of a text that had two."""
        question, asked, meant = await what_was_meant(self.house, answer_id, place, learner, sent)
        if question.raid_id is None:
            raise NoRaidError
        return await self.answer(question.raid_id, question.turn, asked.attempt, learner, meant)

    async def causes(self, raid: Raid) -> Mapping[int, Asked]:
        """Return the questions whose wrong answers laid a layer, by their ids."""
        return await self._asked([deed.question for deed in raid.deeds if deed.laid])

    async def _land(self, held: Held, judged: Judged, learner: Learner, sent: Sent) -> int | None:
        """Keep a text, and the raid's end if it brings that; None if it was kept before."""
        if held.raid.ending is None:
            await held.enter(learner.id)
        stored = await keep(held.db, judged, learner.id, sent)
        if stored is not None and judged.counts and held.raid.ending is None:
            came, _ = step(held.raid.siege, Joined(learner.id))
            kind = layer_of(self.house.bank, judged.asked.certificate.family)
            siege, _ = step(came, Struck(learner.id, kind, judged.right))
            ending = ending_of(siege)
            if ending is not None:
                await raids.end(held.db, held.row.id, ending, held.at)
        return stored

    async def _after(
        self, held: Held, learner: Learner, judged: Judged | None = None, sent: Sent | None = None
    ) -> Raid:
        """Return a raid that is held as it is after one entered, and sent what is judged: read again only who came."""
        fighter, raid = held.raid.fighter(learner.id), held.raid
        if raid.ending is None and (fighter is None or not fighter.here):
            row = await raids.find(held.db, held.row.id)
            assert row is not None  # it is held
            return await recall(self.house, held.db, row)
        if raid.ending is None:
            raid = entered(raid, learner.id, held.at)
        if judged is None or sent is None or judged.stored is None or not judged.counts:
            return raid
        family, question = judged.asked.certificate.family, judged.asked.id
        blow = StruckRow(judged.stored, question, learner.id, family, judged.kind, judged.line, sent.at)
        return struck(raid, blow, self.house.bank, held.at)

    async def _turn(self, raid: Raid, secret: int, learner: Learner, answered: int | None = None) -> Turn:
        """Return where a learner stands, with a question put to them if the raid is fought and none is open.

        `answered` is how many were put to them, where it is known that all of them are answered.
        """
        if not raid.standing:
            return Turn(raid, learner, None)
        home = Home("raid", raid.id)
        mine = () if answered is not None else await posed(self.house, home, learner.id)
        if answered is None and mine and is_open(mine[-1]):
            return Turn(raid, learner, mine[-1].asked, doubt_in(mine[-1]))
        turn = len(mine) if answered is None else answered
        drawn = await self._drawn(raid, secret, learner, turn)
        id = None if drawn is None else await self._put(raid, home, learner, turn, drawn)
        if drawn is None or id is None:  # the wall stands no more, or another touch was quicker
            raid, mine = await self._holds.found(raid.id), await posed(self.house, home, learner.id)
            if not raid.standing or not mine or not is_open(mine[-1]):
                return Turn(raid, learner, None)
            return Turn(raid, learner, mine[-1].asked, doubt_in(mine[-1]))
        return Turn(raid, learner, Asked(id, drawn.certificate, turn, 1, drawn.remeasured))

    async def _drawn(self, raid: Raid, secret: int, learner: Learner, turn: int) -> Drawn | None:
        """Return a problem of the outermost layer's kind; None once the wall no longer stands."""
        outermost = raid.siege.outermost
        if outermost is None:
            return None
        families = families_for(self.house.bank, outermost.kind, raid.tier)
        return await draw(self.house, learner.id, families, f"{secret}:raid:{raid.id}:{learner.id}:{turn}")

    async def _put(self, raid: Raid, home: Home, learner: Learner, turn: int, drawn: Drawn) -> int | None:
        """Put a question, and return its id; None if the wall no longer stood for it, or one was put at that turn."""
        async with self._holds.in_line(raid.id) as db:
            now = await raids.hold(db, raid.id)  # a question is put while the wall stands, or not at all
            if now is None or now.ended is not None:
                return None
            return await questions.ask(
                db,
                home=home,
                learner_id=learner.id,
                turn=turn,
                certificate=drawn.certificate.dump(),
                remeasured=drawn.remeasured,
                at=self.house.clock(),
            )

    async def _asked(self, ids: Sequence[int]) -> Mapping[int, Asked]:
        if not ids:
            return {}
        async with self.house.store.reading() as db:
            rows = {row.id: row for row in await questions.find_all(db, ids)}
        return {id: recall_asked(rows[id], []) for id in ids if id in rows}


def is_open(question: Posed) -> bool:
    """Whether a question still awaits its one answer, also where an answer to it is no longer held to be one."""
    return not question.counted and all(answer.attempt is None for answer in question.sent)


def doubt_in(question: Posed) -> Judged | None:
    """Return the last text sent to a question where it could be read in two ways and was not sent again."""
    if not question.sent or question.sent[-1].kind != "ambiguous":
        return None
    return recall_judged(question.asked, question.sent[-1])
