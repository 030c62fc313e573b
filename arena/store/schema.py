"""The tables as the newest migration leaves them.

A finished rotation is spread over four tables by how it is read: `rotations` has
its key, `deals` the few short columns ratings and standings live on, `records` the
long line of JSON, `forfeits` the evidence. So standings never drag the records
through memory, and a rotation is there whole or not at all.

Seats, finishing orders and payoffs are short texts (see `compact`) rather than a
row a seat: they are written once, read by the hundred thousand and never searched.
"""

from sqlalchemy import (
    Boolean,
    CheckConstraint,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)

REVISION = "0002"
"""The newest migration. Revisions are numbers, so that newer ones compare greater."""

VERSION_TABLE = "arena_schema"
"""Where the revision is kept; a name of our own, as a server may be shared."""

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)
"""Every constraint has a name on every database, so that migrations can drop it."""

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("status", Text, nullable=False),
    Column("config_text", Text, nullable=False),
    Column("seed", LargeBinary, nullable=False),
    Column("commitment", Text, nullable=False),
    Column("created_time", Text, nullable=False),
    Column("started_time", Text),
    Column("finished_time", Text),
    # When `arena serve` is to begin it; none where nobody has asked for that.
    Column("start_time", Text),
    UniqueConstraint("name"),
    CheckConstraint("status IN ('created', 'running', 'finished')", name="status"),
)

entrants = Table(
    "entrants",
    metadata,
    Column(
        "tournament_id",
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("name", Text, nullable=False),
    Column("fill", Boolean, nullable=False),
    Column("withdrawn", Text),
    Column("withdrawn_round", Integer),
    Column("token_hash", Text),
    UniqueConstraint("tournament_id", "name"),
)
"""`number` is the place in the roster, from 1; the short columns name entrants by it."""

rounds = Table(
    "rounds",
    metadata,
    Column(
        "tournament_id",
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("finished", Boolean, nullable=False),
    CheckConstraint("number >= 1", name="number"),
)

pairings = Table(
    "pairings",
    metadata,
    Column("tournament_id", Integer, primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("table_number", Integer, primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("entrant_number", Integer, nullable=False),
    # In this order it also serves the foreign key to the entrants.
    UniqueConstraint("tournament_id", "entrant_number", "round"),
    ForeignKeyConstraint(
        ["tournament_id", "round"],
        ["rounds.tournament_id", "rounds.number"],
        ondelete="CASCADE",
    ),
    ForeignKeyConstraint(
        ["tournament_id", "entrant_number"],
        ["entrants.tournament_id", "entrants.number"],
        ondelete="CASCADE",
    ),
)
"""Who sits at which table of a round; `place` keeps the order of the pairing."""

rotations = Table(
    "rotations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("tournament_id", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("table_number", Integer, nullable=False),
    Column("board", Integer, nullable=False),
    Column("number", Integer, nullable=False),
    UniqueConstraint("tournament_id", "round", "table_number", "board", "number"),
    ForeignKeyConstraint(
        ["tournament_id", "round"],
        ["rounds.tournament_id", "rounds.number"],
        ondelete="CASCADE",
    ),
)
"""The finished rotations. The unique key is what makes a repeated result harmless."""

rotation_key = (
    rotations.c.round,
    rotations.c.table_number,
    rotations.c.board,
    rotations.c.number,
)
"""The columns of a `RotationKey`, in its order; with the tournament, the unique index."""

deals = Table(
    "deals",
    metadata,
    Column(
        "rotation_id",
        ForeignKey("rotations.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seats", Text, nullable=False),
    Column("finish", Text, nullable=False),
    Column("payoff", Text, nullable=False),
    Column("forfeited", Text, nullable=False),
    # One tree instead of table and index: half the pages to read and write.
    sqlite_with_rowid=False,
)

records = Table(
    "records",
    metadata,
    Column(
        "rotation_id",
        ForeignKey("rotations.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("line", Text, nullable=False),
)

forfeits = Table(
    "forfeits",
    metadata,
    Column(
        "rotation_id",
        ForeignKey("rotations.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("deal", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("tournament_id", Integer, nullable=False),
    Column("entrant_number", Integer, nullable=False),
    Column("turn", Integer, nullable=False),
    Column("termination", Text, nullable=False),
    Column("refusal", Text),
    Column("cards", LargeBinary),
    Column("measured", Float),
    Column("allowed", Float),
    Column("message", Text, nullable=False),
    ForeignKeyConstraint(
        ["tournament_id", "entrant_number"],
        ["entrants.tournament_id", "entrants.number"],
        ondelete="CASCADE",
    ),
    Index(None, "tournament_id", "entrant_number"),
)

bots = Table(
    "bots",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("token_hash", Text, nullable=False),
    Column("created_time", Text, nullable=False),
    Column("revoked_time", Text),
    Column("seen_time", Text),
    UniqueConstraint("name"),
    UniqueConstraint("token_hash"),
)
"""The bots that an arena knows beyond one tournament, by their tokens' hashes."""

enrolments = Table(
    "enrolments",
    metadata,
    Column("tournament_id", Integer, primary_key=True),
    Column("entrant_number", Integer, primary_key=True, autoincrement=False),
    Column("bot_id", ForeignKey("bots.id", ondelete="CASCADE"), nullable=False),
    ForeignKeyConstraint(
        ["tournament_id", "entrant_number"],
        ["entrants.tournament_id", "entrants.number"],
        ondelete="CASCADE",
    ),
    Index(None, "bot_id"),
)
"""Which entrant was which bot. A like name alone proves nothing: anybody may launch
a program under it."""

presence = Table(
    "presence",
    metadata,
    Column("bot_id", ForeignKey("bots.id", ondelete="CASCADE"), primary_key=True),
    Column("peer", Text, nullable=False),
    Column("client", Text, nullable=False),
    Column("since_time", Text, nullable=False),
    Column("tournament", Text, nullable=False),
)
"""Who is connected, as the serving arena last wrote it down."""

serving = Table(
    "serving",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("address", Text, nullable=False),
    Column("since_time", Text, nullable=False),
    CheckConstraint("id = 1", name="single"),
)
"""Where the arena listens; whether it lives is told by its claim alone."""
