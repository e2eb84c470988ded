"""How a class holds its skills as a picture of bars, each skill by its hall's word for it."""

from __future__ import annotations

from collections.abc import Sequence

from bot.play.desk.classes import SkillView
from bot.play.scene import Language, Say
from bot.play.tour.map_picture import listed
from bot.play.voice import Voice
from engine.rules.mastery import HELD
from quizbank.picture import Block, Picture


def class_picture(views: Sequence[SkillView], voice: Voice, language: Language) -> Picture:
    """Return the picture of some skills, each as much of a hundred as was right."""
    held = int(100 * HELD)
    rows = [
        voice.say(
            Say(
                "picture",
                "desk.row",
                {"skill": voice.say(Say(view.hall, f"skills.{view.skill}"), language), "percent": view.percent},
            ),
            language,
        )
        for view in views
    ]
    return Picture(
        "shares",
        title="desk.title",
        alt="desk.alt",
        values={"rows": listed(rows, voice, language), "held": held},
        captions=("desk.caption",),
        blocks=tuple(
            Block(f"{view.hall}:skills.{view.skill}", view.percent, "lit" if view.percent >= held else "ajar")
            for view in views
        ),
    )
