"""Images cut into tokens, and tokens sent to experts: what is counted is what the closed forms derive, at any size."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Symbol

from engine.attention import patching, roll, routing
from engine.attention.census import model, parameters
from engine.exact import experts, patches, published

sides = st.integers(33, 400)
factors = st.sampled_from([Fraction(1), Fraction(5, 4), Fraction(3, 2), Fraction(2)])
widths = st.sampled_from([64, 128, 256])


@given(st.integers(1, 12), st.integers(1, 9), st.integers(1, 4))
def test_an_image_becomes_as_many_tokens_and_scores_as_derived(cuts, p, h):
    s = cuts * p

    assert patching.image_tokens(s, p).value == patches.tokens(s, p)
    assert patching.image_scores(s, p, h).value == patches.scores(s, p, h)


@given(sides, sides)
def test_five_halvings_leave_the_cells_that_are_derived(a, c):
    assert patching.map_tokens(a, c).value == patches.map_tokens(a, c)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(1, 5))
def test_a_finer_cut_makes_as_many_more_scores_as_derived(cuts, b, times):
    assert patching.finer(cuts * b * times, b * times, b).value == patches.finer(b * times, b)


@given(st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.integers(1, 9), st.integers(1, 3))
def test_asking_a_map_takes_the_multiply_adds_that_are_derived(q, a, c, d, layers):
    assert patching.asked_macs(q, a, c, d, layers).value == patches.asked_macs(q, a * c, d, layers)


@given(st.integers(1, 40), st.integers(2, 16), factors, st.sampled_from([Fraction(1, 2), Fraction(3, 4)]))
def test_as_many_tokens_find_no_place_as_derived(quarters, many, factor, hot):
    tokens = 4 * quarters

    assert routing.fullest(tokens, many, factor).value == experts.capacity(tokens, many, factor)
    assert routing.unplaced(tokens, many, factor, hot).value == experts.dropped(tokens, many, factor, hot)


def test_a_crowd_that_is_no_whole_number_cannot_be_dealt_out():
    with pytest.raises(ValueError, match="no whole number"):
        routing.fullest(3, 2, Fraction(5, 4))


@given(st.integers(2, 6), st.integers(1, 2), st.sampled_from([8, 16]), st.sampled_from([8, 24]))
def test_a_token_uses_of_a_mixture_what_is_derived(many, chosen, d, f):
    assert routing.used(many, chosen, d, f).value == experts.used(many, chosen, d, f)
    assert routing.used_share(many, chosen).value == experts.share(many, chosen)


@given(st.integers(2, 5), st.sampled_from([64, 128]))
def test_experts_replace_the_feed_forward_and_nothing_else(many, d):
    assert Symbol(routing.replaced(many, d, 2 * d).value) == experts.replaced(many, d, 2 * d)


@given(st.integers(10, 90), st.integers(1, 3), widths, widths)
def test_models_of_any_size_have_the_parameters_that_are_derived(words, layers, d, f):
    assert roll.translator(words, layers, d, f).value == published.translator(words, layers, d, f)
    assert roll.bert(words, 16, layers, d).value == published.bert(words, 16, layers, d)
    assert roll.gpt2(words, 16, layers, d).value == published.gpt2(words, 16, layers, d)


@given(st.integers(1, 3), st.sampled_from([(4, 2), (4, 4), (8, 1)]), st.sampled_from([8, 16]), st.integers(1, 9))
def test_grouped_models_have_the_parameters_and_the_cache_that_are_derived(layers, heads, e, n):
    h, g = heads

    assert roll.mixtral(50, layers, h * e, 24, 3, h, g).value == published.mixtral(50, layers, h * e, 24, 3, h, g, e)
    assert roll.cached(layers, h, g, e, n).value == published.cached(layers, g, e, n, 2)


@pytest.mark.parametrize("preset", ["transformer_base", "bert_base", "gpt2", "vit_b16", "detr_r50", "mixtral_8x7b"])
def test_the_parts_of_a_room_add_up_to_all_of_it(preset):
    room = roll.parts(preset)

    assert sum(room.sizes.values()) == room.total == parameters(model(preset))
    assert all(size >= 0 for size in room.sizes.values())
    assert room.sizes["thinking"] > room.sizes["attention"]


def test_of_a_mixtral_one_token_meets_little_more_than_a_quarter():
    room = roll.parts("mixtral_8x7b")

    assert (room.total, room.active) == (46_702_792_704, 12_879_925_248)
