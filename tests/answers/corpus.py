"""Answers as learners write them, fresh with every call: a text, its certificate, and whether it is right."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random

from engine.answers.literals import plain
from quizbank.certificate import Exact
from tests.answers.endless import decayed, rotated, softmax, surprised, waved
from tests.answers.labelled import SYMBOLS, Answer, certificate

__all__ = ["SYMBOLS", "Answer", "round_of"]


def whole(random: Random) -> Iterator[Answer]:
    """Yield spellings of n² for one n, and of near and far misses."""
    n = random.randrange(60, 4000)
    key = n * n
    held = certificate("number", Exact(str(key), Fraction(key)), "entries", linear=Exact(str(n), Fraction(n)))
    above, below = divmod(key, 10**4)
    mixed = f"{above}万{below}" if above and below >= 1000 else str(key)
    spellings = (
        str(key), f"{key:,}", f"{key:,}".replace(",", " "), f"{n}^2", f"{n}**2", f"{n}²", f"{n}×{n}", f"{n}*{n}",
        f"{n} x {n}", f"({n})({n})", f"约{key}", f"答案是{key}", f"the answer is {key}", f"{n}的平方", f"{key}.",
        str(key).translate(str.maketrans("0123456789", "０１２３４５６７８９")), f"`{key}`",
        f"{key} entries", f"n² = {key}",
        mixed, f"{n}^{{2}}", f"sqrt({key**2})",
    )  # fmt: skip
    wrong = (
        str(key + 1),
        str(n),
        f"{n}^3",
        f"{n}*{n}/2",
        f"{key - 1:,}",
        f"-{key}",
        f"{key}%",
        f"{n}²+{n}",
        f"{2 * n}",
    )
    yield from (Answer(text, "number", held, str(key), True) for text in spellings)
    yield from (Answer(text, "number", held, str(key), False) for text in wrong)


def irrational(random: Random) -> Iterator[Answer]:
    """Yield spellings of √d for one d that is no square."""
    d = random.choice([2 * each * each for each in range(3, 60)])
    half = int((d // 2) ** 0.5)
    root = Fraction(d**0.5)
    held = certificate(
        "number", Exact(f"sqrt({d})", root, rational=False), None, "1/1000", all=Exact(str(d), Fraction(d))
    )
    spellings = (
        f"√{d}", f"sqrt({d})", f"sqrt {d}", f"{half}√2", f"{half}*sqrt(2)", f"{half} sqrt 2", f"{d}^(1/2)", f"{d}**0.5",
        f"{float(root):.5f}", f"≈{float(root):.4f}", f"根号{d}", f"\\sqrt{{{d}}}", f"{float(root):.6e}",
        f"{half}*2^0.5",
    )  # fmt: skip
    wrong = (str(d), f"sqrt({d + d // 20 + 2})", f"{half}", f"{float(root) * 1.02:.4f}", f"1/√{d}", f"{d}/2")
    yield from (Answer(text, "number", held, f"sqrt({d})", True) for text in spellings)
    yield from (Answer(text, "number", held, f"sqrt({d})", False) for text in wrong)


def fraction(random: Random) -> Iterator[Answer]:
    """Yield spellings of one fraction with a short decimal."""
    below = random.choice((8, 16, 20, 25, 40, 50))
    above = random.choice([each for each in range(1, below) if each * 2 != below])
    value = Fraction(above, below)
    held = certificate("number", Exact(str(value), value), None, "1/1000000", inverse=Exact(str(1 / value), 1 / value))
    decimal, percent = plain(value), plain(value * 100)
    spellings = (
        f"{above}/{below}", f"{above} / {below}", f"{above}÷{below}", decimal, decimal.lstrip("0"), f"{percent}%",
        f"\\frac{{{above}}}{{{below}}}", f"{above * 3}/{below * 3}", f"1-{below - above}/{below}", f"百分之{percent}",
    )  # fmt: skip
    wrong = (f"{below}/{above}", f"{above}/{below + 1}", f"1-{above}/{below}", f"{decimal}1", f"{decimal}%")
    yield from (Answer(text, "number", held, f"{above}/{below}", True) for text in spellings)
    yield from (Answer(text, "number", held, f"{above}/{below}", False) for text in wrong)


def size(random: Random) -> Iterator[Answer]:
    """Yield spellings of one size in GiB."""
    size_ = random.choice((2, 3, 5, 6, 12, 24, 48, 96)) * random.choice((1, 2, 4, 8))
    held = certificate(
        "quantity",
        Exact(str(size_), Fraction(size_)),
        "GiB",
        "1/200",
        half=Exact(str(size_ // 2), Fraction(size_ // 2)),
    )
    count = size_ * 2**30
    spellings = (
        f"{size_} GiB", f"{size_}GiB", f"{size_ * 1024} MiB", f"{count} B", f"{count:,} bytes", f"{size_}*1024^3 B",
        f"{size_}×2³⁰ 字节", f"约 {size_} GiB", f"{count / 1e9:.4f} GB", f"{size_ * 8} Gibit",
    )  # fmt: skip
    wrong = (
        f"{size_} GB",
        f"{size_ // 2} GiB",
        f"{size_} MiB",
        f"{size_ * 8} GiB",
        f"{size_ + 1} GiB",
        f"{size_} Gbit",
    )
    yield from (Answer(text, "quantity", held, str(count), True) for text in spellings)
    yield from (Answer(text, "quantity", held, str(count), False) for text in wrong)


def expression(random: Random) -> Iterator[Answer]:
    """Yield spellings of c·n²·d·L for one c."""
    c = random.randrange(2, 40)
    formula = f"{c}*n**2*d*L"
    held = certificate(
        "expression", Exact(formula, None, rational=False), "MAC", one=Exact(f"{c}*n**2*d", None, rational=False)
    )
    spellings = (
        f"{c}n²dL", f"{c} n^2 d L", f"{c}*n**2*d*L", f"{c}·n²·d·L", f"{c}n*n*d*L", f"L*{c}n^2*d", f"{c}(n^2)(d)(L)",
        f"{c}n^2dL", f"({c}/2)(2n²)dL", f"{c}×n×n×d×L", f"n²dL*{c}", f"{2 * c}n²dL/2", f"{c}n(n+1)dL - {c}ndL",
    )  # fmt: skip
    wrong = (f"{c}n²d", f"{c + 1}n²dL", f"{c}nd²L", f"{c}n²dL + n", f"{c}ndL", f"{c}n³dL", f"{c}n²(d+L)")
    yield from (Answer(text, "expression", held, formula, True) for text in spellings)
    yield from (Answer(text, "expression", held, formula, False) for text in wrong)


def rooted(random: Random) -> Iterator[Answer]:
    """Yield spellings of c·n/√d for one c."""
    c = random.randrange(2, 40)
    formula = f"{c}*n/sqrt(d)"
    held = certificate(
        "expression", Exact(formula, None, rational=False), None, plain=Exact(f"{c}*n/d", None, rational=False)
    )
    spellings = (
        formula, f"{c}n/√d", f"{c}n/sqrt(d)", f"{c}*n*d^(-1/2)", f"{c}n√(d)/d", f"{c}n*d**(-0.5)", f"({c}n)/(d^(1/2))",
        f"sqrt({c**2}n^2/d)", f"{c}·n·√(1/d)", f"\\frac{{{c}n}}{{\\sqrt{{d}}}}",
    )  # fmt: skip
    wrong = (f"{c}n/d", f"{c}n√d", f"{c}/√d", f"{c + 1}n/sqrt(d)", f"sqrt({c}n/d)", f"{c}n/√(d+1)")
    yield from (Answer(text, "expression", held, formula, True) for text in spellings)
    yield from (Answer(text, "expression", held, formula, False) for text in wrong)


def logged(random: Random) -> Iterator[Answer]:
    """Yield spellings of c·n·log₂ n for one c."""
    c = random.randrange(2, 40)
    formula = f"{c}*n*log(n)/log(2)"
    held = certificate(
        "expression", Exact(formula, None, rational=False), None, linear=Exact(f"{c}*n", None, rational=False)
    )
    spellings = (
        formula, f"{c}n log₂ n", f"{c}n*log2(n)", f"{c}*n*log(n,2)", f"{c}n log(n)/log(2)", f"{c}n ln(n)/ln(2)",
        f"n log(n)*{c}/log(2)", f"{c}n*log_2(n)",
    )  # fmt: skip
    wrong = (
        f"{c}n log n",
        f"{c}n",
        f"{c}n² log(n)/log(2)",
        f"log(n)/log({c})",
        f"{c}n log(n)/log(3)",
        f"{c}d log(n)/log(2)",
    )
    yield from (Answer(text, "expression", held, formula, True) for text in spellings)
    yield from (Answer(text, "expression", held, formula, False) for text in wrong)


SOURCES: tuple[Callable[[Random], Iterator[Answer]], ...] = (
    whole,
    irrational,
    fraction,
    size,
    softmax,
    decayed,
    rotated,
    waved,
    surprised,
    expression,
    rooted,
    logged,
)


def round_of(random: Random) -> list[Answer]:
    """Return one round: fresh numbers in every source, about 230 answers."""
    return [answer for source in SOURCES for answer in source(random)]
