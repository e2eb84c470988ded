"""The pictures: each kind is drawn from its numbers and words alone, in one palette, on its own ground, 900 px wide.

Nothing here knows a hall or a rule. Words come from `say`, a function from a key to the line to be written. Where
colour tells things apart, so does a shape, a mark or a word.
"""

from bot.pictures.drawing import draw, warm

__all__ = ["draw", "warm"]
