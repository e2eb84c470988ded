"""The beats of a hall's tour: what `hall.toml` may hold, one kind a beat."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from quizbank import shape
from quizbank.certificate import Number
from quizbank.shape import number, text, texts


class Cites(NamedTuple):
    """A certified problem whose numbers, key, traps and steps fill the beat's lines."""

    family: str
    numbers: Mapping[str, Number]


@dataclass(frozen=True)
class Beat:
    """What all beats have: a name within the hall, and perhaps a problem whose figures its lines use."""

    id: str
    cites: Cites | None = field(default=None, kw_only=True)

    def says(self) -> tuple[str, ...]:
        """Return the keys of the lines it says."""
        return ()

    def problems(self) -> tuple[tuple[str, Mapping[str, Number] | None], ...]:
        """Return the problems it needs: a family, and the numbers if they are fixed."""
        return () if self.cites is None else ((self.cites.family, self.cites.numbers),)


@dataclass(frozen=True)
class Say(Beat):
    """The elder speaks."""

    lines: tuple[str, ...]

    def says(self) -> tuple[str, ...]:
        """Return the keys of the lines it says."""
        return self.lines


@dataclass(frozen=True)
class Ask(Beat):
    """One problem is drawn from these families; with `numbers`, that very one is asked."""

    families: tuple[str, ...]
    numbers: Mapping[str, Number] | None = None

    def problems(self) -> tuple[tuple[str, Mapping[str, Number] | None], ...]:
        """Return the problems it needs: those it may ask, and the one it cites."""
        return (*super().problems(), *((family, self.numbers) for family in self.families))


class Option(NamedTuple):
    """One way to answer a choice, and what is said to it."""

    say: str
    reply: str
    right: bool


@dataclass(frozen=True)
class Choose(Beat):
    """A question with a few options; at least one is right."""

    prompt: str
    options: tuple[Option, ...]

    def says(self) -> tuple[str, ...]:
        """Return the keys of the lines it says."""
        return (self.prompt, *(key for option in self.options for key in (option.say, option.reply)))


@dataclass(frozen=True)
class Turn(Beat):
    """A dial to turn: each value shows the exhibit again; with a goal, it is passed once such a value was shown."""

    exhibit: str
    dial: str
    values: tuple[Number, ...]
    prompt: str
    reply: str
    goal: tuple[Number, ...] = ()

    def says(self) -> tuple[str, ...]:
        """Return the keys of the lines it says."""
        return (self.prompt, self.reply)


@dataclass(frozen=True)
class Show(Beat):
    """An exhibit, as it stands."""

    exhibit: str


@dataclass(frozen=True)
class Grant(Beat):
    """The learner is given a token."""

    token: str

    def says(self) -> tuple[str, ...]:
        """Return the keys of the lines it says."""
        return (f"token.{self.token}",)


@dataclass(frozen=True)
class Fight(Beat):
    """The wall itself."""


def load_beat(stored: Mapping[str, Any]) -> Beat:
    """Read one `[[beat]]`; ValueError says what is wrong with it."""
    kinds = [kind for kind in READ if kind in stored]
    if len(kinds) != 1:
        raise ValueError(f"a beat has exactly one kind of {', '.join(READ)}; this one has {kinds}")
    unknown = stored.keys() - {"id", "cites", "numbers", *READ}
    if unknown:
        raise ValueError(f"unknown: {', '.join(sorted(unknown))}")
    cites = load_cites(**stored["cites"]) if "cites" in stored else None
    return READ[kinds[0]](stored, {"id": text(stored["id"]), "cites": cites})


def load_cites(family: str, numbers: Mapping[str, Number]) -> Cites:
    """Read `cites = {family, numbers}`."""
    return Cites(text(family), shape.numbers(numbers))


def load_option(say: str, reply: str, right: bool) -> Option:
    """Read one option of a choice."""
    if not isinstance(right, bool):
        raise TypeError(f"right is true or false, not {right!r}")
    return Option(text(say), text(reply), right)


def load_ask(stored: Mapping[str, Any], common: Mapping[str, Any]) -> Ask:
    """Read `ask = [families]`, perhaps with `numbers`."""
    wanted = shape.numbers(stored["numbers"]) if "numbers" in stored else None
    return Ask(families=texts(stored["ask"]), numbers=wanted, **common)


def load_choose(stored: Mapping[str, Any], common: Mapping[str, Any]) -> Choose:
    """Read `choose = {prompt, options}`."""
    options = tuple(load_option(**option) for option in stored["choose"]["options"])
    if not any(option.right for option in options) or len(options) < 2:
        raise ValueError("a choice needs two options, and a right one among them")
    return Choose(prompt=text(stored["choose"]["prompt"]), options=options, **common)


def load_turn(stored: Mapping[str, Any], common: Mapping[str, Any]) -> Turn:
    """Read `turn = {exhibit, dial, values, prompt, reply, goal}`."""
    turn = dict(stored["turn"])
    values, goal = (tuple(map(number, turn.pop(part, ()))) for part in ("values", "goal"))
    if not values:
        raise ValueError("a dial that is turned has values")
    if not set(goal) <= set(values):
        raise ValueError("the goal is not among the values")
    exhibit, dial, prompt, reply = (text(turn.pop(part)) for part in ("exhibit", "dial", "prompt", "reply"))
    if turn:
        raise ValueError(f"unknown: {', '.join(sorted(turn))}")
    return Turn(exhibit=exhibit, dial=dial, prompt=prompt, reply=reply, values=values, goal=goal, **common)


def load_fight(stored: Mapping[str, Any], common: Mapping[str, Any]) -> Fight:
    """Read `fight = true`."""
    if stored["fight"] is not True:
        raise ValueError("fight is true or absent")
    return Fight(**common)


READ: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Beat]] = {
    "say": lambda stored, common: Say(lines=texts(stored["say"]), **common),
    "ask": load_ask,
    "choose": load_choose,
    "turn": load_turn,
    "show": lambda stored, common: Show(exhibit=text(stored["show"]), **common),
    "grant": lambda stored, common: Grant(token=text(stored["grant"]), **common),
    "fight": load_fight,
}
