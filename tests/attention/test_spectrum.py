"""The table of sinusoids, as it is measured: its waves, its lengths, and how one row becomes another."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import spectrum
from engine.attention.positions import sinusoidal
from engine.exact import waves

even = st.integers(1, 40).map(lambda half: 2 * half)


@given(even, st.data())
def test_a_wave_is_as_long_as_it_is_derived_to_be(d, data):
    i = data.draw(st.integers(0, d // 2 - 1))

    assert spectrum.wavelength(i, d).value == pytest.approx(float(waves.wavelength(i, d)), rel=1e-12)


@given(even)
def test_half_as_many_frequencies_as_components(d):
    assert spectrum.distinct(d).value == d // 2 == waves.distinct(d)


@pytest.mark.parametrize("d", [16, 64, 512])
def test_the_longest_wave_falls_short_of_the_round_figure(d):
    longest = spectrum.longest(d).value

    assert longest == pytest.approx(float(waves.longest(d)), rel=1e-12)
    assert longest < 10_000 * 2 * math.pi


@given(even)
def test_every_row_is_as_long(d):
    assert spectrum.length(d).value == pytest.approx(math.sqrt(d / 2), rel=1e-12)


@given(st.integers(0, 30), st.integers(0, 30))
def test_a_dot_product_knows_the_distance_and_not_the_place(m, k):
    assert spectrum.dot(8, m, k).value == pytest.approx(spectrum.dot(8, 0, k).value, abs=1e-12)
    assert spectrum.dot(8, m, k).value == pytest.approx(float(waves.dot(8, k)), abs=1e-12)


@given(st.integers(1, 20))
def test_one_matrix_shifts_every_row(k):
    table, shift = sinusoidal(300, 4), spectrum.shift(4, k)

    assert torch.allclose(table[:-k] @ shift, table[k:], atol=1e-9)
    assert spectrum.shift_trace(4, k).value == pytest.approx(float(waves.shift_trace(4, k)), abs=1e-9)


def test_before_and_after_are_equally_near():
    assert spectrum.nearer(16, 40, 7).value == "equal"
    assert str(waves.nearer(16, 7)) == "equal"


def test_a_row_that_is_longer_than_the_others_is_noticed(monkeypatch):
    def bent(n, d):
        table = sinusoidal(n, d)
        table[3] *= 2
        return table

    monkeypatch.setattr(spectrum, "sinusoidal", bent)

    assert spectrum.length(16).value == pytest.approx(2 * math.sqrt(8))


def test_a_table_that_prefers_what_comes_after_is_noticed(monkeypatch):
    monkeypatch.setattr(spectrum, "sinusoidal", lambda n, d: torch.arange(1.0, n + 1).unsqueeze(1).expand(n, d))

    assert spectrum.nearer(4, 10, 3).value == "after"
