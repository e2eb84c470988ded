"""A scene as a person reads it at a terminal: the verdict, the wall or the hall, the question, the ways on."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console

from bot.play.scene import Battle, Dial, Judged, Say, Scene, Setting, Walk
from bot.terminal.gallery import Hung
from bot.terminal.ink import CINNABAR, GOLD, JADE, MIST, inked
from bot.terminal.teller import Teller
from bot.terminal.wrapping import wrapped

WIDTH = 72  # columns; beyond it the eye loses the line
VERDICT_STYLES = {"correct": JADE, "diagnosed": CINNABAR, "incorrect": CINNABAR}


class Page:
    """Prints scenes one below the other."""

    def __init__(self, console: Console, teller: Teller) -> None:
        self.console = console
        self.teller = teller

    @property
    def width(self) -> int:
        """How many columns a line may take."""
        return min(WIDTH, self.console.width)

    def show(self, scene: Scene, picture: Hung | None = None, *, waiting: str | None = None) -> None:
        """Print a scene, with its drawing if there is one by now, or the line that it is still being made."""
        judged = scene.judged
        if judged is not None:
            self._verdict(judged, proofs=judged.right or asks_another(scene, judged))
        if judged is None or judged.counts:  # else nothing has changed that was not told before
            self._surroundings(scene, picture, waiting=waiting)
        for say in scene.say:
            self._print(self.teller.say(say), indent="  ")
            self._gap()
        if scene.asked is not None:
            self._question(scene)
        self._ways_on(scene)

    def whisper(self, text: str) -> None:
        """Print a line of small print."""
        self._print(text, MIST)

    def follow(self, scene: Scene, picture: Hung | None, *, told: bool) -> None:
        """Print what a scene could not wait for: the picture's words, unless they were told, and its drawing."""
        if scene.picture is None:
            self._aside("tour.no_picture")
        elif not told:
            self._alt(scene)
        self._hung(picture)

    def _surroundings(self, scene: Scene, picture: Hung | None, *, waiting: str | None) -> None:
        if scene.battle is not None:
            self._wall(scene.battle)
        elif scene.walk is not None:
            self._place(scene.walk)
            self._alt(scene)
        self._hung(picture)
        if waiting is not None:
            self._aside(waiting)

    def _hung(self, picture: Hung | None) -> None:
        """Show a drawing: in the terminal's own lines, or by the name of its file."""
        if picture is None:
            return
        if picture.drawn is not None:
            self.console.file.write(f"{picture.drawn}\n")  # rich would take out what makes the terminal draw
        else:
            self._print(self.teller.line("game.picture", path=picture.path or ""), MIST)
        self._gap()

    def _aside(self, key: str) -> None:
        """Print what the elder says of a picture that is not there."""
        self._print(self.teller.say(Say("bot", key)), MIST)
        self._gap()

    def _verdict(self, judged: Judged, *, proofs: bool) -> None:
        read_as = self.teller.read_as(judged)
        if read_as is not None:
            self._print(read_as)
        self._print(self.teller.verdict(judged), f"bold {VERDICT_STYLES.get(judged.kind, GOLD)}")
        if judged.counts and proofs:
            self._print(self.teller.proofs(judged), MIST)
        self._gap()

    def _wall(self, battle: Battle) -> None:
        """Print the wall's name, and its layers with the outermost on top, or the way it came to its end."""
        if battle.ending is not None:
            self._print(self.teller.line(f"wall.{battle.ending}"), f"bold {GOLD}")
            self._path(battle)
        else:
            self._print(self.teller.line("wall.title", thickness=len(battle.wall.layers)), f"bold {GOLD}")
            for depth, layer in enumerate(reversed(battle.wall.layers)):
                name = self.teller.line(f"wall.{layer.value}")
                self._print(name if depth else self.teller.line("wall.asking", layer=name), MIST if depth else "", "  ")
        self._gap()

    def _path(self, battle: Battle) -> None:
        """Print one line for each answer that counted."""
        for strike in battle.strikes:
            layer = self.teller.line(f"wall.{strike.layer.value}")
            key, style = ("wall.path_right", JADE) if strike.right else ("wall.path_wrong", CINNABAR)
            self._print(self.teller.line(key, number=strike.turn + 1, layer=layer), style, "  ")
            if (trap := self.teller.trap(strike)) is not None:
                self._print(trap, MIST, "    ")

    def _place(self, walk: Walk) -> None:
        """Print the hall's name and how far the learner has come."""
        key = "game.proof_step" if walk.proving else "game.step"
        step = self.teller.line(key, step=walk.step, steps=walk.steps)
        self._print(f"{self.teller.hall(walk.hall)} · {step}", f"bold {GOLD}")
        self._gap()

    def _alt(self, scene: Scene) -> None:
        """Print what the picture shows; the wall's own says no more than its layers do."""
        alt = self.teller.alt(scene)
        if alt is not None:
            self._print(alt, MIST)
            self._gap()

    def _question(self, scene: Scene) -> None:
        """Print the question and what may be typed."""
        asked = scene.asked
        assert asked is not None, "only a question is printed"
        if scene.battle is not None:
            self._print(self.teller.line("wall.question", number=asked.turn + 1), "bold")
        self._print(self.teller.question(asked))
        self._print(self.teller.form(asked), MIST)
        self._gap()

    def _ways_on(self, scene: Scene) -> None:
        """Print the choices by number, or the values of the dial."""
        for number, choice in enumerate(scene.choices, start=1):
            self._print(f"{number}  {self.teller.say(choice.say)}", indent="  ")
        if scene.dial is not None:
            face = dial_face(scene.dial, self.teller.settings(scene))
            self._print(f"{scene.dial.id}: {face}", indent="  ")

    def _print(self, text: str, style: str = "", indent: str = "") -> None:
        width = self.width - len(indent)
        for line in wrapped(inked(text, style), width):
            self.console.print(indent, line, sep="", soft_wrap=True)

    def _gap(self) -> None:
        self.console.print()


def asks_another(scene: Scene, judged: Judged) -> bool:
    """Whether the question that was answered is asked no more: until then, what was derived and measured is its key."""
    return scene.asked is None or scene.asked.id != judged.asked.id


def dial_face(dial: Dial, names: Mapping[Setting, str]) -> str:
    """Return the dial's values, those that have a name with it, and the one it stands at marked.

    >>> dial_face(Dial("d_k", (16, 64), 64), {})
    '16 · [64]'
    >>> dial_face(Dial("mask", ("none", "causal"), "none"), {"none": "sees all"})
    '[none (sees all)] · causal'
    """
    told = {value: f"{value} ({names[value]})" if value in names else str(value) for value in dial.values}
    return " · ".join(f"[{told[value]}]" if value == dial.at else told[value] for value in dial.values)
