"""What whoever is refused something is shown, with the way on from there: the door's, or the question open now."""

from __future__ import annotations

from bot.cogs.frame.pen import Pen
from bot.cogs.frame.render_notice import refused_plainly
from bot.cogs.frame.screen import Screen
from bot.cogs.tour.render_map import closed_screen
from bot.cogs.wall.render_wall import private
from bot.play.refusals import HallClosedError, RefusalError, TooLateError


def refused(pen: Pen, refusal: RefusalError) -> Screen:
    """Return a refusal in the game's own words, with what may be done instead."""
    if isinstance(refusal, HallClosedError):
        return closed_screen(pen, refusal)
    if isinstance(refusal, TooLateError) and refusal.scene.battle is not None:
        return private(pen, refusal.scene.battle, pen.line(refusal.say))
    return refused_plainly(pen, refusal)
