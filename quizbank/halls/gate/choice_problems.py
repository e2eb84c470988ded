"""What the gate asks to choose: an architecture, by one column of the table at a time.

n tokens, d the width, k the kernel of a convolution, w the neighbours a token sees on each side.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Symbol

from engine.attention import contest, macs, reach
from engine.exact import contest as decided
from engine.exact import distance, work
from quizbank.family import Family, Measured, among

ATTENTION, RECURRENCE, CONVOLUTION, WINDOW = (
    Symbol(name) for name in ("attention", "recurrence", "convolution", "window")
)


@dataclass(frozen=True)
class Shortest(Family):
    """The architecture with the shortest path."""

    id = "gate.shortest"
    skill = "gate.path"
    difficulty = 2
    kind = "choice"
    symbols = ("recurrence", "convolution", "attention", "window")

    n: int = among(33, 65, 90)
    k: int = among(2, 3)
    w: int = among(4, 8)

    def answer(self) -> Expr:
        return decided.smallest(distance.journeys(self.n, self.k, self.w))

    def witness(self) -> Measured:
        return contest.smallest(reach.journeys(self.n, self.k, self.w))

    def traps(self) -> dict[str, Expr]:
        return {"recurrence": RECURRENCE, "convolution": CONVOLUTION, "window": WINDOW}

    def steps(self) -> dict[str, Expr]:
        found = distance.journeys(self.n, self.k, self.w)
        return {"recurrent_steps": found["recurrence"], "dilated": found["convolution"], "windowed": found["window"]}


@dataclass(frozen=True)
class Cheapest(Family):
    """The architecture whose layer takes the fewest multiply-adds, of those that leave no token out."""

    id = "gate.cheapest"
    skill = "gate.cost"
    difficulty = 3
    kind = "choice"
    symbols = ("attention", "recurrence", "convolution")

    n: int = among(64, 128, 1024, 2048)
    d: int = among(64, 128, 512, 768)
    k: int = among(3)

    def answer(self) -> Expr:
        return decided.smallest(work.whole_sequence(self.n, self.d, self.k))

    def witness(self) -> Measured:
        return contest.smallest(macs.whole_sequence(self.n, self.d, self.k))

    def traps(self) -> dict[str, Expr]:
        rival = RECURRENCE if self.n < self.d else ATTENTION
        return {"rival": rival, "convolution": CONVOLUTION}

    def steps(self) -> dict[str, Expr]:
        found = work.whole_sequence(self.n, self.d, self.k)
        return {"square": found["attention"], "stepwise": found["recurrence"], "sliding": found["convolution"]}

    def admits(self) -> bool:
        return self.n != self.d
