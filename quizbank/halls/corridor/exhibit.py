"""The corridor: what scores take as the sequence doubles and doubles, counted on tensors without memory.

First those of one head, then those of a whole model, whichever one chooses.
"""

from __future__ import annotations

from collections.abc import Mapping

from engine.attention import census
from engine.attention.tally import score_matrix, size
from quizbank.certificate import Number
from quizbank.counsel.presets import presets
from quizbank.picture import Picture, Series

START, END = 512, 8192
MIB, GIB = 2**20, 2**30
KEPT_IN = {"fp32": 4, "fp16": 2, "bf16": 2}  # bytes of one number
MODELS = {  # by name: the preset, and what its weights were published in
    "GPT-2 small": ("gpt2", "fp32"),
    "BERT-large": ("bert_large", "fp32"),
    "Llama 2 7B": ("llama2_7b", "fp16"),
    "Llama 2 70B": ("llama2_70b", "fp16"),
    "Llama 3 8B": ("llama3_8b", "bf16"),
    "Mixtral 8x7B": ("mixtral_8x7b", "bf16"),
}


def corridor(turns: Mapping[str, Number]) -> Picture:
    """Show the memory of one score matrix at each length up to the one that is turned to."""
    n = int(turns["n"])
    lengths = doublings(n)
    matrices = [score_matrix(length) for length in lengths]
    heights = tuple(size([matrix]) // MIB for matrix in matrices)
    first, last = matrices[0], matrices[-1]
    return Picture(
        kind="bars",
        title="exhibit.corridor.title",
        alt="exhibit.corridor.alt",
        values={
            "start": START,
            "n": n,
            "entries": last.numel(),
            "mebibytes": heights[-1],
            "ratio": lengths[-1] // START,
            "factor": last.numel() // first.numel(),
        },
        captions=("exhibit.corridor.cells", "exhibit.corridor.factor"),
        ticks=tuple(lengths),
        across="exhibit.corridor.across",
        upward="exhibit.corridor.upward",
        series=(Series("exhibit.corridor.memory", heights),),
    )


def configured(turns: Mapping[str, Number]) -> Picture:
    """Show the memory of every score of a model, in all heads and layers, at each length of the corridor."""
    name = str(turns["model"])
    preset, dtype = MODELS[name]
    model, bytes_each = census.model(preset), KEPT_IN[dtype]
    layers = [census.score_layers(model, length, bytes_each) for length in doublings(END)]
    sizes = [size(each) for each in layers]
    heights = tuple(each / GIB for each in sizes)
    one = layers[-1][0]  # of the last length: (h, n, n)
    return Picture(
        kind="bars",
        title="exhibit.configured.title",
        alt="exhibit.configured.alt",
        values={
            "model": name,
            "start": START,
            "n": END,
            "layers": len(layers[-1]),
            "heads": one.shape[0],
            "bytes": bytes_each,
            "dtype": dtype,
            "first": heights[0],
            "layer": size([one]) / GIB,
            "last": heights[-1],
            "factor": sizes[-1] // sizes[0],
            "places": presets()[preset].shape["P"],
        },
        captions=tuple(f"exhibit.configured.{each}" for each in ("product", "sizes", "factor", "trained")),
        ticks=tuple(doublings(END)),
        across="exhibit.configured.across",
        upward="exhibit.configured.upward",
        series=(Series("exhibit.configured.memory", heights),),
    )


def doublings(n: int) -> list[int]:
    """Return the lengths from the corridor's beginning to n tokens."""
    lengths = [START]
    while lengths[-1] < n:
        lengths.append(2 * lengths[-1])
    return lengths
