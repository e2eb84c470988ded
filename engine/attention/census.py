"""A census of models as published: parameters, operations and bytes, counted on meta, where nothing has a weight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, partial

import torch
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from engine.attention.gated import Gated, Mixture
from engine.attention.language import Bert, Gpt2, Llama
from engine.attention.multihead import MultiHead
from engine.attention.tally import score_matrix
from engine.attention.transformer import Translator
from engine.attention.vision import Detr, Vit

PRESETS: Mapping[str, Callable[[], nn.Module]] = {
    "transformer_base": partial(Translator, 37_000, 512, 8, 2048, 6),
    "transformer_big": partial(Translator, 37_000, 1024, 16, 4096, 6),
    "bert_base": partial(Bert, 768, 12, 12),
    "bert_large": partial(Bert, 1024, 16, 24),
    "gpt2": partial(Gpt2, 768, 12, 12),
    "vit_b16": partial(Vit, 768, 12, 12),
    "vit_l16": partial(Vit, 1024, 16, 24),
    "detr_r50": Detr,
    "mixtral_8x7b": partial(Llama, 4096, 32, 8, 32, 32_000, partial(Mixture, 4096, 14_336, 8, 2), 1e6),
    "llama2_7b": partial(Llama, 4096, 32, 32, 32, 32_000, partial(Gated, 4096, 11_008)),
    "llama2_70b": partial(Llama, 8192, 64, 8, 80, 32_000, partial(Gated, 8192, 28_672)),
    "llama3_8b": partial(Llama, 4096, 32, 8, 32, 128_256, partial(Gated, 4096, 14_336), 5e5),
}


@cache
def model(name: str) -> nn.Module:
    """Return a preset on meta; KeyError where there is none of that name."""
    return on_meta(PRESETS[name])


def on_meta(build: Callable[[], nn.Module]) -> nn.Module:
    """Return what is built, with shapes and without numbers."""
    with torch.device("meta"):
        return build()


def parameters(module: nn.Module, *, trainable: bool = False) -> int:
    """Count the parameters, each matrix once however often it is used; or only those that are trained."""
    return sum(each.numel() for each in module.parameters() if each.requires_grad or not trainable)


def active(module: nn.Module) -> int:
    """Count the parameters that one token meets: of a mixture only the chosen experts."""
    mixtures = (each for each in module.modules() if isinstance(each, Mixture))
    idle = sum(parameters(expert) for each in mixtures for expert in list(each.experts)[each.chosen :])
    return parameters(module) - idle


def flops(module: nn.Module, *inputs: Tensor) -> int:
    """Count the FLOP of one forward pass over meta inputs, two a multiply-add of a matrix product or convolution.

    A mixture of experts cannot be run so: its router needs numbers to choose by.
    """
    with FlopCounterMode(display=False) as counter, torch.device("meta"):
        module(*inputs)
    return int(counter.get_total_flops())


def weight_bytes(module: nn.Module, bytes_each: int) -> int:
    """Count the bytes of all weights."""
    return parameters(module) * bytes_each


def cache_bytes(module: nn.Module, batch: int, n: int, bytes_each: int) -> int:
    """Count the bytes in which self-attention keeps keys and values of n tokens, by the shapes of its projections."""
    rows = torch.empty(batch, n, device="meta")
    return sum(rows.numel() * sum(each.widths[1:]) * bytes_each for each in self_attentions(module))


def score_layers(module: nn.Module, n: int, bytes_each: int) -> list[Tensor]:
    """Return the scores (h, n, n) that each self-attention of a model makes of n tokens, on meta."""
    return [score_matrix(n, each.heads, bytes_each=bytes_each) for each in self_attentions(module)]


def self_attentions(module: nn.Module) -> list[MultiHead]:
    """Return the attentions in which a sequence looks at itself, a layer each."""
    return [each for name, each in module.named_modules() if isinstance(each, MultiHead) and "self" in name]
