"""Walks through halls, and every step taken in them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, CheckConstraint, Column, ForeignKey, Index, String, Table

from bot.store.tables.columns import Instant, RowId, metadata, unique_where

walk = Table(
    "walk",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),
    Column("hall", String(40), nullable=False),
    Column("proving", Boolean, nullable=False),  # a few of the hall's questions, to pass it without walking it
    Column("secret", BigInteger, nullable=False),
    Column("started", Instant, nullable=False),
    Column("entered", Instant, nullable=False),  # last: the open walk entered last is where the learner is
    Column("ended", Instant),
    Column("outcome", String(12)),  # "walked", "proved" or "failed": a projection of its progress
    CheckConstraint("(ended IS NULL) = (outcome IS NULL)", name="ended_with_an_outcome"),
)
unique_where("uq_walk_open", "ended IS NULL", walk.c.learner_id, walk.c.hall, walk.c.proving)
Index("ix_walk_learner_id_hall", walk.c.learner_id, walk.c.hall)

progress = Table(
    "progress",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("walk_id", ForeignKey("walk.id"), nullable=False),
    Column("beat", String(60), nullable=False),
    Column("move", String(100), nullable=False),  # "next", "choose:<token>", "turn:<value>", "answer:<verdict line>"
    Column("passed", Boolean, nullable=False),
    Column("interaction", BigInteger, unique=True),
    Column("at", Instant, nullable=False),
)
unique_where("uq_progress_passed", "passed", progress.c.walk_id, progress.c.beat)
