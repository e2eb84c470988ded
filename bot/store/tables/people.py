"""Learners and guilds: who was met, where, and what each has chosen."""

from __future__ import annotations

from sqlalchemy import JSON, BigInteger, Boolean, Column, ForeignKey, Index, Integer, String, Table, text

from bot.store.tables.columns import Instant, metadata

NO = text("false")

learner = Table(
    "learner",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # Discord's; 0 = at a shell; below 0 = forgotten
    Column("name", String(100), nullable=False),  # as last seen, untrusted
    Column("language", String(8)),  # chosen by the learner; NULL = follow the client's
    Column("text_only", Boolean, nullable=False),  # words in the place of every picture
    Column("met", Instant, nullable=False),
    Column("hidden", Boolean, nullable=False, server_default=NO),  # on no board and in no list by name
    Column("worldwide", Boolean, nullable=False, server_default=NO),  # stands on the board of all servers
    Column("zone", String(64)),  # IANA time zone; NULL = UTC
    Column("extra", Integer, nullable=False, server_default=text("0")),  # percent more time, which nobody is told of
    Column("remind", Integer),  # the hour of the learner's day at which they asked to be reminded; NULL = never
    Column("reminded", Integer),  # the day, counted from 0001-01-01, of the last reminder
)

guild = Table(
    "guild",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # Discord's
    Column("role", BigInteger),  # given to whoever breaks the wall there; NULL = none
    Column("teachers", BigInteger),  # the role whose bearers teach; NULL = whoever may manage the server
    Column("language", String(8)),  # of public messages; NULL = that of whoever begins one
    Column("zone", String(64)),  # IANA time zone of its days; NULL = UTC
    Column("channels", JSON),  # where games may be begun; NULL = everywhere
    Column("tiers", JSON),  # which of the wall's tiers may be fought; NULL = all
    Column("season", String(60)),  # the name of the season that runs; NULL = none
    Column("season_began", Instant),
    Column("named", Boolean, nullable=False, server_default=text("true")),  # whether games show names unless told
    Column("board_channel", BigInteger),  # where its one board message stands
    Column("board_message", BigInteger),
    Column("left", Instant),  # when the bot was taken out of it
)

membership = Table(
    "membership",
    metadata,
    Column("guild", BigInteger, primary_key=True, autoincrement=False),
    Column("learner_id", ForeignKey("learner.id"), primary_key=True),
    Column("seen", Instant, nullable=False),  # last
    Column("left", Instant),  # once it is known
)
Index("ix_membership_learner_id", membership.c.learner_id)
