"""What the encoder hall asks about what a layer computes: its multiply-adds, and how they grow with the sequence.

n tokens; d is the width of the model, f of the feed-forward; N parameters see T tokens.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy import Expr, Integer, Symbol

from engine.attention import labour
from engine.exact import sublayers
from quizbank.family import Family, Measured, among

ROUNDED = Fraction(1, 200)  # a factor to three digits


@dataclass(frozen=True)
class FfnMacs(Family):
    """Multiply-adds of the feed-forward over a sequence."""

    id = "enc.ffn_macs"
    skill = "encoder.work"
    difficulty = 2
    unit = "MAC"

    n: int = among(128, 512)
    d: int = among(256, 512, 768)
    f: int = among(1024, 2048, 3072)

    def answer(self) -> Expr:
        return sublayers.feed_forward_macs(self.n, self.d, self.f)

    def witness(self) -> Measured:
        return labour.feed_forward(self.n, self.d, self.f)

    def traps(self) -> dict[str, Expr]:
        n, d, f = Integer(self.n), Integer(self.d), Integer(self.f)
        return {"one_matrix": n * d * f, "quadratic_n": 2 * n**2 * d, "forgot_n": 2 * d * f, "flops": 4 * n * d * f}

    def steps(self) -> dict[str, Expr]:
        return {"one": sublayers.projection_macs(1, self.d, self.f)}


@dataclass(frozen=True)
class DoubleCost(Family):
    """The factor by which a whole layer's work grows when the sequence doubles."""

    id = "enc.double_cost"
    skill = "encoder.work"
    difficulty = 4
    unit = "x"
    tolerance = ROUNDED

    n: int = among(128, 256, 512, 1024, 2048)
    d: int = among(256, 512, 768)

    def answer(self) -> Expr:
        return sublayers.doubled(self.n, self.d)

    def witness(self) -> Measured:
        return labour.doubled(self.n, self.d)

    def traps(self) -> dict[str, Expr]:
        n, d = Integer(self.n), Integer(self.d)
        attention = 4 * (d + n) / (2 * d + n)
        return {"everything_fourfold": Integer(4), "linear": Integer(2), "attention_only": attention}

    def steps(self) -> dict[str, Expr]:
        n, d = self.n, self.d
        core = sublayers.core_macs(n, n, d)
        return {"core": core, "rest": sublayers.encoder_macs(n, d, 4 * d) - core}


@dataclass(frozen=True)
class Crossover(Family):
    """The length at which QKᵀ and AV work as much as all the rest of the layer."""

    id = "enc.crossover"
    skill = "encoder.work"
    difficulty = 5
    unit = "tokens"

    d: int = among(256, 512, 768, 1024)
    f: int = among(1024, 2048, 3072, 4096)

    def answer(self) -> Expr:
        return sublayers.crossover(self.d, self.f)

    def witness(self) -> Measured:
        return labour.crossover(self.d, self.f)

    def traps(self) -> dict[str, Expr]:
        d, f = Integer(self.d), Integer(self.f)
        return {"n_equals_d": d, "projections_only": 2 * d, "four_d_plus_f": 4 * d + f, "n_equals_f": f}


@dataclass(frozen=True)
class TrainFlops(Family):
    """FLOP forward and backward of weight matrices over some tokens."""

    id = "enc.train_flops"
    skill = "encoder.work"
    difficulty = 4
    unit = "FLOP"

    N: int = among(4096, 16384, 65536, 262144)
    T: int = among(32, 128, 256, 512)

    def answer(self) -> Expr:
        return sublayers.training_flops(self.N, self.T)

    def witness(self) -> Measured:
        return labour.training(self.N, self.T)

    def traps(self) -> dict[str, Expr]:
        product = Integer(self.N) * self.T
        return {"forward_only": 2 * product, "backward_as_forward": 4 * product, "macs": 3 * product}

    def steps(self) -> dict[str, Expr]:
        return {"forward": 2 * sublayers.projection_macs(self.T, self.N, 1)}


@dataclass(frozen=True)
class Heaviest(Family):
    """Which part of an encoder layer works most."""

    id = "enc.heaviest"
    skill = "encoder.work"
    difficulty = 2
    kind = "choice"
    symbols = ("projections", "core", "feed_forward")

    n: int = among(128, 400, 1500, 5000, 10_000)
    d: int = among(256, 512, 768)
    f: int = among(256, 1024, 2048, 3072)

    def answer(self) -> Expr:
        return sublayers.heaviest(self.n, self.d, self.f)

    def witness(self) -> Measured:
        return labour.heaviest(self.n, self.d, self.f)

    def traps(self) -> dict[str, Expr]:
        _, second, least = sublayers.parts(self.n, self.d, self.f)
        return {"second": Symbol(second), "least": Symbol(least)}

    def steps(self) -> dict[str, Expr]:
        return sublayers.parts(self.n, self.d, self.f)

    def admits(self) -> bool:
        return len(set(self.steps().values())) == len(self.symbols)
