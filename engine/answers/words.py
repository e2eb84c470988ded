"""Answers that are a word of the question's own list: spellings of one word, in both languages, never a near miss."""

from __future__ import annotations

from collections.abc import Collection

from engine.answers.costume import unwrap
from engine.answers.folding import fold
from engine.answers.reading import Reading
from engine.answers.refusal import Unreadable

MAX_LENGTH = 200
SAME = (
    ("encoder", "编码器", "編碼器"),
    ("decoder", "解码器", "解碼器"),
    ("query", "查询", "q"),
    ("key", "键", "k"),
    ("value", "值", "v"),
    ("attention", "注意力"),
    ("selfattention", "自注意力"),
    ("crossattention", "交叉注意力"),
    ("mask", "掩码"),
    ("causal", "因果"),
    ("both", "两者", "都", "都是"),
    ("neither", "都不", "都不是"),
    ("yes", "是", "对", "是的"),
    ("no", "否", "不", "不是", "不对"),
    ("more", "更多"),
    ("less", "更少"),
    ("row", "行"),
    ("column", "列"),
    ("bidirectional", "双向"),
    ("unidirectional", "单向"),
    ("convolution", "卷积"),
    ("recurrent", "循环"),
)
TWINS = {spelling: group[0] for group in SAME for spelling in group}
JOINTS = str.maketrans("", "", " -_·")
WRAPPED_WORDS = (
    "答案是",
    "应该是",
    "我觉得是",
    "是",
    "答案",
    "选",
    "选择",
    "i think",
    "the answer is",
    "it is",
    "it's",
    "answer",
)


def read_word(text: str, options: Collection[str]) -> Reading:
    """Return the option that `text` names; raise Unreadable if it names none.

    An option may list its spellings with | between them ("encoder|编码器"); the first is what `word` holds.
    """
    if len(text) > MAX_LENGTH:
        raise Unreadable("too_long", MAX_LENGTH, len(text), text[MAX_LENGTH:])
    try:
        start, end = unwrap(fold(text))
    except Unreadable as refusal:
        refusal.text = text[refusal.start : refusal.end]
        raise
    known = spellings(options)
    said = plain(fold(text)[start:end])
    for heard in heard_as(said):
        if heard in known:
            return Reading("word", text, None, word=known[heard])
    raise Unreadable("not_listed", start, end, text[start:end])


def heard_as(said: str) -> list[str]:
    """Return the spellings to try: as said, without the words around it."""
    tries = [said]
    for lead in WRAPPED_WORDS:
        squeezed = squeeze(lead)
        if said.startswith(squeezed) and len(said) > len(squeezed):
            tries.append(said[len(squeezed) :].lstrip(":=,"))
    return [way for each in tries for way in (each, TWINS.get(each, each))]


def plain(said: str) -> str:
    """Return a text without case, joints, an article in front and a stop behind."""
    words = said.strip().rstrip(".。!?,;").split()
    while len(words) > 1 and words[0].lower() in ("the", "a", "an"):
        words = words[1:]
    return squeeze(" ".join(words))


def squeeze(spelling: str) -> str:
    """Drop case and the joints within a compound: Self-Attention is selfattention."""
    return fold(spelling).casefold().translate(JOINTS)


def spellings(options: Collection[str]) -> dict[str, str]:
    """Map each accepted spelling to its option; a spelling of two options belongs to neither."""
    table: dict[str, set[str]] = {}
    for option in options:
        first, *rest = option.split("|")
        for spelling in (first, *rest):
            for way in ways(squeeze(spelling)):
                table.setdefault(way, set()).add(first)
    return {way: found.pop() for way, found in table.items() if len(found) == 1}


def ways(spelling: str) -> set[str]:
    """Return a spelling, its twin in the other language, and its regular plural."""
    twin = TWINS.get(spelling, spelling)
    plural = {spelling + "s"} if spelling.isascii() and spelling.isalpha() and len(spelling) > 2 else set()
    return {spelling, twin} | plural
