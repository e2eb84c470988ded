"""Standings: projections of the answers, kept for speed and made again from them at any time."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table

from bot.store.tables.columns import metadata

# What a learner earned in a guild on one of its days; the answers of that day say it, and this remembers.
score_day = Table(
    "score_day",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),  # counted from 0001-01-01, by the guild's clock
    Column("points", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("walls", Integer, nullable=False),
)

# The sums of those days over each period.
standing = Table(
    "standing",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),  # 0 = all servers
    Column("period", String(40), primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("points", Integer, nullable=False),
    Column("right", Integer, nullable=False),
    Column("tried", Integer, nullable=False),
    Column("walls", Integer, nullable=False),
)
Index("ix_standing_rank", standing.c.guild, standing.c.period, standing.c.points.desc(), standing.c.learner_id)

# Answers, and corrections of answers, that the two above have not taken in yet.
unscored = Table(
    "unscored",
    metadata,
    Column("answer_id", ForeignKey("answer.id"), primary_key=True),
)
