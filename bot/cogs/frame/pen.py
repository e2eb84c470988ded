"""Writes the game's lines as Discord's markdown: the lines are our own and trusted, the texts they carry are not."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, NamedTuple

from bot.cogs.frame import escape
from bot.cogs.frame.budget import ALT, LABEL
from bot.cogs.frame.ids import Argument, Touch
from bot.cogs.frame.screen import Button, Image, Part, Style, Text, small
from bot.cogs.frame.words import WORDS
from bot.play.scene import Asked, Dial, Judged, Language, Say, Scene, Setting, Strike
from bot.play.voice import CHOSEN, Voice

PART: Final = 60  # characters that are shown of what could not be read


class Pen(NamedTuple):
    """A voice in one language."""

    voice: Voice
    language: Language
    jumps: bool = True  # whether the address of a message leads to it: in a simulated Discord it does not

    def word(self, key: str, **values: int | str) -> str:
        """Return one of Discord's own lines; foreign values must come escaped."""
        return WORDS.say(key, self.language, **values)

    def line(self, say: Say) -> str:
        """Return one line of the game, with the texts it carries made harmless."""
        return self.voice.say(disarmed_say(say), self.language)

    def plain(self, say: Say) -> str:
        """Return one line of the game for where Discord shows no markup."""
        return unmarked(self.voice.say(say, self.language))

    def lines(self, says: Iterable[Say]) -> str:
        """Return lines of the game, a paragraph each."""
        return "\n\n".join(map(self.line, says))

    def hall(self, hall: str) -> str:
        """Return a hall's name."""
        return self.line(Say(hall, "hall.name"))

    def question(self, asked: Asked) -> str:
        """Return the question as it is put."""
        return self.voice.question(asked, self.language)

    def stem(self, asked: Asked) -> str:
        """Return the question without what there is to choose from."""
        return self.voice.stem(asked, self.language)

    def options(self, asked: Asked) -> dict[str, str]:
        """Return what there is to choose from by the option's id, each behind its letter; else nothing."""
        return self.voice.choices(asked, self.language)

    def form(self, asked: Asked) -> str:
        """Return what to type."""
        return self.voice.form(asked, self.language)

    def verdict(self, judged: Judged) -> str:
        """Return what is said of a text."""
        return self.voice.verdict(disarmed(judged), self.language)

    def setting(self, hall: str, dial: Dial, value: Setting) -> str:
        """Return what a dial is called and what it is turned to."""
        name = self.voice.dial(hall, dial, self.language)
        return f"{name} = {self.voice.setting(hall, dial, value, self.language)}"

    def trap(self, strike: Strike) -> str:
        """Return what is said of the mistake an answer fell into; nothing where it has no name."""
        return self.voice.trap(strike, self.language) or ""

    def read_as(self, judged: Judged) -> str:
        """Return how a text was read; nothing if it was not."""
        return self.voice.read_as(disarmed(judged), self.language) or ""

    def told(self, judged: Judged) -> tuple[str, str]:
        """Return how a text was read, nothing if it was not, and what is said of it."""
        harmless = disarmed(judged)
        return self.voice.read_as(harmless, self.language) or "", self.voice.verdict(harmless, self.language)

    def value(self, judged: Judged) -> str:
        """Return what a text was read as; nothing if it was not."""
        return self.voice.value(disarmed(judged), self.language) or ""

    def proofs(self, asked: Asked) -> str:
        """Return what was derived and what was measured."""
        return self.voice.proofs(asked, self.language)

    def button(self, key: str, kind: str, *arguments: Argument, style: Style = "plain") -> Button:
        """Return a button of the house."""
        return Button(self.word(f"button.{key}"), Touch(kind, arguments), style)

    def choice(self, say: Say, touch: Touch) -> Button:
        """Return a button that says a line of the game."""
        return Button(escape.cut(self.plain(say), LABEL), touch)

    def picture(self, scene: Scene, png: bytes | None, name: str) -> tuple[Part, ...]:
        """Return the scene's picture; its words where it is not drawn; nothing where there is none."""
        if scene.picture is None:
            return ()
        alt = escape.cut(unmarked(self.voice.alt(scene.picture, scene.picture_book, self.language)), ALT)
        return (Text(small(alt)),) if png is None else (Image(png, alt, name),)


def disarmed(judged: Judged) -> Judged:
    """Return a verdict whose foreign texts do nothing: the part that could not be read, and the reading said back."""
    part = escape.line(judged.text[slice(*judged.span)], PART) if judged.span is not None else ""
    span = None if judged.span is None else (0, len(part))
    chosen = judged.asked.kind in CHOSEN  # then the echo is an option's id
    echo = judged.echo if judged.echo is None or chosen else escape.line(judged.echo)
    return Judged(judged.kind, judged.line, judged.asked, part, echo, span, judged.readings, judged.stored)


def disarmed_say(say: Say) -> Say:
    """Return a line whose texts do nothing."""
    values = {name: escape.line(value) if isinstance(value, str) else value for name, value in say.values.items()}
    return say._replace(values=values)


def unmarked(text: str) -> str:
    """Return a line without the marks of bold and of code, the only markup our lines hold."""
    return text.replace("**", "").replace("`", "")


def paragraphs(*texts: str) -> tuple[Text, ...]:
    """Return the texts that say something, one part each."""
    return tuple(Text(text) for text in texts if text.strip())
