"""Battles with the wall: one challenger each."""

from __future__ import annotations

from sqlalchemy import BigInteger, CheckConstraint, Column, ForeignKey, Index, Integer, String, Table

from bot.store.tables.columns import Instant, RowId, index_where, metadata, unique_where

battle = Table(
    "battle",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),
    Column("guild", BigInteger, nullable=False),  # 0 = a direct message or a shell
    Column("channel", BigInteger),
    Column("message", BigInteger),
    Column("language", String(8), nullable=False),  # of the public message
    Column("tier", String(12), nullable=False),
    Column("secret", BigInteger, nullable=False),  # its draws derive from this
    Column("started", Instant, nullable=False),
    Column("ended", Instant),
    Column("ending", String(12)),  # a projection of the answers, except "abandoned" and "overtaken", which happened
    Column("shown", Integer),  # the turn that its public message shows; NULL = not known to show how it stands
    CheckConstraint("(ended IS NULL) = (ending IS NULL)", name="ended_with_an_ending"),
)
unique_where("uq_battle_open", "ended IS NULL", battle.c.learner_id, battle.c.guild)
Index("ix_battle_guild_learner_id", battle.c.guild, battle.c.learner_id)
index_where("ix_battle_unshown", "shown IS NULL", battle.c.id)
