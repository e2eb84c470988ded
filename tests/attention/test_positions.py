"""What each way of telling a token its place promises."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.attention import positions
from engine.attention.mods import alibi, terms

LAYOUTS = ("half", "interleaved")
SCALINGS = {
    "none": None,
    "linear": positions.linear(4),
    "ntk": positions.ntk(4),
    "yarn": positions.yarn(4, 2048),
}

widths = st.integers(1, 32).map(lambda half: 2 * half)
places = st.integers(0, 5000)
each_layout = pytest.mark.parametrize("layout", LAYOUTS)
each_scaling = pytest.mark.parametrize("scaling", SCALINGS.values(), ids=SCALINGS)


def vectors(seed: int, *shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def at(x: torch.Tensor, place: int, **options) -> torch.Tensor:
    """Return one vector rotated to one place."""
    return positions.rope(x.unsqueeze(0), torch.tensor([place]), **options)[0]


@each_scaling
@each_layout
@given(d=widths, m=places, k=places, shift=places)
def test_a_rotated_score_depends_on_the_distance_alone(layout, scaling, d, m, k, shift):
    q, key = vectors(1, d), vectors(2, d)
    options = {"layout": layout, "scaling": scaling}

    here = at(q, m, **options) @ at(key, k, **options)
    there = at(q, m + shift, **options) @ at(key, k + shift, **options)

    assert torch.allclose(here, there, atol=1e-8)


@each_layout
@given(d=widths, m=places)
def test_a_rotation_keeps_the_length_and_at_place_0_everything(layout, d, m):
    x = vectors(1, d)

    assert torch.allclose(at(x, m, layout=layout).norm(), x.norm())
    assert torch.equal(at(x, 0, layout=layout), x)


@given(d=widths, m=places)
def test_the_two_layouts_are_one_rotation_in_two_orders(d, m):
    x, order = vectors(1, d), positions.interleaving(d)

    assert torch.allclose(at(x, m, layout="half")[order], at(x[order], m, layout="interleaved"), atol=1e-12)


def test_weights_of_one_layout_are_wrong_in_the_other():
    x = vectors(1, 8)

    assert not torch.allclose(at(x, 5, layout="half"), at(x, 5, layout="interleaved"))


def test_heads_and_batches_are_rotated_each_alike():
    x, where = vectors(1, 2, 3, 5, 8), torch.tensor([4, 0, 9, 9, 1])

    rotated = positions.rope(x, where)

    assert torch.equal(rotated[1, 2], positions.rope(x[1, 2], where))


@given(d=widths, s=st.integers(1, 64))
def test_position_interpolation_puts_a_token_s_times_nearer(d, s):
    x = vectors(1, d)

    assert torch.allclose(at(x, 7 * s, scaling=positions.linear(s)), at(x, 7), atol=1e-9)


@given(d=widths.filter(lambda d: d > 2), s=st.integers(1, 64), base=st.sampled_from([1e4, 5e5]))
def test_ntk_scaling_is_another_base_that_stretches_the_slowest_pair_s_times(d, s, base):
    theta = positions.frequencies(d, base)

    stretched = positions.ntk(s).stretch(theta)

    assert torch.allclose(stretched, positions.frequencies(d, base * s ** (d / (d - 2))), rtol=1e-9)
    assert theta[-1] / stretched[-1] == pytest.approx(s)
    assert theta[0] == stretched[0]


@given(d=widths, s=st.floats(1, 64), trained=st.integers(64, 8192))
def test_yarn_keeps_what_turns_often_and_interpolates_what_never_turns(d, s, trained):
    theta = positions.frequencies(d)
    turns = trained * theta / (2 * math.pi)

    ratio = theta / positions.yarn(s, trained).stretch(theta)

    assert torch.allclose(ratio[turns >= 32], torch.ones(1, dtype=torch.float64))
    assert torch.allclose(ratio[turns <= 1], torch.full((1,), s, dtype=torch.float64))
    assert ((ratio > 1 - 1e-9) & (ratio < s + 1e-9)).all()


def test_yarn_makes_scores_larger_by_the_square_of_its_gain():
    q, k, yarn = vectors(1, 8), vectors(2, 8), positions.yarn(8, 2048)

    plain = yarn._replace(gain=1.0)

    ratio = (at(q, 3, scaling=yarn) @ at(k, 9, scaling=yarn)) / (at(q, 3, scaling=plain) @ at(k, 9, scaling=plain))
    assert float(ratio) == pytest.approx((0.1 * math.log(8) + 1) ** 2)


@given(d=widths, n=st.integers(1, 50))
def test_rows_of_the_sinusoid_have_one_length_and_know_their_distance(d, n):
    table = positions.sinusoidal(n, d)
    dots = table @ table.T

    assert torch.allclose(table.square().sum(1), torch.full((n,), d / 2, dtype=torch.float64))
    assert torch.allclose(dots[1:, 1:], dots[:-1, :-1], atol=1e-9)


def test_the_sinusoid_is_the_papers():
    table = positions.sinusoidal(60, 16)

    assert table[37, 6] == pytest.approx(math.sin(37 / 10000 ** (6 / 16)))
    assert table[37, 7] == pytest.approx(math.cos(37 / 10000 ** (6 / 16)))


def test_an_odd_width_has_no_pairs():
    with pytest.raises(ValueError, match="pairs"):
        positions.frequencies(7)


def test_a_learned_table_ends_where_it_ends():
    table = positions.learned(4, 8)

    assert table(torch.arange(4)).shape == (4, 8)
    with pytest.raises(IndexError):
        table(torch.tensor([4]))


@pytest.mark.parametrize(
    ("h", "exponents"),
    [
        (1, [8]),
        (2, [4, 8]),
        (8, [1, 2, 3, 4, 5, 6, 7, 8]),
        (6, [2, 4, 6, 8, 1, 3]),
        (12, [1, 2, 3, 4, 5, 6, 7, 8, 0.5, 1.5, 2.5, 3.5]),
    ],
)
def test_slopes_of_alibi_are_the_authors(h, exponents):
    assert positions.alibi_slopes(h).log2().neg().tolist() == pytest.approx(exponents)


@given(h=st.integers(1, 70))
def test_there_is_a_slope_of_its_own_for_every_head(h):
    slopes = positions.alibi_slopes(h)

    assert len(slopes) == len(slopes.unique()) == h
    assert ((slopes > 0) & (slopes < 1)).all()


def test_alibi_takes_slope_times_distance():
    (taken,) = terms((alibi(positions.alibi_slopes(2)),), 3, 3, (5, 4))

    assert taken.shape == (2, 3, 3)
    assert taken[0, 2, 0] == -3 / 16
    assert taken[1, 0, 1] == 0
