"""Counts what torch's own Transformer layers hold, built on meta: parameters by numel, parts by name.

d is the width of the model, f of its feed-forward; V the size of a vocabulary.
"""

from __future__ import annotations

from fractions import Fraction

from torch import nn

from engine.attention.measured import Measured, counted

NUMEL = "meta_layer_numel"
HEADS = 4  # the parameters do not depend on them
WIDTH = 96  # of the model, where a share of parameters does not depend on it


def encoder_layer(d: int, f: int) -> nn.TransformerEncoderLayer:
    """Return torch's encoder layer without memory."""
    return nn.TransformerEncoderLayer(d, HEADS, f, dropout=0.0, batch_first=True, device="meta")


def decoder_layer(d: int, f: int) -> nn.TransformerDecoderLayer:
    """Return torch's decoder layer without memory."""
    return nn.TransformerDecoderLayer(d, HEADS, f, dropout=0.0, batch_first=True, device="meta")


def parameters(*modules: nn.Module) -> int:
    """Return the number of parameters of all modules together, a shared one counted once."""
    return sum(each.numel() for each in nn.ModuleList(modules).parameters())


def feed_forward(d: int, f: int) -> Measured:
    """Count the parameters of a layer's two linear maps."""
    layer = encoder_layer(d, f)
    return counted(parameters(layer.linear1, layer.linear2), NUMEL)


def encoder(d: int, f: int) -> Measured:
    """Count the parameters of an encoder layer."""
    return counted(parameters(encoder_layer(d, f)), NUMEL)


def decoder(d: int, f: int, layers: int = 1) -> Measured:
    """Count the parameters of decoder layers."""
    return counted(parameters(nn.TransformerDecoder(decoder_layer(d, f), layers)), NUMEL)


def surplus(d: int) -> Measured:
    """Count the parameters that a decoder layer has beyond an encoder layer."""
    return counted(parameters(decoder_layer(d, WIDTH)) - parameters(encoder_layer(d, WIDTH)), NUMEL)


def feed_forward_share(r: Fraction) -> Measured:
    """Count the matrices of the feed-forward, r times as wide as the model, against all matrices of the layer."""
    layer = encoder_layer(WIDTH, int(r * WIDTH))
    matrices = {name: each.numel() for name, each in layer.named_parameters() if each.dim() == 2}
    inner = sum(size for name, size in matrices.items() if name.startswith("linear"))
    return counted(Fraction(inner, sum(matrices.values())), NUMEL)


def norms(layers: int, d: int) -> Measured:
    """Count the parameters of all LayerNorms in a pre-LN encoder with its norm at the end."""
    layer = nn.TransformerEncoderLayer(d, HEADS, d, norm_first=True, device="meta")
    whole = nn.TransformerEncoder(layer, layers, nn.LayerNorm(d, device="meta"), enable_nested_tensor=False)
    found = (module for module in whole.modules() if isinstance(module, nn.LayerNorm))
    return counted(parameters(*found), NUMEL)


def tied(vocabulary: int, d: int) -> Measured:
    """Count how many parameters go when the source, the target and the output share one matrix."""
    source, target = (nn.Embedding(vocabulary, d, device="meta") for _ in range(2))
    output = nn.Linear(d, vocabulary, bias=False, device="meta")
    apart = parameters(source, target, output)
    target.weight = output.weight = source.weight
    return counted(apart - parameters(source, target, output), NUMEL)
