"""Counts what images become: tokens out of real convolutions, and the scores and products over them, all on meta."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import torch
from torch import Tensor, nn
from torch.utils.flop_counter import FlopCounterMode

from engine.attention import contest
from engine.attention.measured import Measured, counted
from engine.attention.vision import resnet50

NUMEL, FLOPS = "meta_numel", "flop_counter"
WIDTH = 64  # of one head, where the count does not depend on it
COLOURS = 3


def patchified(s: int, p: int, width: int = WIDTH) -> Tensor:
    """Return an image's patches as tokens (1, n, width) on meta, out of a convolution that steps a patch at a time."""
    with torch.device("meta"):
        seen: Tensor = nn.Conv2d(COLOURS, width, p, stride=p)(torch.empty(1, COLOURS, s, s))  # (1, width, s/p, s/p)
    return seen.flatten(2).transpose(1, 2)


def with_first(tokens: Tensor) -> Tensor:
    """Return the tokens (1, n + 1, w) behind one that stands for no patch."""
    return torch.cat([tokens[:, :1], tokens], dim=1)


def mapped(a: int, c: int, width: int = WIDTH) -> Tensor:
    """Return the cells of ResNet-50's last map as tokens (1, n, width) on meta."""
    with torch.device("meta"):
        seen = nn.Conv2d(2048, width, 1)(eye()(torch.empty(1, COLOURS, a, c)))  # (1, width, a/32, c/32)
    flat: Tensor = seen.flatten(2).transpose(1, 2)
    return flat


@cache
def eye() -> nn.Module:
    """Return DETR's eye on meta."""
    with torch.device("meta"):
        return resnet50()


def scored(queries: Tensor, keys: Tensor, heads: int = 1) -> Tensor:
    """Return the scores (heads, n, m) of tokens (1, n, w) that ask tokens (1, m, w)."""
    q, k = (each.expand(heads, -1, -1) for each in (queries, keys))
    return q @ k.transpose(-2, -1)  # (h, n, w) @ (h, w, m) -> (h, n, m)


def image_tokens(s: int, p: int) -> Measured:
    """Count the tokens of a ViT: patches, and the one from which the class is read."""
    return counted(with_first(patchified(s, p)).shape[1], NUMEL)


def map_tokens(a: int, c: int) -> Measured:
    """Count the tokens that enter DETR's encoder."""
    return counted(mapped(a, c).shape[1], NUMEL)


def image_scores(s: int, p: int, h: int = 1) -> Measured:
    """Count the scores of one ViT layer."""
    tokens = with_first(patchified(s, p))
    return counted(scored(tokens, tokens, h).numel(), NUMEL)


def finer(s: int, before: int, after: int) -> Measured:
    """Count the patches' scores at two patch sizes and return their ratio."""
    coarse, fine = (scored(tokens, tokens).numel() for tokens in (patchified(s, before), patchified(s, after)))
    return counted(Fraction(fine, coarse), NUMEL)


def asked_scores(queries: int, h: int, a: int, c: int) -> Measured:
    """Count the scores of DETR's queries asking the map of an image, in one decoder layer."""
    with torch.device("meta"):
        asking = torch.empty(1, queries, WIDTH)
    return counted(scored(asking, mapped(a, c), h).numel(), NUMEL)


def asked_macs(q: int, a: int, c: int, d: int, layers: int = 1) -> Measured:
    """Count the multiply-adds of q queries that ask a map of a × c cells, projections not among them."""
    with torch.device("meta"):
        asking, seen = torch.empty(q, d), torch.empty(a, c, d).flatten(0, 1)  # (q, d), (a·c, d)
    with FlopCounterMode(display=False) as counter:
        for _ in range(layers):
            torch.softmax(asking @ seen.T, dim=-1) @ seen
    return counted(counter.get_total_flops() // 2, FLOPS)


def embedding_parameters(p: int, d: int) -> Measured:
    """Count the parameters of the convolution that makes patches tokens."""
    with torch.device("meta"):
        return counted(sum(each.numel() for each in nn.Conv2d(COLOURS, d, p, stride=p).parameters()), NUMEL)


def dearest(s: int, p: int, a: int, c: int, n: int) -> Measured:
    """Find whose self-attention has most scores in one head."""
    with torch.device("meta"):
        text = torch.empty(1, n, WIDTH)
    cells = mapped(a, c)
    sizes = {"text": scored(text, text).numel(), "map": scored(cells, cells).numel()}
    heard = {name: counted(size, NUMEL) for name, size in sizes.items()}
    return contest.largest({**heard, "patches": image_scores(s, p)})
