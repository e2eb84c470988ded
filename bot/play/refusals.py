"""What cannot be done, and what the learner is told: a refusal carries the line that says so, and changes nothing."""

from __future__ import annotations

from bot.play.scene import Battle, Say, Scene


class RefusalError(Exception):
    """A move that is not to be made; `say` is what the learner is told."""

    def __init__(self, key: str, **values: str | int) -> None:
        super().__init__(key)
        self.say = Say("bot", f"refusal.{key}", values)


class NotYoursError(RefusalError):
    """Another learner's battle or walk."""

    def __init__(self) -> None:
        super().__init__("not_yours")


class NoBattleError(RefusalError):
    """There is no such battle, or none is open."""

    def __init__(self) -> None:
        super().__init__("no_battle")


class BattleOverError(RefusalError):
    """The wall of that battle stands no longer."""

    def __init__(self, battle: Battle) -> None:
        super().__init__("battle_over")
        self.battle = battle


class TooLateError(RefusalError):
    """That question, or that attempt at it, is answered already; `scene` is where things stand now."""

    def __init__(self, scene: Scene) -> None:
        super().__init__("too_late")
        self.scene = scene


class NotAnsweredError(RefusalError):
    """The worked solution is not shown before an answer is given."""

    def __init__(self) -> None:
        super().__init__("not_answered")


class NoHallError(RefusalError):
    """There is no hall of that name."""

    def __init__(self) -> None:
        super().__init__("no_hall")


class HallClosedError(RefusalError):
    """The hall's door is closed; `missing` are the halls that would open it."""

    def __init__(self, hall: str, missing: tuple[str, ...]) -> None:
        super().__init__("hall_closed")
        self.hall = hall
        self.missing = missing


class NotHereError(RefusalError):
    """The learner does not stand at that beat any more; `scene` is where they do."""

    def __init__(self, scene: Scene) -> None:
        super().__init__("not_here")
        self.scene = scene


class NoSuchMoveError(RefusalError):
    """The beat offers no such choice, or the dial no such value."""

    def __init__(self) -> None:
        super().__init__("no_such_move")
