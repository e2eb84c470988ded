"""What one message may hold. Discord counts components, characters and bytes, and answers too much of it with an error.

Sources: Discord's documentation for components (40 in all, 4000 characters of text), and discord-api-docs#8554, where
UTF-8 bytes of all texts + 12 a text above some 10 170 give a bare HTTP 500.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Final, NamedTuple

from bot.cogs.frame.escape import cut
from bot.cogs.frame.screen import Image, Menu, Part, Picker, Row, Screen, Text

COMPONENTS: Final = 40  # nested ones counted
CHARACTERS: Final = 4_000  # over all texts
BYTES: Final = 10_000  # UTF-8, over all texts, with PER_TEXT for each
PER_TEXT: Final = 12
ALT: Final = 1_024  # characters of a picture's description
LABEL: Final = 80  # characters on a button
OPTIONS: Final = 25  # lines of a menu
OPTION: Final = 100  # characters of one
PLACEHOLDER: Final = 150
BUTTONS: Final = 5  # in a row

log = logging.getLogger(__name__)


class Weight(NamedTuple):
    """What a screen weighs by each of Discord's measures."""

    components: int
    characters: int
    bytes: int

    @property
    def fits(self) -> bool:
        """Whether the texts may be sent as they are."""
        return self.characters <= CHARACTERS and self.bytes <= BYTES


def weigh(screen: Screen) -> Weight:
    """Return what the screen weighs, its container included."""
    texts = [part.body for part in screen.parts if isinstance(part, Text)]
    return Weight(
        components=1 + sum(map(_components, screen.parts)),
        characters=sum(map(len, texts)),
        bytes=sum(len(text.encode()) + PER_TEXT for text in texts),
    )


def lint(screen: Screen) -> tuple[str, ...]:
    """Return each of Discord's laws that the screen breaks, in words for whoever reads the log."""
    weight = weigh(screen)
    faults = [] if weight.fits else [f"{weight.characters} characters, {weight.bytes} bytes of text"]
    if weight.components > COMPONENTS:
        faults.append(f"{weight.components} components, at most {COMPONENTS}")
    for part in screen.parts:
        faults.extend(_faults(part))
    ids = [str(touch) for touch in _touches(screen)]
    faults.extend(f"twice in one message: {custom_id}" for custom_id in sorted({i for i in ids if ids.count(i) > 1}))
    return tuple(faults)


def fit(screen: Screen) -> Screen:
    """Return a screen that may be sent: the longest texts shortened until they fit, and a warning logged if any was."""
    if _light(screen):
        return screen
    fitted = screen
    while not weigh(fitted).fits:
        fitted = _shorten_longest(fitted)
    if fitted != screen:
        log.warning("a screen of %s was shortened to %s", weigh(screen), weigh(fitted))
    return fitted


def _light(screen: Screen) -> bool:
    """Whether a screen is sure to fit; a character has at most four bytes."""
    texts = [len(part.body) for part in screen.parts if isinstance(part, Text)]
    characters = sum(texts)
    return characters <= CHARACTERS and 4 * characters + PER_TEXT * len(texts) <= BYTES


def _shorten_longest(screen: Screen) -> Screen:
    at, longest = max(
        ((index, part) for index, part in enumerate(screen.parts) if isinstance(part, Text)),
        key=lambda found: len(found[1].body.encode()),
    )
    shorter = longest._replace(body=cut(longest.body, max(1, len(longest.body) * 9 // 10)))
    return screen._replace(parts=(*screen.parts[:at], shorter, *screen.parts[at + 1 :]))


def _components(part: Part) -> int:
    match part:
        case Row(buttons):
            return 1 + len(buttons)
        case Menu() | Picker():
            return 2
        case _:
            return 1


def _faults(part: Part) -> Iterator[str]:
    match part:
        case Text(body) if not body.strip():
            yield "an empty text"
        case Image() if not 0 < len(part.alt) <= ALT:
            yield f"{len(part.alt)} characters of alt text"
        case Row(buttons):
            if not 0 < len(buttons) <= BUTTONS:
                yield f"{len(buttons)} buttons in a row"
            yield from (f"button {b.label!r}" for b in buttons if not 0 < len(b.label) <= LABEL)
        case Menu():
            yield from _menu_faults(part)
        case Picker(placeholder=placeholder) if len(placeholder) > PLACEHOLDER:
            yield f"placeholder {placeholder!r}"
        case _:
            pass


def _menu_faults(menu: Menu) -> Iterator[str]:
    if not 0 < len(menu.options) <= OPTIONS:
        yield f"{len(menu.options)} options in a menu"
    if len(menu.placeholder) > PLACEHOLDER:
        yield f"placeholder {menu.placeholder!r}"
    yield from (f"option {o.label!r}" for o in menu.options if not 0 < len(o.label) <= OPTION or len(o.value) > OPTION)


def _touches(screen: Screen) -> Iterator[object]:
    for part in screen.parts:
        if isinstance(part, Row):
            yield from (button.touch for button in part.buttons if button.touch is not None)
        elif isinstance(part, Menu | Picker):
            yield part.touch
