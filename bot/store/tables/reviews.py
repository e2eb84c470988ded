"""Review: when each skill a learner missed comes back, the sittings in which it did, and how they are reminded."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, Integer, String, Table

from bot.store.tables.columns import Instant, RowId, metadata, unique_where

# A projection of the learner's answers: what the scheduler makes of them.
card = Table(
    "card",
    metadata,
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("skill", String(60), primary_key=True),
    Column("state", JSON, nullable=False),  # the scheduler's own
    Column("due", Instant, nullable=False),
)
Index("ix_card_due", card.c.learner_id, card.c.due)

review = Table(
    "review",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),
    Column("secret", BigInteger, nullable=False),
    Column("started", Instant, nullable=False),
    Column("ended", Instant),
)
unique_where("uq_review_open", "ended IS NULL", review.c.learner_id)

# A hint that was asked for before a review's question was answered.
hint = Table(
    "hint",
    metadata,
    Column("question_id", ForeignKey("question.id"), primary_key=True),
    Column("at", Instant, nullable=False),
)

# How to reach a learner who asked to be reminded.
reminder = Table(
    "reminder",
    metadata,
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("language", String(8), nullable=False),  # that they asked in; of nobody else is it known who says nothing
    Column("failures", Integer, nullable=False),  # in a row: their messages are closed
)

# Every zone whose clock a learner has lived by.
clock = Table(
    "clock",
    metadata,
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("zone", String(64), primary_key=True),  # IANA
    Column("since", Instant, nullable=False),  # last
)
