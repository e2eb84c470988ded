"""The doors of the Panorama: what each model is made of, counted part by part; and a picture cut ever finer."""

from __future__ import annotations

from collections.abc import Mapping

from engine.attention import patching, roll
from quizbank.certificate import Number
from quizbank.picture import Block, Picture, Series
from quizbank.shares import percents

DOORS = {
    "Transformer": "transformer_base",
    "BERT": "bert_base",
    "GPT-2": "gpt2",
    "ViT": "vit_b16",
    "DETR": "detr_r50",
    "Mixtral": "mixtral_8x7b",
}
SIDE, COARSEST = 224, 32  # of the picture, and of the first pieces it is cut into


def doors(turns: Mapping[str, Number]) -> Picture:
    """Show what one model's parameters are: in attention, in its feed-forward, in convolutions, in all else."""
    name = str(turns["door"])
    room = roll.parts(DOORS[name])
    shares = dict(zip(room.sizes, map(float, percents([*room.sizes.values()], 1)), strict=True))
    idle = room.active < room.total
    return Picture(
        kind="blocks",
        title="exhibit.doors.title",
        alt=f"exhibit.doors.{'alt_experts' if idle else 'alt'}",
        values={"name": name, "total": room.total, "active": room.active, **shares},
        captions=("exhibit.doors.active",) if idle else (),
        blocks=tuple(
            Block(f"exhibit.doors.{part}", share, "new" if part == "thinking" else "standing")
            for part, share in shares.items()
            if share
        ),
    )


def cut(turns: Mapping[str, Number]) -> Picture:
    """Show the scores of one head as a picture is cut into pieces of half the side, and half again."""
    p = int(turns["p"])
    sides = [COARSEST]
    while sides[-1] > p:
        sides.append(sides[-1] // 2)
    entries = [patching.image_scores(SIDE, side).value for side in sides]
    heights = tuple(each for each in entries if isinstance(each, int))
    tokens = patching.image_tokens(SIDE, p).value
    assert isinstance(tokens, int)
    return Picture(
        kind="bars",
        title="exhibit.cut.title",
        alt="exhibit.cut.alt",
        values={"s": SIDE, "p": p, "tokens": tokens, "entries": heights[-1], "first": COARSEST},
        captions=("exhibit.cut.counted",),
        ticks=tuple(sides),
        across="exhibit.cut.across",
        upward="exhibit.cut.upward",
        series=(Series("exhibit.cut.scores", heights),),
    )
