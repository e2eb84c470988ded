"""Puts a scene's keys into words, in the learner's language."""

from __future__ import annotations

from bot.play.scene import Asked, Judged, Language, Say, Scene, Setting, Strike
from bot.play.voice import Voice
from bot.terminal.words import BOOK
from quizbank.figures import Value


class Teller:
    """The game's voice, in one language."""

    def __init__(self, voice: Voice, language: Language) -> None:
        self.voice = voice
        self.language = language

    def say(self, say: Say) -> str:
        """Return a line of the game."""
        return self.voice.say(say, self.language)

    def line(self, key: str, **values: Value) -> str:
        """Return a line of the terminal's own book."""
        return self.say(Say(BOOK, key, values))

    def hall(self, hall: str) -> str:
        """Return a hall's name."""
        return self.say(Say(hall, "hall.name"))

    def question(self, asked: Asked) -> str:
        """Return a question with its numbers."""
        return self.voice.question(asked, self.language)

    def form(self, asked: Asked) -> str:
        """Return what may be typed as an answer."""
        return self.voice.form(asked, self.language)

    def read_as(self, judged: Judged) -> str | None:
        """Return how a text was read; None if it was not."""
        return self.voice.read_as(judged, self.language)

    def verdict(self, judged: Judged) -> str:
        """Return what is said of a text."""
        return self.voice.verdict(judged, self.language)

    def settings(self, scene: Scene) -> dict[Setting, str]:
        """Return the names of a dial's values, of those that have one."""
        if scene.dial is None or scene.walk is None:
            return {}
        names = {
            each: self.voice.setting(scene.walk.hall, scene.dial, each, self.language) for each in scene.dial.values
        }
        return {each: name for each, name in names.items() if name != str(each)}

    def trap(self, strike: Strike) -> str | None:
        """Return what is said of the mistake an answer fell into; None where it has no name."""
        return self.voice.trap(strike, self.language)

    def proofs(self, judged: Judged) -> str:
        """Return what was derived and what was measured."""
        return self.voice.proofs(judged.asked, self.language)

    def alt(self, scene: Scene) -> str | None:
        """Return the scene's picture in words; None if it has none."""
        return None if scene.picture is None else self.voice.alt(scene.picture, scene.picture_book, self.language)
