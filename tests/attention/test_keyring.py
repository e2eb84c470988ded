"""What the keys did is what their closed forms say, and what their outputs show."""

from fractions import Fraction

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, exp

from engine.attention import flash, keyring, standard
from engine.exact import lowrank, tilework

lengths, widths, sizes = st.integers(1, 24), st.integers(1, 8), st.integers(4, 12)


@given(lengths, sizes, sizes)
def test_flash_visits_as_many_tiles_as_blocks_meet(n, rows, columns):
    assert keyring.visits(n, rows, columns).value == tilework.whole(n, rows, columns)


@given(st.integers(1, 6), st.integers(1, 6))
def test_a_causal_mask_leaves_a_staircase_of_tiles(side, size):
    assert keyring.causal_visits(side * size, size).value == tilework.causal(side * size, size)


@given(lengths, sizes, widths)
def test_each_block_of_keys_reads_all_queries_again(n, columns, d):
    assert keyring.query_reads(n, columns, d).value == tilework.query_reads(n, columns, d)


@given(lengths, widths, st.integers(1, 3))
def test_standard_attention_moves_what_its_three_steps_read_and_write(n, d, h):
    assert keyring.naive_moves(n, d, h).value == h * tilework.naive_traffic(n, d)


@given(st.integers(8, 4096), widths)
def test_a_block_is_the_first_to_fill_the_chip(chip, d):
    rows = keyring.smallest_block(max(chip, 8 * d), d).value

    assert 4 * d * (rows - 1) < max(chip, 8 * d) <= 4 * d * rows
    assert rows == tilework.block(max(chip, 8 * d), d)


def test_blocks_that_do_not_fill_the_chip_evenly_are_not_counted_as_if_they_did():
    with pytest.raises(ValueError, match="do not fill"):
        keyring.chip_reads(100, 64, 51_200)


@given(st.lists(st.integers(-4, 4), min_size=1, max_size=4), st.integers(1, 4))
def test_the_online_denominator_is_that_of_the_whole_softmax(levels, each):
    scores = torch.tensor(levels, dtype=torch.float64).repeat_interleave(each)
    whole = float((scores - scores.max()).exp().sum())

    assert keyring.denominator([float(level) for level in levels], each).value == pytest.approx(whole)
    assert float(tilework.online([(each, level) for level in levels])) == pytest.approx(whole)


@given(st.integers(1, 3), st.integers(1, 3), st.integers(9, 40))
def test_flash_keeps_one_number_a_row(b, h, n):
    assert keyring.kept_bytes(n, h=h, b=b).value == tilework.row_bytes(n, h, b)


def test_what_flash_keeps_is_the_same_on_real_tensors():
    kept = []
    q, k, v = (torch.zeros(2, 30, 8, requires_grad=True) for _ in range(3))
    with torch.autograd.graph.saved_tensors_hooks(
        lambda saved: kept.append(saved.nbytes) or saved, lambda saved: saved
    ):
        output = flash.attention(q, k, v)

    assert sum(kept) - 4 * output.nbytes == keyring.kept_bytes(30, h=2).value


def test_of_the_three_only_flash_opens_the_lock_exactly():
    errors = keyring.errors(64, 16, 32)

    assert [name for name, error in errors.items() if keyring.as_good_as_equal(error.value)] == ["flash"]
    assert errors["linformer"].value > 0.01
    assert errors["performer"].value > 0.01


def test_the_softmax_has_the_full_rank_that_the_others_cannot_have():
    generator = torch.Generator().manual_seed(3)
    q, k = (torch.randn(32, 8, generator=generator, dtype=torch.float64) for _ in range(2))
    weights = standard.attention(q, k, torch.eye(32, dtype=torch.float64))

    assert torch.linalg.matrix_rank(weights) == 32
    assert lowrank.rank_reached(32, 4, 8) == {"linformer": 4, "performer": 8, "flash": 32}


def test_the_papers_numbers():
    assert tilework.spared(1024, 128, 51_200) == Rational(225, 64)
    assert (
        keyring.spared(1024, 128, 65_536).value == Fraction(9, 2) == Fraction(str(tilework.spared(1024, 128, 65_536)))
    )
    assert tilework.online([(2, 5), (2, 7)]) == 2 + 2 * exp(-2)
    assert lowrank.projected_speedup(1024, 256) == 2
