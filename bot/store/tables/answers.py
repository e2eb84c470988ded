"""Questions, every text sent to them, and what was judged anew since; all of it append-only."""

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

from bot.store.tables.columns import Instant, RowId, Typed, metadata

HOMES = ("battle", "walk", "raid", "round", "review", "sitting")  # where a question may belong
IN_ONE_PLACE = " + ".join(f"CASE WHEN {home}_id IS NULL THEN 0 ELSE 1 END" for home in HOMES) + " = 1"

question = Table(
    "question",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),  # whose numbers these are
    Column("battle_id", ForeignKey("battle.id")),
    Column("walk_id", ForeignKey("walk.id")),
    Column("raid_id", ForeignKey("raid.id")),
    Column("round_id", ForeignKey("study_round.id")),
    Column("review_id", ForeignKey("review.id")),
    Column("sitting_id", ForeignKey("sitting.id")),
    Column("beat", String(60)),  # of the walk
    Column("turn", Integer, nullable=False),  # this learner's there, or at its beat: 0, 1, 2 …
    Column("family", String(60), nullable=False),
    Column("numbers", JSON, nullable=False),
    Column("certificate", JSON, nullable=False),
    Column("remeasured", Text),  # what the engine read when this was asked; NULL = the certificate served
    Column("asked", Instant, nullable=False),
    CheckConstraint(IN_ONE_PLACE, name="asked_in_one_place"),
    UniqueConstraint("battle_id", "turn", "learner_id"),
    UniqueConstraint("walk_id", "beat", "turn"),
    UniqueConstraint("raid_id", "learner_id", "turn"),
    UniqueConstraint("round_id", "learner_id", "turn"),
    UniqueConstraint("review_id", "turn"),
    UniqueConstraint("sitting_id", "turn"),
)
Index("ix_question_learner_id_family", question.c.learner_id, question.c.family)

answer = Table(
    "answer",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("question_id", ForeignKey("question.id"), nullable=False),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),
    Column("attempt", Integer),  # from 1; NULL where the text was no answer and cost nothing
    Column("text", Typed, nullable=False),
    Column("kind", String(12), nullable=False),
    Column("line", String(60), nullable=False),
    Column("echo", Text),  # how it was read; NULL where it was not
    Column("reader", Integer, nullable=False),  # the version that read it
    Column("interaction", BigInteger, unique=True),
    Column("at", Instant, nullable=False),
    UniqueConstraint("question_id", "learner_id", "attempt"),
)
Index("ix_answer_learner_id", answer.c.learner_id)

correction = Table(
    "correction",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("answer_id", ForeignKey("answer.id"), nullable=False, index=True),
    Column("kind", String(12), nullable=False),
    Column("line", String(60), nullable=False),
    Column("echo", Text),
    Column("reader", Integer, nullable=False),
    Column("at", Instant, nullable=False),
)
