"""Review: when each skill a learner missed comes back, and the sittings in which it did."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Column, ForeignKey, Index, String, Table

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
