"""The census of published models: their parameters as published, their operations and bytes by closed forms."""

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.attention import census
from engine.attention.gated import Gated, Mixture
from engine.attention.language import Bert, Gpt2, Llama
from engine.attention.layer import EncoderLayer
from engine.attention.vision import Detr, Vit

# The sums over the shapes that each paper gives; for DETR the number its training log prints, for Llama 3 and
# Llama 2 the sums of their published weight files.
PUBLISHED = {
    "transformer_base": 63_082_496,
    "transformer_big": 214_245_376,
    "bert_base": 109_482_240,
    "bert_large": 335_141_888,
    "gpt2": 124_439_808,
    "vit_b16": 85_798_656,
    "vit_l16": 303_301_632,
    "detr_r50": 41_524_768,
    "mixtral_8x7b": 46_702_792_704,
    "llama2_7b": 6_738_415_616,
    "llama2_70b": 68_976_648_192,
    "llama3_8b": 8_030_261_248,
}

sizes = st.integers(1, 64)


def words(*shape: int) -> torch.Tensor:
    return torch.zeros(*shape, dtype=torch.long, device="meta")


def test_every_preset_has_a_published_count():
    assert census.PRESETS.keys() == PUBLISHED.keys()


@pytest.mark.parametrize("name", PUBLISHED)
def test_a_preset_has_as_many_parameters_as_published(name):
    assert census.parameters(census.model(name)) == PUBLISHED[name]


def test_a_head_for_a_thousand_classes_is_a_thousand_rows_and_biases():
    with_head = census.on_meta(lambda: Vit(768, 12, 12, classes=1000))

    assert census.parameters(with_head) == 86_567_656


def test_detr_trains_what_its_log_says():
    assert census.parameters(census.model("detr_r50"), trainable=True) == 41_302_368


def test_one_token_meets_two_of_eight_experts():
    assert census.active(census.model("mixtral_8x7b")) == 12_879_925_248
    assert census.active(census.model("gpt2")) == PUBLISHED["gpt2"]


def test_a_cache_of_grouped_keys_is_an_eighth_of_one_for_all_heads():
    grouped = census.cache_bytes(census.model("llama2_70b"), 1, 1, 2)

    assert grouped == 327_680
    assert 8 * grouped == 2 * 2 * 80 * 8192
    assert census.cache_bytes(census.model("llama2_70b"), 1, 4096, 2) == 5 * 2**28


def test_weights_take_their_bytes():
    assert census.weight_bytes(census.model("gpt2"), 2) == 2 * PUBLISHED["gpt2"]


@settings(max_examples=20)
@given(n=sizes, heads=st.integers(1, 4), width=st.integers(1, 16), f=sizes)
def test_a_layer_costs_what_the_closed_form_says(n, heads, width, f):
    d = heads * width
    layer = census.on_meta(lambda: EncoderLayer(d, heads, f))

    counted = census.flops(layer, torch.empty(1, n, d, device="meta"))

    assert counted == 2 * (4 * n * d**2 + 2 * n**2 * d + 2 * n * d * f)
    assert census.parameters(layer) == 4 * d**2 + 2 * d * f + 9 * d + f


def core(n: int, d: int, layers: int) -> int:
    """Return the multiply-adds of QKᵀ and AV."""
    return 2 * n * n * d * layers


@pytest.mark.parametrize(
    ("name", "inputs", "macs"),
    [
        (
            "transformer_base",
            (words(1, 5), words(1, 7)),
            12 * 512**2 * 6 * (5 + 7)  # projections and feed-forwards
            + (2 * 7 + 2 * 5) * 512**2 * 6  # projections of the decoder's questions to the encoder
            + core(5, 512, 6)
            + core(7, 512, 6)
            + 2 * 5 * 7 * 512 * 6
            + 7 * 512 * 37_000,
        ),
        ("bert_base", (words(2, 9), words(2, 9)), 2 * (9 * 12 * 768**2 * 12 + core(9, 768, 12) + 768**2)),
        ("gpt2", (words(1, 9),), 9 * (12 * 768**2 * 12 + 768 * 50_257) + core(9, 768, 12)),
        (
            "llama3_8b",
            (words(1, 9),),
            9 * (32 * (2 * 4096**2 + 2 * 4096 * 1024 + 3 * 4096 * 14_336) + 4096 * 128_256) + core(9, 4096, 32),
        ),
        (
            "vit_b16",
            (torch.empty(1, 3, 224, 224, device="meta"),),
            196 * 768 * 3 * 16**2 + 197 * 12 * 768**2 * 12 + core(197, 768, 12),
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_preset_run_on_meta_costs_what_the_closed_form_says(name, inputs, macs):
    assert census.flops(census.model(name), *inputs) == 2 * macs


def test_an_image_of_twice_the_sides_gives_detr_four_times_the_tokens():
    small, large = (torch.empty(1, 3, side, side, device="meta") for side in (64, 128))

    once, twice = (census.flops(census.model("detr_r50").eye, image) for image in (small, large))

    assert twice == 4 * once


def test_a_model_counted_on_meta_costs_what_it_costs_with_numbers():
    real, shape = Gpt2(8, 2, 2, vocabulary=11, places=9), census.on_meta(lambda: Gpt2(8, 2, 2, vocabulary=11, places=9))

    tokens = torch.zeros(1, 5, dtype=torch.long)

    with torch.utils.flop_counter.FlopCounterMode(display=False) as counter:
        scores = real(tokens)
    assert scores.shape == (1, 5, 11)
    assert counter.get_total_flops() == census.flops(shape, words(1, 5))


def test_small_ones_of_each_kind_run_with_numbers():
    tokens = torch.tensor([[1, 2, 3]])

    assert Bert(8, 2, 1, 5, 4)(tokens, torch.zeros_like(tokens)).shape == (1, 8)
    assert Vit(8, 2, 1, patch=4, size=8, classes=3)(torch.zeros(2, 3, 8, 8)).shape == (2, 3)
    named, boxed = Detr(8, 2, 8, 1, 4)(torch.zeros(1, 3, 64, 64))
    assert (named.shape, boxed.shape) == ((1, 100, 5), (1, 100, 4))
    assert Llama(8, 4, 2, 1, 5, lambda: Mixture(8, 12, 4, 2))(tokens).shape == (1, 3, 5)


@given(experts=st.integers(1, 5), seed=st.integers(0, 99))
def test_a_mixture_of_all_its_experts_is_their_weighted_sum(experts, seed):
    torch.manual_seed(seed)
    mixture, x = Mixture(4, 6, experts, experts), torch.randn(2, 3, 4)
    weights = torch.softmax(mixture.router(x), -1)

    by_hand = sum(weights[..., [number]] * expert(x) for number, expert in enumerate(mixture.experts))

    assert torch.allclose(mixture(x), by_hand, atol=1e-6)


def test_an_expert_that_is_not_chosen_does_not_matter():
    mixture = Mixture(4, 6, 3, 1)
    x = torch.randn(1, 1, 4, generator=torch.Generator().manual_seed(1))
    chosen = int(mixture.router(x).argmax())
    before = mixture(x)

    for number, expert in enumerate(mixture.experts):
        if number != chosen:
            expert.down.weight.data.fill_(7)

    assert torch.equal(mixture(x), before)
    assert torch.allclose(before, mixture.experts[chosen](x), atol=1e-6)


def test_a_gated_feed_forward_has_three_matrices():
    assert census.parameters(census.on_meta(lambda: Gated(5, 7))) == 3 * 5 * 7
