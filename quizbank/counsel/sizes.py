"""Which number belongs to which letter: n = 4096, heads 8, 32 层."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from quizbank.counsel.scanner import Piece

COPIES = frozenset("hgLb")  # named without a number, they leave open how many


@dataclass
class Sizes:
    """The numbers of a question, as far as they were given to letters."""

    named: dict[str, int] = field(default_factory=dict)
    loose: list[int] = field(default_factory=list)  # numbers that belong to no letter
    open: list[str] = field(default_factory=list)  # letters named without a number
    all: list[int] = field(default_factory=list)  # every number, in order
    twice: bool = False  # one letter was given two numbers

    def give(self, letter: str, value: int) -> None:
        """Give a number to a letter."""
        self.twice = self.twice or self.named.get(letter, value) != value
        self.named[letter] = value


def sizes_of(pieces: Iterable[Piece]) -> Sizes:
    """Return the numbers of a question, given to the letters beside them."""
    sizes = Sizes()
    for clause in clauses(pieces):
        assign(clause, sizes)
    return sizes


def clauses(pieces: Iterable[Piece]) -> Iterable[list[Piece]]:
    """Yield the runs of numbers, names and equals signs between two pauses."""
    clause: list[Piece] = []
    for piece in pieces:
        if piece.within("bare") == "and":
            yield clause
            clause = []
        elif counts(piece):
            clause.append(piece)
    yield clause


def counts(piece: Piece) -> bool:
    """Tell whether a piece has to do with sizes."""
    sections = {section for section, _ in piece.tags}
    return bool(sections & {"number", "before", "after"}) or ("bare", "equal") in piece.tags


def assign(clause: list[Piece], sizes: Sizes) -> None:
    """Give each number of a clause to the name before or behind it; which comes first, the clause's beginning tells."""
    pieces = [piece for piece in clause if ("bare", "equal") not in piece.tags]
    equal = {id(clause[at + 1]) for at in range(len(clause) - 1) if ("bare", "equal") in clause[at].tags}
    names_first = bool(pieces) and pieces[0].value is None
    taken: set[int] = set()
    for at, piece in enumerate(pieces):
        if piece.value is None:
            continue
        sizes.all.append(piece.value)
        before = at - 1 if at and at - 1 not in taken and pieces[at - 1].within("before") else None
        behind = at + 1 if at + 1 < len(pieces) and pieces[at + 1].within("after") else None
        if before is not None and (behind is None or names_first or id(piece) in equal):
            sizes.give(str(pieces[before].within("before")), piece.value)
            taken.add(before)
        elif behind is not None:
            sizes.give(str(pieces[behind].within("after")), piece.value)
            taken.add(behind)
        else:
            sizes.loose.append(piece.value)
    left = (piece for at, piece in enumerate(pieces) if piece.value is None and at not in taken)
    sizes.open += [letter for piece in left if (letter := piece.within("before") or piece.within("after"))]
