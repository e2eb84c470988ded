"""The first tables: learners, their walks and battles, what was asked, answered, and corrected since."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def row_id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def column(name: str, kind: Any, *constraints: Any, null: bool = False) -> sa.Column[Any]:
    return sa.Column(name, kind, *constraints, nullable=null)


def references(table: str, here: str, name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], [f"{table}.id"], name=f"fk_{here}_{name}")


def key(table: str, *columns: str) -> sa.PrimaryKeyConstraint:
    return sa.PrimaryKeyConstraint(*(columns or ("id",)), name=f"pk_{table}")


def unique(table: str, *columns: str) -> sa.UniqueConstraint:
    return sa.UniqueConstraint(*columns, name=f"uq_{table}_{'_'.join(columns)}")


def unique_where(name: str, table: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, table, columns, unique=True, sqlite_where=where, postgresql_where=where)


def upgrade() -> None:
    create_learner()
    create_guild()
    create_battle()
    create_walk()
    create_progress()
    create_question()
    create_answer()
    create_correction()
    create_withdrawal()
    op.create_table("memo", column("name", sa.String(60)), column("value", sa.Text()), key("memo", "name"))


def create_learner() -> None:
    op.create_table(
        "learner",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        column("name", sa.String(100)),
        column("language", sa.String(8), null=True),
        column("text_only", sa.Boolean()),
        column("met", sa.BigInteger()),
        key("learner"),
    )


def create_guild() -> None:
    op.create_table(
        "guild",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        column("role", sa.BigInteger(), null=True),
        key("guild"),
    )


def create_battle() -> None:
    op.create_table(
        "battle",
        column("id", row_id()),
        column("learner_id", sa.BigInteger()),
        column("guild", sa.BigInteger()),
        column("channel", sa.BigInteger(), null=True),
        column("message", sa.BigInteger(), null=True),
        column("language", sa.String(8)),
        column("tier", sa.String(12)),
        column("secret", sa.BigInteger()),
        column("started", sa.BigInteger()),
        column("ended", sa.BigInteger(), null=True),
        column("ending", sa.String(12), null=True),
        sa.CheckConstraint("(ended IS NULL) = (ending IS NULL)", name="ck_battle_ended_with_an_ending"),
        references("learner", "battle", "learner_id"),
        key("battle"),
    )
    op.create_index("ix_battle_guild_learner_id", "battle", ["guild", "learner_id"])
    unique_where("uq_battle_open", "battle", ["learner_id", "guild"], "ended IS NULL")


def create_walk() -> None:
    op.create_table(
        "walk",
        column("id", row_id()),
        column("learner_id", sa.BigInteger()),
        column("hall", sa.String(40)),
        column("proving", sa.Boolean()),
        column("secret", sa.BigInteger()),
        column("started", sa.BigInteger()),
        column("entered", sa.BigInteger()),
        column("ended", sa.BigInteger(), null=True),
        column("outcome", sa.String(12), null=True),
        sa.CheckConstraint("(ended IS NULL) = (outcome IS NULL)", name="ck_walk_ended_with_an_outcome"),
        references("learner", "walk", "learner_id"),
        key("walk"),
    )
    op.create_index("ix_walk_learner_id_hall", "walk", ["learner_id", "hall"])
    unique_where("uq_walk_open", "walk", ["learner_id", "hall", "proving"], "ended IS NULL")


def create_progress() -> None:
    op.create_table(
        "progress",
        column("id", row_id()),
        column("walk_id", row_id()),
        column("beat", sa.String(60)),
        column("move", sa.String(100)),
        column("passed", sa.Boolean()),
        column("interaction", sa.BigInteger(), null=True),
        column("at", sa.BigInteger()),
        references("walk", "progress", "walk_id"),
        unique("progress", "interaction"),
        key("progress"),
    )
    unique_where("uq_progress_passed", "progress", ["walk_id", "beat"], "passed")


def create_question() -> None:
    op.create_table(
        "question",
        column("id", row_id()),
        column("learner_id", sa.BigInteger()),
        column("battle_id", row_id(), null=True),
        column("walk_id", row_id(), null=True),
        column("beat", sa.String(60), null=True),
        column("turn", sa.Integer()),
        column("family", sa.String(60)),
        column("numbers", sa.JSON()),
        column("certificate", sa.JSON()),
        column("remeasured", sa.Text(), null=True),
        column("asked", sa.BigInteger()),
        sa.CheckConstraint("(battle_id IS NULL) <> (walk_id IS NULL)", name="ck_question_asked_in_one_place"),
        references("learner", "question", "learner_id"),
        references("battle", "question", "battle_id"),
        references("walk", "question", "walk_id"),
        unique("question", "battle_id", "turn", "learner_id"),
        unique("question", "walk_id", "beat", "turn"),
        key("question"),
    )
    op.create_index("ix_question_learner_id_family", "question", ["learner_id", "family"])


def create_answer() -> None:
    op.create_table(
        "answer",
        column("id", row_id()),
        column("question_id", row_id()),
        column("learner_id", sa.BigInteger()),
        column("attempt", sa.Integer(), null=True),
        column("text", sa.LargeBinary()),
        column("kind", sa.String(12)),
        column("line", sa.String(60)),
        column("echo", sa.Text(), null=True),
        column("reader", sa.Integer()),
        column("interaction", sa.BigInteger(), null=True),
        column("at", sa.BigInteger()),
        references("question", "answer", "question_id"),
        references("learner", "answer", "learner_id"),
        unique("answer", "interaction"),
        unique("answer", "question_id", "learner_id", "attempt"),
        key("answer"),
    )
    op.create_index("ix_answer_learner_id", "answer", ["learner_id"])


def create_correction() -> None:
    op.create_table(
        "correction",
        column("id", row_id()),
        column("answer_id", row_id()),
        column("kind", sa.String(12)),
        column("line", sa.String(60)),
        column("echo", sa.Text(), null=True),
        column("reader", sa.Integer()),
        column("at", sa.BigInteger()),
        references("answer", "correction", "answer_id"),
        key("correction"),
    )
    op.create_index("ix_correction_answer_id", "correction", ["answer_id"])


def create_withdrawal() -> None:
    op.create_table(
        "withdrawal",
        column("family", sa.String(60)),
        column("numbers", sa.String(400)),
        column("key", sa.Text()),
        column("measured", sa.Text()),
        column("at", sa.BigInteger()),
        key("withdrawal", "family", "numbers"),
    )


def downgrade() -> None:
    for table in ("correction", "answer", "question", "progress", "walk", "battle", "guild"):
        op.drop_table(table)
    for table in ("withdrawal", "memo", "learner"):
        op.drop_table(table)
