"""The first tables: tournaments, entrants, rounds, rotations and their results."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Makes every table."""
    _tournaments()
    _rounds()
    _rotations()
    _forfeits()


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("config_text", sa.Text(), nullable=False),
        sa.Column("seed", sa.LargeBinary(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("created_time", sa.Text(), nullable=False),
        sa.Column("started_time", sa.Text()),
        sa.Column("finished_time", sa.Text()),
        sa.CheckConstraint(
            "status IN ('created', 'running', 'finished')",
            name=op.f("ck_tournaments_status"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tournaments")),
        sa.UniqueConstraint("name", name=op.f("uq_tournaments_name")),
    )
    op.create_table(
        "entrants",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("fill", sa.Boolean(), nullable=False),
        sa.Column("withdrawn", sa.Text()),
        sa.Column("withdrawn_round", sa.Integer()),
        sa.Column("token_hash", sa.Text()),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_entrants_tournaments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_entrants")),
        sa.UniqueConstraint(
            "tournament_id", "name", name=op.f("uq_entrants_tournament_id_name")
        ),
    )


def _rounds() -> None:
    op.create_table(
        "rounds",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("finished", sa.Boolean(), nullable=False),
        sa.CheckConstraint("number >= 1", name=op.f("ck_rounds_number")),
        sa.ForeignKeyConstraint(
            ["tournament_id"],
            ["tournaments.id"],
            name=op.f("fk_rounds_tournaments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("tournament_id", "number", name=op.f("pk_rounds")),
    )
    op.create_table(
        "pairings",
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("entrant_number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "entrant_number"],
            ["entrants.tournament_id", "entrants.number"],
            name=op.f("fk_pairings_entrants"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "round"],
            ["rounds.tournament_id", "rounds.number"],
            name=op.f("fk_pairings_rounds"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "tournament_id", "round", "table_number", "place", name=op.f("pk_pairings")
        ),
        sa.UniqueConstraint(
            "tournament_id",
            "entrant_number",
            "round",
            name=op.f("uq_pairings_tournament_id_entrant_number_round"),
        ),
    )


def _rotations() -> None:
    op.create_table(
        "rotations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("round", sa.Integer(), nullable=False),
        sa.Column("table_number", sa.Integer(), nullable=False),
        sa.Column("board", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["tournament_id", "round"],
            ["rounds.tournament_id", "rounds.number"],
            name=op.f("fk_rotations_rounds"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rotations")),
        sa.UniqueConstraint(
            "tournament_id",
            "round",
            "table_number",
            "board",
            "number",
            name=op.f("uq_rotations_tournament_id_round_table_number_board_number"),
        ),
    )
    op.create_table(
        "deals",
        sa.Column("rotation_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seats", sa.Text(), nullable=False),
        sa.Column("finish", sa.Text(), nullable=False),
        sa.Column("payoff", sa.Text(), nullable=False),
        sa.Column("forfeited", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["rotation_id"],
            ["rotations.id"],
            name=op.f("fk_deals_rotations"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("rotation_id", "number", name=op.f("pk_deals")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "records",
        sa.Column("rotation_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("line", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["rotation_id"],
            ["rotations.id"],
            name=op.f("fk_records_rotations"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("rotation_id", "deal", name=op.f("pk_records")),
    )


def _forfeits() -> None:
    op.create_table(
        "forfeits",
        sa.Column("rotation_id", sa.Integer(), nullable=False),
        sa.Column("deal", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("tournament_id", sa.Integer(), nullable=False),
        sa.Column("entrant_number", sa.Integer(), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.Column("termination", sa.Text(), nullable=False),
        sa.Column("refusal", sa.Text()),
        sa.Column("cards", sa.LargeBinary()),
        sa.Column("measured", sa.Float()),
        sa.Column("allowed", sa.Float()),
        sa.Column("message", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["rotation_id"],
            ["rotations.id"],
            name=op.f("fk_forfeits_rotations"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["tournament_id", "entrant_number"],
            ["entrants.tournament_id", "entrants.number"],
            name=op.f("fk_forfeits_entrants"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint(
            "rotation_id", "deal", "seat", name=op.f("pk_forfeits")
        ),
    )
    op.create_index(
        op.f("ix_forfeits_tournament_id_entrant_number"),
        "forfeits",
        ["tournament_id", "entrant_number"],
        unique=False,
    )
