"""Heads, layers and the whole Transformer equal torch's own, with torch's own weights, there and back."""

from functools import partial

import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from torch import nn
from torch.nn.functional import gelu, scaled_dot_product_attention

from engine.attention import flash, linformer, mask, performer, standard
from engine.attention.layer import DecoderLayer, EncoderLayer, Style
from engine.attention.ledger import Ledger
from engine.attention.multihead import MultiHead
from engine.attention.positions import rope
from engine.attention.transformer import Transformer, Translator

EXACT = {"standard": standard.attention, "flash": partial(flash.attention, tile=(3, 2))}

lengths = st.integers(1, 9)
shapes = st.tuples(st.sampled_from([1, 2, 4]), st.integers(1, 4)).map(lambda pair: (pair[0], pair[0] * pair[1]))  # h, d
each_key = pytest.mark.parametrize("key", EXACT.values(), ids=EXACT)
each_order = pytest.mark.parametrize("pre", [False, True], ids=["post", "pre"])
few = settings(max_examples=20)


def vectors(seed: int, *shape: int) -> torch.Tensor:
    return torch.randn(*shape, generator=torch.Generator().manual_seed(seed), dtype=torch.float64)


def shaken(module: nn.Module) -> nn.Module:
    """Return the module in float64 with every parameter drawn, biases and norms too."""
    for number, parameter in enumerate(module.double().parameters()):
        parameter.data = vectors(number, *parameter.shape) / 2
    return module


def hidden(seen: torch.Tensor) -> torch.Tensor:
    """Return torch.nn's mask: True where a key may not be seen."""
    return ~seen


def moved(theirs: nn.Module, ours: nn.Module) -> None:
    """Take torch's weights over, and see that it would take them back."""
    ours.double().load_state_dict(theirs.state_dict())
    theirs.load_state_dict(ours.state_dict())


@each_key
@few
@given(shape=shapes, n=lengths, m=lengths, bias=st.booleans())
def test_heads_are_torchs_heads_asking_another_sequence(key, shape, n, m, bias):
    heads, d = shape
    theirs = shaken(nn.MultiheadAttention(d, heads, bias=bias, batch_first=True))
    ours = MultiHead(d, heads, bias=bias, key=key)
    moved(theirs, ours)
    x, memory = vectors(1, 2, n, d), vectors(2, 2, m, d)

    assert torch.allclose(ours(x, memory), theirs(x, memory, memory)[0], atol=1e-12)


@each_key
@few
@given(shape=shapes, n=lengths, w=st.integers(1, 4))
def test_heads_are_torchs_heads_behind_a_mask(key, shape, n, w):
    heads, d = shape
    theirs, ours = shaken(nn.MultiheadAttention(d, heads, batch_first=True)), MultiHead(d, heads, key=key)
    moved(theirs, ours)
    x, seen = vectors(1, 2, n, d), mask.grid(mask.window(w), n, n)

    asked = theirs(x, x, x, attn_mask=hidden(seen), need_weights=False)[0]

    assert torch.allclose(ours(x, mods=(mask.window(w),)), asked, atol=1e-12)


@few
@given(groups=st.sampled_from([(4, 4), (4, 2), (4, 1), (6, 3)]), n=lengths)
def test_grouped_queries_share_their_keys_as_torch_has_them_share(groups, n):
    heads, kv_heads = groups
    ours, x = shaken(MultiHead(2 * heads, heads, kv_heads=kv_heads)), vectors(1, 2, n, 2 * heads)
    q, k, v = ours.project(x, x)

    found = scaled_dot_product_attention(q, k, v, enable_gqa=True)

    assert k.shape == v.shape == (2, kv_heads, n, 2)
    assert torch.allclose(ours(x), ours.out_proj(found.transpose(1, 2).flatten(2)), atol=1e-12)


@pytest.mark.parametrize(("heads", "kv_heads"), [(3, None), (4, 3)])
def test_heads_that_do_not_divide_what_they_share_are_refused(heads, kv_heads):
    with pytest.raises(ValueError, match="share"):
        MultiHead(8, heads, kv_heads=kv_heads)


def test_a_rotation_makes_heads_see_distance_and_not_place():
    ours, x = shaken(MultiHead(8, 2)), vectors(1, 1, 5, 8)

    here, there = (ours(x, turn=partial(rope, positions=torch.arange(5) + start)) for start in (0, 300))

    assert torch.allclose(here, there, atol=1e-10)
    assert not torch.allclose(here, ours(x))


@each_order
@each_key
@few
@given(shape=shapes, n=lengths, activation=st.sampled_from([torch.relu, gelu]))
def test_an_encoder_layer_is_torchs(pre, key, shape, n, activation):
    heads, d = shape
    theirs = shaken(nn.TransformerEncoderLayer(d, heads, 3 * d, 0.0, activation, batch_first=True, norm_first=pre))
    ours = EncoderLayer(d, heads, 3 * d, Style(pre, activation=activation, key=key))
    moved(theirs, ours)
    x, seen = vectors(1, 2, n, d), mask.grid(mask.causal, n, n)

    assert torch.allclose(ours(x), theirs(x), atol=1e-10)
    assert torch.allclose(ours(x, mods=(mask.causal,)), theirs(x, hidden(seen)), atol=1e-10)


@each_order
@each_key
@few
@given(shape=shapes, n=lengths, m=lengths)
def test_a_decoder_layer_is_torchs_behind_the_causal_mask(pre, key, shape, n, m):
    heads, d = shape
    theirs = shaken(nn.TransformerDecoderLayer(d, heads, 3 * d, 0.0, batch_first=True, norm_first=pre))
    ours = DecoderLayer(d, heads, 3 * d, Style(pre, key=key))
    moved(theirs, ours)
    x, memory, seen = vectors(1, 2, n, d), vectors(2, 2, m, d), mask.grid(mask.causal, n, n)

    assert torch.allclose(ours(x, memory), theirs(x, memory, hidden(seen)), atol=1e-10)


@each_order
@few
@given(shape=shapes, n=lengths, m=lengths)
def test_the_whole_transformer_is_torchs(pre, shape, n, m):
    heads, d = shape
    layer = nn.TransformerEncoderLayer(d, heads, 2 * d, 0.0, batch_first=True, norm_first=pre)
    encoder = nn.TransformerEncoder(layer, 2, nn.LayerNorm(d), enable_nested_tensor=False)
    options = {"custom_encoder": encoder, "batch_first": True, "norm_first": pre}
    theirs = shaken(nn.Transformer(d, heads, 2, 2, 2 * d, 0.0, **options))
    ours = Transformer(d, heads, 2 * d, 2, style=Style(pre))
    moved(theirs, ours)
    source, target, seen = vectors(1, 2, m, d), vectors(2, 2, n, d), mask.grid(mask.causal, n, n)

    assert torch.allclose(ours(source, target), theirs(source, target, tgt_mask=hidden(seen)), atol=1e-10)


def test_what_a_translator_says_of_a_word_depends_on_no_later_word():
    torch.manual_seed(1)
    translator = Translator(11, 8, 2, 16, 2).double()
    source, target = torch.tensor([[3, 1, 4]]), torch.tensor([[2, 7, 1, 8]])

    now, then = translator(source, target), translator(source, torch.tensor([[2, 7, 5, 0]]))

    assert now.shape == (1, 4, 11)
    assert torch.allclose(now[:, :2], then[:, :2], atol=1e-12)
    assert not torch.allclose(now[:, 2:], then[:, 2:], atol=1e-6)
    assert not torch.allclose(now, translator(source.flip(1), target), atol=1e-6)


@pytest.mark.parametrize("key", [standard.attention, flash.attention, linformer.attention, performer.attention])
def test_a_layer_takes_any_of_the_four_keys_and_passes_its_ledger_on(key):
    ledger, layer = Ledger(), EncoderLayer(8, 2, 16, Style(key=key))

    out = layer(torch.zeros(3, 5, 8), ledger=ledger)

    assert out.shape == (3, 5, 8)
    assert ledger.macs > 0


@each_order
def test_layers_learn_what_finite_differences_say(pre):
    layer = shaken(EncoderLayer(4, 2, 6, Style(pre, activation=torch.tanh, key=EXACT["flash"])))

    assert torch.autograd.gradcheck(layer, (vectors(1, 1, 4, 4).requires_grad_(),), fast_mode=True)
