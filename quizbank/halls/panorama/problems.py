"""What the Panorama asks of images: how many tokens they become, and what looking at each other costs those.

s is an image's side and p a patch's; a and c are an image's height and width, h heads, q queries of DETR's decoder.
"""

from __future__ import annotations

from dataclasses import dataclass

from sympy import Expr, Integer, Rational, ceiling

from engine.attention import patching
from engine.exact import patches
from quizbank.family import Family, Measured, among


@dataclass(frozen=True)
class VitTokens(Family):
    """Tokens of a ViT: patches, and one that stands for no patch."""

    id = "pan.vit_tokens"
    skill = "vision.tokens"
    difficulty = 1
    unit = "tokens"

    s: int = among(224, 256, 384, 448, 512)
    p: int = among(8, 14, 16, 32)

    def answer(self) -> Expr:
        return patches.tokens(self.s, self.p)

    def witness(self) -> Measured:
        return patching.image_tokens(self.s, self.p)

    def traps(self) -> dict[str, Expr]:
        side = Rational(self.s, self.p)
        return {"forgot_cls": side**2, "one_axis": side, "pixels": Integer(self.s) ** 2}

    def steps(self) -> dict[str, Expr]:
        return {"side": Rational(self.s, self.p), "patches": patches.patches(self.s, self.p)}

    def admits(self) -> bool:
        return self.s % self.p == 0


@dataclass(frozen=True)
class DetrTokens(Family):
    """Tokens that enter DETR's encoder: the cells that are left after five halvings."""

    id = "pan.detr_tokens"
    skill = "vision.tokens"
    difficulty = 2
    unit = "tokens"

    a: int = among(480, 512, 640, 800)
    c: int = among(640, 800, 1056, 1333)

    def answer(self) -> Expr:
        return patches.map_tokens(self.a, self.c)

    def witness(self) -> Measured:
        return patching.map_tokens(self.a, self.c)

    def traps(self) -> dict[str, Expr]:
        rows, columns = patches.shrunk(self.a), patches.shrunk(self.c)
        return {
            "patch_16": ceiling(Rational(self.a, 16)) * ceiling(Rational(self.c, 16)),
            "sum": rows + columns,
            "queries": Integer(100),
        }

    def steps(self) -> dict[str, Expr]:
        return {"rows": patches.shrunk(self.a), "columns": patches.shrunk(self.c)}


@dataclass(frozen=True)
class PatchParams(Family):
    """Parameters that make a patch a token."""

    id = "pan.patch_params"
    skill = "vision.parameters"
    difficulty = 2
    unit = "params"

    p: int = among(8, 14, 16, 32)
    d: int = among(192, 384, 768, 1024)

    def answer(self) -> Expr:
        return patches.embedding(self.p, self.d)

    def witness(self) -> Measured:
        return patching.embedding_parameters(self.p, self.d)

    def traps(self) -> dict[str, Expr]:
        p, d = Integer(self.p), self.d
        return {"gray": p**2 * d + d, "no_bias": 3 * p**2 * d, "p_not_squared": 3 * p * d + d}

    def steps(self) -> dict[str, Expr]:
        return {"numbers": 3 * Integer(self.p) ** 2}


@dataclass(frozen=True)
class VitScores(Family):
    """Score entries of one ViT layer."""

    id = "pan.vit_scores"
    skill = "vision.scores"
    difficulty = 3
    unit = "entries"

    s: int = among(224, 256, 384, 448)
    p: int = among(14, 16, 32)
    h: int = among(12, 16)

    def answer(self) -> Expr:
        return patches.scores(self.s, self.p, self.h)

    def witness(self) -> Measured:
        return patching.image_scores(self.s, self.p, self.h)

    def traps(self) -> dict[str, Expr]:
        n = patches.tokens(self.s, self.p)
        return {"forgot_cls": self.h * (n - 1) ** 2, "tokens_not_squared": self.h * n, "one_head": n**2}

    def steps(self) -> dict[str, Expr]:
        return {"tokens": patches.tokens(self.s, self.p), "one": patches.scores(self.s, self.p)}

    def admits(self) -> bool:
        return self.s % self.p == 0


@dataclass(frozen=True)
class PatchHalved(Family):
    """By what an image's scores grow when the patch's side is halved."""

    id = "pan.patch_halved"
    skill = "vision.growth"
    difficulty = 3
    unit = "x"

    p: int = among(16, 32)
    s: int = among(224, 384, 448, 512)

    def answer(self) -> Expr:
        return patches.finer(self.p, self.p // 2)

    def witness(self) -> Measured:
        return patching.finer(self.s, self.p, self.p // 2)

    def traps(self) -> dict[str, Expr]:
        return {"linear": Integer(2), "tokens_only": Integer(4), "eight": Integer(8)}

    def steps(self) -> dict[str, Expr]:
        before, after = patches.patches(self.s, self.p), patches.patches(self.s, Rational(self.p, 2))
        return {"half": Rational(self.p, 2), "before": before, "after": after, "more": after / before}


@dataclass(frozen=True)
class PatchCut(Family):
    """By what an image's scores grow when it is cut finer, from patches of side a to side b."""

    id = "pan.patch_cut"
    skill = "vision.growth"
    difficulty = 4
    unit = "x"

    s: int = among(192, 384, 576)
    a: int = among(12, 16, 24, 32)
    b: int = among(4, 6, 8)

    def answer(self) -> Expr:
        return patches.finer(self.a, self.b)

    def witness(self) -> Measured:
        return patching.finer(self.s, self.a, self.b)

    def traps(self) -> dict[str, Expr]:
        ratio = Rational(self.a, self.b)
        return {"linear": ratio, "tokens_only": ratio**2, "cubed": ratio**3}

    def steps(self) -> dict[str, Expr]:
        ratio = Rational(self.a, self.b)
        return {"ratio": ratio, "more": ratio**2}


@dataclass(frozen=True)
class DetrCross(Family):
    """Score entries when DETR's queries ask the map, in one decoder layer."""

    id = "pan.detr_cross"
    skill = "vision.scores"
    difficulty = 3
    unit = "entries"

    q: int = among(100, 300)
    h: int = among(8)
    a: int = among(480, 640, 800)
    c: int = among(640, 800, 1056)

    def answer(self) -> Expr:
        return patches.asked(self.q, patches.map_tokens(self.a, self.c), self.h)

    def witness(self) -> Measured:
        return patching.asked_scores(self.q, self.h, self.a, self.c)

    def traps(self) -> dict[str, Expr]:
        n = patches.map_tokens(self.a, self.c)
        return {
            "tokens_squared": self.h * n**2,
            "queries_squared": Integer(self.h) * self.q**2,
            "one_head": self.q * n,
        }

    def steps(self) -> dict[str, Expr]:
        rows, columns = patches.shrunk(self.a), patches.shrunk(self.c)
        return {"rows": rows, "columns": columns, "tokens": rows * columns}
