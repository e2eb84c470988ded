"""The elder tells a learner their own path: what they first believed, how often, and when they saw it."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from bot.play.scene import TRAP, Belief, Memory, Path, Say, Scene
from bot.play.tour.map import view
from bot.play.voice import family_say, hint_of
from engine.rules.tour import Door

MOST = 5  # memories told; a learner reads them standing


class Told(NamedTuple):
    """One memory: of which skill and hall, what was said of the first slip, how many there were, and when it ended."""

    skill: Say  # or, of a belief, what it was a belief about
    hall: Say
    slip: Say
    slips: int
    seen: datetime | None  # None: not yet

    @property
    def key(self) -> str:
        """The line that says how it went on, from `count` and `when`."""
        return "path.not_seen" if self.seen is None else "path.seen"


class Telling(NamedTuple):
    """The whole retelling."""

    opening: Say
    memories: tuple[Told, ...]
    closing: Say


def tell(path: Path) -> Telling:
    """Return a learner's path retold."""
    told = (*map(believed, path.beliefs), *map(remembered, most_instructive(path)))
    return Telling(opening(path), told, closing(path))


def believed(belief: Belief) -> Told:
    """Return what a learner believed before they were taught, as it is told: their own word, and what came of it."""
    slip = Say(belief.hall, f"retold.{belief.said}")
    return Told(Say("bot", "path.belief"), Say(belief.hall, "hall.name"), slip, belief.slips, belief.seen)


def most_instructive(path: Path) -> list[Memory]:
    """Return the memories to tell: slips that have a name first, of these the most often made, in the tour's order."""
    return sorted(path.memories, key=lambda memory: (not named(memory), -memory.slips))[:MOST]


def named(memory: Memory) -> bool:
    """Whether the first slip fell into a trap that has a name."""
    return memory.line.startswith(TRAP)


def remembered(memory: Memory) -> Told:
    """Return one memory as it is told: a slip that has a name by the trap's line, another by the hint."""
    trap = f"traps.{memory.line.removeprefix('trap.')}"
    slip = family_say(memory.asked, trap) if named(memory) else hint_of(memory.asked)
    skill = Say(memory.hall, f"skills.{memory.skill}")
    return Told(skill, Say(memory.hall, "hall.name"), slip, memory.slips, memory.seen)


def opening(path: Path) -> Say:
    """Return the elder's first words: to one who has done nothing yet, who never slipped, or who did."""
    if path.memories or path.beliefs:
        return Say("bot", "path.opening.slipped")
    return Say("bot", f"path.opening.{'flawless' if path.skills else 'unwritten'}")


def closing(path: Path) -> Say:
    """Return where the path leads on: to the wall, to the halls not walked yet, or to the next mountain."""
    if path.broke is None:
        return Say("bot", "path.closing.wall")
    return Say("bot", f"path.closing.{'mountain' if path.next is None else 'halls'}")


def ends_the_tour(scene: Scene, path: Path) -> bool:
    """Whether a scene is the end of a walk through the tour's last hall."""
    last, walk = path.map.doors[-1].hall, scene.walk
    if walk is None or walk.beat is not None or walk.hall != last:
        return False
    return view(path.map, last).door is Door.CLEARED
