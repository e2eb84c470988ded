"""Texts no one has typed yet: carried cases cut, doubled and spliced, and noise of the characters that matter."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

CASES = Path(__file__).with_name("cases.jsonl")
WORDS = """
    0 1 2 3 7 9 10 512 1024 1e9 1.5 .5 0.5 22,6 1,024 1_000 9999 + - * / ^ ** × · ÷ ( ) [ ] { } ! % ‰ √ ∛ ² ³ ⁻¹ ⁿ ₂ ½ =
    == ≈ ~ < > : ; , . … ... | ` _ || ~~ n d L h d_k k x e E i pi π sqrt log log2 ln exp sin cos floor min max lg O Θ GB
    GiB KB kb B b bit bytes 字节 吉字节 兆 亿 万 千 百 十 一 二 两 零 点 百分之 分之 的 平方 次方 方 根号 约 左右
    吧 答案是 等于 所以 MAC FLOP pairs 对 倍 个 the is about or not so times million factorial @everyone <@1> ① ٢ Ⅷ 𝟏
    \\frac \\sqrt \\times \\cdot \\log_2 \\ ＋ － ０ ９ 1️⃣ 😀
"""
PIECES = (*WORDS.split(), *"\u200b\u202e\x00\n\t\u3000")


def carried() -> list[dict[str, Any]]:
    """Return the carried cases."""
    return [json.loads(line) for line in CASES.read_text(encoding="utf-8").splitlines()]


def texts(random: Random, count: int) -> Iterator[str]:
    """Yield `count` texts: a third mutated cases, the rest built of pieces or of anything."""
    seeds = [case["input"][:200] for case in carried()]
    for _ in range(count):
        roll = random.random()
        if roll < 0.35:
            yield mutated(random, random.choice(seeds))
        elif roll < 0.9:
            yield random.choice(("", "", " ")).join(random.choice(PIECES) for _ in range(random.randrange(1, 14)))
        elif roll < 0.97:
            yield random.choice(PIECES) * random.randrange(1, 120)
        else:
            yield "".join(chr(random.randrange(1, 0x30000)) for _ in range(random.randrange(1, 30)))


def mutated(random: Random, text: str) -> str:
    """Cut, double, splice or replace somewhere, once to four times."""
    for _ in range(random.randrange(1, 5)):
        at = random.randrange(len(text) + 1)
        piece = random.choice(PIECES)
        text = random.choice(
            (
                text[:at] + piece + text[at:],
                text[:at] + text[at + random.randrange(1, 4) :],
                text[:at] + text[at : at + 5] * random.randrange(2, 5) + text[at + 5 :],
                text[:at] + piece + text[at + 1 :],
            )
        )
    return text
