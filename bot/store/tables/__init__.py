"""The tables. Everything a learner sent is append-only; the few columns that sum up what happened say so."""

from bot.store.tables.answers import HOMES, answer, correction, question
from bot.store.tables.battles import battle
from bot.store.tables.classes import appeal, assignment, ruling, sitting, tiding
from bot.store.tables.columns import metadata
from bot.store.tables.notes import memo, posting, withdrawal
from bot.store.tables.people import guild, learner, membership
from bot.store.tables.raids import raid, raid_member
from bot.store.tables.reviews import card, clock, hint, reminder, review
from bot.store.tables.scores import score_day, season, standing, standing_node, unscored
from bot.store.tables.studies import study, study_member, study_plan, study_reminder, study_round, study_stop
from bot.store.tables.tallies import tally
from bot.store.tables.walks import progress, walk

__all__ = [
    "HOMES",
    "answer",
    "appeal",
    "assignment",
    "battle",
    "card",
    "clock",
    "correction",
    "guild",
    "hint",
    "learner",
    "membership",
    "memo",
    "metadata",
    "posting",
    "progress",
    "question",
    "raid",
    "raid_member",
    "reminder",
    "review",
    "ruling",
    "score_day",
    "season",
    "sitting",
    "standing",
    "standing_node",
    "study",
    "study_member",
    "study_plan",
    "study_reminder",
    "study_round",
    "study_stop",
    "tally",
    "tiding",
    "unscored",
    "walk",
    "withdrawal",
]
