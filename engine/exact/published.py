"""Parameters of the models behind the doors, derived from their layers; and the caches of those that generate.

V is the vocabulary, P the places, L the layers, d the width of the model, f of the feed-forward, h heads of queries,
g of keys and values, e the width of one head, E experts.
"""

from __future__ import annotations

from sympy import Expr, Integer

from engine.exact import experts
from engine.exact.sublayers import decoder, encoder, linear, norm


def translator(V: int, L: int, d: int, f: int) -> Expr:  # noqa: N803 - the papers' letters
    """The encoder-decoder of 2017 with one matrix for all words: 37 000, 6, 512, 2048 make 63 082 496."""
    return Integer(V) * d + L * (encoder(d, f) + decoder(d, f))


def bert(V: int, P: int, L: int, d: int) -> Expr:  # noqa: N803
    """Words, places, two segments, their norm, the layers, the pooler: 30 522, 512, 12, 768 make 109 482 240."""
    return Integer(V + P + 2) * d + norm(d) + L * encoder(d, 4 * d) + linear(d, d)


def gpt2(V: int, P: int, L: int, d: int) -> Expr:  # noqa: N803
    """Words and places, the layers, a last norm; the words score the output: 50 257, 1024, 12, 768 make 124 439 808."""
    return Integer(V + P) * d + L * encoder(d, 4 * d) + norm(d)


def grouped_attention(d: int, h: int, g: int, e: int) -> Expr:
    """W_Q, W_K, W_V, W_O without biases, keys and values of fewer heads."""
    return Integer(d) * h * e + 2 * Integer(d) * g * e + Integer(h) * e * d


def mixtral(V: int, L: int, d: int, f: int, E: int, h: int, g: int, e: int) -> Expr:  # noqa: N803
    """A Mixtral, all experts: at 32 layers 46 702 792 704. RMSNorm has a gain and no bias."""
    feed_forward = E * experts.gated(d, f) + experts.router(d, E)
    layer = grouped_attention(d, h, g, e) + feed_forward + 2 * Integer(d)
    return 2 * Integer(V) * d + L * layer + d


def cached(L: int, g: int, e: int, n: int, s: int) -> Expr:  # noqa: N803
    """Bytes that keep n tokens' keys and values, s bytes each: 32, 8, 128, 8192 and 2 make 1 GiB."""
    keys = values = Integer(L) * g * e * n * s
    return keys + values
