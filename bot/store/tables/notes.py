"""What the bot keeps for itself: problems withdrawn, notes by name, and public messages being put up."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, String, Table, Text

from bot.store.tables.columns import Instant, RowId, metadata

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

posting = Table(  # a public message being put up: until it is remembered where it belongs, and its forerunner is gone
    "posting",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("sort", String(12), nullable=False),  # "battle", "raid", "study", "board", "work"
    Column("home", BigInteger, nullable=False),  # of what it shows, by the id that its sort goes by
    Column("guild", BigInteger, nullable=False),  # 0 = a direct message
    Column("channel", BigInteger, nullable=False),
    Column("token", Text),  # of the interaction that it answers, good for fifteen minutes; NULL = it answers none
    Column("replaced_channel", BigInteger),
    Column("replaced", BigInteger),  # the message it takes the place of
    Column("at", Instant, nullable=False),
)
