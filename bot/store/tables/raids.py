"""Raids: one wall for many, each with numbers of their own."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, String, Table

from bot.store.tables.columns import Instant, RowId, metadata, unique_where

raid = Table(
    "raid",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("host_id", ForeignKey("learner.id"), nullable=False),
    Column("guild", BigInteger, nullable=False),
    Column("channel", BigInteger, nullable=False),
    Column("message", BigInteger),
    Column("language", String(8), nullable=False),  # of the public message
    Column("tier", String(12), nullable=False),
    Column("secret", BigInteger, nullable=False),  # its draws derive from this
    Column("opened", Instant, nullable=False),
    Column("started", Instant),  # NULL = those who come are still awaited
    Column("touched", Instant, nullable=False),  # when anyone last did anything
    Column("host_seen", Instant, nullable=False),  # when its host last did
    Column("ended", Instant),
    Column("ending", String(12)),  # "broken", "overgrown": a projection of the answers; all others happened
    CheckConstraint("(ended IS NULL) = (ending IS NULL)", name="ended_with_an_ending"),
)
unique_where("uq_raid_open", "ended IS NULL", raid.c.channel)
Index("ix_raid_guild", raid.c.guild)

raid_member = Table(  # a row for each stay: who goes and comes back has two
    "raid_member",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("raid_id", ForeignKey("raid.id"), nullable=False),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),
    Column("joined", Instant, nullable=False),
    Column("joined_after", BigInteger, nullable=False),  # the last answer given there before, 0 = none
    Column("left", Instant),
    Column("left_after", BigInteger),
    CheckConstraint('("left" IS NULL) = (left_after IS NULL)', name="left_after_an_answer"),
)
unique_where("uq_raid_member_here", "left_after IS NULL", raid_member.c.raid_id, raid_member.c.learner_id)
Index("ix_raid_member_raid_id", raid_member.c.raid_id)
Index("ix_raid_member_learner_id", raid_member.c.learner_id)
