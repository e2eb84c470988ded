"""A screen as plain values: what is seen, in which order, and what each touch means. Nothing here knows discord.py."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal, NamedTuple

from bot.cogs.frame.ids import Touch

Style = Literal["first", "plain", "grave"]


class Text(NamedTuple):
    """Some lines of Discord's markdown."""

    body: str


class Image(NamedTuple):
    """A picture and the words that say the same."""

    png: bytes
    alt: str
    name: str


@dataclass(frozen=True)
class Rule:
    """A line between two parts."""


class Button(NamedTuple):
    """Something to press: it means `touch`, or leads to `url`."""

    label: str
    touch: Touch | None = None
    style: Style = "plain"
    url: str | None = None


class Row(NamedTuple):
    """Buttons side by side, the likeliest first."""

    buttons: tuple[Button, ...]


class Option(NamedTuple):
    """One line of a menu."""

    label: str
    value: str
    chosen: bool = False


class Menu(NamedTuple):
    """One thing to pick from a list."""

    touch: Touch
    placeholder: str
    options: tuple[Option, ...]
    least: int = 1  # how many are picked together
    most: int = 1


class Picker(NamedTuple):
    """Roles or channels of the server to pick from, as Discord lists them; none, or as many as `most`."""

    touch: Touch
    placeholder: str
    of: Literal["role", "channel"]
    chosen: tuple[int, ...] = ()
    most: int = 1


class Document(NamedTuple):
    """A file to be taken along."""

    data: bytes
    name: str


Part = Text | Image | Rule | Row | Menu | Picker | Document


class Accent(IntEnum):
    """The stripe beside a message, from the pictures' palette; it never says what words do not."""

    CINNABAR = 0xB3402A  # the wall
    JADE = 0x3F7D6B  # what is right, or broken
    GOLD = 0xC79A3B  # the elder
    MIST = 0x8A93A5  # everything else


class Screen(NamedTuple):
    """Everything one message shows."""

    parts: tuple[Part, ...]
    accent: Accent = Accent.MIST

    @property
    def images(self) -> tuple[Image, ...]:
        """The pictures it shows."""
        return tuple(part for part in self.parts if isinstance(part, Image))

    @property
    def documents(self) -> tuple[Document, ...]:
        """The files it brings."""
        return tuple(part for part in self.parts if isinstance(part, Document))

    def in_words(self) -> Screen:
        """Return the same screen with each picture's words in its place."""
        parts = tuple(Text(small(part.alt)) if isinstance(part, Image) else part for part in self.parts)
        return self._replace(parts=parts)


def small(text: str) -> str:
    """Return the text as small print, line by line."""
    return "\n".join(f"-# {line}" for line in text.splitlines() if line.strip())


def row(*buttons: Button | None) -> tuple[Row, ...]:
    """Return a row of the buttons there are; no row if there are none."""
    present = tuple(button for button in buttons if button is not None)
    return (Row(present),) if present else ()
