"""The tables. Everything a learner sent is append-only; the few columns that sum up what happened say so."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    Dialect,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.types import TypeDecorator

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Instant(TypeDecorator[datetime]):
    """A moment, kept as whole microseconds since 1970 UTC: the same in every database, exact, and ordered."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """Take an aware datetime; a naive one raises TypeError."""
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: Any, dialect: Dialect) -> datetime | None:
        """Give an aware datetime in UTC."""
        return None if value is None else EPOCH + timedelta(microseconds=value)


class Typed(TypeDecorator[str]):
    """A text exactly as it was typed, byte for byte: NUL, lone surrogates and all."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Take any str."""
        return None if value is None else value.encode("utf-8", "surrogatepass")

    def process_result_value(self, value: Any, dialect: Dialect) -> str | None:
        """Give back the very same str."""
        return None if value is None else bytes(value).decode("utf-8", "surrogatepass")


metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

# SQLite numbers rows by itself only in a column called INTEGER.
RowId = BigInteger().with_variant(Integer, "sqlite")

learner = Table(
    "learner",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # Discord's user id; 0 = the one at a shell
    Column("name", String(100), nullable=False),  # as last seen, untrusted
    Column("language", String(8)),  # chosen by the learner; NULL = follow the client's
    Column("text_only", Boolean, nullable=False),  # words in the place of every picture
    Column("met", Instant, nullable=False),
)

guild = Table(
    "guild",
    metadata,
    Column("id", BigInteger, primary_key=True, autoincrement=False),  # Discord's
    Column("role", BigInteger),  # given to whoever breaks the wall there; NULL = none
)

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
    Column("ending", String(12)),  # a projection of the answers, except "abandoned", which happened
    CheckConstraint("(ended IS NULL) = (ending IS NULL)", name="ended_with_an_ending"),
)
Index(
    "uq_battle_open",
    battle.c.learner_id,
    battle.c.guild,
    unique=True,
    sqlite_where=text("ended IS NULL"),
    postgresql_where=text("ended IS NULL"),
)
Index("ix_battle_guild_learner_id", battle.c.guild, battle.c.learner_id)

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
Index(
    "uq_walk_open",
    walk.c.learner_id,
    walk.c.hall,
    walk.c.proving,
    unique=True,
    sqlite_where=text("ended IS NULL"),
    postgresql_where=text("ended IS NULL"),
)
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
Index(
    "uq_progress_passed",
    progress.c.walk_id,
    progress.c.beat,
    unique=True,
    sqlite_where=text("passed"),
    postgresql_where=text("passed"),
)

question = Table(
    "question",
    metadata,
    Column("id", RowId, primary_key=True),
    Column("learner_id", ForeignKey("learner.id"), nullable=False),  # whose numbers these are
    Column("battle_id", ForeignKey("battle.id")),
    Column("walk_id", ForeignKey("walk.id")),
    Column("beat", String(60)),
    Column("turn", Integer, nullable=False),  # in its battle, or at its beat: 0, 1, 2 …
    Column("family", String(60), nullable=False),
    Column("numbers", JSON, nullable=False),
    Column("certificate", JSON, nullable=False),
    Column("remeasured", Text),  # what the engine read when this was asked; NULL = the certificate served
    Column("asked", Instant, nullable=False),
    CheckConstraint("(battle_id IS NULL) <> (walk_id IS NULL)", name="asked_in_one_place"),
    UniqueConstraint("battle_id", "turn", "learner_id"),
    UniqueConstraint("walk_id", "beat", "turn"),
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
