"""Calls the roll of models in any size: builds each on meta and counts its parameters, or the cache it fills."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

import torch
from torch import nn

from engine.attention.census import active, on_meta, parameters
from engine.attention.census import model as census_of
from engine.attention.gated import Block, Gated, Mixture
from engine.attention.language import Bert, Gpt2, Llama
from engine.attention.layer import Layer
from engine.attention.measured import Measured, counted
from engine.attention.multihead import MultiHead
from engine.attention.transformer import Translator

NUMEL, BYTES = "meta_numel", "meta_bytes"
WIDTH = 64  # of one head, where the count does not depend on it


def translator(V: int, L: int, d: int, f: int) -> Measured:  # noqa: N803 - the papers' letters
    """Count the parameters of the Transformer of 2017 over a vocabulary of V."""
    return census(partial(Translator, V, d, d // WIDTH, f, L))


def bert(V: int, P: int, L: int, d: int) -> Measured:  # noqa: N803
    """Count the parameters of a BERT with its pooler and without a head."""
    return census(partial(Bert, d, d // WIDTH, L, V, P))


def gpt2(V: int, P: int, L: int, d: int) -> Measured:  # noqa: N803
    """Count the parameters of a GPT-2, whose words also score its output."""
    return census(partial(Gpt2, d, d // WIDTH, L, V, P))


def mixtral(V: int, L: int, d: int, f: int, E: int, h: int, g: int) -> Measured:  # noqa: N803
    """Count the parameters of a Mixtral, those of every expert."""
    return census(partial(Llama, d, h, g, L, V, partial(Mixture, d, f, E, 2)))


def census(build: Callable[[], nn.Module]) -> Measured:
    """Build a model on meta and count its parameters."""
    return counted(parameters(on_meta(build)), NUMEL)


def cached(L: int, h: int, g: int, e: int, n: int, *, unit: int = 1) -> Measured:  # noqa: N803
    """Let L layers project n tokens and count the bytes of their keys and values in fp16."""
    d = h * e
    layers = [on_meta(partial(Block, d, h, g, Gated(WIDTH, WIDTH))) for _ in range(L)]
    x = torch.empty(1, n, d, device="meta", dtype=torch.float16)
    kept = [kept_by(layer, x) for layer in layers]
    if sum(kept) % unit:
        raise ValueError(f"{sum(kept)} bytes are no whole number of {unit}")
    return counted(sum(kept) // unit, BYTES)


def kept_by(layer: nn.Module, x: torch.Tensor) -> int:
    """Return the bytes of one layer's keys and values of x (b, n, d)."""
    attention = next(each for each in layer.modules() if isinstance(each, MultiHead)).half()
    _, keys, values = attention.project(x, x)  # (b, g, n, e)
    return sum(each.numel() * each.element_size() for each in (keys, values))


class Room(NamedTuple):
    """What is behind a door: parameters by part, all of them, and those of no idle expert."""

    sizes: Mapping[str, int]
    total: int
    active: int


def parts(preset: str) -> Room:
    """Count a published model's parameters in attention, feed-forward, convolutions and all else."""
    model = census_of(preset)
    total = parameters(model)
    attention = sum(parameters(each) for each in model.modules() if isinstance(each, MultiHead))
    thinking = sum(parameters(each) for each in feed_forwards(model))
    eye = sum(parameters(each) for each in model.modules() if isinstance(each, nn.Conv2d))
    sizes = {"attention": attention, "thinking": thinking, "eye": eye}
    return Room({**sizes, "rest": total - sum(sizes.values())}, total, active(model))


def feed_forwards(model: nn.Module) -> Iterator[nn.Module]:
    """Yield what thinks for each token alone: the two maps of a layer, or whatever stands in their place."""
    for each in model.modules():
        if isinstance(each, Layer):
            yield from (each.linear1, each.linear2)
        elif isinstance(each, Block):
            yield each.thinks
