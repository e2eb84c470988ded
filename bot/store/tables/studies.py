"""Study sessions: rounds for a group, at its own pace; and those that are planned."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    UniqueConstraint,
    text,
)

from bot.store.tables.columns import Instant, RowId, metadata, unique_where

study = Table(
    "study",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("host_id", ForeignKey("learner.id"), nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("language", String(8), nullable=False),  # of the public message
    Column("secret", BigInteger, nullable=False),  # its draws derive from this
    Column("subjects", JSON, nullable=False),  # the halls and skills that were chosen
    Column("families", JSON, nullable=False),  # what may be asked of them
    Column("rounds", Integer, nullable=False),
    Column("pace", String(12), nullable=False),  # "everyone", "timed", "race"
    Column("peer", Boolean, nullable=False),  # a first vote, talk, and a second vote
    Column("named", Boolean, nullable=False),  # whether names are shown
    Column("seconds", Integer),  # for a round; NULL = no clock
    Column("opened", Instant, nullable=False),
    Column("started", Instant),
    Column("paused", Instant),  # NULL = it runs
    Column("touched", Instant, nullable=False),  # when anyone last did anything
    Column("host_seen", Instant, nullable=False),  # when the host last did
    Column("ended", Instant),
    Column("ending", String(12)),  # "finished", "stopped", "idle", "deserted", "unreachable"
    CheckConstraint("(ended IS NULL) = (ending IS NULL)", name="ended_with_an_ending"),
)
unique_where("uq_study_open", "ended IS NULL", study.c.channel)
Index("ix_study_guild", study.c.guild)

study_member = Table(
    "study_member",
    metadata,
    Column("study_id", ForeignKey("study.id"), primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("joined", Instant, nullable=False),
    Column("left", Instant),
)
Index("ix_study_member_learner_id", study_member.c.learner_id)

study_round = Table(
    "study_round",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("study_id", ForeignKey("study.id"), nullable=False),
    Column("number", Integer, nullable=False),  # from 1
    Column("family", String(60), nullable=False),  # asked of everyone, with numbers of their own
    Column("review", Boolean, nullable=False),  # asked again because the group missed it
    Column("phase", String(12), nullable=False),  # "first", "talk", "second", "closed"
    Column("opened", Instant, nullable=False),
    Column("turned", Instant, nullable=False),  # when its phase began
    Column("deadline", Instant),  # of the phase, for whoever has no extra time; NULL = no clock, or not begun
    Column("closes", Instant),  # of a race: for everyone, soon after the first right answer
    Column("closed", Instant),
    UniqueConstraint("study_id", "number"),
)
Index("ix_study_round_deadline", study_round.c.deadline)

study_stop = Table(  # a stretch of time that counts for nobody: a pause, or the bot's own absence
    "study_stop",
    metadata,
    Column("study_id", ForeignKey("study.id"), primary_key=True),
    Column("began", Instant, primary_key=True),
    Column("ended", Instant, nullable=False),
)

study_plan = Table(
    "study_plan",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("host_id", ForeignKey("learner.id"), nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("language", String(8), nullable=False),
    Column("settings", JSON, nullable=False),  # of the session that will be opened
    Column("starts", Instant, nullable=False),
    Column("event", BigInteger),  # Discord's scheduled event
    Column("study_id", ForeignKey("study.id")),  # once it was opened
    Column("cancelled", Instant),
)
Index("ix_study_plan_starts", study_plan.c.starts)

study_reminder = Table(
    "study_reminder",
    metadata,
    Column("plan_id", ForeignKey("study_plan.id"), primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("sent", Instant),
    Column("undelivered", Boolean, nullable=False, server_default=text("false")),  # until they are told otherwise
)
