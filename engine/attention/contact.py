"""Changes one token and sees which rows of the output change, part by part; and looks into torch's own layers.

t is the length of a target, s of a source.
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor, nn

from engine.attention.measured import Measured, counted

WIDTH, HEADS = 16, 2
ROWS, HOOK, MODULES = "changed_rows", "forward_hook", "module_count"
SEED = 1777


def noise(rows: int) -> Tensor:
    """Return (rows, WIDTH) of Gaussian numbers, the same each time."""
    return torch.randn(rows, WIDTH, generator=torch.Generator().manual_seed(SEED), dtype=torch.float64)


def encoder_layer(norm_first: bool = False) -> nn.TransformerEncoderLayer:
    """Return torch's encoder layer, small, in float64, with the same weights each time."""
    with torch.random.fork_rng():
        torch.manual_seed(SEED)
        return nn.TransformerEncoderLayer(
            WIDTH, HEADS, 2 * WIDTH, 0.0, batch_first=True, norm_first=norm_first, dtype=torch.float64
        )


def attended(layer: nn.TransformerEncoderLayer, x: Tensor) -> Tensor:
    """Return what the layer's self-attention makes of rows (n, WIDTH)."""
    rows: Tensor = layer.self_attn(x, x, x, need_weights=False)[0]
    return rows


PARTS: dict[str, Callable[[nn.TransformerEncoderLayer, Tensor], Tensor]] = {
    "attention": attended,
    "feed_forward": lambda layer, x: layer.linear2(torch.relu(layer.linear1(x))),
    "residual": lambda layer, x: x + layer.dropout1(x),  # nothing is dropped
    "norm": lambda layer, x: layer.norm1(x),
}


def changed_rows(part: str, n: int) -> list[int]:
    """Change the middle one of n tokens and return the rows that this part of a layer makes otherwise."""
    x, layer = noise(n), encoder_layer()
    other = x.clone()
    other[n // 2] += 1 - 2 * torch.arange(WIDTH) % 3  # not the same for all components, which a norm would not see
    with torch.no_grad():
        moved = (PARTS[part](layer, x) - PARTS[part](layer, other)).abs().amax(-1) > 1e-9
    return [int(row) for row in moved.nonzero()]


def reached(part: str, n: int) -> Measured:
    """Tell whether a change of one of n tokens reaches `itself` alone, the `others`, `all`, or `none`."""
    rows, middle = changed_rows(part, n), n // 2
    others = [row for row in range(n) if row != middle]
    words = {(): "none", (middle,): "itself", tuple(others): "others", tuple(range(n)): "all"}
    return Measured(words[tuple(rows)], 0.0, ROWS)


def silenced(norm_first: bool, layers: int) -> nn.TransformerEncoder:
    """Return an encoder without a last norm, whose sub-layers all return 0."""
    stack = nn.TransformerEncoder(encoder_layer(norm_first), layers, enable_nested_tensor=False)
    for name, weight in stack.named_parameters():
        if "out_proj" in name or "linear2" in name:
            nn.init.zeros_(weight)
    return stack


def kept_by(layers: int) -> Measured:
    """Run an input through silenced encoders, LayerNorm before and after; tell which hands it on: `pre`, `post` …"""
    x = noise(4).unsqueeze(0)
    with torch.no_grad():
        kept = [name for name, first in (("pre", True), ("post", False)) if torch.equal(silenced(first, layers)(x), x)]
    return Measured({0: "neither", 2: "both"}.get(len(kept), "".join(kept)), 0.0, ROWS)


def cross_axes(t: int, s: int) -> Measured:
    """Look at what torch's decoder layer, given t and s tokens, hands its cross-attention as queries and as keys."""
    layer = nn.TransformerDecoderLayer(WIDTH, HEADS, WIDTH, batch_first=True, device="meta")
    given: list[int] = []
    layer.multihead_attn.register_forward_pre_hook(lambda _, inputs: given.extend(each.shape[1] for each in inputs[:2]))
    layer(torch.empty(1, t, WIDTH, device="meta"), torch.empty(1, s, WIDTH, device="meta"))
    whose = {t: "target", s: "source"}
    return Measured("_".join(whose[length] for length in given), 0.0, HOOK)


def extra_sublayers(layers: int) -> Measured:
    """Count the residual additions, each with its LayerNorm, of torch's decoder beyond those of its encoder."""
    encoder = nn.TransformerEncoder(encoder_layer(), layers, enable_nested_tensor=False)
    decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(WIDTH, HEADS, WIDTH, device="meta"), layers)
    ends = [sum(isinstance(each, nn.LayerNorm) for each in stack.modules()) for stack in (encoder, decoder)]
    return counted(ends[1] - ends[0], MODULES)
