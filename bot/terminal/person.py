"""The game for a person: pages, a prompt, and a few words that are no answers."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from bot.play.refusals import RefusalError
from bot.play.scene import Asked, Say, Scene
from bot.terminal.gallery import PATIENCE, Gallery, Hung
from bot.terminal.game import Game
from bot.terminal.page import Page

COME_BACK, LOOK_BACK = "gauss-elder play", "gauss-elder me"
SOON = 0.5  # seconds a scene waits for its drawing
LEAVE, HINT, WHY, ABANDON, HELP = "/leave", "/hint", "/why", "/abandon", "/help"
SLASHED = re.compile(r"/[^\W\d_]")  # how a word begins that is none of ours either; "/2" may be mathematics


@dataclass
class Sitting:
    """One person at one terminal, until they leave."""

    runner: asyncio.Runner
    game: Game
    page: Page
    gallery: Gallery | None  # None: words only
    ask: Callable[[str], str]  # prints a prompt and returns a line; raises EOFError at the end of input
    answered: Asked | None = None  # what `/why` explains

    def play(self, scene: Scene) -> None:
        """Play until a scene awaits nothing, or the person leaves: by word, by Ctrl-C or by the end of input."""
        try:
            ended = self._play(scene)
        except (EOFError, KeyboardInterrupt):
            self.page.console.print()
            ended = False
        self._whisper("game.over" if ended else "game.leave", command=COME_BACK)

    def _play(self, scene: Scene) -> bool:
        self._whisper("game.commands")
        self._show(scene)
        while scene.awaits != "nothing":
            line = self.ask(self.page.teller.line(f"game.{scene.awaits}"))
            word = line.strip()
            if word == LEAVE:
                return False
            if word in (HINT, WHY, ABANDON):
                scene = self._heed(word, scene)
                continue
            if SLASHED.match(word):
                self._list_words(word)
                continue
            scene = self.runner.run(self.game.move(scene, line))
            self._show(scene)
        if scene.battle is not None and scene.battle.ending == "broken":
            self._whisper("game.path", command=LOOK_BACK)
        return True

    def _show(self, scene: Scene) -> None:
        if scene.judged is not None and scene.judged.counts:
            self.answered = scene.judged.asked
        picture = self._hang(scene, SOON)
        late = scene.late is not None or (self.gallery is not None and scene.picture is not None and picture is None)
        self.page.console.print()
        words = "tour.reckoning" if self.gallery is None else "tour.waiting"
        self.page.show(scene, picture, waiting=words if late else None)
        if late:
            self._follow(scene)

    def _hang(self, scene: Scene, patience: float) -> Hung | None:
        if self.gallery is None:
            return None
        hung = self.gallery.hang(scene, self.page.teller.language, columns=self.page.width, patience=patience)
        return self.runner.run(hung)

    def _follow(self, scene: Scene) -> None:
        """Wait for a picture that was late, before the person is asked again."""
        if scene.late is None:
            self.page.follow(scene, self._hang(scene, PATIENCE), told=True)
            return
        whole = scene._replace(picture=self.runner.run(self.game.play.exhibit(scene.late)), late=None)
        self.page.follow(whole, self._hang(whole, PATIENCE), told=False)

    def _heed(self, word: str, scene: Scene) -> Scene:
        """Do what a word asks that is no answer, and return the scene as it then stands."""
        try:
            match word:
                case "/abandon":
                    scene = self.runner.run(self.game.play.abandon(self.game.learner))
                    self._show(scene)
                case "/hint" if scene.asked is not None:
                    self._tell((self.runner.run(self.game.hint(scene)),))
                case "/why" if self.answered is not None:
                    if scene.asked is not None and scene.asked.id != self.answered.id:
                        self._whisper("game.before")
                    self._tell(self.runner.run(self.game.play.explain(self.answered.id, self.game.learner)))
                case _:
                    self._whisper("game.nothing_asked")
        except RefusalError as refusal:
            self._tell((refusal.say,))
        return scene

    def _list_words(self, word: str) -> None:
        """Say which words there are, and that what was typed is none of them."""
        if word != HELP:
            self._whisper("game.no_word", word=word)
        self._whisper("game.commands")

    def _tell(self, lines: Iterable[Say]) -> None:
        for say in lines:
            self.page.whisper(self.page.teller.say(say))

    def _whisper(self, key: str, **values: str) -> None:
        self.page.whisper(self.page.teller.line(key, **values))
