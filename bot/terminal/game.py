"""One learner's game at a shell: the ways in, and what one line of input does in each kind of scene."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bot.play import Play
from bot.play.refusals import HallClosedError, NotHereError, TooLateError
from bot.play.review.review import ReviewMovedError
from bot.play.scene import Choice, Learner, Say, Scene, Tier
from bot.play.tour.telling import ends_the_tour, tell
from bot.play.tour.ways import way_from, way_to
from bot.terminal.recall import scene_of
from bot.terminal.record import retold
from bot.terminal.typed import NotOfferedError, chosen, turned
from bot.terminal.words import BOOK

WALL, TOUR, REVIEW = "wall", "tour", "review"
PROVE = "prove:"  # before a hall's id: not walked, but proved


def targets(halls: Iterable[str]) -> tuple[str, ...]:
    """Return every name `Game.enter` takes."""
    return (WALL, TOUR, REVIEW, *(hall for hall in halls if hall != WALL))


@dataclass(frozen=True)
class Game:
    """Whoever plays, and how hard; every scene that awaits something takes exactly one line."""

    play: Play
    learner: Learner
    tier: Tier = "adept"
    secret: int | None = None  # what a battle's draws follow from; None for one of its own

    async def enter(self, target: str | None) -> Scene:
        """Return the first scene: of what is open, of what begins, or, without a target, of the choice between them."""
        match target:
            case None:
                return lobby(self.learner)
            case "wall":
                return await self.play.fight(self.learner, tier=self.tier, secret=self.secret)
            case "tour":
                return await self.play.enter(self.learner)
            case "review":
                return scene_of(await self.play.reviews.sit(self.learner))
            case proof if proof.startswith(PROVE):
                return await self.play.prove(self.learner, proof.removeprefix(PROVE))
            case hall:
                return await self._into(hall)

    async def move(self, scene: Scene, line: str) -> Scene:
        """Return the scene a line leads to; where it leads nowhere the same scene stands, with a line that says so."""
        try:
            return await self._at_the_end(await self._move(scene, line))
        except NotOfferedError as refusal:
            doubt = scene.judged if in_doubt(scene) else None  # any other verdict was told before
            return scene._replace(say=(Say(BOOK, refusal.key, refusal.values),), judged=doubt, picture=None)
        except (TooLateError, NotHereError) as refusal:  # answered elsewhere meanwhile: it tells how things stand
            return refusal.scene._replace(say=(refusal.say, *refusal.scene.say))
        except ReviewMovedError as refusal:
            scene = scene_of(refusal.review)
            return scene._replace(say=(refusal.say, *scene.say))

    async def hint(self, scene: Scene) -> Say:
        """Return the hint of the question a scene asks."""
        assert scene.asked is not None, "a hint is given to a question"
        if in_review(scene):
            return await self.play.reviews.hint(scene.asked.id, self.learner)
        return await self.play.hint(scene.asked.id)

    async def _into(self, hall: str) -> Scene:
        """Return the first scene of a hall; where its door is closed, the choice between the way to it and a proof."""
        try:
            return await self.play.enter(self.learner, hall)
        except HallClosedError as refusal:
            way = way_to(await self.play.map(self.learner), hall)
            ways = (Choice(Say(way, "hall.name"), way), Choice(Say(BOOK, "game.prove"), f"{PROVE}{hall}"))
            return Scene(self.learner, "choose", (refusal.say,), choices=ways)

    async def _at_the_end(self, scene: Scene) -> Scene:
        """Return a scene with the learner's own path told in the place of its last words, where it ends the tour."""
        if scene.walk is None or scene.walk.beat is not None:
            return scene
        path = await self.play.path(self.learner)
        return scene._replace(say=scene.say[:-1] + retold(tell(path))) if ends_the_tour(scene, path) else scene

    async def _move(self, scene: Scene, line: str) -> Scene:
        match scene.awaits:
            case "answer":
                return await self._answer(scene, line)
            case "choose":
                return await self._choose(scene, line)
            case "turn":
                assert scene.dial is not None, "a scene that awaits a turn has a dial"
                return await self._step(scene, f"turn:{turned(scene.dial, line)}")
            case _:
                return await self._go_on(scene)

    async def _answer(self, scene: Scene, text: str) -> Scene:
        asked = scene.asked
        assert asked is not None, "a scene that awaits an answer asks something"
        if scene.battle is not None:
            return await self.play.answer(scene.battle.id, asked.turn, asked.attempt, self.learner, text)
        if scene.walk is None:
            return scene_of(await self.play.reviews.answer(asked.id, self.learner, text))
        assert scene.walk.beat is not None, "a hall walked through asks nothing"
        after = await self.play.reply(scene.walk.id, scene.walk.beat, asked.attempt, self.learner, text)
        return unrepeated(after)

    async def _choose(self, scene: Scene, line: str) -> Scene:
        if in_doubt(scene):
            return await self._resolve(scene, line)
        choice = chosen(scene.choices, line)
        if scene.walk is None:
            return await self.enter(choice.token)
        return await self._step(scene, f"choose:{choice.token}")

    async def _resolve(self, scene: Scene, line: str) -> Scene:
        if not line.strip().isdecimal():
            return await self._answer(scene, line)  # sent again, and clearer
        doubt = scene.judged
        assert doubt is not None, "only a judged text is in doubt"
        assert doubt.stored is not None, "an ambiguous text is kept before it is asked back"
        place = int(chosen(scene.choices, line).token)
        if in_review(scene):
            return scene_of(await self.play.reviews.choose_reading(doubt.stored, place, self.learner))
        return unrepeated(await self.play.choose_reading(doubt.stored, place, self.learner))

    async def _go_on(self, scene: Scene) -> Scene:
        if scene.opens_wall:
            return await self.enter(WALL)
        if scene.walk is None:
            return await self.enter(TOUR)
        if scene.walk.beat is None:
            on = way_from(await self.play.map(self.learner), scene.walk.hall)
            return await (self.enter(TOUR) if on is None else self._into(on))  # a hall bears the wall's own name
        return await self._step(scene, "next")

    async def _step(self, scene: Scene, step: str) -> Scene:
        assert scene.walk is not None, "only a hall is walked"
        assert scene.walk.beat is not None, "a hall walked through has no beat"
        return await self.play.walk(scene.walk.id, scene.walk.beat, self.learner, step)


def lobby(learner: Learner) -> Scene:
    """Return the scene that offers the wall and the tour."""
    choices = (Choice(Say(BOOK, "game.wall"), WALL), Choice(Say(BOOK, "game.tour"), TOUR))
    return Scene(learner, "choose", say=(Say(BOOK, "game.welcome"),), choices=choices)


def unrepeated(scene: Scene) -> Scene:
    """Return a scene without what led to its question: above an answer just given, a shell still shows it."""
    return scene._replace(say=(), picture=None, late=None) if scene.kept else scene


def in_review(scene: Scene) -> bool:
    """Whether the scene's question stands neither at the wall nor in a hall."""
    return scene.asked is not None and scene.battle is None and scene.walk is None


def in_doubt(scene: Scene) -> bool:
    """Whether the scene asks back which reading of the last text was meant."""
    return scene.judged is not None and scene.judged.kind == "ambiguous"
