"""The Prism and the Bell Tower: formulas and choices answered as people write them, exhibits that show what is said."""

from itertools import pairwise

import pytest

from engine.answers import read
from quizbank.bank import open_bank
from quizbank.halls.bell.exhibit import FACES
from quizbank.halls.prism.exhibit import HEADS
from quizbank.halls.prism.share_problems import MODELS
from quizbank.judging import judge
from quizbank.lines import LANGUAGES

BANK = open_bank()
PRISM, BELL = BANK.halls["prism"], BANK.halls["bell"]


def verdict(family: str, text: str, **numbers):
    certificate = BANK.certificate(family, numbers)
    facts = certificate.facts
    return judge(read(text, facts.kind, symbols=facts.symbols), certificate)


@pytest.mark.parametrize(
    ("family", "text", "numbers"),
    [
        ("head.macs_form", "4nd² + 2n²d", {"L": 1}),
        ("head.macs_form", "2nd(2d + n) MAC", {"L": 1}),
        ("head.macs_form", "h(4nd·d/h + 2n²·d/h)", {"L": 1}),
        ("head.macs_form", "12 n d (2d + n)", {"L": 6}),
        ("head.gqa_form", "2d² + 2d²g/h", {"L": 1}),
        ("head.gqa_form", "64*d^2*(1 + g/h)", {"L": 32}),
        ("head.score_order", "O(hn²)", {"L": 6}),
        ("head.score_order", "6*n^2*h", {"L": 6}),
        ("head.grows", "B", {"d": 512, "h": 8}),
        ("head.grows", "分数", {"d": 512, "h": 8}),
        ("head.grows", "the score entries", {"d": 512, "h": 8}),
        ("bell.swap_form", "j - i + 1", {}),
        ("bell.swap_form", "1+j-i", {}),
        ("bell.shuffle", "等变", {"n": 6}),
        ("bell.shuffle", "equivariant", {"n": 6}),
        ("bell.shuffle_causal", "C", {"n": 6}),
        ("bell.shuffle_memory", "不变", {"n": 6}),
        ("bell.shuffle_pooled", "it stays the same", {"n": 6}),
        ("bell.direction", "一样大", {"d": 64, "p": 50, "k": 5}),
        ("bell.wavelength", "20π", {"d": 64, "i": 8}),
        ("bell.wavelength", "62.8", {"d": 64, "i": 8}),
        ("bell.longest", "2π·10000^(62/64)", {"d": 64}),
        ("bell.norm", "√32", {"d": 64}),
        ("bell.rope2", "cos(6)", {"m": 1, "n": 7}),
        ("bell.alibi_bias", "-3/8", {"D": 3, "m": 8}),
        ("head.cache_token", "320 KiB", {"model": "Llama 2 70B", "L": 80, "h": 64, "g": 8, "e": 128}),
        ("head.cache_token", "327680 字节", {"model": "Llama 2 70B", "L": 80, "h": 64, "g": 8, "e": 128}),
    ],
)
def test_a_right_answer_may_be_written_in_many_ways(family, text, numbers):
    assert verdict(family, text, **numbers).kind == "correct"


@pytest.mark.parametrize(
    ("family", "text", "line", "numbers"),
    [
        ("head.macs_form", "4nd² + 2hn²d", "trap.times_heads", {"L": 1}),
        ("head.macs_form", "3nd² + 2n²d", "trap.forgot_O", {"L": 1}),
        ("head.macs_form", "8nd² + 4n²d", "flop-for-mac", {"L": 1}),
        ("head.gqa_form", "4d²", "trap.mha", {"L": 1}),
        ("head.gqa_form", "2d² + 2gd²", "trap.whole_width", {"L": 1}),
        ("head.score_order", "O(n²)", "trap.no_heads", {"L": 6}),
        ("head.score_order", "O(hn²d)", "trap.with_width", {"L": 6}),
        ("head.grows", "参数", "trap.parameters", {"d": 512, "h": 8}),
        ("bell.swap_form", "2", "trap.equivariant", {}),
        ("bell.swap_form", "n-i+1", "trap.all_later", {}),
        ("bell.shuffle", "不变", "trap.same", {"n": 6}),
        ("bell.shuffle", "invariant", "trap.same", {"n": 6}),
        ("bell.shuffle_causal", "moved", "trap.moved", {"n": 6}),
        ("bell.direction", "before", "trap.before", {"d": 64, "p": 50, "k": 5}),
        ("bell.wavelength", "10", "trap.forgot_2pi", {"d": 64, "i": 8}),
        ("bell.longest", "62832", "trap.round_figure", {"d": 64}),
        ("bell.alibi_bias", "0.375", "trap.positive", {"D": 3, "m": 8}),
    ],
)
def test_a_slip_is_told_by_its_name(family, text, line, numbers):
    assert verdict(family, text, **numbers).line == line


@pytest.mark.parametrize("family", ["bell.swap", "bell.shuffle", "bell.shuffle_memory"])
def test_the_popular_claim_that_nothing_changes_is_right_only_where_it_is(family):
    keys = {certificate.key.text for certificate in BANK.certificates[family]}

    assert keys == {"bell.swap": {"2"}, "bell.shuffle": {"moved"}, "bell.shuffle_memory": {"same"}}[family]


def test_every_published_model_is_asked_about():
    assert {certificate.numbers["model"] for certificate in BANK.certificates["head.cache_token"]} == set(MODELS)


def test_heads_made_by_hand_look_where_they_are_said_to_look():
    shown = {name: PRISM.exhibit("colours")({"head": head}).cells for head, name in enumerate(HEADS, start=1)}

    assert all(shown["before"][row][row - 1] > 0.99 for row in range(1, 8))
    assert all(shown["after"][row][row + 1] > 0.99 for row in range(7))
    assert all(row[0] > 0.99 for row in shown["first"])
    assert shown["alike"][0][0] == pytest.approx(0.5) == shown["alike"][0][3]  # the one word that occurs twice
    assert shown["pronoun"][6][1] == pytest.approx(0.5) == shown["pronoun"][6][4]
    assert {cell for row in shown["level"] for cell in row} == {1 / 8}


def test_both_languages_show_a_sentence_of_the_same_pattern():
    patterns = []
    for language in LANGUAGES:
        words = PRISM.lines.say("exhibit.colours.sentence", language).split(" · ")
        patterns.append([words.index(word) for word in words])

    assert patterns[0] == patterns[1]
    assert len(patterns[0]) == 8


def test_every_row_of_weights_adds_up_to_one():
    for head in range(1, len(HEADS) + 1):
        assert all(sum(row) == pytest.approx(1) for row in PRISM.exhibit("colours")({"head": head}).cells)


def test_only_scores_climb_with_the_heads():
    heights = {series.name.rpartition(".")[2]: series.heights for series in PRISM.exhibit("price")({"h": 16}).series}

    assert heights == {"parameters": (1,) * 5, "operations": (1,) * 5, "scores": (1, 2, 4, 8, 16)}


@pytest.mark.parametrize("j", [3, 5, 7])
def test_the_bell_tells_what_its_questions_ask(j):
    full, causal = (BELL.exhibit(name)({"j": j}).values for name in ("full", "causal"))

    assert (full["changed"], full["broken"]) == (2, 0)
    assert causal["changed"] == j - 2 + 1
    assert causal["broken"] > 0


def test_three_of_four_encodings_know_distance_alone_and_two_tell_before_from_after():
    faces = {name: BELL.exhibit("encodings")({"face": face}) for face, name in enumerate(FACES, start=1)}
    mirrored = {name: mirror(picture.cells) for name, picture in faces.items()}

    assert {name for name, each in faces.items() if each.values["even"] == each.values["diagonals"]} == {
        "sinusoid", "rope", "alibi",
    }  # fmt: skip
    assert faces["learned"].values["even"] == 0
    assert mirrored == {"sinusoid": True, "learned": True, "rope": False, "alibi": False}


def mirror(cells) -> bool:
    turned = list(zip(*cells, strict=True))
    return all(row == pytest.approx(column, abs=1e-12) for row, column in zip(cells, turned, strict=True))


def test_alibi_falls_with_distance():
    *_, last = BELL.exhibit("encodings")({"face": FACES.index("alibi") + 1}).cells

    assert all(far < near for far, near in pairwise(last))
