"""The first answer to an interaction as the very text that goes out, in the shape that `payload` gives it.

What nearly every screen is made of, texts and buttons, is written down straight, at a quarter of what it costs to make
objects of it first.
"""

from __future__ import annotations

import json
from json.encoder import encode_basestring_ascii as quoted
from typing import Final

from bot.cogs.frame.budget import fit
from bot.cogs.frame.payload import BUTTON, CONTAINER, LINK, ROW, STYLES, TEXT, answer, component
from bot.cogs.frame.screen import Button, Part, Row, Screen, Text

JSON: Final = json.JSONEncoder(separators=(",", ":"), check_circular=False).encode
BEFORE, AFTER = JSON(answer(["…"])).split(JSON("…"))


def written(screen: Screen) -> str:
    """Return the JSON of the first answer that shows a screen to the learner alone."""
    parts = ",".join(map(_part, fit(screen).parts))
    container = f'"type":{CONTAINER},"accent_color":{int(screen.accent)},"spoiler":false,"components":[{parts}]'
    return f"{BEFORE}{{{container}}}{AFTER}"


def _part(part: Part) -> str:
    if isinstance(part, Text):
        return f'{{"type":{TEXT},"content":{quoted(part.body)}}}'
    if isinstance(part, Row):
        return f'{{"type":{ROW},"components":[{",".join(map(_button, part.buttons))}]}}'
    return JSON(component(part))


def _button(button: Button) -> str:
    said = f'"type":{BUTTON},"disabled":false,"label":{quoted(button.label)}'
    if button.url is not None:
        return f'{{{said},"style":{LINK},"url":{quoted(button.url)}}}'
    return f'{{{said},"style":{STYLES[button.style]},"custom_id":{quoted(str(button.touch))}}}'
