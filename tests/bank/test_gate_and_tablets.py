"""What the Gate and the Tablets ask without a number is answered as people write it, and each slip is named."""

import pytest

from engine.answers import read
from quizbank.bank import open_bank
from quizbank.judging import judge

BANK = open_bank()


def verdict(family: str, text: str, **numbers):
    certificate = BANK.certificate(family, numbers) if numbers else BANK.certificates[family][0]
    facts = certificate.facts
    return judge(read(text, facts.kind, symbols=facts.symbols), certificate)


@pytest.mark.parametrize(
    ("family", "text"),
    [
        ("tablet.form", "4nd² + 2n²d"),
        ("tablet.form", "2nd(2d+n)"),
        ("tablet.form", "2*n*d*(n + 2*d) MAC"),
        ("tablet.causal_form", "n(n+1)d/2"),
        ("tablet.causal_form", "d(1+n)n/2"),
        ("tablet.reordered", "O(n d^2)"),
        ("tablet.reordered", "2nd²"),
        ("gate.order_attention", "O(n²d)"),
        ("gate.order_attention", "n^2*d + n*d"),
        ("gate.order_recurrent", "O(nd²)"),
        ("gate.order_convolution", "O(k·n·d²)"),
        ("gate.order_window", "O(rnd)"),
        ("gate.order_path_window", "O(n/w)"),
        ("gate.order_path_window", "n/(2w)"),
        ("tablet.shared", "B"),
        ("tablet.shared", "分数矩阵对称"),
        ("tablet.shared", "symmetric scores"),
    ],
)
def test_a_right_answer_may_be_written_in_many_ways(family, text):
    assert verdict(family, text).kind == "correct"


@pytest.mark.parametrize(
    ("family", "text", "line"),
    [
        ("tablet.form", "3nd² + 2n²d", "trap.forgot_O"),
        ("tablet.form", "4nd² + n²d", "trap.forgot_AV"),
        ("tablet.form", "2n²d", "trap.forgot_projections"),
        ("tablet.form", "8nd² + 4n²d", "flop-for-mac"),
        ("tablet.causal_form", "n²d/2", "trap.half_exact"),
        ("tablet.causal_form", "n(n-1)d/2", "trap.without_diagonal"),
        ("tablet.reordered", "O(n²d)", "trap.scores_first"),
        ("gate.order_attention", "O(n²)", "trap.entries_only"),
        ("gate.order_attention", "O(nd²)", "trap.recurrent_cost"),
        ("gate.order_recurrent", "O(d²)", "trap.one_step"),
        ("gate.order_convolution", "O(nd²)", "trap.forgot_kernel"),
        ("gate.order_window", "O(n²d)", "trap.unrestricted"),
        ("gate.order_path_window", "O(1)", "trap.full_attention"),
        ("gate.order_path_window", "O(n)", "trap.recurrent_path"),
        ("tablet.shared", "A", "trap.self_first"),
    ],
)
def test_a_slip_is_named(family, text, line):
    assert verdict(family, text).line == line


@pytest.mark.parametrize(
    ("tablet", "right", "rival"), [("query", "both", "output"), ("key", "都变", "只有输出"), ("value", "output", "C")]
)
def test_what_a_recut_tablet_changes(tablet, right, rival):
    assert verdict("tablet.recut", right, tablet=tablet).kind == "correct"
    assert verdict("tablet.recut", rival, tablet=tablet).line == "trap.rival"
    assert verdict("tablet.recut", "scores", tablet=tablet).line == "trap.scores_alone"


def test_the_cheapest_layer_turns_with_the_length():
    assert verdict("gate.cheapest", "循环", n=2048, d=512, k=3).kind == "correct"
    assert verdict("gate.cheapest", "attention", n=2048, d=512, k=3).line == "trap.rival"
    assert verdict("gate.cheapest", "A", n=128, d=512, k=3).kind == "correct"
    assert verdict("gate.cheapest", "RNN", n=128, d=512, k=3).line == "trap.rival"


def test_the_race_is_won_by_attention_and_lost_by_recurrence():
    values = BANK.halls["gate"].exhibit("race")({"n": 128}).values

    assert values["attention"] < values["convolution"] < values["window"] < values["recurrence"]
    assert values["recurrence"] == values["n"] - 1


def test_meeting_takes_as_much_as_three_strokes_where_the_turn_ends():
    shown = [BANK.halls["tablets"].exhibit("tablets")({"n": n}) for n in (6, 48)]

    assert shown[0].values["meeting"] < shown[0].values["strokes"]
    assert shown[1].values["meeting"] == shown[1].values["strokes"]
    assert [len(picture.cells) for picture in shown] == [6, 48]
    assert {min(map(min, shown[1].cells)), max(map(max, shown[1].cells))} == {0, 1}
