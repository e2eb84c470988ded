"""What the gate asks about sight: how many tokens stand behind one output, and how many cells behind one another.

n tokens, L layers, k the kernel of a convolution, w a causal window, itself in it.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer

from engine.attention import reach
from engine.exact import distance
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class DilatedReach(Family):
    """Tokens behind one output of causal convolutions dilated by 1, 2, 4, …"""

    id = "gate.dilated_reach"
    skill = "gate.reach"
    difficulty = 3
    unit = "tokens"

    k: int = among(2, 3, 4, 5)
    L: int = among(3, 4, 5, 6, 7)

    def answer(self) -> Expr:
        return distance.dilated_reach(self.k, self.L)

    def witness(self) -> Measured:
        return reach.dilated_field(self.k, self.L)

    def traps(self) -> dict[str, Expr]:
        stretch = Integer(self.k - 1)
        return {
            "undilated": 1 + self.L * stretch,
            "forgot_itself": stretch * (2**self.L - 1),
            "one_doubling_more": 1 + stretch * (2 ** (self.L + 1) - 1),
        }

    def steps(self) -> dict[str, Expr]:
        return {"stretch": Integer(self.k - 1), "doublings": Integer(2**self.L - 1)}


@dataclass(frozen=True)
class WindowReach(Family):
    """Tokens behind one output of attention under a causal window."""

    id = "gate.window_reach"
    skill = "gate.reach"
    difficulty = 3
    unit = "tokens"

    w: int = among(3, 4, 5, 8, 16)
    L: int = among(2, 3, 4, 6, 8)

    def answer(self) -> Expr:
        return distance.window_reach(self.w, self.L)

    def witness(self) -> Measured:
        return reach.window_field(self.w, self.L)

    def traps(self) -> dict[str, Expr]:
        return {
            "windows_end_to_end": Integer(self.w * self.L),
            "one_window": Integer(self.w),
            "power": Integer(self.w) ** self.L,
        }

    def steps(self) -> dict[str, Expr]:
        return {"stretch": Integer(self.w - 1)}


@dataclass(frozen=True)
class StackChain(Family):
    """The longest chain of cells that wait for each other in a stack of recurrent layers."""

    id = "gate.stack_chain"
    skill = "gate.sequential"
    difficulty = 4
    unit = "steps"

    n: int = among(8, 12, 16, 24, 32)
    L: int = among(2, 3, 4, 6)

    def answer(self) -> Expr:
        return distance.recurrent_chain(self.n, self.L)

    def witness(self) -> Measured:
        return reach.recurrent_chain(self.n, self.L)

    def traps(self) -> dict[str, Expr]:
        return {
            "layer_after_layer": Integer(self.n * self.L),
            "one_layer": Integer(self.n),
            "corner_twice": Integer(self.n + self.L),
        }
