"""Standings: projections of the answers, kept for speed and made again from them at any time."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from bot.store.tables.columns import Instant, RowId, metadata

# What a learner earned in a guild on one of its days; a row for each day on which they answered or broke a wall.
score_day = Table(
    "score_day",
    metadata,
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),  # 0 = all servers
    Column("day", Integer, primary_key=True, autoincrement=False),  # counted from 0001-01-01, by the guild's clock
    Column("season", BigInteger, primary_key=True, autoincrement=False),  # when it began, as an Instant; 0 = before any
    Column("points", Integer, nullable=False),
    Column("right", Integer, nullable=False),  # questions answered rightly at the first attempt
    Column("tried", Integer, nullable=False),
    Column("walls", Integer, nullable=False),
)

# The sums of those days over each period.
standing = Table(
    "standing",
    metadata,
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("period", String(40), primary_key=True),
    Column("days", Integer, nullable=False),  # rows summed
    Column("points", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("walls", Integer, nullable=False),
    Column("accuracy", Integer),  # percent; NULL = too few tried to say
)
Index("ix_standing_points", standing.c.guild, standing.c.period, standing.c.points, standing.c.learner_id)
Index("ix_standing_accuracy", standing.c.guild, standing.c.period, standing.c.accuracy, standing.c.learner_id)
Index("ix_standing_walls", standing.c.guild, standing.c.period, standing.c.walls, standing.c.learner_id)

# How many standings have a value that begins with these digits: a rank is then a few sums, however many stand above.
standing_node = Table(
    "standing_node",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("period", String(40), primary_key=True),
    Column("sort", String(8), primary_key=True),  # which value: "points", "accuracy", "walls"
    Column("level", Integer, primary_key=True, autoincrement=False),  # 0 = the whole value; each drops a digit more
    Column("node", Integer, primary_key=True, autoincrement=False),  # what is left of it
    Column("learners", Integer, nullable=False),
)

# Learners whose answers, endings or choices changed, in the order they did; triggers add them, scoring takes them.
unscored = Table(
    "unscored",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("learner_id", BigInteger, nullable=False),
    Column("at", Instant),  # when what changed had happened; NULL = the learner's whole history is in doubt
)
Index("ix_unscored_learner_id", unscored.c.learner_id)

# Every season a guild began; a trigger adds them.
season = Table(
    "season",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("began", Instant, primary_key=True, autoincrement=False),
    Column("name", String(60), nullable=False),
)
