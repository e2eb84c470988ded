"""What is entered in a ledger is what closed forms say, and writing it changes nothing."""

from functools import partial
from math import ceil

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch.profiler import profile
from torch.utils.flop_counter import FlopCounterMode

from engine.attention import flash, linformer, mask, performer, standard
from engine.attention.ledger import Ledger
from tests.attention.heads import random_heads

HEADS = 2 * 3  # of random_heads, in all

sizes = st.integers(1, 24)
blocks = st.integers(1, 12)


def run(key, n, m, d, width, device="cpu", **options) -> Ledger:
    """Run a key over nothing but zeros, and return its ledger."""
    ledger = Ledger()
    q, k, v = (torch.zeros(2, 3, *shape, device=device) for shape in ((n, d), (m, d), (m, width)))
    key(q, k, v, ledger=ledger, **options)
    return ledger


@given(n=sizes, m=sizes, d=sizes, e=sizes)
def test_standard_attention_moves_the_whole_matrix_four_times(n, m, d, e):
    ledger = run(standard.attention, n, m, d, e)

    assert (ledger.scores, ledger.tiles, ledger.macs) == (HEADS * n * m, HEADS, HEADS * n * m * (d + e))
    moved = ledger.loads.total() + ledger.stores.total()
    assert moved == HEADS * (n * d + m * d + m * e + n * e + 4 * n * m)
    assert ledger.bytes == 4 * moved
    assert ledger.peak == 4 * HEADS * (2 * n * m + n * e)


@given(n=sizes, m=sizes, d=sizes, e=sizes, rows=blocks, columns=blocks)
def test_flash_computes_each_score_once_whatever_the_tiles(n, m, d, e, rows, columns):
    ledger = run(flash.attention, n, m, d, e, tile=(rows, columns))

    assert ledger.tiles == HEADS * ceil(n / rows) * ceil(m / columns)
    assert (ledger.scores, ledger.macs) == (HEADS * n * m, HEADS * n * m * (d + e))


@given(n=sizes, m=sizes, d=sizes, e=sizes, rows=blocks, columns=blocks)
def test_with_queries_outside_each_query_is_read_once_and_keys_once_a_block_of_them(n, m, d, e, rows, columns):
    ledger = run(flash.attention, n, m, d, e, tile=(rows, columns))

    passes = ceil(n / rows)
    assert ledger.loads == {"q": HEADS * n * d, "k": passes * HEADS * m * d, "v": passes * HEADS * m * e}
    assert ledger.stores == {"o": HEADS * n * e, "lse": HEADS * n}


@given(n=sizes, m=sizes, d=sizes, e=sizes, rows=blocks, columns=blocks)
def test_with_keys_outside_each_key_is_read_once_and_queries_once_a_block_of_them(n, m, d, e, rows, columns):
    ledger = run(flash.attention, n, m, d, e, tile=(rows, columns), outer="keys")

    passes = ceil(m / columns)
    assert (ledger.loads["k"], ledger.loads["v"]) == (HEADS * m * d, HEADS * m * e)
    assert ledger.loads["q"] == passes * HEADS * n * d
    assert ledger.loads["o"] == ledger.stores["o"] == passes * HEADS * n * e


@given(blocks=st.integers(1, 9), size=blocks)
def test_a_causal_flash_leaves_out_the_tiles_above_the_diagonal(blocks, size):
    ledger = run(flash.attention, blocks * size, blocks * size, 4, 4, tile=(size, size), mods=(mask.causal,))

    assert ledger.tiles == HEADS * blocks * (blocks + 1) // 2
    assert ledger.scores == ledger.tiles * size**2


@given(n=sizes, w=st.integers(1, 12), rows=blocks, columns=blocks)
def test_a_flash_computes_a_tile_if_and_only_if_something_is_seen_in_it(n, w, rows, columns):
    seen = mask.grid(mask.window(w), n, n)
    tiles = [tile for band in seen.split(rows, 0) for tile in band.split(columns, 1)]

    ledger = run(flash.attention, n, n, 4, 4, tile=(rows, columns), mods=(mask.window(w),))

    assert ledger.tiles == HEADS * sum(bool(tile.any()) for tile in tiles)


@given(n=sizes, rows=blocks, columns=blocks)
def test_what_flash_holds_grows_with_n_and_not_with_its_square(n, rows, columns):
    ledger = run(flash.attention, n, n, 8, 8, tile=(rows, columns))

    tile = min(rows, n) * min(columns, n)
    assert ledger.peak == 4 * HEADS * (n * (8 + 2) + tile + min(rows, n) * 8)


@given(n=sizes, d=sizes, e=sizes, kept=blocks)
def test_linformer_makes_n_times_k_scores(n, d, e, kept):
    shorten = torch.zeros(kept, n)

    ledger = run(linformer.attention, n, n, d, e, e=shorten, f=shorten)

    assert ledger.scores == HEADS * n * kept
    assert ledger.macs == 2 * HEADS * n * kept * (d + e)


@pytest.mark.parametrize("mods", [(), (mask.causal,)], ids=["all", "causal"])
@given(n=sizes, d=sizes, e=sizes, r=blocks)
def test_performer_makes_no_score_at_all(mods, n, d, e, r):
    ledger = run(performer.attention, n, n, d, e, w=torch.zeros(r, d), mods=mods)

    assert ledger.scores == 0
    assert ledger.macs == 2 * HEADS * n * r * (d + e + 1)


@pytest.mark.parametrize(
    "key",
    [
        standard.attention,
        partial(flash.attention, tile=(7, 5)),
        linformer.attention,
        partial(performer.attention, w=torch.ones(6, 8, dtype=torch.float64)),
    ],
    ids=["standard", "flash", "linformer", "performer"],
)
def test_multiply_adds_are_those_torch_counts_and_counting_changes_nothing(key):
    q, k, v = (random_heads(seed, 33, 8) for seed in (1, 2, 3))
    ledger = Ledger()
    with FlopCounterMode(display=False) as counter:
        silent = key(q, k, v)

    counted = key(q, k, v, ledger=ledger)

    assert torch.equal(silent, counted)
    assert 2 * ledger.macs == counter.get_total_flops()


@pytest.mark.parametrize("key", [standard.attention, partial(flash.attention, tile=(16, 8)), linformer.attention])
def test_tensors_on_meta_are_entered_as_real_ones_are(key):
    mods = () if key is linformer.attention else (mask.causal,)

    assert run(key, 40, 40, 8, 4, device="meta", mods=mods) == run(key, 40, 40, 8, 4, mods=mods)


def allocated(work) -> int:
    """Return the most bytes alive at once while some work is done, by torch's profiler."""
    with torch.no_grad(), profile(profile_memory=True, record_shapes=False) as found:
        work()
    alive, most = 0, 0
    for event in sorted(found.profiler.kineto_results.events(), key=lambda each: each.start_ns()):
        if event.name() == "[memory]":
            alive += event.nbytes()
            most = max(most, alive)
    return most


@pytest.mark.parametrize(
    ("key", "allowance"),
    [(standard.attention, 1.01), (partial(flash.attention, tile=(128, 128)), 1.25)],
    ids=["standard", "flash"],
)
def test_the_peak_is_what_torchs_profiler_sees_but_for_small_change(key, allowance):
    q = k = v = torch.zeros(1024, 64)
    ledger = Ledger()
    key(q, k, v, ledger=ledger)

    seen = allocated(lambda: key(q, k, v))

    assert ledger.peak <= seen <= allowance * ledger.peak
