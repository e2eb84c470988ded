"""The two windows: what a decoder's outputs depend on, and where cross-attention looks."""

from __future__ import annotations

from collections.abc import Mapping

from engine.attention import dictation
from quizbank.certificate import Number
from quizbank.picture import Block, Picture

TARGET, SOURCE = 8, 4
ROUNDINGS = 12  # decimals below which two float64 outputs are the same


def windows(turns: Mapping[str, Number]) -> Picture:
    """Show which inputs, and then which source rows, each output depends on in a decoder that lacks a part."""
    without = str(turns["without"])
    own, source = dictation.windows(TARGET, SOURCE, without)
    rows = zip(own.int().tolist(), source.int().tolist(), strict=True)
    return Picture(
        kind="grid",
        title=f"exhibit.windows.{without}",
        alt="exhibit.windows.alt",
        values={
            "n": TARGET,
            "s": SOURCE,
            "own": int(own.sum()),
            "source": int(source.sum()),
            "ahead": int(own.triu(1).sum()),
        },
        captions=("exhibit.windows.own_seen", "exhibit.windows.source_seen"),
        upward="exhibit.windows.upward",
        cells=tuple((*seen, *asked) for seen, asked in rows),
        blocks=(Block("exhibit.windows.inputs", TARGET), Block("exhibit.windows.encoder", SOURCE)),
    )


def cross(turns: Mapping[str, Number]) -> Picture:
    """Show the weights with which the decoder's rows look at s rows of the encoder."""
    s = int(turns["s"])
    weights = dictation.cross_weights(TARGET, s)
    return Picture(
        kind="heatmap",
        title="exhibit.cross.title",
        alt="exhibit.cross.alt",
        values={
            "n": TARGET,
            "s": s,
            "cells": weights.numel(),
            "peak": float(f"{float(weights.max()):.2g}"),
            "moved": round(dictation.moved_by_shuffling(TARGET, s), ROUNDINGS),
        },
        captions=("exhibit.cross.size", "exhibit.cross.shuffled"),
        across="exhibit.cross.across",
        upward="exhibit.cross.upward",
        cells=tuple(tuple(row) for row in weights.tolist()),
    )
