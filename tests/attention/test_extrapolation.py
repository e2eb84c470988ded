"""The four trained models: what each says at the length it knows, and what becomes of it further on."""

import pytest
import torch

from engine.attention.extrapolation.curve import curve, trained
from engine.attention.extrapolation.model import BACK, SCHEMES, TOKENS, TRAINED, Repeater, texts
from engine.attention.extrapolation.train import CHECKPOINTS, train

CHANCE = 1 / TOKENS
LENGTHS = (TRAINED, 48, 64, 128, 256)

each_scheme = pytest.mark.parametrize("scheme", SCHEMES)


@each_scheme
def test_a_checkpoint_is_small(scheme):
    assert (CHECKPOINTS / f"{scheme}.pt").stat().st_size < 500_000


@pytest.mark.parametrize("scheme", ["learned", "sinusoid", "rope"])
def test_what_points_sharply_makes_no_mistake_at_the_length_it_was_trained_on(scheme):
    assert curve(scheme, [TRAINED]) == [1.0]


def test_the_learned_table_cannot_even_begin():
    assert curve("learned", [TRAINED + 1, 256]) == [None, None]


def test_the_sinusoid_falls_to_chance_within_half_a_length_more():
    assert curve("sinusoid", [48])[0] == pytest.approx(CHANCE, abs=0.15)


def test_the_rotation_holds_longer_and_falls_too():
    near, far = curve("rope", [48, 256])

    assert near > 0.95
    assert far < 0.3


def test_the_bias_neither_falls_nor_ever_points_sharply():
    told = curve("alibi", LENGTHS)

    assert max(told) - min(told) < 0.15
    assert all(0.4 < each < 0.8 for each in told)


@each_scheme
def test_no_model_sees_what_comes_later(scheme):
    one = texts(2, 20, torch.Generator().manual_seed(1))
    other = torch.cat([one[:, :12], texts(2, 8, torch.Generator().manual_seed(2))], dim=1)

    with torch.no_grad():
        now, then = (trained(scheme)(tokens)[:, :12] for tokens in (one, other))

    assert torch.allclose(now, then, atol=1e-4)


@each_scheme
def test_training_starts_from_its_seed_and_nothing_else(scheme):
    torch.manual_seed(1)
    one = train(scheme, steps=3)
    torch.manual_seed(2)
    other = train(scheme, steps=3)

    assert all(torch.equal(x, y) for x, y in zip(one.state_dict().values(), other.state_dict().values(), strict=True))


@pytest.mark.slow
@pytest.mark.again
def test_the_committed_weights_are_as_good_as_those_the_script_trains():
    fresh, committed = train("rope"), trained("rope")
    tokens = texts(16, TRAINED, torch.Generator().manual_seed(3))

    with torch.no_grad():
        agree = fresh(tokens).argmax(-1) == committed(tokens).argmax(-1)

    assert agree[:, BACK:].float().mean() > 0.99


def test_the_models_differ_in_nothing_but_their_places():
    weights = {scheme: Repeater(scheme).state_dict() for scheme in SCHEMES}
    shapes = {scheme: {name: value.shape for name, value in each.items()} for scheme, each in weights.items()}

    assert shapes["sinusoid"] == shapes["rope"] == shapes["alibi"]
    assert shapes["learned"].items() - shapes["rope"].items() == {("places.weight", (TRAINED, 64))}
