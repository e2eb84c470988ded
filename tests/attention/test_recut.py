"""Which result a tablet enters, and what one tablet for Q and K makes certain: letters and real tensors agree."""

import pytest
import torch

from engine.attention import recut
from engine.attention.standard import scores
from engine.exact import tablets

ENTERS = {"query": {"scores", "output"}, "key": {"scores", "output"}, "value": {"output"}}


@pytest.mark.parametrize("tablet", ENTERS)
def test_a_recut_tablet_changes_what_it_enters_and_nothing_else(tablet):
    assert {name for name, changed in recut.changed(tablet).items() if changed} == ENTERS[tablet]
    assert {name for name, reached in tablets.changed(tablet).items() if reached} == ENTERS[tablet]


@pytest.mark.parametrize("tablet", ENTERS)
def test_one_account_of_a_recut_tablet_is_true(tablet):
    measured = {name: each.value for name, each in recut.consequences(tablet).items()}

    assert measured == tablets.consequences(tablet)
    assert sum(measured.values()) == 1


def test_on_a_shared_tablet_only_the_symmetry_of_the_scores_never_fails():
    failures = {name: each.value for name, each in recut.shared().items()}

    assert failures["scores_symmetric"] == tablets.shared()["scores_symmetric"] == 0
    assert failures["weights_symmetric"] > 0
    assert failures["self_first"] > 0
    assert tablets.shared()["self_first"] > 0


def test_on_a_shared_tablet_the_largest_score_of_all_is_on_the_diagonal():
    (tablet,) = recut.randoms(1, recut.D, recut.D)
    for x in recut.randoms(32, recut.N, recut.D):
        table = scores(x @ tablet, x @ tablet)

        assert table.max() == table.diagonal().max()


def test_two_tablets_give_scores_without_symmetry():
    x, one, other = recut.randoms(3, recut.D, recut.D)

    assert not torch.allclose(scores(x @ one, x @ other), scores(x @ one, x @ other).T)
