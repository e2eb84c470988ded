"""What a move leads to: the elder's own answer to a choice, the exhibit at a turn of the dial."""

from __future__ import annotations

from bot.play.house import House
from bot.play.refusals import NoSuchMoveError
from bot.play.scene import Say
from bot.play.tour.beats import Passage, run_exhibit, spoken
from bot.play.tour.whereabouts import Whereabouts
from quizbank.beat import Ask, Beat, Choose, Fight, Turn

CHOOSE_AGAIN = Say("bot", "tour.choose_again")


async def passage_of(house: House, at: Whereabouts, beat: Beat, what: str) -> Passage:
    """Return what a move at a beat leads to; raises NoSuchMoveError if the beat offers no such move."""
    kind, _, value = what.partition(":")
    match beat:
        case Choose() if kind == "choose":
            return choice(house, at, beat, value)
        case Turn() if kind == "turn":
            return await turned(house, at, beat, value)
        case Choose() | Turn() | Ask() | Fight():
            raise NoSuchMoveError
        case _ if kind == "next":
            return Passage(passed=True)
    raise NoSuchMoveError


def choice(house: House, at: Whereabouts, beat: Choose, token: str) -> Passage:
    """Return the elder's own answer to a choice; only a right one opens the way, after any other one chooses again."""
    option = next((option for place, option in enumerate(beat.options) if str(place) == token), None)
    if option is None:
        raise NoSuchMoveError
    said = spoken(house, at, beat, option.reply)
    return Passage(passed=option.right, say=said if option.right else (*said, CHOOSE_AGAIN))


async def turned(house: House, at: Whereabouts, beat: Turn, value: str) -> Passage:
    """Turn a dial: the exhibit runs again; the way opens once a value of the goal was seen."""
    stands = next((each for each in beat.values if str(each) == value), None)
    if stands is None:
        raise NoSuchMoveError
    passed = not beat.goal or stands in beat.goal
    picture, late = await run_exhibit(house, at, beat, stands)
    return Passage(passed, spoken(house, at, beat, beat.reply) if passed else (), picture, late, stands)


async def passage_here(house: House, at: Whereabouts) -> Passage:
    """Return once more what the move led to that opened the way here; nothing where that was to go on or to answer."""
    before = at.beats[at.index - 1] if at.index else None
    if not isinstance(before, Choose | Turn) or before.id not in at.opened:
        return Passage()
    try:
        passage = await passage_of(house, at, before, at.opened[before.id])
    except NoSuchMoveError:  # the hall offers it no more
        return Passage()
    return passage if passage.passed else Passage()
