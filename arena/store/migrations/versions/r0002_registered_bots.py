"""Bots known to the arena by tokens of their own, who is here, and start times."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes the tables of an arena that serves strangers."""
    op.add_column("tournaments", sa.Column("start_time", sa.Text()))
    _bots()
    _presence()


def _bots() -> None:
    op.create_table(
        "bots",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("created_time", sa.Text(), nullable=False),
        sa.Column("revoked_time", sa.Text()),
        sa.Column("seen_time", sa.Text()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_bots")),
        sa.UniqueConstraint("name", name=op.f("uq_bots_name")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_bots_token_hash")),
    )
    op.create_table(
        "enrolments",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("entrant_number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "entrant_number"],
            ["entrants.tournament_id", "entrants.number"],
            name=op.f("fk_enrolments_entrants"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["bot_id"],
            ["bots.id"],
            name=op.f("fk_enrolments_bots"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "tournament_id", "entrant_number", name=op.f("pk_enrolments")
        ),
    )
    op.create_index(op.f("ix_enrolments_bot_id"), "enrolments", ["bot_id"])


def _presence() -> None:
    op.create_table(
        "presence",
        sa.Column("bot_id", sa.Integer(), nullable=False),
        sa.Column("peer", sa.Text(), nullable=False),
        sa.Column("client", sa.Text(), nullable=False),
        sa.Column("since_time", sa.Text(), nullable=False),
        sa.Column("tournament", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["bot_id"],
            ["bots.id"],
            name=op.f("fk_presence_bots"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("bot_id", name=op.f("pk_presence")),
    )
    op.create_table(
        "serving",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("since_time", sa.Text(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_serving_single")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_serving")),
    )
