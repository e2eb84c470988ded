"""What is left of answers that were deleted: how many there were of each kind, and of nobody."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Integer, String, Table

from bot.store.tables.columns import metadata

tally = Table(
    "tally",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),  # 0 = given in no guild
    Column("family", String(60), primary_key=True),
    Column("numbers", String(400), primary_key=True),  # canonical JSON
    Column("first", Boolean, primary_key=True),  # the first attempts at a question, or the later ones
    Column("kind", String(12), primary_key=True),
    Column("line", String(60), primary_key=True),
    Column("count", Integer, nullable=False),
)
