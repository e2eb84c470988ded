"""Reckons what was asked in figures, step by step, by the derived formulas alone. For workers: it loads sympy.

A step is the key of a line and what fills it, written out: `n² = 4096² = 16 777 216`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sympy import Expr, Integer, Rational

from engine.exact import counts, memory, moments, tilework, work
from quizbank.certificate import Exact
from quizbank.counsel.plans import parameters, used
from quizbank.derived import exact
from quizbank.figures import write, write_exact

Sizes = Mapping[str, int]
Step = tuple[str, Mapping[str, str]]
UNITS = {40: "TiB", 30: "GiB", 20: "MiB", 10: "KiB", 0: "B"}  # by the power of two


def reckon(job: Mapping[str, Any]) -> list[Step]:
    """Return the steps of a `Query.job()`, the answer last; KeyError where a size is missing."""
    return list(KINDS[job["kind"]](job, {"h": 1, "L": 1, "b": 1, **job["sizes"]}))


def cells(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """Entries of score matrices: of one, and of all that were asked for."""
    n = sizes["n"]
    one = counts.causal_allowed(n) if job["causal"] else counts.entries(n)
    yield step("causal" if job["causal"] else "square", n=n, value=one)
    yield from copied(sizes, one)


def copied(sizes: Sizes, one: Expr) -> Iterator[Step]:
    """All copies of something there is one of in each head, layer and sequence; nothing where there is one."""
    copies = {letter: sizes[letter] for letter in "bhL" if sizes[letter] > 1}
    if copies:
        total = one
        for many in copies.values():
            total *= many
        named = " × ".join((*(f"{letter} {write(many)}" for letter, many in copies.items()), write(number(one))))
        yield step("copies", product=named, value=total)


def score_memory(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """Bytes of score matrices, and what is kept of them by FlashAttention."""
    n, s, copies = sizes["n"], sizes["s"], (sizes["b"], sizes["h"], sizes["L"])
    yield from cells(job, sizes)
    entries = counts.entries(n, *copies)
    yield step("in_bytes", entries=entries, s=s, bytes=in_bytes(memory.score_bytes(n, s, *copies)))
    if sizes["L"] > 1:
        layer = memory.score_bytes(n, s, sizes["b"], sizes["h"])
        yield step("one_layer_at_a_time", bytes=in_bytes(layer))
    yield step("flash_rows", bytes=in_bytes(tilework.row_bytes(n, *copies)))
    yield from beyond(sizes)


def cache(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """Bytes of keys and values: of one token, and of all."""
    layers, heads, width, s = sizes["L"], sizes["g"], sizes["e"], sizes["s"]
    token = memory.cache_bytes(layers, heads, width, 1, 1, s)
    yield step("cache_token", L=layers, g=heads, e=width, s=s, bytes=in_bytes(token))
    if "n" in sizes:
        whole = memory.cache_bytes(layers, heads, width, sizes["n"], sizes["b"], s)
        tokens = Integer(sizes["n"]) * sizes["b"]
        yield step("cache_all", tokens=tokens, token=token, bytes=in_bytes(whole))
        yield from beyond(sizes)


def whole(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """What a model holds at a length: its weights, its cache, its scores."""
    yield step("model", model=job["preset"])
    yield step("weights_held", bytes=in_bytes(parameters(job["plan"], sizes) * sizes["s"]))
    if job["generates"]:
        held = memory.cache_bytes(sizes["L"], sizes["g"], sizes["e"], sizes["n"], sizes["b"], sizes["s"])
        yield step("cache_held", n=sizes["n"], bytes=in_bytes(held))
    layer = memory.score_bytes(sizes["n"], sizes["s"], sizes["b"], sizes["h"])
    yield step("scores_held", n=sizes["n"], bytes=in_bytes(layer))
    yield from beyond(sizes)


def beyond(sizes: Sizes) -> Iterator[Step]:
    """A word of warning where a model was never trained at that length."""
    if "P" in sizes and sizes["n"] > sizes["P"]:
        yield step("beyond_places", places=sizes["P"])


def model_parameters(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """Parameters of a model, and of a mixture those that one token meets."""
    yield step(f"plan.{job['plan']}", model=job["preset"], value=parameters(job["plan"], sizes), **lettered(sizes))
    if "E" in sizes:
        yield step("used", k=sizes["k"], E=sizes["E"], value=used(sizes))


def weights(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """Bytes of a model's weights."""
    held = parameters(job["plan"], sizes)
    yield from model_parameters(job, sizes)
    yield step("in_bytes", entries=held, s=sizes["s"], bytes=in_bytes(held * sizes["s"]))


def shape(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """The shape of a model."""
    yield step("shape", model=job["preset"], **lettered(sizes))


def deviation(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """Variance and deviation of q·k, and what scaling leaves of them."""
    k = sizes["k"]
    yield step("variance", k=k, value=moments.dot_variance(k))
    yield step("deviation", k=k, value=moments.dot_deviation(k))
    yield step("scaled", value=moments.scaled_variance(k, moments.dot_deviation(k)))


def growth(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """By what a length grows, and what follows it."""
    before, after = sizes["a"], sizes["c"]
    ratio = Rational(after, before)
    yield step("ratio", a=before, b=after, value=ratio)
    if job["linear"]:
        yield step("grows_linear", value=ratio)
    else:
        yield step("grows_square", ratio=ratio, value=counts.growth(before, after))


def macs(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """Multiply-adds of QKᵀ, and of both products in all layers asked for."""
    n, d, layers, batch = sizes["n"], sizes["d"], sizes["L"], sizes["b"]
    yield step("scores_macs", n=n, d=d, value=work.scores(n, d))
    both = batch * counts.core_macs(n, d, layers)
    named = " × ".join(f"{letter} {write(many)}" for letter, many in (("L", layers), ("b", batch)) if many > 1)
    yield step("core_macs_copies" if named else "core_macs", product=named, value=both, flop=2 * both)


def width(job: Mapping[str, Any], sizes: Sizes) -> Iterator[Step]:
    """The width of one head where the heads share the model's width evenly."""
    yield step("head_width", d=sizes["d"], h=sizes["h"], value=Rational(sizes["d"], sizes["h"]))


KINDS: Mapping[str, Callable[[Mapping[str, Any], Sizes], Iterator[Step]]] = {
    "cells": cells,
    "memory": score_memory,
    "cache": cache,
    "whole": whole,
    "parameters": model_parameters,
    "weights": weights,
    "shape": shape,
    "deviation": deviation,
    "growth": growth,
    "macs": macs,
    "width": width,
}


def step(key: str, /, **values: Expr | int | str) -> Step:
    """Return a step, its numbers written out."""
    return key, {name: value if isinstance(value, str) else written(value) for name, value in values.items()}


def written(value: Expr | int) -> str:
    """Return a number as a reader sees it."""
    return write_exact(number(value))


def number(value: Expr | int) -> Exact:
    """Return a number in plain values."""
    return exact(Integer(value) if isinstance(value, int) else value)


def in_bytes(value: Expr) -> str:
    """Return a size in bytes, and in the largest unit it fills; ≈ where that is rounded.

    >>> in_bytes(Integer(2)**27).replace("\u202f", " ")
    '134 217 728 B = 128 MiB'
    """
    plain = f"{written(value)} B"
    power = power_of(value)
    if not power:
        return plain
    whole = bool((value * 1000 / Integer(2) ** power).is_Integer)
    return f"{plain} {'=' if whole else '≈'} {sized(value)}"


def sized(value: Expr) -> str:
    """Return a size in the largest unit it fills, to six digits.

    >>> sized(Integer(3 * 2**29))
    '1.5 GiB'
    """
    power = power_of(value)
    scaled = value / Integer(2) ** power
    exactly = bool((scaled * 1000).is_Integer)
    return f"{written(scaled) if exactly else write(float(scaled))} {UNITS[power]}"


def power_of(value: Expr) -> int:
    """Return the power of two of the largest unit that a size fills."""
    return next(power for power in UNITS if value >= Integer(2) ** power or not power)


def lettered(sizes: Sizes) -> dict[str, int]:
    """Return the letters of a model's shape that lines may name."""
    return {letter: many for letter, many in sizes.items() if letter not in ("s", "n", "b")}
