"""What the layers of a Transformer hold and compute, put together part by part; sizes may be numbers or letters.

n, t, s are tokens (t of the target, s of the source), d the width of the model, f of the feed-forward, h heads.
A multiply-add is one MAC; parameters count biases, multiply-adds do not.
"""

from __future__ import annotations

from sympy import Expr, Integer, MatrixSymbol, Rational, Symbol, cancel, expand, solve, sympify

from engine.exact.contest import largest


def linear(inputs: Expr | int, outputs: Expr | int) -> Expr:
    """Parameters of a linear map with its bias: 2 → 3 makes 9."""
    return sympify(inputs) * outputs + outputs


def norm(d: Expr | int) -> Expr:
    """Parameters of a LayerNorm: a gain and a bias for each component."""
    return 2 * sympify(d)


def attention(d: Expr | int) -> Expr:
    """Parameters of an attention sub-layer: W_Q, W_K, W_V, W_O with their biases."""
    return 4 * linear(d, d)


def feed_forward(d: Expr | int, f: Expr | int) -> Expr:
    """Parameters of a feed-forward: out to f and back. 512 and 2048 make 2 099 712."""
    return linear(d, f) + linear(f, d)


def encoder(d: Expr | int, f: Expr | int) -> Expr:
    """Parameters of an encoder layer: 512 and 2048 make 3 152 384."""
    return expand(attention(d) + feed_forward(d, f) + 2 * norm(d))


def decoder(d: Expr | int, f: Expr | int) -> Expr:
    """Parameters of a decoder layer: two attentions, three norms. 512 and 2048 make 4 204 032."""
    return expand(2 * attention(d) + feed_forward(d, f) + 3 * norm(d))


def surplus(d: Expr | int) -> Expr:
    """Parameters a decoder layer has beyond an encoder layer; f falls out. 512 makes 1 051 648."""
    f = Symbol("f")
    return expand(decoder(d, f) - encoder(d, f))


def feed_forward_share(r: Rational) -> Expr:
    """The feed-forward's share of a layer's matrices at f = rd, where d falls out: 4 makes 2/3."""
    d = Symbol("d", positive=True)
    inner = 2 * d * (r * d)
    return cancel(inner / (inner + 4 * d**2))


def norms(layers: int, d: int) -> Expr:
    """LayerNorm parameters of a pre-LN encoder: two in each layer and one at the end."""
    return 2 * layers * norm(d) + norm(d)


def tied(vocabulary: int, d: int) -> Expr:
    """Parameters saved when one matrix serves for three."""
    return (3 - 1) * Integer(vocabulary) * d


def projection_macs(n: Expr | int, inputs: Expr | int, outputs: Expr | int) -> Expr:
    """Multiply-adds of a linear map over n tokens."""
    return sympify(n) * inputs * outputs


def core_macs(queries: Expr | int, keys: Expr | int, d: Expr | int) -> Expr:
    """Multiply-adds of QKᵀ and AV in all heads together."""
    return 2 * sympify(queries) * keys * d


def feed_forward_macs(n: Expr | int, d: Expr | int, f: Expr | int) -> Expr:
    """Multiply-adds of a feed-forward over n tokens."""
    return projection_macs(n, d, f) + projection_macs(n, f, d)


def encoder_macs(n: Expr | int, d: Expr | int, f: Expr | int) -> Expr:
    """Multiply-adds of an encoder layer: four projections, the core, the feed-forward."""
    return expand(4 * projection_macs(n, d, d) + core_macs(n, n, d) + feed_forward_macs(n, d, f))


def cross_macs(t: Expr | int, s: Expr | int, d: Expr | int) -> Expr:
    """Multiply-adds of cross-attention: Q and the output over the target, K and V over the source."""
    return 2 * projection_macs(t, d, d) + 2 * projection_macs(s, d, d) + core_macs(t, s, d)


def step_macs(t: Expr | int, d: Expr | int) -> Expr:
    """Multiply-adds of self-attention for one new token when t tokens, itself among them, are in the cache."""
    return 4 * projection_macs(1, d, d) + core_macs(1, t, d)


def cross_scores(h: int, t: int, s: int) -> Expr:
    """Score entries of cross-attention: 8 heads, 50 and 100 tokens make 40 000."""
    return Integer(h) * t * s


def doubled(n: int, d: int) -> Expr:
    """The factor by which a layer's work grows from n to 2n tokens at f = 4d: n = d = 512 makes 16/7."""
    return encoder_macs(2 * n, d, 4 * d) / encoder_macs(n, d, 4 * d)


def crossover(d: int, f: int) -> Expr:
    """The n at which the core works as much as the rest of the layer: 512 and 2048 make 3072."""
    n = Symbol("n", positive=True)
    rest = encoder_macs(n, d, f) - core_macs(n, n, d)
    return solve(core_macs(n, n, d) - rest, n)[0]


def training_flops(weights: int, tokens: int) -> Expr:
    """FLOP forward and backward: the way back takes as many for the inputs' gradients, and again for the weights'."""
    forward = 2 * projection_macs(tokens, weights, 1)
    return forward + forward + forward


def parts(n: int, d: int, f: int) -> dict[str, Expr]:
    """The multiply-adds of an encoder layer's three parts, the heaviest first."""
    work = {
        "projections": 4 * projection_macs(n, d, d),
        "core": core_macs(n, n, d),
        "feed_forward": feed_forward_macs(n, d, f),
    }
    return dict(sorted(work.items(), key=lambda part: -part[1]))


def heaviest(n: int, d: int, f: int) -> Symbol:
    """The part of an encoder layer that works most: at 8192 tokens, widths 512 and 2048, the core."""
    return largest(parts(n, d, f))


def cross_shape(t: int, s: int) -> tuple[Expr, Expr]:
    """Rows and columns of one head's cross-attention scores: what a product of t queries and s keys must have."""
    width = Symbol("d")
    rows, columns = (MatrixSymbol("Q", t, width) * MatrixSymbol("K", s, width).T).shape
    return rows, columns


def cross_axes(t: int, s: int) -> Symbol:
    """Whose tokens the rows and the columns of the scores are, for t ≠ s: `target_source`."""
    whose = {t: "target", s: "source"}
    rows, columns = cross_shape(t, s)
    return Symbol(f"{whose[rows]}_{whose[columns]}")


def extra_sublayers(layers: int) -> Expr:
    """Sub-layers a decoder has beyond an encoder of as many layers; the mask changes one and adds none."""
    encoder_layer, decoder_layer = ("attention", "feed_forward"), ("attention", "cross", "feed_forward")
    return Integer(layers) * (len(decoder_layer) - len(encoder_layer))
