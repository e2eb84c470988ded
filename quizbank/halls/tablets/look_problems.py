"""What the tablets ask in letters: costs as expressions, and what each tablet has a say in.

n tokens, d the width of the model, or of the one head in question; b the sequences that are taken together.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Rational, Symbol, expand, symbols

from engine.attention import contest, macs, measured, recut
from engine.exact import contest as decided
from engine.exact import tablets, work
from quizbank.family import Family, Measured, among

N, D = symbols("n d")
SCORES, OUTPUT, BOTH = symbols("scores output both")


@dataclass(frozen=True)
class Form(Family):
    """The multiply-adds of a self-attention sub-layer, in n and d."""

    id = "tablet.form"
    skill = "tablet.sublayer"
    difficulty = 3
    kind = "expression"
    unit = "MAC"
    symbols = ("n", "d")

    b: int = among(1, 2, 4, 8)

    def answer(self) -> Expr:
        return expand(self.b * work.sublayer(N, D))

    def witness(self) -> Measured:
        return measured.at_sizes(macs.sublayer, n=(32, 48), d=(64, 128), sequences=self.b)

    def traps(self) -> dict[str, Expr]:
        missing = {
            "forgot_O": work.projections(N, D, 3) + work.core(N, D),
            "forgot_AV": work.projections(N, D, 4) + work.scores(N, D),
            "forgot_projections": work.core(N, D),
            "forgot_core": work.projections(N, D, 4),
        }
        return {name: expand(self.b * each) for name, each in missing.items()}


@dataclass(frozen=True)
class CausalForm(Family):
    """The multiply-adds of QKᵀ without the masked pairs, in n and d."""

    id = "tablet.causal_form"
    skill = "tablet.core"
    difficulty = 3
    kind = "expression"
    unit = "MAC"
    symbols = ("n", "d")

    b: int = among(1, 2, 4, 8)

    def answer(self) -> Expr:
        return self.b * work.causal_scores(N, D)

    def witness(self) -> Measured:
        return measured.at_sizes(macs.causal_scores, n=(5, 8), d=(16, 24), sequences=self.b)

    def traps(self) -> dict[str, Expr]:
        whole = work.scores(N, D)
        missed = {
            "no_saving": whole,
            "half_exact": whole / 2,
            "without_diagonal": work.causal_scores(N - 1, D),
            "pairs_only": work.causal_scores(N, Rational(1)),
        }
        return {name: self.b * each for name, each in missed.items()}


@dataclass(frozen=True)
class Reordered(Family):
    """The cost of one head without softmax, when KᵀV is multiplied first."""

    id = "tablet.reordered"
    skill = "tablet.core"
    difficulty = 4
    kind = "growth"
    symbols = ("n", "d")

    def answer(self) -> Expr:
        return work.reordered(N, D)

    def witness(self) -> Measured:
        return measured.growth_at(macs.reordered, n=(64, 96), d=(16, 32))

    def traps(self) -> dict[str, Expr]:
        return {"scores_first": N**2 * D, "one_d": N * D, "no_tokens": D**2}


@dataclass(frozen=True)
class Recut(Family):
    """What a recut tablet changes."""

    id = "tablet.recut"
    skill = "tablet.roles"
    difficulty = 2
    kind = "choice"
    symbols = ("scores", "output", "both")

    tablet: str = among("query", "key", "value")

    def answer(self) -> Expr:
        return decided.largest(tablets.consequences(self.tablet))

    def witness(self) -> Measured:
        return contest.largest(recut.consequences(self.tablet))

    def traps(self) -> dict[str, Expr]:
        rival = BOTH if self.tablet == "value" else OUTPUT
        return {"scores_alone": SCORES, "rival": rival}


@dataclass(frozen=True)
class Shared(Family):
    """What is certain when one tablet serves for queries and keys."""

    id = "tablet.shared"
    skill = "tablet.roles"
    difficulty = 4
    kind = "choice"
    symbols = ("self_first", "scores_symmetric", "weights_symmetric")

    def answer(self) -> Expr:
        return decided.only(tablets.shared(), lambda failure: failure == 0)

    def witness(self) -> Measured:
        return contest.only(recut.shared(), lambda failures: failures == 0)

    def traps(self) -> dict[str, Expr]:
        return {"self_first": Symbol("self_first"), "weights_symmetric": Symbol("weights_symmetric")}
