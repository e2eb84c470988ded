"""Parameters of the presets, by the formulas of their papers; tests hold each against the engine's own count."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sympy import Expr, Integer

from engine.exact import experts, patches, published
from engine.exact.sublayers import encoder, norm

Sizes = Mapping[str, int]


def llama(sizes: Sizes) -> Expr:
    """Words twice, layers of grouped attention, a gated feed-forward and two gains, a last gain, no biases."""
    d = Integer(sizes["d"])
    attention = published.grouped_attention(sizes["d"], sizes["h"], sizes["g"], sizes["e"])
    layer = attention + experts.gated(d, sizes["f"]) + 2 * d
    return 2 * sizes["V"] * d + sizes["L"] * layer + d


def mixtral(sizes: Sizes) -> Expr:
    """A Llama whose every feed-forward is a mixture, all experts counted."""
    return published.mixtral(*(sizes[letter] for letter in ("V", "L", "d", "f", "E", "h", "g", "e")))


def vit(sizes: Sizes) -> Expr:
    """Patches, a class token, a place for each, the layers, a last norm; no head."""
    d = Integer(sizes["d"])
    return patches.embedding(sizes["p"], sizes["d"]) + (sizes["P"] + 1) * d + sizes["L"] * encoder(d, 4 * d) + norm(d)


PLANS: Mapping[str, Callable[[Sizes], Expr]] = {
    "gpt2": lambda sizes: published.gpt2(*(sizes[letter] for letter in "VPLd")),
    "bert": lambda sizes: published.bert(*(sizes[letter] for letter in "VPLd")),
    "translator": lambda sizes: published.translator(*(sizes[letter] for letter in "VLdf")),
    "llama": llama,
    "mixtral": mixtral,
    "vit": vit,
}


def parameters(plan: str, sizes: Sizes) -> Expr:
    """Return all parameters of a model."""
    return PLANS[plan](sizes)


def used(sizes: Sizes) -> Expr:
    """Return the parameters of a mixture that one token meets: all but the experts it is not sent to."""
    idle = (sizes["E"] - sizes["k"]) * experts.gated(sizes["d"], sizes["f"])
    return mixtral(sizes) - sizes["L"] * idle
