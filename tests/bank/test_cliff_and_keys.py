"""What learners write at the cliff and before the keys is read and judged as it is meant."""

import pytest

from engine.answers import read
from quizbank.bank import open_bank
from quizbank.halls.cliff import exhibit as cliff
from quizbank.halls.keys import exhibit as keys
from quizbank.judging import judge

BANK = open_bank()


def said(family: str, numbers: dict, text: str) -> str:
    certificate = BANK.certificate(family, numbers)
    facts = certificate.facts
    return judge(read(text, facts.kind, symbols=facts.symbols), certificate).line


@pytest.mark.parametrize("text", ["n", "O(n)", "4n", "n + 5", "Θ(n)"])
def test_what_flash_keeps_is_linear_however_it_is_written(text):
    assert said("key.flash_extra", {}, text) == "right"


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("N²d²/M", "right"),
        ("O(N^2 d^2 / M)", "right"),
        ("N²/M", "trap.dropped_d2"),
        ("O(N²/M)", "trap.dropped_d2"),
        ("Nd + N²", "trap.naive"),
        ("N d", "trap.linear"),
    ],
)
def test_the_order_of_flashs_accesses(text, line):
    assert said("key.hbm_growth", {}, text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("n k d", "right"),
        ("O(ndk)", "right"),
        ("n²d", "trap.quadratic"),
        ("O(nk)", "trap.no_width"),
    ],
)
def test_the_order_of_linformers_time(text, line):
    assert said("key.time_growth", {"name": "linformer"}, text) == line


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("32nd + 32n²", "right"),
        ("32n(n+d)", "right"),
        ("8(4nd + 4n^2)", "right"),
        ("32nd", "trap.kept_on_chip"),
        ("8*(3nd+2n²)", "trap.reads_only"),
        ("16 n d", "wrong"),
    ],
)
def test_what_standard_attention_moves(text, line):
    assert said("key.traffic", {"h": 8}, text) == line


@pytest.mark.parametrize(
    ("text", "line"), [("24nrd", "right"), ("12 n r d", "trap.features_free"), ("48nrd", "flop-for-mac")]
)
def test_what_performer_costs_in_letters(text, line):
    assert said("key.perf_total", {"L": 6}, text) == line


@pytest.mark.parametrize("text", ["FlashAttention", "flash", "Flash", "B"])
def test_the_exact_key_is_chosen_by_name_or_by_letter(text):
    assert said("key.which_exact", {"n": 64, "k": 8, "r": 16}, text) == "right"


@pytest.mark.parametrize(("text", "line"), [("YaRN", "right"), ("PI", "trap.linear"), ("NTK", "trap.ntk")])
def test_the_scaling_that_leaves_a_pair_alone_is_chosen_by_name(text, line):
    assert said("ext.untouched", {"s": 4, "d": 128, "n": 4096, "i": 4}, text) == line


def test_a_rounded_answer_is_right_where_rounding_is_honest():
    assert said("ext.ntk", {"s": 2, "d": 128}, "20221") == "right"
    assert said("ext.ntk", {"s": 2, "d": 128}, "20000") == "trap.linear_base"
    assert said("key.online", {"B": 2, "a": 5, "g": 2}, "2.27") == "right"
    assert said("key.perf_var", {"c": "0"}, "6.39") == "right"
    assert said("key.perf_var", {"c": "0"}, "e^2 - 1") == "right"
    assert said("key.hbm", {"N": 6400, "d": 64, "M": 51_200}, "12.6") == "right"


def test_the_curve_breaks_where_it_is_said_to():
    far, near = cliff.broken({"n": 256}).values, cliff.broken({"n": 32}).values

    assert (near["learned"], near["refused"]) == (1, 0)
    assert far["refused"] > 0
    assert max(far["sinusoid"], far["rope"]) < 0.3  # down to guessing
    assert cliff.broken({"n": 64}).values["rope"] > 0.8 > cliff.broken({"n": 64}).values["sinusoid"]
    assert far["alibi"] > 0.4  # flat, not high


def test_two_keys_come_nearer_and_one_is_there():
    shown = [keys.lock({"r": r}).values for r in (16, 64, 256)]

    assert all(each["flash_error"] < 1e-12 for each in shown)
    for near in ("linformer", "performer"):
        errors = [each[f"{near}_error"] for each in shown]
        assert errors == sorted(errors, reverse=True)
        assert errors[-1] > 1e-5


def test_memory_grows_with_the_square_for_one_key_alone():
    before, after = keys.memory({"n": 4096}).values, keys.memory({"n": 8192}).values

    assert after["standard"] / before["standard"] == pytest.approx(4, rel=0.01)
    assert all(after[name] / before[name] <= 2.01 for name in ("linformer", "performer", "flash"))
