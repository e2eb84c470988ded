"""The prism: eight heads on one sentence, six made by hand and two untrained; and what heads cost beside one head."""

from __future__ import annotations

from collections.abc import Mapping

import torch
from torch import Tensor

from engine.attention.headcount import ratios
from engine.attention.standard import scores
from quizbank.certificate import Number
from quizbank.picture import Picture, Series

SENTENCE = (0, 1, 2, 0, 3, 4, 5, 6)  # words by number: a dog saw a cat then it ran
DOG, CAT, IT = 1, 3, 5
TOKENS = WIDTH = len(SENTENCE)  # a head is as wide as the sentence is long: it can write any score matrix
HEADS = ("before", "after", "alike", "first", "pronoun", "level", "untrained", "untrained")
SHARP = 60.0  # how strongly a head made by hand prefers what it looks at
SEED = 1777  # of the two untrained heads
D, COUNTS = 512, (1, 2, 4, 8, 16)


def colours(turns: Mapping[str, Number]) -> Picture:
    """Show the weights of one head, the sentence being seen by all eight at once."""
    head = int(turns["head"])
    name = HEADS[head - 1]
    weights = all_weights()[head - 1]
    return Picture(
        kind="heatmap",
        title=f"exhibit.colours.{name}",
        alt=f"exhibit.colours.alt_{name}",
        values={
            "head": head,
            "n": TOKENS,
            "peak": short(weights.max()),
            "sharp": short(weights.amax(1).mean()),
        },
        captions=("exhibit.colours.sentence", "exhibit.colours.sharpness"),
        ticks=tuple(range(1, TOKENS + 1)),
        across="exhibit.colours.across",
        upward="exhibit.colours.upward",
        cells=tuple(tuple(float(weight) for weight in row) for row in weights),
    )


def all_weights() -> Tensor:
    """Return the weights of all heads, (heads, n, n): one input, projected by each head for itself."""
    words = torch.eye(WIDTH)[list(SENTENCE)]  # (n, w)
    x = torch.cat([words, torch.eye(TOKENS)], dim=1)  # (n, 2w): which word, and where
    tablets = [by_hand(name) for name in HEADS[:-2]] + list(untrained().unbind(0))
    q, k = (torch.stack([x @ tablet[side] for tablet in tablets]) for side in (0, 1))  # (heads, n, w)
    return torch.softmax(scores(q, k), dim=-1)


def untrained() -> Tensor:
    """Return two heads' random W^Q and W^K, (2, 2, 2w, w), which make q and k of unit variance of two ones."""
    return torch.randn(2, 2, 2 * WIDTH, WIDTH, generator=torch.Generator().manual_seed(SEED)) / 2**0.5


def by_hand(name: str) -> Tensor:
    """Return W^Q and W^K, (2, 2w, w), of a head that looks at one thing; its keys tell the word or the place."""
    nothing, same = torch.zeros(WIDTH, WIDTH), torch.eye(WIDTH)
    word_q, place_q, word_k, place_k = {
        "before": (nothing, shifted(-1), nothing, same),
        "after": (nothing, shifted(1), nothing, same),
        "alike": (same, nothing, same, nothing),
        "first": (nothing, one_column(0), nothing, same),
        "pronoun": (nouns_for_pronoun(), nothing, same, nothing),
        "level": (nothing, nothing, nothing, nothing),
    }[name]
    return torch.stack([torch.cat([SHARP * word_q, SHARP * place_q]), torch.cat([word_k, place_k])])


def shifted(by: int) -> Tensor:
    """Return the map from a place to the one `by` further on; at the sentence's edge there is none."""
    return torch.diag(torch.ones(WIDTH - abs(by)), by)


def one_column(place: int) -> Tensor:
    """Return the map from every place to this one."""
    asked = torch.zeros(WIDTH, WIDTH)
    asked[:, place] = 1
    return asked


def nouns_for_pronoun() -> Tensor:
    """Return the map from the pronoun to both nouns; no other word asks for anything."""
    asked = torch.zeros(WIDTH, WIDTH)
    asked[IT, [DOG, CAT]] = 1
    return asked


def price(turns: Mapping[str, Number]) -> Picture:
    """Show parameters, operations and scores of so many heads, each beside those of one head."""
    h = int(turns["h"])
    counted = [ratios(D, heads) for heads in COUNTS if heads <= h]
    heights = {name: tuple(float(ratio[name]) for ratio in counted) for name in counted[0]}
    return Picture(
        kind="bars",
        title="exhibit.price.title",
        alt="exhibit.price.alt",
        values={"h": h, "d": D, **{name: bars[-1] for name, bars in heights.items()}},
        captions=("exhibit.price.ratio",),
        ticks=tuple(heads for heads in COUNTS if heads <= h),
        across="exhibit.price.across",
        upward="exhibit.price.upward",
        series=tuple(Series(f"exhibit.price.{name}", bars) for name, bars in heights.items()),
    )


def short(value: Tensor) -> float:
    """Return two significant digits, which is what a caption has room for."""
    return float(f"{float(value):.2g}")
