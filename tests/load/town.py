"""A town of guilds: rows for all who are there, games for the few who play at one time, and what each does next."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import count
from random import Random
from typing import Any, Final, cast

from bot.play import Play
from bot.play.board.board import View
from bot.play.raid.raid import Raid
from bot.play.refusals import RefusalError
from bot.play.scene import Asked, Learner, Place, Sent
from bot.play.study.study import Settings
from bot.store.store import Store
from bot.store.tables import guild, learner, membership
from bot.workshop.workshop import Workshop
from quizbank.bank import open_bank
from tests.play.stage import QuietWorkshop, right, trapped

PEOPLE: Final = 4  # known learners a guild
BATTLING, RAIDING, STUDYING = 0.01, 0.001, 0.001  # of the guilds have such a game open at one time
BAND: Final = 8  # learners in a raid or a session
SHARES: Final = {"battle": 60, "raid": 20, "study": 10, "board": 10}  # of a hundred touches
ANSWERED: Final = ("first", "second")  # phases of a round
RIGHTLY: Final = 0.75  # of the answers
BOARD_SHOWN: Final = 0.05  # of the guilds keep a board message
ROWS: Final = 5_000  # inserted at once
BEGUN: Final = datetime(2026, 1, 1, tzinfo=UTC)

Touch = Callable[[], Awaitable[bool]]  # whether it was taken


class BusyError(Exception):
    """The learner's last answer is still on its way."""


@dataclass
class Game:
    """One game that is open, and who is in it; each learner touches it at their own time, but not twice at once."""

    kind: str
    guild: int
    band: Sequence[Learner]
    id: int = 0
    scene: Any = None


class Town:
    """The guilds, their games, and the game itself on one store."""

    def __init__(self, store: Store, guilds: int, seed: int = 7) -> None:
        self.store = store
        self.random = Random(seed)
        self.play = Play(
            store,
            open_bank(),
            cast(Workshop, QuietWorkshop()),
            clock=lambda: datetime.now(UTC),
            secrets=Random(seed).getrandbits,
        )
        self.guilds = [(1 << 40) + (n << 22) for n in range(1, guilds + 1)]  # one after another over all shards
        self.games: dict[str, list[Game]] = {kind: [] for kind in SHARES}
        self.answered: dict[str, int] = dict.fromkeys(SHARES, 0)
        self.refused = 0
        self._interactions = count(1)

    async def settle(self) -> None:
        """Write down everyone, and open the games."""
        people = [(place, place + n) for place in self.guilds for n in range(1, PEOPLE + 1)]
        shown = self.guilds[:: round(1 / BOARD_SHOWN)]
        await self._fill(guild, [{"id": id, "board_channel": id, "board_message": id} for id in shown])
        await self._fill(learner, [{"id": id, "name": f"n{id}", "text_only": False, "met": BEGUN} for _, id in people])
        await self._fill(
            membership, [{"guild": place, "learner_id": id, "seen": BEGUN, "left": None} for place, id in people]
        )
        for kind, share, band in (
            ("battle", BATTLING, 1),
            ("raid", RAIDING, BAND),
            ("study", STUDYING, BAND),
            ("board", BATTLING, 1),
        ):
            chosen = self.random.sample(self.guilds, max(1, round(share * len(self.guilds))))
            self.games[kind] = [Game(kind, place, self._band(place, band)) for place in chosen]
            for game in self.games[kind]:
                await self._open(game)

    def touches(self) -> Iterator[tuple[str, Touch]]:
        """Yield what happens next, for ever; games that end are followed by others in their guild."""
        kinds, weights = list(SHARES), list(SHARES.values())
        while True:
            kind = self.random.choices(kinds, weights)[0]
            game = self.random.choice(self.games[kind])
            yield kind, lambda kind=kind, game=game: self._touch(kind, game)  # type: ignore[misc]

    async def turn(self) -> None:
        """Do what the clockwork does every few seconds."""
        await self.play.boards.take_in()
        await self.play.studies.due(self.play.house.clock())
        await self.play.raids.close_quiet()
        await self.play.desk.close_due()
        await self.play.boards.moved()

    def _band(self, place: int, size: int) -> list[Learner]:
        start = self.guilds.index(place) if size > PEOPLE else 0
        ids = [place + n for n in range(1, PEOPLE + 1)]
        if size > PEOPLE:  # a large game has guests of the guild beside
            other = self.guilds[(start + 1) % len(self.guilds)]
            ids += [other + n for n in range(1, size - PEOPLE + 1)]
        return [Learner(id, "en", f"n{id}") for id in ids[:size]]

    async def _open(self, game: Game) -> None:
        host, place = game.band[0], Place(game.guild, game.guild + self.random.getrandbits(20))
        if game.kind == "battle":
            game.scene = await self.play.fight(host, place=place)
        elif game.kind == "raid":
            raid, _ = await self.play.raids.open(host, place, "adept")
            for each in game.band[1:]:
                await self.play.raids.join(raid.id, each)
            await self.play.raids.start(raid.id, host)
            game.id = raid.id
        elif game.kind == "study":
            study = await self.play.studies.open(host, place, Settings(("dial",), rounds=20))
            for each in game.band[1:]:
                await self.play.studies.join(each, study.id)
            await self.play.studies.start(host, study.id)
            game.id = study.id

    async def _touch(self, kind: str, game: Game) -> bool:
        who = self.random.choice(game.band)
        try:
            await getattr(self, f"_in_{kind}")(game, who)
        except (RefusalError, BusyError):
            self.refused += 1  # another was first, or the game has just moved on
            return False
        self.answered[kind] += 1
        return True

    async def _in_battle(self, game: Game, who: Learner) -> None:
        scene, game.scene = game.scene, None
        if scene is None:
            raise BusyError
        if scene.asked is None:
            game.scene = await self.play.fight(who, place=Place(game.guild, game.guild))
            return
        at, text = (scene.battle.id, scene.asked.turn, scene.asked.attempt), self._text(scene.asked)
        game.scene = await self.play.answer(*at, who, text, interaction=next(self._interactions))

    async def _in_raid(self, game: Game, who: Learner) -> None:
        turn = await self.play.raids.turns.face(game.id, who)
        if turn.asked is None:
            await self._open(game)
            return
        sent = Sent(self._text(turn.asked), self.play.house.clock(), next(self._interactions))
        told = await self.play.raids.turns.answer(game.id, turn.asked.turn, turn.asked.attempt, who, sent)
        raid: Raid = told.turn.raid
        if raid.ending is not None:
            await self._open(game)

    async def _in_study(self, game: Game, who: Learner) -> None:
        study = await self.play.studies.standing(game.id)
        if study.state == "ended" or study.round is None:
            await self._open(game)
            return
        if study.round.phase not in ANSWERED:
            host = next(each for each in game.band if each.id == study.host.id)
            await self.play.studies.skip(host, game.id, study.round.number, study.round.phase)
            return
        asked = await self.play.studies.question(game.id, who)
        at, interaction = (game.id, study.round.number, asked.attempt), next(self._interactions)
        await self.play.studies.answer(*at, who, self._text(asked), interaction=interaction)

    async def _in_board(self, game: Game, who: Learner) -> None:
        await self.play.boards.look(game.guild, who.id, View())

    def _text(self, asked: Asked) -> str:
        if self.random.random() < RIGHTLY or not asked.certificate.traps:
            return right(asked)
        return trapped(asked)

    async def _fill(self, table: Any, rows: Sequence[dict[str, Any]]) -> None:
        for start in range(0, len(rows), ROWS):
            async with self.store.writing() as db:
                await db.execute(table.insert(), rows[start : start + ROWS])
