"""What became of an answer, told to its writer alone: how it was read, the verdict, the two proofs, and the way on."""

from __future__ import annotations

from typing import Final

from bot.cogs.desk.render_appeal import appeal_button
from bot.cogs.frame.ids import Touch
from bot.cogs.frame.pen import Pen, paragraphs
from bot.cogs.frame.screen import Accent, Part, Row, Screen, row, small
from bot.cogs.wall.render_wall import after_battle, to_the_wall
from bot.play.scene import Battle, Judged, Scene

PLAIN: Final = ("right", "wrong", "ruled")  # verdicts that say so themselves; the others say why
UNCOUNTED: Final = ("invalid", "ambiguous")  # what cost nothing, and does not say so itself


def verdict(pen: Pen, scene: Scene, judged: Judged, battle: Battle) -> Screen:
    """Return the private screen after a text was sent to a wall."""
    if scene.choices:
        return readings(pen, scene, judged, battle)
    accent = Accent.JADE if judged.right else Accent.CINNABAR if judged.counts else Accent.MIST
    return Screen((*spoken(pen, judged, proofs=True), *ways_on(pen, judged, battle)), accent)


def spoken(pen: Pen, judged: Judged, *, proofs: bool) -> tuple[Part, ...]:
    """Return the verdict's lines: the reading plain, the verdict bold, the proofs in small print."""
    read_as, said = pen.told(judged)
    if not judged.counts:
        return paragraphs(said, small(pen.word("verdict.uncounted")) if judged.kind in UNCOUNTED else "")
    told = f"**{said}**" if judged.line in PLAIN else f"**{pen.word('verdict.wrong')}** {said}"
    return paragraphs(read_as, told, small(pen.proofs(judged.asked)) if proofs else "")


def ways_on(pen: Pen, judged: Judged, battle: Battle) -> tuple[Row, ...]:
    """Return what may be done after a verdict, the likeliest first; the wall's own ways where it stands no longer."""
    onward = (battle.id, battle.turn) if battle.ending is None else ()  # what the solution leads on to
    solution = pen.button("solution", "why", judged.asked.id, *onward) if judged.counts else None
    the_wall = to_the_wall(pen, battle.place)
    appeal = row(appeal_button(pen, judged, battle.place.guild))
    if battle.ending is not None:
        return (*row(*after_battle(pen, battle)), *row(solution, the_wall), *appeal)
    on = pen.button("next" if judged.counts else "again", "ask", battle.id, battle.turn, style="first")
    return (*row(on, solution, the_wall), *appeal)


def readings(pen: Pen, scene: Scene, judged: Judged, battle: Battle) -> Screen:
    """Return one button a reading, none of them first: only the learner knows which was meant, or whether any was."""
    stored = judged.stored
    if stored is None:
        raise ValueError("an ambiguous text that was not stored")
    buttons = [pen.choice(choice.say, Touch("read", (stored, int(choice.token)))) for choice in scene.choices]
    if battle.asked is not None:
        buttons.append(pen.button("again", "ask", battle.id, battle.asked.turn))
    return Screen((*paragraphs(pen.verdict(judged), small(pen.word("verdict.uncounted"))), *row(*buttons)))
