"""Words of a question's list: spellings of one word, never a near miss."""

from __future__ import annotations

import pytest

from engine.answers import Unreadable, read

OPTIONS = ("encoder|编码器", "decoder|解码器", "self-attention", "both")


@pytest.mark.parametrize(
    "text",
    ["encoder", "Encoder", "the encoder.", "ENCODER", "编码器", "答案是编码器", "`encoder`", "encoders", "Ｅncoder"],
)
def test_spellings_of_one_word_are_that_word(text: str) -> None:
    assert read(text, "word", symbols=OPTIONS).word == "encoder"


@pytest.mark.parametrize("text", ["Self Attention", "self-attention", "selfattention", "自注意力"])
def test_joints_of_a_compound_do_not_matter(text: str) -> None:
    assert read(text, "word", symbols=OPTIONS).word == "self-attention"


@pytest.mark.parametrize(
    "text",
    ["coder", "encodes", "encoder decoder", "encoder or decoder", "not encoder", "", "n-coder", "编码", "ncoder"],
)
def test_a_near_miss_is_no_answer(text: str) -> None:
    with pytest.raises(Unreadable):
        read(text, "word", symbols=OPTIONS)


def test_a_word_echoes_as_the_list_writes_it() -> None:
    assert read("解码器", "word", symbols=OPTIONS).echo == "decoder"
