"""The layers, counted and run: derivations against torch's own parts, and what an encoder lacks without one of them."""

from fractions import Fraction

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from sympy import Integer, Rational

from engine.attention import anatomy, bereft, contact, labour, passage, warmup
from engine.exact import depth, mixing, rate, sublayers

widths = st.integers(1, 24).map(lambda quarter: 4 * quarter)
lengths = st.integers(1, 40)


@given(widths, widths)
def test_derived_parameters_are_those_of_torchs_layers(d, f):
    assert sublayers.feed_forward(d, f) == anatomy.feed_forward(d, f).value
    assert sublayers.encoder(d, f) == anatomy.encoder(d, f).value
    assert sublayers.decoder(d, f) == anatomy.decoder(d, f).value
    assert sublayers.surplus(d) == anatomy.surplus(d).value


def test_layers_of_the_base_model_have_their_known_sizes():
    assert sublayers.encoder(512, 2048) == 3_152_384
    assert sublayers.decoder(512, 2048) == 4_204_032


@given(st.integers(1, 8), widths)
def test_every_layer_has_two_norms_and_a_pre_norm_encoder_one_more(layers, d):
    assert sublayers.norms(layers, d) == anatomy.norms(layers, d).value


def test_a_tied_matrix_is_counted_once():
    assert anatomy.tied(100, 8).value == sublayers.tied(100, 8) == 1600


@given(lengths, widths, widths)
def test_derived_multiply_adds_are_those_torch_counts(n, d, f):
    assert sublayers.encoder_macs(n, d, f) == labour.encoder(n, d, f).value
    assert sublayers.feed_forward_macs(n, d, f) == labour.feed_forward(n, d, f).value


@given(lengths, lengths, widths)
def test_a_cross_attention_costs_its_two_lengths(t, s, d):
    assert sublayers.cross_macs(t, s, d) == labour.cross(t, s, d).value
    assert sublayers.cross_scores(2, t, s) == labour.cross_scores(2, t, s).value
    assert sublayers.step_macs(t, d) == labour.step(t, d).value


def test_no_multiply_add_is_lost_between_the_core_and_the_rest():
    core, rest = labour.core_and_rest(48, 64, 96)

    assert core == sublayers.core_macs(48, 48, 64)
    assert core + rest == labour.encoder(48, 64, 96).value


@pytest.mark.parametrize(("d", "f"), [(8, 16), (16, 16), (32, 8)])
def test_the_crossover_is_where_the_two_sides_meet(d, f):
    n = sublayers.crossover(d, f)
    core, rest = labour.core_and_rest(int(n), d, f)

    assert core == rest
    assert labour.crossover(d, f).value == n


@pytest.mark.parametrize("part", contact.PARTS)
def test_attention_alone_lets_rows_meet(part):
    assert contact.reached(part, 9).value == mixing.reached(part).name == ("all" if part == "attention" else "itself")


def test_a_silent_layer_keeps_its_input_only_where_the_norm_stands_on_the_branch():
    assert contact.kept_by(3).value == mixing.kept_by().name == "pre"


@given(st.integers(1, 30), st.integers(31, 60))
def test_the_decoder_asks_and_the_encoder_is_asked(t, s):
    assert contact.cross_axes(t, s).value == sublayers.cross_axes(t, s).name == "target_source"


@given(st.fractions(Fraction(1, 10), Fraction(9, 10), max_denominator=20), st.integers(1, 12))
def test_a_residual_adds_one_to_every_factor(c, layers):
    exact = float(depth.residual_gradient(Rational(c), layers))

    assert passage.residual_gradient(c, layers).value == pytest.approx(exact, rel=1e-12)
    assert bereft.slopes(float(c), layers, residual=True)[-1] == pytest.approx(exact, rel=1e-12)


@given(st.sampled_from([Fraction(1, 3), Fraction(2, 3), Fraction(4, 5)]), st.integers(1, 6))
def test_a_gradient_fades_below_the_limit_and_not_a_layer_sooner(c, digits):
    limit = Fraction(1, 10**digits)
    layers = int(depth.fading(Rational(c), Rational(limit)))

    assert c**layers < limit <= c ** (layers - 1)
    assert passage.fading(c, limit).value == layers


@given(st.integers(1, 24), st.integers(1, 4))
def test_uncorrelated_additions_add_their_variances(layers, deviation):
    assert passage.stream_variance(layers, deviation).value == depth.stream_variance(layers, deviation**2)


@given(st.integers(2, 600))
def test_a_normalised_row_is_as_long_as_the_root_of_its_width(d):
    assert passage.norm_length(d).value == pytest.approx(d**0.5, rel=1e-12)


@pytest.mark.parametrize(("d", "w"), [(64, 30), (512, 400)])
def test_the_rate_is_highest_at_the_end_of_the_warm_up(d, w):
    assert warmup.peak(d, w).value == pytest.approx(float(rate.peak(d, w)), rel=1e-12)


def test_training_takes_three_times_the_forward_pass():
    assert labour.training(4096, 16).value == sublayers.training_flops(4096, 16) == 6 * 4096 * 16


def test_a_whole_layer_passes_on_what_torchs_own_does():
    layer, x = bereft.stack(1)[0].eval(), bereft.noise(5)

    assert torch.allclose(bereft.passed(layer, x, "none"), layer(x[None])[0], atol=1e-12)


def test_without_residuals_all_tokens_become_one():
    whole, bare = (bereft.course(8, 6, without) for without in ("none", "residual"))

    assert bare.spread[-1] < 1e-12 < 0.1 < whole.spread[-1]


def test_without_attention_a_token_reaches_nobody_else():
    reached = {without: bereft.rows_reached(6, 3, without) for without in ("none", *bereft.PARTS)}

    assert reached == {"none": 6, "attention": 1, "FFN": 6, "residual": 6, "LayerNorm": 6}


def test_without_norms_the_signal_grows():
    assert bereft.course(8, 12, "LayerNorm").signal[-1] > 2 * bereft.course(8, 12, "none").signal[-1]


def test_the_parts_own_all_parameters_between_them():
    gone = {without: 1 - bereft.kept_parameters(without) for without in ("attention", "FFN", "LayerNorm", "residual")}

    assert gone["attention"] + gone["FFN"] == pytest.approx(1)
    assert gone["residual"] == 0 < gone["LayerNorm"]


def test_a_decoder_has_one_sublayer_more_in_each_layer():
    assert contact.extra_sublayers(5).value == sublayers.extra_sublayers(5) == Integer(5)
