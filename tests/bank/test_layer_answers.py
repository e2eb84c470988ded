"""What learners write about layers in letters and words, in both languages, is read and judged as they mean it."""

import pytest

from engine.answers import read
from quizbank.bank import open_bank
from quizbank.judging import judge

BANK = open_bank()


def judged(family: str, numbers: dict, text: str) -> str:
    certificate = BANK.certificate(family, numbers)
    facts = certificate.facts
    return judge(read(text, facts.kind, symbols=facts.symbols), certificate).line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("6(4nd² + 2n²d + 2ndf)", "right"),
        ("12nd(2d + n + f)", "right"),
        ("24*n*d^2 + 12*n^2*d + 12*n*d*f MAC", "right"),
        ("6(4nd²+2n²d)", "trap.forgot_ffn"),
        ("4nd²+2n²d+2ndf", "trap.one_layer"),
        ("12(4nd²+2n²d+2ndf)", "flop-for-mac"),
        ("6(4nd²+2n²d+ndf)", "wrong"),
    ],
)
def test_the_multiply_adds_of_an_encoder_may_be_written_in_any_form(text, line):
    assert judged("enc.layer_macs", {"L": 6}, text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("O(n²d + nd²)", "right"),
        ("nd(n+d)", "right"),
        ("O(n²d)", "trap.attention_only"),
        ("nd^2", "trap.maps_only"),
        ("n²d²", "trap.both_squared"),
        ("n²", "trap.forgot_d"),
    ],
)
def test_both_terms_of_a_layers_growth_are_wanted(text, line):
    assert judged("enc.layer_growth", {"r": 4}, text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [("12(8d²+2df+15d+f)", "right"), ("96d^2+24df+180d+12f", "right"), ("8d²+2df+15d+f", "trap.one_layer")],
)
def test_the_parameters_of_a_decoder_may_be_written_in_any_form(text, line):
    assert judged("dec.formula", {"L": 12}, text) == line


@pytest.mark.parametrize(
    ("family", "text", "line"),
    [
        ("dec.order_cached", "O(n²)", "right"),
        ("dec.order_cached", "n(n+1)/2", "right"),
        ("dec.order_cached", "O(n)", "trap.linear"),
        ("dec.order_anew", "立方级", "right"),
        ("dec.order_anew", "O(n^2)", "trap.one_pass"),
    ],
)
def test_the_scores_of_a_generation_are_judged_by_their_order(family, text, line):
    assert judged(family, {"h": 8}, text) == line


@pytest.mark.parametrize(
    ("family", "numbers", "text", "line"),
    [
        ("enc.norm_place", {"L": 6}, "前归一", "right"),
        ("enc.norm_place", {"L": 6}, "pre-LN", "right"),
        ("enc.norm_place", {"L": 6}, "post-LN", "trap.post"),
        ("enc.reached", {"part": "attention", "n": 8}, "全部", "right"),
        ("enc.reached", {"part": "norm", "n": 8}, "all rows", "trap.turned"),
        ("enc.heaviest", {"n": 10_000, "d": 512, "f": 2048}, "QK and AV", "right"),
        ("enc.heaviest", {"n": 128, "d": 512, "f": 2048}, "前馈", "right"),
        ("dec.cross_axes", {"t": 5, "s": 7}, "行是目标，列是源", "right"),
        ("dec.cross_axes", {"t": 5, "s": 7}, "A", "trap.source_target"),
    ],
)
def test_an_option_is_chosen_in_the_learners_own_words(family, numbers, text, line):
    assert judged(family, numbers, text) == line


def test_two_new_sublayers_a_layer_is_told_by_name():
    assert judged("dec.sublayers", {"L": 6}, "12") == "trap.mask_as_well"
