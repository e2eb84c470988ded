"""What the gate asks about distance: how many layers or steps part the first token from the last.

n tokens, k the kernel of a convolution, w the neighbours a token sees on each side.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, ceiling, log

from engine.attention import reach
from engine.exact import distance
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class PathRnn(Family):
    """Recurrent steps from token 1 to token n."""

    id = "gate.path_rnn"
    skill = "gate.path"
    difficulty = 1
    unit = "steps"

    n: int = among(16, 24, 32, 50, 64, 100)

    def answer(self) -> Expr:
        return distance.recurrent_steps(self.n)

    def witness(self) -> Measured:
        return reach.recurrent_steps(self.n)

    def traps(self) -> dict[str, Expr]:
        return {
            "constant_path": Integer(1),
            "log_path": distance.dilated_layers(self.n, 2),
            "off_by_one": Integer(self.n),
        }


@dataclass(frozen=True)
class PathConv(Family):
    """Layers of undilated causal convolutions from token 1 to token n."""

    id = "gate.path_conv"
    skill = "gate.path"
    difficulty = 3
    unit = "layers"

    k: int = among(3, 5, 7)
    n: int = among(17, 25, 33, 41, 49, 61)

    def answer(self) -> Expr:
        return distance.plain_layers(self.n, self.k)

    def witness(self) -> Measured:
        return reach.convolution_layers(self.n, self.k)

    def traps(self) -> dict[str, Expr]:
        return {
            "n_over_k": ceiling(Integer(self.n) / self.k),
            "attention_path": Integer(1),
            "log_path": distance.dilated_layers(self.n, self.k),
        }

    def steps(self) -> dict[str, Expr]:
        return {"stretch": Integer(self.k - 1), "gap": Integer(self.n - 1)}


@dataclass(frozen=True)
class PathDilated(Family):
    """Layers of causal convolutions dilated by k^l from token 1 to token n."""

    id = "gate.path_dilated"
    skill = "gate.path"
    difficulty = 3
    unit = "layers"

    k: int = among(2, 3, 4)
    n: int = among(20, 30, 50, 100, 200, 300)

    def answer(self) -> Expr:
        return distance.dilated_layers(self.n, self.k)

    def witness(self) -> Measured:
        return reach.dilated_layers(self.n, self.k)

    def traps(self) -> dict[str, Expr]:
        return {
            "linear_path": distance.plain_layers(self.n, self.k),
            "attention_path": Integer(1),
            "natural_log": ceiling(log(self.n)),
        }

    def steps(self) -> dict[str, Expr]:
        layers = self.answer()
        return {"before": layers - 1, "short": Integer(self.k) ** (layers - 1), "enough": Integer(self.k) ** layers}


@dataclass(frozen=True)
class PathRestricted(Family):
    """Layers of attention over w neighbours on each side from token 1 to token n."""

    id = "gate.path_restricted"
    skill = "gate.path"
    difficulty = 3
    unit = "layers"

    w: int = among(2, 4, 8)
    n: int = among(33, 49, 65, 90)

    def answer(self) -> Expr:
        return distance.window_layers(self.n, self.w)

    def witness(self) -> Measured:
        return reach.window_layers(self.n, self.w)

    def traps(self) -> dict[str, Expr]:
        return {
            "full_attention_path": Integer(1),
            "window_both_sides": ceiling(Integer(self.n - 1) / (2 * self.w + 1)),
            "product": Integer(self.n * self.w),
        }

    def steps(self) -> dict[str, Expr]:
        return {"gap": Integer(self.n - 1)}
