"""What the bot keeps for itself: problems withdrawn, and notes by name."""

from __future__ import annotations

from sqlalchemy import Column, String, Table, Text

from bot.store.tables.columns import Instant, metadata

withdrawal = Table(
    "withdrawal",
    metadata,
    Column("family", String(60), primary_key=True),
    Column("numbers", String(400), primary_key=True),  # canonical JSON
    Column("key", Text, nullable=False),
    Column("measured", Text, nullable=False),
    Column("at", Instant, nullable=False),
)

memo = Table(
    "memo",
    metadata,
    Column("name", String(60), primary_key=True),
    Column("value", Text, nullable=False),
)
