"""Draws problems: which one a turn asks follows from a secret and the turn, and none repeats while others are left."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import NamedTuple

from bot.play.house import House
from bot.play.scene import Tier
from bot.store import questions
from bot.store.questions import Problem, canonical
from bot.workshop.errors import WorkshopError
from engine.rules.wall import Layer
from quizbank.bank import Bank
from quizbank.certificate import Certificate

LOG = logging.getLogger(__name__)
MEASURING = 1.0  # seconds a learner waits for the engine's own reading; after that the certificate serves
DIFFICULTIES: Mapping[Tier, frozenset[int]] = {
    "apprentice": frozenset({1, 2}),
    "adept": frozenset({2, 3}),
    "elder": frozenset({3, 4, 5}),
}


class Drawn(NamedTuple):
    """A problem to be asked, and the engine's reading of it just now, if there was one."""

    certificate: Certificate
    remeasured: str | None


class NothingToAskError(Exception):
    """Every problem of these families was withdrawn."""


def families_for(bank: Bank, layer: Layer, tier: Tier) -> tuple[str, ...]:
    """Return the families that may ask for a layer at a tier, in the tour's order."""
    of_layer = [facts for facts in bank.facts.values() if facts.layer == layer]
    fitting = [facts.id for facts in of_layer if facts.difficulty in DIFFICULTIES[tier]]
    return tuple(fitting or (facts.id for facts in of_layer))


async def draw(house: House, learner: int, families: Sequence[str], seed: str, *, last: Problem | None = None) -> Drawn:
    """Draw a problem this learner has not met, and measure it once more; one that does not hold is withdrawn.

    `last` is not drawn, though all be met. Raises NothingToAskError when nothing is left that holds.
    """
    random = Random(seed)
    async with house.store.reading() as db:
        withdrawn = await questions.withdrawn_problems(db)
        met = await questions.asked_problems(db, learner, families)
    withdrawn |= frozenset(filter(None, (last,)))
    while True:
        certificate = pick(house.bank, families, random, met, withdrawn)
        drawn = await measured(house, certificate)
        if drawn is not None:
            return drawn
        withdrawn |= {problem_of(certificate)}


def pick(
    bank: Bank, families: Sequence[str], random: Random, met: Collection[Problem], withdrawn: Collection[Problem]
) -> Certificate:
    """Return a problem: of a family least met, new to the learner while any is new."""
    sound = {family: [each for each in problems(bank, family) if each[0] not in withdrawn] for family in families}
    fresh = {family: [each for each in all_of if each[0] not in met] for family, all_of in sound.items()}
    pool = {family: left for family, left in (fresh if any(fresh.values()) else sound).items() if left}
    if not pool:
        raise NothingToAskError(families)
    times_met = {family: sum(1 for problem in met if problem[0] == family) for family in pool}
    rarest = [family for family in pool if times_met[family] == min(times_met.values())]
    return random.choice(pool[random.choice(rarest)])[1]


@lru_cache(maxsize=1024)
def problems(bank: Bank, family: str) -> tuple[tuple[Problem, Certificate], ...]:
    """Return what a family may ask, each told from the others."""
    return tuple((problem_of(certificate), certificate) for certificate in bank.certificates[family])


async def measured(house: House, certificate: Certificate) -> Drawn | None:
    """Measure a problem now, if the workshop can in time; None, and never asked again, if it does not hold."""
    try:
        reading = await house.workshop.measure(certificate.family, certificate.numbers, patience=MEASURING)
    except WorkshopError as error:
        LOG.warning("could not measure %s: %s", certificate.family, error)
        return Drawn(certificate, None)
    if reading is None:
        return Drawn(certificate, None)
    if reading.agrees:
        return Drawn(certificate, reading.value)
    LOG.error("withdrawn: %s %s measured %s", certificate.family, dict(certificate.numbers), reading.value)
    async with house.store.writing() as db:
        key = certificate.key.text
        await questions.withdraw(db, problem_of(certificate), key, reading.value, house.clock())
    return None


def problem_of(certificate: Certificate) -> Problem:
    """Return what tells one problem from another."""
    return certificate.family, canonical(certificate.numbers)
