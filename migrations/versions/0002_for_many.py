"""For many: raids, study sessions, standings, review, a teacher's desk; and questions that belong to any of them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

HOMES = ("raid", "round", "review", "sitting")  # where a question may belong from now on, beside battle and walk
DROPPED = (
    "tiding",
    "ruling",
    "appeal",
    "sitting",
    "assignment",
    "hint",
    "review",
    "card",
    "reminder",
    "clock",
    "tally",
    "season",
    "unscored",
    "standing_node",
    "standing",
    "score_day",
    "study_reminder",
    "study_plan",
    "study_stop",
    "study_round",
    "study_member",
    "study",
    "raid_member",
    "raid",
    "membership",
    "posting",
)
WIDENED = {
    "learner": ("hidden", "worldwide", "zone", "extra", "remind", "reminded"),
    "guild": (
        "teachers",
        "language",
        "zone",
        "channels",
        "tiers",
        "season",
        "season_began",
        "named",
        "board_channel",
        "board_message",
        "left",
    ),
    "battle": ("shown",),
}
UNSHOWN = "shown IS NULL"
TABLES = {"round": "study_round"}  # where the table's name is longer

# What puts a learner's score in doubt: on which table, at what, under which condition, and what is then noted down.
# Triggers, for then no path by which an answer or an ending is written can forget it, or pays a journey for it.
MARK = "INSERT INTO unscored (learner_id, at) "
MARKS = {
    "answer_unscored": ("answer", "INSERT", "NEW.attempt IS NOT NULL", MARK + "VALUES (NEW.learner_id, NEW.at)"),
    "correction_unscored": (
        "correction",
        "INSERT",
        "NEW.answer_id IS NOT NULL",
        MARK + "SELECT learner_id, NULL FROM answer WHERE id = NEW.answer_id",
    ),
    "battle_unscored": (
        "battle",
        "UPDATE OF ending",
        "'broken' IN (COALESCE(NEW.ending, ''), COALESCE(OLD.ending, ''))",
        MARK + "VALUES (NEW.learner_id, COALESCE(NEW.ended, OLD.ended))",
    ),
    "raid_unscored": (
        "raid",
        "UPDATE OF ending",
        "'broken' IN (COALESCE(NEW.ending, ''), COALESCE(OLD.ending, ''))",
        MARK + "SELECT learner_id, COALESCE(NEW.ended, OLD.ended) FROM raid_member WHERE raid_id = NEW.id",
    ),
    "learner_unscored": (
        "learner",
        "UPDATE OF worldwide",
        "NEW.worldwide <> OLD.worldwide",
        MARK + "VALUES (NEW.id, NULL)",
    ),
    "guild_unscored": (
        "guild",
        "UPDATE OF zone, season_began",
        "COALESCE(NEW.zone, '') <> COALESCE(OLD.zone, '')"
        " OR COALESCE(NEW.season_began, 0) <> COALESCE(OLD.season_began, 0)",
        MARK + "SELECT learner_id, NULL FROM standing WHERE guild = NEW.id AND period = 'all'",
    ),
    "guild_unscored_first": (
        "guild",
        "INSERT",
        "NEW.zone IS NOT NULL OR NEW.season_began IS NOT NULL",
        MARK + "SELECT learner_id, NULL FROM standing WHERE guild = NEW.id AND period = 'all'",
    ),
    **{
        name: (
            "guild",
            event,
            "NEW.season_began IS NOT NULL",
            "INSERT INTO season (guild, began, name) VALUES (NEW.id, NEW.season_began, COALESCE(NEW.season, ''))"
            " ON CONFLICT (guild, began) DO UPDATE SET name = excluded.name",
        )
        for name, event in (("guild_season", "UPDATE OF season, season_began"), ("guild_season_first", "INSERT"))
    },
}


def row_id() -> sa.types.TypeEngine[int]:
    return sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def unique_where(name: str, table: str, columns: list[str], condition: str) -> None:
    where = sa.text(condition)
    op.create_index(name, table, columns, unique=True, sqlite_where=where, postgresql_where=where)


def upgrade() -> None:
    widen_learner()
    widen_guild()
    widen_battle()
    create_people()
    create_postings()
    create_raids()
    create_studies()
    create_scores()
    create_reviews()
    create_tallies()
    create_classes()
    widen_question()
    create_marks()


def widen_learner() -> None:
    with op.batch_alter_table("learner") as batch_op:
        batch_op.add_column(sa.Column("hidden", sa.Boolean(), server_default=sa.text("false"), nullable=False))
        batch_op.add_column(sa.Column("worldwide", sa.Boolean(), server_default=sa.text("false"), nullable=False))
        batch_op.add_column(sa.Column("zone", sa.String(length=64)))
        batch_op.add_column(sa.Column("extra", sa.Integer(), server_default=sa.text("0"), nullable=False))
        batch_op.add_column(sa.Column("remind", sa.Integer()))
        batch_op.add_column(sa.Column("reminded", sa.Integer()))


def widen_guild() -> None:
    with op.batch_alter_table("guild") as batch_op:
        batch_op.add_column(sa.Column("teachers", sa.BigInteger()))
        batch_op.add_column(sa.Column("language", sa.String(length=8)))
        batch_op.add_column(sa.Column("zone", sa.String(length=64)))
        batch_op.add_column(sa.Column("channels", sa.JSON()))
        batch_op.add_column(sa.Column("tiers", sa.JSON()))
        batch_op.add_column(sa.Column("season", sa.String(length=60)))
        batch_op.add_column(sa.Column("season_began", sa.BigInteger()))
        batch_op.add_column(sa.Column("named", sa.Boolean(), server_default=sa.text("true"), nullable=False))
        batch_op.add_column(sa.Column("board_channel", sa.BigInteger()))
        batch_op.add_column(sa.Column("board_message", sa.BigInteger()))
        batch_op.add_column(sa.Column("left", sa.BigInteger()))


def widen_battle() -> None:
    op.add_column("battle", sa.Column("shown", sa.Integer()))
    last = "SELECT COALESCE(MAX(turn), 0) FROM question WHERE question.battle_id = battle.id"
    op.execute(f"UPDATE battle SET shown = ({last})")  # what was not is not known any more
    where = sa.text(UNSHOWN)
    op.create_index("ix_battle_unshown", "battle", ["id"], sqlite_where=where, postgresql_where=where)


def create_postings() -> None:
    op.create_table(
        "posting",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("sort", sa.String(length=12), nullable=False),
        sa.Column("home", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("token", sa.Text()),
        sa.Column("replaced_channel", sa.BigInteger()),
        sa.Column("replaced", sa.BigInteger()),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_posting"),
    )


def create_people() -> None:
    op.create_table(
        "membership",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("seen", sa.BigInteger(), nullable=False),
        sa.Column("left", sa.BigInteger()),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_membership_learner_id"),
        sa.PrimaryKeyConstraint("guild", "learner_id", name="pk_membership"),
    )
    op.create_index("ix_membership_learner_id", "membership", ["learner_id"])


def create_raids() -> None:
    op.create_table(
        "raid",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("tier", sa.String(length=12), nullable=False),
        sa.Column("secret", sa.BigInteger(), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger()),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.Column("host_seen", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("ending", sa.String(length=12)),
        sa.CheckConstraint("(ended IS NULL) = (ending IS NULL)", name="ck_raid_ended_with_an_ending"),
        sa.ForeignKeyConstraint(["host_id"], ["learner.id"], name="fk_raid_host_id"),
        sa.PrimaryKeyConstraint("id", name="pk_raid"),
    )
    op.create_index("ix_raid_guild", "raid", ["guild"])
    unique_where("uq_raid_open", "raid", ["channel"], "ended IS NULL")
    op.create_table(
        "raid_member",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("raid_id", row_id(), nullable=False),
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("joined_after", sa.BigInteger(), nullable=False),
        sa.Column("left", sa.BigInteger()),
        sa.Column("left_after", sa.BigInteger()),
        sa.CheckConstraint('("left" IS NULL) = (left_after IS NULL)', name="ck_raid_member_left_after_an_answer"),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_raid_member_learner_id"),
        sa.ForeignKeyConstraint(["raid_id"], ["raid.id"], name="fk_raid_member_raid_id"),
        sa.PrimaryKeyConstraint("id", name="pk_raid_member"),
    )
    unique_where("uq_raid_member_here", "raid_member", ["raid_id", "learner_id"], "left_after IS NULL")
    op.create_index("ix_raid_member_raid_id", "raid_member", ["raid_id"])
    op.create_index("ix_raid_member_learner_id", "raid_member", ["learner_id"])


def create_studies() -> None:
    op.create_table(
        "study",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger()),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("secret", sa.BigInteger(), nullable=False),
        sa.Column("subjects", sa.JSON(), nullable=False),
        sa.Column("families", sa.JSON(), nullable=False),
        sa.Column("rounds", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(length=12), nullable=False),
        sa.Column("peer", sa.Boolean(), nullable=False),
        sa.Column("named", sa.Boolean(), nullable=False),
        sa.Column("seconds", sa.Integer()),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger()),
        sa.Column("paused", sa.BigInteger()),
        sa.Column("touched", sa.BigInteger(), nullable=False),
        sa.Column("host_seen", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.Column("ending", sa.String(length=12)),
        sa.CheckConstraint("(ended IS NULL) = (ending IS NULL)", name="ck_study_ended_with_an_ending"),
        sa.ForeignKeyConstraint(["host_id"], ["learner.id"], name="fk_study_host_id"),
        sa.PrimaryKeyConstraint("id", name="pk_study"),
    )
    op.create_index("ix_study_guild", "study", ["guild"])
    unique_where("uq_study_open", "study", ["channel"], "ended IS NULL")
    op.create_table(
        "study_member",
        sa.Column("study_id", row_id(), nullable=False),
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("joined", sa.BigInteger(), nullable=False),
        sa.Column("left", sa.BigInteger()),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_study_member_learner_id"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_member_study_id"),
        sa.PrimaryKeyConstraint("study_id", "learner_id", name="pk_study_member"),
    )
    op.create_index("ix_study_member_learner_id", "study_member", ["learner_id"])
    op.create_table(
        "study_round",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("study_id", row_id(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("family", sa.String(length=60), nullable=False),
        sa.Column("review", sa.Boolean(), nullable=False),
        sa.Column("phase", sa.String(length=12), nullable=False),
        sa.Column("opened", sa.BigInteger(), nullable=False),
        sa.Column("turned", sa.BigInteger(), nullable=False),
        sa.Column("deadline", sa.BigInteger()),
        sa.Column("closes", sa.BigInteger()),
        sa.Column("closed", sa.BigInteger()),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_round_study_id"),
        sa.PrimaryKeyConstraint("id", name="pk_study_round"),
        sa.UniqueConstraint("study_id", "number", name="uq_study_round_study_id_number"),
    )
    op.create_index("ix_study_round_deadline", "study_round", ["deadline"])
    op.create_table(
        "study_stop",
        sa.Column("study_id", row_id(), nullable=False),
        sa.Column("began", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("ended", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_stop_study_id"),
        sa.PrimaryKeyConstraint("study_id", "began", name="pk_study_stop"),
    )
    op.create_table(
        "study_plan",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("settings", sa.JSON(), nullable=False),
        sa.Column("starts", sa.BigInteger(), nullable=False),
        sa.Column("event", sa.BigInteger()),
        sa.Column("study_id", row_id()),
        sa.Column("cancelled", sa.BigInteger()),
        sa.ForeignKeyConstraint(["host_id"], ["learner.id"], name="fk_study_plan_host_id"),
        sa.ForeignKeyConstraint(["study_id"], ["study.id"], name="fk_study_plan_study_id"),
        sa.PrimaryKeyConstraint("id", name="pk_study_plan"),
    )
    op.create_index("ix_study_plan_starts", "study_plan", ["starts"])
    op.create_table(
        "study_reminder",
        sa.Column("plan_id", row_id(), nullable=False),
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("sent", sa.BigInteger()),
        sa.Column("undelivered", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_study_reminder_learner_id"),
        sa.ForeignKeyConstraint(["plan_id"], ["study_plan.id"], name="fk_study_reminder_plan_id"),
        sa.PrimaryKeyConstraint("plan_id", "learner_id", name="pk_study_reminder"),
    )


def create_scores() -> None:
    op.create_table(
        "score_day",
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("day", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("season", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("walls", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_score_day_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "guild", "day", "season", name="pk_score_day"),
    )
    op.create_table(
        "standing",
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.String(length=40), nullable=False),
        sa.Column("days", sa.Integer(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("right", sa.Integer(), nullable=False),
        sa.Column("tried", sa.Integer(), nullable=False),
        sa.Column("walls", sa.Integer(), nullable=False),
        sa.Column("accuracy", sa.Integer()),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_standing_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "guild", "period", name="pk_standing"),
    )
    for sort in ("points", "accuracy", "walls"):
        op.create_index(f"ix_standing_{sort}", "standing", ["guild", "period", sort, "learner_id"])
    op.create_table(
        "standing_node",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("period", sa.String(length=40), nullable=False),
        sa.Column("sort", sa.String(length=8), nullable=False),
        sa.Column("level", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("node", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("learners", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "period", "sort", "level", "node", name="pk_standing_node"),
    )
    op.create_table(
        "unscored",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger()),
        sa.PrimaryKeyConstraint("id", name="pk_unscored"),
    )
    op.create_index("ix_unscored_learner_id", "unscored", ["learner_id"])
    op.create_table(
        "season",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("began", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("guild", "began", name="pk_season"),
    )


def create_reviews() -> None:
    op.create_table(
        "card",
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("skill", sa.String(length=60), nullable=False),
        sa.Column("state", sa.JSON(), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_card_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "skill", name="pk_card"),
    )
    op.create_index("ix_card_due", "card", ["learner_id", "due"])
    op.create_table(
        "review",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("secret", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_review_learner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_review"),
    )
    unique_where("uq_review_open", "review", ["learner_id"], "ended IS NULL")
    op.create_table(
        "hint",
        sa.Column("question_id", row_id(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["question_id"], ["question.id"], name="fk_hint_question_id"),
        sa.PrimaryKeyConstraint("question_id", name="pk_hint"),
    )
    op.create_table(
        "reminder",
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("failures", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_reminder_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", name="pk_reminder"),
    )
    op.create_table(
        "clock",
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_clock_learner_id"),
        sa.PrimaryKeyConstraint("learner_id", "zone", name="pk_clock"),
    )


def create_tallies() -> None:
    op.create_table(
        "tally",
        sa.Column("guild", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("family", sa.String(length=60), nullable=False),
        sa.Column("numbers", sa.String(length=400), nullable=False),
        sa.Column("first", sa.Boolean(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("line", sa.String(length=60), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("guild", "family", "numbers", "first", "kind", "line", name="pk_tally"),
    )


def create_classes() -> None:
    op.create_table(
        "assignment",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger()),
        sa.Column("message", sa.BigInteger()),
        sa.Column("teacher_id", sa.BigInteger(), nullable=False),
        sa.Column("language", sa.String(length=8), nullable=False),
        sa.Column("title", sa.String(length=100), nullable=False),
        sa.Column("families", sa.JSON(), nullable=False),
        sa.Column("paper", sa.BigInteger()),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("secret", sa.BigInteger(), nullable=False),
        sa.Column("due", sa.BigInteger()),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("closed", sa.BigInteger()),
        sa.ForeignKeyConstraint(["teacher_id"], ["learner.id"], name="fk_assignment_teacher_id"),
        sa.PrimaryKeyConstraint("id", name="pk_assignment"),
    )
    op.create_index("ix_assignment_guild", "assignment", ["guild"])
    op.create_table(
        "sitting",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("assignment_id", row_id(), nullable=False),
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.BigInteger()),
        sa.ForeignKeyConstraint(["assignment_id"], ["assignment.id"], name="fk_sitting_assignment_id"),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_sitting_learner_id"),
        sa.PrimaryKeyConstraint("id", name="pk_sitting"),
        sa.UniqueConstraint("assignment_id", "learner_id", "number", name="uq_sitting_assignment_id_learner_id_number"),
    )
    unique_where("uq_sitting_open", "sitting", ["assignment_id", "learner_id"], "ended IS NULL")
    op.create_table(
        "appeal",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("answer_id", row_id(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("made", sa.BigInteger(), nullable=False),
        sa.Column("decided", sa.BigInteger()),
        sa.Column("teacher_id", sa.BigInteger()),
        sa.Column("outcome", sa.String(length=12)),
        sa.CheckConstraint("(decided IS NULL) = (outcome IS NULL)", name="ck_appeal_decided_with_an_outcome"),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name="fk_appeal_answer_id"),
        sa.ForeignKeyConstraint(["teacher_id"], ["learner.id"], name="fk_appeal_teacher_id"),
        sa.PrimaryKeyConstraint("id", name="pk_appeal"),
        sa.UniqueConstraint("answer_id", name="uq_appeal_answer_id"),
    )
    op.create_index("ix_appeal_guild", "appeal", ["guild", "decided"])
    op.create_table(
        "ruling",
        sa.Column("id", row_id(), nullable=False),
        sa.Column("appeal_id", row_id(), nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("family", sa.String(length=60), nullable=False),
        sa.Column("numbers", sa.String(length=400), nullable=False),
        sa.Column("echo", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["appeal_id"], ["appeal.id"], name="fk_ruling_appeal_id"),
        sa.PrimaryKeyConstraint("id", name="pk_ruling"),
        sa.UniqueConstraint("appeal_id", name="uq_ruling_appeal_id"),
    )
    op.create_index("ix_ruling_family", "ruling", ["family", "guild"])
    op.create_table(
        "tiding",
        sa.Column("answer_id", row_id(), nullable=False),
        sa.Column("learner_id", sa.BigInteger(), nullable=False),
        sa.Column("outcome", sa.String(length=12), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("told", sa.BigInteger()),
        sa.ForeignKeyConstraint(["answer_id"], ["answer.id"], name="fk_tiding_answer_id"),
        sa.ForeignKeyConstraint(["learner_id"], ["learner.id"], name="fk_tiding_learner_id"),
        sa.PrimaryKeyConstraint("answer_id", name="pk_tiding"),
    )
    unique_where("uq_tiding_untold", "tiding", ["learner_id", "answer_id"], "told IS NULL")


def widen_question() -> None:
    with op.batch_alter_table("question") as batch_op:
        batch_op.drop_constraint("ck_question_asked_in_one_place", type_="check")
        for home in HOMES:
            batch_op.add_column(sa.Column(f"{home}_id", row_id()))
            table = TABLES.get(home, home)
            batch_op.create_foreign_key(f"fk_question_{home}_id", table, [f"{home}_id"], ["id"])
        batch_op.create_check_constraint("ck_question_asked_in_one_place", in_one_place("battle", "walk", *HOMES))
        batch_op.create_unique_constraint("uq_question_raid_id_learner_id_turn", ["raid_id", "learner_id", "turn"])
        batch_op.create_unique_constraint("uq_question_round_id_learner_id_turn", ["round_id", "learner_id", "turn"])
        batch_op.create_unique_constraint("uq_question_review_id_turn", ["review_id", "turn"])
        batch_op.create_unique_constraint("uq_question_sitting_id_turn", ["sitting_id", "turn"])


def create_marks() -> None:
    op.execute(MARK + "SELECT id, NULL FROM learner WHERE id > 0")  # all that was answered so far
    for name, (table, event, condition, work) in MARKS.items():
        head = f"CREATE TRIGGER {name} AFTER {event} ON {table} FOR EACH ROW WHEN ({condition})"
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"{head} BEGIN {work}; END")
            continue
        op.execute(f"CREATE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {work}; RETURN NULL; END $$")
        op.execute(f"{head} EXECUTE FUNCTION {name}()")


def drop_marks() -> None:
    for name, (table, *_) in MARKS.items():
        if op.get_bind().dialect.name == "sqlite":
            op.execute(f"DROP TRIGGER {name}")
            continue
        op.execute(f"DROP TRIGGER {name} ON {table}")
        op.execute(f"DROP FUNCTION {name}()")


def in_one_place(*homes: str) -> str:
    return " + ".join(f"CASE WHEN {home}_id IS NULL THEN 0 ELSE 1 END" for home in homes) + " = 1"


def downgrade() -> None:
    drop_marks()
    delete_questions_of_many()
    with op.batch_alter_table("question") as batch_op:
        batch_op.drop_constraint("ck_question_asked_in_one_place", type_="check")
        batch_op.drop_constraint("uq_question_raid_id_learner_id_turn", type_="unique")
        batch_op.drop_constraint("uq_question_round_id_learner_id_turn", type_="unique")
        batch_op.drop_constraint("uq_question_review_id_turn", type_="unique")
        batch_op.drop_constraint("uq_question_sitting_id_turn", type_="unique")
        for home in HOMES:
            batch_op.drop_constraint(f"fk_question_{home}_id", type_="foreignkey")
            batch_op.drop_column(f"{home}_id")
        batch_op.create_check_constraint("ck_question_asked_in_one_place", "(battle_id IS NULL) <> (walk_id IS NULL)")
    for table in DROPPED:
        op.drop_table(table)
    op.drop_index("ix_battle_unshown", "battle")
    for table, columns in WIDENED.items():
        with op.batch_alter_table(table) as batch_op:
            for column in columns:
                batch_op.drop_column(column)


def delete_questions_of_many() -> None:
    """What was asked in a place that is no more goes with it, and with that the answers."""
    many = "SELECT id FROM question WHERE battle_id IS NULL AND walk_id IS NULL"
    answers = f"SELECT id FROM answer WHERE question_id IN ({many})"
    op.execute("DELETE FROM unscored")
    op.execute("DELETE FROM hint")
    for table in ("tiding", "ruling", "appeal"):
        op.execute(f"DELETE FROM {table}")
    op.execute(f"DELETE FROM correction WHERE answer_id IN ({answers})")
    op.execute(f"DELETE FROM answer WHERE question_id IN ({many})")
    op.execute("DELETE FROM question WHERE battle_id IS NULL AND walk_id IS NULL")
