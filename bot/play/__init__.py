"""The use cases: read, judge, ask the rules, write, and hand back a scene. Nothing here knows Discord."""

from bot.play.play import Play

__all__ = ["Play"]
