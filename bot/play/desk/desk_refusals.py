"""What cannot be done at a teacher's desk, or with work that was set there."""

from __future__ import annotations

from bot.play.refusals import RefusalError
from bot.play.scene import Say


class DeskRefusalError(RefusalError):
    """A move that is not to be made; `say` is what whoever made it is told."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.say = Say("desk", f"refusal.{key}", values)


class UnknownNameError(DeskRefusalError):
    """Nothing taught here has that name; `name` is what was typed, untrusted."""

    def __init__(self, name: str) -> None:
        super().__init__("unknown_name", name=name)
        self.name = name
