"""Generates token by token and looks on: which scores are computed, and what each prediction can depend on.

t counts the target's words from 1; the decoder's inputs are shifted right, so that input t is word t − 1.
"""

from __future__ import annotations

from fractions import Fraction

import torch
from torch import Tensor, nn

from engine.attention.measured import Measured, counted
from engine.attention.standard import scores

WIDTH, SOURCE = 8, 3  # of the little decoder whose dependencies are traced; they do not depend on it
VIVID = 3  # times as long as noise: rows whose weights can be told apart
LOOP, REACH = "generation_loop", "autograd_reach"
SEED = 1777


def scores_anew(n: int, heads: int = 1) -> int:
    """Generate n tokens keeping nothing: every step attends from all tokens to all. Return the scores computed."""
    tokens = torch.ones(heads, n, WIDTH)
    return sum(scores(tokens[:, :t], tokens[:, :t]).numel() for t in range(1, n + 1))


def scores_with_cache(n: int, heads: int = 1) -> int:
    """Generate n tokens keeping their keys: every step attends from the new one. Return the scores computed."""
    keys, token, computed = torch.ones(heads, 0, WIDTH), torch.ones(heads, 1, WIDTH), 0
    for _ in range(n):
        keys = torch.cat([keys, token], dim=1)  # (heads, t, WIDTH)
        computed += scores(token, keys).numel()
    return computed


def recomputed(n: int, heads: int = 1) -> Measured:
    """Count the scores of a generation without a cache."""
    return counted(scores_anew(n, heads), LOOP)


def cached(n: int, heads: int = 1) -> Measured:
    """Count the scores of a generation with a cache."""
    return counted(scores_with_cache(n, heads), LOOP)


def saving(n: int) -> Measured:
    """Count the scores of both generations and return their ratio."""
    return counted(Fraction(scores_anew(n), scores_with_cache(n)), LOOP)


def decoder() -> nn.TransformerDecoderLayer:
    """Return torch's decoder layer, small, in float64, with the same weights each time."""
    with torch.random.fork_rng():
        torch.manual_seed(SEED)
        return nn.TransformerDecoderLayer(WIDTH, 2, 2 * WIDTH, dropout=0.0, batch_first=True, dtype=torch.float64)


def noise(rows: int) -> Tensor:
    """Return (rows, WIDTH) of Gaussian numbers, the same each time."""
    return torch.randn(rows, WIDTH, generator=torch.Generator().manual_seed(SEED), dtype=torch.float64)


def decoded(inputs: Tensor, source: Tensor, without: str = "none") -> Tensor:
    """Run the decoder over inputs (t, WIDTH) with a source (s, WIDTH) before its eyes, without "mask" or "cross"."""
    layer, mask = decoder(), nn.Transformer.generate_square_subsequent_mask(len(inputs), dtype=torch.float64)
    if without == "cross":
        nn.init.zeros_(layer.multihead_attn.out_proj.weight)  # what it would add is nothing
    outputs: Tensor = layer(inputs[None], source[None], tgt_mask=None if without == "mask" else mask)
    return outputs.squeeze(0)  # (1, t, WIDTH) -> (t, WIDTH)


def dependence(outputs: Tensor, cause: Tensor) -> Tensor:
    """Return which outputs depend on which rows of their cause, (outputs, rows), by autograd.

    An output is weighted before it is summed: the components of a normalised row always add up to 0.
    """
    weights = noise(1)[0]
    gradients = [torch.autograd.grad(output @ weights, cause, retain_graph=True)[0] for output in outputs]
    return (torch.stack(gradients) != 0).any(-1)  # (outputs, rows, WIDTH) -> (outputs, rows)


def word_dependence(n: int) -> Tensor:
    """Return which predictions depend on which words of a target of n, (n, n)."""
    words, start = noise(n).requires_grad_(), torch.ones(1, WIDTH, dtype=torch.float64)
    return dependence(decoded(torch.cat([start, words[:-1]]), noise(SOURCE)), words)  # the inputs are shifted right


def known_words(n: int, t: int) -> Measured:
    """Count the words of a target of n that the prediction of word t depends on."""
    return counted(int(word_dependence(n)[t - 1].sum()), REACH)


def shifted_pairs(n: int) -> Measured:
    """Count, over all predictions, the words each depends on."""
    return counted(int(word_dependence(n).sum()), REACH)


def reached(n: int, j: int) -> Measured:
    """Count the outputs that depend on input j of n."""
    inputs = noise(n).requires_grad_()
    return counted(int(dependence(decoded(inputs, noise(SOURCE)), inputs)[:, j - 1].sum()), REACH)


def windows(n: int, s: int, without: str) -> tuple[Tensor, Tensor]:
    """Return which of n outputs depend on which inputs (n, n) and on which of s source rows (n, s)."""
    inputs, source = noise(n).requires_grad_(), noise(s).requires_grad_()
    outputs = decoded(inputs, source, without)
    return dependence(outputs, inputs), dependence(outputs, source)


def cross_weights(n: int, s: int) -> Tensor:
    """Return the weights (n, s), averaged over heads, with which n decoder rows look at s encoder rows."""
    target, source = VIVID * noise(n)[None], VIVID * noise(n + s)[None, n:]
    with torch.no_grad():
        _, weights = decoder().multihead_attn(target, source, source)  # (1, n, s)
    rows: Tensor = weights.squeeze(0)
    return rows


def moved_by_shuffling(n: int, s: int) -> float:
    """Turn the encoder's rows round and return how far the decoder's outputs move, at most."""
    with torch.no_grad():
        inputs, source = noise(n), noise(s)
        return float((decoded(inputs, source) - decoded(inputs, source.flip(0))).abs().max())
