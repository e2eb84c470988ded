"""A learner's own path: halls cleared, skills held, what they first believed and when they saw it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.play.house import House
from bot.play.judging import COUNTED, recall_asked
from bot.play.scene import Belief, Memory, Path, SkillView
from bot.play.tour.map import map_of, way_on
from bot.store import battles, records, walks
from bot.store.records import RecordedAnswer
from bot.store.walks import ChoiceRow
from engine.rules.mastery import mastery
from quizbank.beat import Beat, Choose


async def path_of(house: House, learner: int) -> Path:
    """Return a learner's path, folded from every answer they gave."""
    tour_map = await map_of(house, learner)
    async with house.store.reading() as db:
        answers = await records.of_learner(db, learner, counted=COUNTED)
        broke = await battles.first_broken(db, learner)
        chosen = await walks.choices(db, learner)
    by_skill: dict[str, list[RecordedAnswer]] = {}
    for answer in answers:
        if answer.family in house.bank.facts:  # a family since taken out teaches nothing now
            by_skill.setdefault(house.bank.facts[answer.family].skill, []).append(answer)
    order = list(dict.fromkeys(facts.skill for facts in house.bank.facts.values()))
    met = [skill for skill in order if skill in by_skill]
    skills = tuple(skill_view(house, skill, by_skill[skill]) for skill in met)
    memories = tuple(memory for skill in met if (memory := remember(house, skill, by_skill[skill])) is not None)
    return Path(tour_map, skills, broke, memories, way_on(tour_map), tuple(beliefs(house, chosen)))


def skill_view(house: House, skill: str, answers: Sequence[RecordedAnswer]) -> SkillView:
    """Return how well a skill is held."""
    hall = house.bank.facts[answers[0].family].hall
    return SkillView(skill, hall, mastery(each.right for each in answers if each.attempt == 1), len(answers))


def remember(house: House, skill: str, answers: Sequence[RecordedAnswer]) -> Memory | None:
    """Return what a learner first believed of a skill, and when they saw it; None if they were never wrong."""
    first = next((place for place, answer in enumerate(answers) if not answer.right), None)
    if first is None:
        return None
    slip = answers[first]
    seen = next((answer.at for answer in answers[first:] if answer.right), None)
    slips = sum(1 for answer in answers if not answer.right)
    hall = house.bank.facts[slip.family].hall
    return Memory(skill, hall, recall_asked(slip.question, []), slip.line, slips, seen)


def beliefs(house: House, chosen: Sequence[ChoiceRow]) -> Iterator[Belief]:
    """Yield what a learner first believed at each choice whose hall has words to retell it by, in the tour's order."""
    for hall in house.bank.halls.values():
        for beat in hall.beats:
            here = [each for each in chosen if (each.hall, each.beat) == (hall.id, beat.id)]
            said = first_said(beat, here)
            if said is not None and f"retold.{said}" in hall.lines:
                seen = next((each.at for each in here if each.right), None)
                yield Belief(hall.id, said, sum(not each.right for each in here), seen)


def first_said(beat: Beat, here: Sequence[ChoiceRow]) -> str | None:
    """Return the key of what was chosen first at a beat; None where nothing was, or it is offered no more."""
    if not isinstance(beat, Choose) or not here:
        return None
    return next((option.say for place, option in enumerate(beat.options) if str(place) == here[0].chosen), None)
