"""What a verification found: how many problems held, and each that did not, with the reason as the key of a line."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from quizbank.certificate import Number


@dataclass(frozen=True)
class Refusal:
    """One problem that did not hold, and why: a key of the lines under `bank.reason`, and what fills that line."""

    family: str
    numbers: Mapping[str, Number]
    reason: str
    values: Mapping[str, str] = field(default_factory=dict)


@dataclass
class Report:
    """What was found; `held` is whether the bank may be asked as it stands."""

    families: int = 0
    problems: int = 0
    agreed: int = 0
    disagreed: list[Refusal] = field(default_factory=list)  # the witnesses differ
    stale: list[Refusal] = field(default_factory=list)  # they agree, and the committed certificate says otherwise
    seconds: float = 0.0

    @property
    def held(self) -> bool:
        """Whether all witnesses agreed and all committed certificates are fresh."""
        return not self.disagreed and not self.stale

    def dump(self) -> dict[str, Any]:
        """Return the JSON of `bank verify --json`."""
        return {
            "families": self.families,
            "problems": self.problems,
            "agreed": self.agreed,
            "disagreed": [vars(refusal) for refusal in self.disagreed],
            "stale": [vars(refusal) for refusal in self.stale],
            "seconds": round(self.seconds, 3),
        }
