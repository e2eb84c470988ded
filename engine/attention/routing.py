"""Sends real tokens to experts, and counts what becomes of them and what they use."""

from __future__ import annotations

from fractions import Fraction

import torch
from torch import Tensor

from engine.attention import contest
from engine.attention.census import active, on_meta, parameters
from engine.attention.gated import Block, Gated, Mixture
from engine.attention.measured import Measured, counted

NUMEL, ROUTED = "meta_numel", "routed_tokens"
FEW = 64  # a width, where the count does not depend on it


def dealt(tokens: int, experts: int) -> Tensor:
    """Return the expert of each token (T,) when they are dealt out in turn."""
    return torch.arange(tokens) % experts


def fullest(tokens: int, experts: int, factor: Fraction) -> Measured:
    """Deal out `factor` times the tokens and count those at the fullest expert: so many places each must have."""
    return counted(crowded(tokens, experts, factor), ROUTED)


def crowded(tokens: int, experts: int, factor: Fraction) -> int:
    """Return how many tokens the fullest expert gets when `factor` times the tokens are dealt out."""
    crowd = tokens * factor
    if crowd.denominator != 1:
        raise ValueError(f"{factor} times {tokens} tokens are no whole number")
    return int(torch.bincount(dealt(int(crowd), experts)).max())


def unplaced(tokens: int, experts: int, factor: Fraction, hot: Fraction) -> Measured:
    """Send a share of the tokens to the first expert and deal out the rest to the others; count who finds no place.

    Each expert has a row of places, and takes the tokens in the order in which they come.
    """
    places, first = crowded(tokens, experts, factor), int(tokens * hot)
    wanted = torch.cat([torch.zeros(first, dtype=torch.long), 1 + dealt(tokens - first, experts - 1)])  # (T,)
    chosen = torch.nn.functional.one_hot(wanted, experts)  # (T, E)
    turn = chosen.cumsum(0).gather(1, wanted[:, None]).squeeze(1) - 1  # (T,), how many came before to the same expert
    rows = torch.zeros(experts, places, dtype=torch.bool)
    seated = turn < places
    rows[wanted[seated], turn[seated]] = True
    return counted(tokens - int(rows.sum()), ROUTED)


def used(experts: int, chosen: int, d: int, f: int) -> Measured:
    """Count the parameters of a mixture that one token meets."""
    return counted(active(on_meta(lambda: Mixture(d, f, experts, chosen))), NUMEL)


def used_share(experts: int, chosen: int) -> Measured:
    """Count the experts' parameters, those of the chosen ones, and return their ratio."""
    mixture = on_meta(lambda: Mixture(FEW, FEW, experts, chosen))
    sizes = [parameters(expert) for expert in mixture.experts]  # type: ignore[union-attr]  # a list of modules
    return counted(Fraction(sum(sizes[:chosen]), sum(sizes)), NUMEL)


def replaced(experts: int, d: int, f: int) -> Measured:
    """Build a layer with and without experts and find the part whose parameters differ."""
    dense, sparse = (parts_of(experts, d, f) for experts in (0, experts))
    return contest.only({part: counted(sparse[part] - dense[part], NUMEL) for part in dense}, lambda gap: gap != 0)


def parts_of(experts: int, d: int, f: int) -> dict[str, int]:
    """Return the parameters of each part of a layer, with that many experts or with one plain feed-forward."""
    block = on_meta(lambda: Block(d, d // FEW, d // FEW, Mixture(d, f, experts, 1) if experts else Gated(d, f)))
    assert isinstance(block, Block)
    return {
        "attention": parameters(block.self_attn),
        "feed_forward": parameters(block.thinks),
        "norm": parameters(block.norm1) + parameters(block.norm2),
    }
