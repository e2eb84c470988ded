"""A teacher's desk: work that was set, the sittings at it, learners' appeals, and what was ruled on them."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from bot.store.tables.columns import Instant, RowId, metadata, unique_where

assignment = Table(
    "assignment",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("teacher_id", ForeignKey("learner.id"), nullable=False),
    Column("language", String(8), nullable=False),  # of the public message
    Column("title", String(100), nullable=False),  # as typed by the teacher, untrusted
    Column("families", JSON, nullable=False),  # one question of each, in this order
    Column("paper", BigInteger),  # the number of a fixed paper, the same for all; NULL = numbers of one's own
    Column("attempts", Integer, nullable=False),  # sittings allowed; the best counts
    Column("secret", BigInteger, nullable=False),
    Column("due", Instant),
    Column("created", Instant, nullable=False),
    Column("closed", Instant),
)
Index("ix_assignment_guild", assignment.c.guild)

sitting = Table(
    "sitting",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("assignment_id", ForeignKey("assignment.id"), nullable=False),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),
    Column("number", Integer, nullable=False),  # from 1
    Column("started", Instant, nullable=False),
    Column("ended", Instant),
    UniqueConstraint("assignment_id", "learner_id", "number"),
)
unique_where("uq_sitting_open", "ended IS NULL", sitting.c.assignment_id, sitting.c.learner_id)

appeal = Table(
    "appeal",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("answer_id", ForeignKey("answer.id"), nullable=False, unique=True),
    Column("guild", BigInteger, nullable=False),
    Column("made", Instant, nullable=False),
    Column("decided", Instant),
    Column("teacher_id", ForeignKey("learner.id")),
    Column("outcome", String(12)),  # "accepted", "declined"
    CheckConstraint("(decided IS NULL) = (outcome IS NULL)", name="decided_with_an_outcome"),
)
Index("ix_appeal_guild", appeal.c.guild, appeal.c.decided)

# What a teacher has ruled to be right in a guild: one reading of one problem, for everyone, then and from now on.
ruling = Table(
    "ruling",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("appeal_id", ForeignKey("appeal.id"), nullable=False, unique=True),
    Column("guild", BigInteger, nullable=False),
    Column("family", String(60), nullable=False),
    Column("numbers", String(400), nullable=False),  # canonical JSON
    Column("echo", Text, nullable=False),
)
Index("ix_ruling_family", ruling.c.family, ruling.c.guild)

# What a learner is to be told of an answer of theirs the next time they are seen.
tiding = Table(
    "tiding",
    metadata,
    Column("answer_id", ForeignKey("answer.id"), primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),
    Column("outcome", String(12), nullable=False),  # "accepted", "declined"
    Column("at", Instant, nullable=False),
    Column("told", Instant),  # NULL = not yet
)
unique_where("uq_tiding_untold", "told IS NULL", tiding.c.learner_id, tiding.c.answer_id)
