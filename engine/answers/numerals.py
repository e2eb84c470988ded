"""Chinese numerals and magnitudes, alone (五百一十二) and mixed with digits (26万2144), exact to the last digit.

万 is 10⁴, 亿 is 10⁸. 兆 is left to the caller: it is 10⁶ to some readers and 10¹² to others.
"""

from __future__ import annotations

import re
from fractions import Fraction

DIGITS = {
    **dict(zip("零一二三四五六七八九", range(10), strict=True)),
    **dict(zip("〇壹贰叁肆伍陆柒捌玖", range(10), strict=True)),
    **dict(zip("两貳參肆伍陸柒捌玖兩", (2, 2, 3, 4, 5, 6, 7, 8, 9, 2), strict=True)),
}
SMALL = {"十": 10, "百": 100, "千": 1000, "拾": 10, "佰": 100, "仟": 1000}
BIG = {"万": 10**4, "亿": 10**8, "萬": 10**4, "億": 10**8}
BARE = {*SMALL, *BIG} - {"十", "拾"}  # units that say no number when they stand alone
POINTS = "点點"
UNSEEN = 10**16  # larger than any unit
CHARACTERS = "".join([*DIGITS, *SMALL, *BIG, *POINTS])

ITEM = re.compile(rf"[0-9]++(?:\.[0-9]++)?+|[{''.join(DIGITS)}]|[{POINTS}]|[{''.join(SMALL)}]|[{''.join(BIG)}]")


class SpellingError(ValueError):
    """The characters are numerals, but no number is spelled that way (一千百)."""


def spell(text: str) -> tuple[int | Fraction, ...]:
    """Return the numbers that `text` may mean: one, or two where a unit is elided.

    >>> spell("26万2144"), spell("四万亿"), spell("一百二")
    ((262144,), (4000000000000,), (120, 102))
    """
    items: list[str] = ITEM.findall(text)
    if len(items) == 1 and items[0] in BARE:
        raise SpellingError
    if all(item in DIGITS for item in items):
        return (digit_run(items),)
    return Count().run(joined_points(items))


def digit_run(items: list[str]) -> int:
    """Read digits said one after another: 二〇四八 is 2048; but 三四 is three or four."""
    if len(items) == 2 and 1 < DIGITS[items[0]] + 1 == DIGITS[items[1]]:
        raise SpellingError
    return int("".join(str(DIGITS[item]) for item in items))


def joined_points(items: list[str]) -> list[str]:
    """Join each spoken decimal (一 点 三) into one item (1.3)."""
    joined: list[str] = []
    after_point = False
    for item in items:
        if item in POINTS:
            if after_point or not joined:
                raise SpellingError
            whole = joined.pop() if joined[-1] in DIGITS else "零"  # 五十点五: nothing stands between 十 and 点
            joined.append(f"{DIGITS[whole]}.")
            after_point = True
        elif after_point and item in DIGITS:
            joined[-1] += str(DIGITS[item])
        else:
            after_point = False
            joined.append(item)
    if any(item.endswith(".") for item in joined):
        raise SpellingError
    return joined


class Count:
    """The state of one numeral: what 万 or 亿 closed, the section below it, the digit that waits for its unit."""

    def __init__(self) -> None:
        self.total: int | Fraction = 0
        self.section: int | Fraction = 0
        self.waiting: int | Fraction | None = None
        self.last_small = self.last_big = self.last_unit = UNSEEN
        self.gap = False  # a 零 stands since the last unit

    def run(self, items: list[str]) -> tuple[int | Fraction, ...]:
        """Take every item, then close."""
        for item in items:
            if item in SMALL:
                self.small(SMALL[item])
            elif item in BIG:
                self.big(BIG[item])
            else:
                self.number(item)
        return self.close()

    def number(self, item: str) -> None:
        """A digit, or a number in figures, waits for its unit; 零 only fills a gap."""
        if self.waiting is not None:
            raise SpellingError
        value = DIGITS[item] if item in DIGITS else plain(item)
        if value == 0 and item in DIGITS and self.last_unit < UNSEEN:
            self.gap = True
            return
        self.waiting = value

    def small(self, unit: int) -> None:
        """十 百 千: each smaller than the one before; 十 may stand without a digit, 百 and 千 only first."""
        if unit >= self.last_small:
            raise SpellingError
        if self.waiting is None:
            if unit != 10 and (self.section or self.total or self.gap):
                raise SpellingError
            self.waiting = 1
        self.section += self.waiting * unit
        self.waiting, self.gap = None, False
        self.last_small = self.last_unit = unit

    def big(self, unit: int) -> None:
        """Close the section with 万 or 亿; a larger one after a smaller multiplies all before it (万亿)."""
        self.section += self.waiting or 0
        if unit > self.last_big:
            self.total = (self.total + self.section) * unit
        elif self.section and unit < self.last_big:
            self.total += self.section * unit
        else:
            raise SpellingError
        self.section, self.waiting, self.gap = 0, None, False
        self.last_big = self.last_unit = unit
        self.last_small = UNSEEN

    def close(self) -> tuple[int | Fraction, ...]:
        """Return the number; one digit left after 百, 千, 万 or 亿 may stand for the next unit down."""
        if self.waiting is None:
            return (self.total + self.section,)
        if self.waiting >= self.last_unit:
            raise SpellingError
        literal = self.total + self.section + self.waiting
        elided = 10 < self.last_unit < UNSEEN and 1 <= self.waiting < 10 and self.waiting == int(self.waiting)
        if self.gap or not elided:
            return (literal,)
        return (self.total + self.section + self.waiting * (self.last_unit // 10), literal)


def plain(figures: str) -> int | Fraction:
    """Read plain figures, exact."""
    return Fraction(figures) if "." in figures else int(figures)
