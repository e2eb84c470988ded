"""The closed table of units: sizes in bytes and bits, and the things this course counts; nothing is guessed.

GB is 10⁹ bytes and GiB 2³⁰ (IEC 80000-13). K is no SI prefix, b is not B, a bare G is neither: one asks about those.
"""

from __future__ import annotations

from fractions import Fraction

DECIMAL = {"": 0, "k": 1, "M": 2, "G": 3, "T": 4, "P": 5}
BINARY = {"Ki": 1, "Mi": 2, "Gi": 3, "Ti": 4, "Pi": 5}
NAMES = {"": "", "k": "kilo", "M": "mega", "G": "giga", "T": "tera", "P": "peta"}
BINARY_NAMES = {"Ki": "kibi", "Mi": "mebi", "Gi": "gibi", "Ti": "tebi", "Pi": "pebi"}

BYTES: dict[str, Fraction] = {
    **{f"{prefix}B": Fraction(1000**power) for prefix, power in DECIMAL.items()},
    **{f"{prefix}B": Fraction(1024**power) for prefix, power in BINARY.items()},
    **{f"{prefix}bit": Fraction(1000**power, 8) for prefix, power in DECIMAL.items()},
    **{f"{prefix}bit": Fraction(1024**power, 8) for prefix, power in BINARY.items()},
}


def settled() -> dict[str, str]:
    """Map every spelling that means one unit to that unit."""
    table = {symbol: symbol for symbol in BYTES}
    for prefix, name in (NAMES | BINARY_NAMES).items():
        for word, unit in (("byte", f"{prefix}B"), ("bit", f"{prefix}bit")):
            for plural in ("", "s"):
                table |= dict.fromkeys(variants(prefix, name, word + plural), unit)
    table |= {f"{prefix}IB": f"{prefix}iB" for prefix in "KMGTP"} | {
        f"{unit}s": unit for unit in BYTES if len(unit) > 1 and unit[-1] == "B"
    }
    return table | HAN


def variants(prefix: str, name: str, word: str) -> list[str]:
    """Return gigabytes, Gigabytes, GIGABYTES, Gbytes, GBytes for one prefix."""
    full = name + word
    return [full, full.capitalize(), full.upper(), prefix + word, prefix + word.capitalize()]


def asked() -> dict[str, tuple[str, ...]]:
    """Map every spelling that must be asked about to the units it may mean, the soundest first."""
    table: dict[str, tuple[str, ...]] = dict(COLLOQUIAL)
    for prefix in "KMGTP":
        decimal, binary, lower = prefix.replace("K", "k"), f"{prefix}i", prefix.lower()
        table |= {
            f"{prefix}b": (f"{decimal}bit", f"{decimal}B"),
            f"{lower}b": (f"{decimal}B", f"{decimal}bit"),
            f"{prefix}ib": (f"{binary}B", f"{binary}bit"),
            f"{lower}ib": (f"{binary}B", f"{binary}bit"),
            f"{lower}iB": (f"{binary}B",),
            binary: (f"{binary}B",),
        }
        if prefix != "K":
            table |= {prefix: (f"{prefix}B", f"{binary}B"), f"{lower}B": (f"{prefix}B",)}
    return table


HAN_PREFIXES = {"": "", "千": "k", "兆": "M", "吉": "G", "千兆": "G", "太": "T", "拍": "P"}
HAN = {
    prefix + word: letter + unit
    for prefix, letter in HAN_PREFIXES.items()
    for word, unit in (("字节", "B"), ("字節", "B"), ("位元组", "B"), ("位元組", "B"), ("比特", "bit"), ("位元", "bit"))
} | {"位": "bit"}
SYMBOLS = {
    **dict.fromkeys(("byte", "bytes", "字节", "字節", "位元组", "位元組"), "B"),
    **dict.fromkeys(("bit", "bits", "比特", "位元"), "bit"),
}
COLLOQUIAL: dict[str, tuple[str, ...]] = {
    "b": ("bit", "B"),
    "KB": ("kB", "KiB"),
    "Kbyte": ("kB", "KiB"),
    "Kbytes": ("kB", "KiB"),
    "gig": ("GB", "GiB"),
    "gigs": ("GB", "GiB"),
    "meg": ("MB", "MiB"),
    "megs": ("MB", "MiB"),
    "兆": ("MB",),
    "吉": ("GB", "GiB"),
}
SETTLED = settled()
ASKED = asked()
SPELLED: dict[str, tuple[str, ...]] = {**{spelling: (unit,) for spelling, unit in SETTLED.items()}, **ASKED}

COUNTED: dict[str, str | None] = {
    **dict.fromkeys(
        ("mac", "macs", "multiply-add", "multiply-adds", "multiply-accumulate", "multiply-accumulates", "madd"), "MAC"
    ),
    **dict.fromkeys(("madds", "乘加", "次乘加", "乘加运算", "次乘加运算"), "MAC"),
    **dict.fromkeys(("flop", "flops", "浮点运算", "次浮点运算"), "FLOP"),
    **dict.fromkeys(("entry", "entries", "元素", "格", "格子", "项"), "entries"),
    **dict.fromkeys(("element", "elements"), "elements"),
    **dict.fromkeys(("pair", "pairs", "对"), "pairs"),
    **dict.fromkeys(("token", "tokens", "词元"), "tokens"),
    **dict.fromkeys(("layer", "layers", "层"), "layers"),
    **dict.fromkeys(("step", "steps", "步"), "steps"),
    **dict.fromkeys(("param", "params", "parameter", "parameters", "参数"), "params"),
    **dict.fromkeys(("row", "rows", "行"), "rows"),
    **dict.fromkeys(("column", "columns", "col", "cols", "列"), "columns"),
    **dict.fromkeys(("tile", "tiles", "block", "blocks", "块", "分块"), "tiles"),
    **dict.fromkeys(("brick", "bricks", "砖", "块砖"), "bricks"),
    **dict.fromkeys(("head", "heads", "头"), "heads"),
    **dict.fromkeys(("position", "positions", "位置"), "positions"),
    **dict.fromkeys(("turn", "turns", "圈"), "turns"),
    **dict.fromkeys(("rad", "rads", "radian", "radians", "弧度"), "rad"),
    **dict.fromkeys(("index", "下标"), "index"),
    **dict.fromkeys(("slot", "slots"), "slots"),
    **dict.fromkeys(
        ("score", "scores", "weight", "weights", "matrix", "matrices", "operation", "operations", "ops"), None
    ),
    **dict.fromkeys(
        (
            "dim",
            "dims",
            "dimension",
            "dimensions",
            "维",
            "attention",
            "allowed",
            "masked",
            "blocked",
            "visible",
            "注意力",
            "分数",
        ),
        None,
    ),
    **dict.fromkeys(("次", "运算", "次运算", "个", "times", "fold", "-fold", "倍"), None),
    **dict.fromkeys(("bit", "bits", "比特", "位"), "bit"),
}
PREFIXED: dict[str, tuple[int, str]] = {
    f"{prefix}{word}": (1000**power, unit)
    for prefix, power in (("k", 1), ("m", 2), ("g", 3), ("t", 4), ("p", 5))
    for word, unit in (("flop", "FLOP"), ("flops", "FLOP"), ("mac", "MAC"), ("macs", "MAC"))
}


def in_bytes(unit: str) -> Fraction:
    """Return how many bytes one `unit` holds.

    >>> in_bytes("GiB"), in_bytes("Mbit")
    (Fraction(1073741824, 1), Fraction(125000, 1))
    """
    return BYTES[unit]
