"""The values that go into the store and come out of it.

Times are RFC 3339 texts in UTC, given by the caller: the store has no clock.
Rounds, tables, boards and rotations count from 1, deals and seats from 0.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from arena.tournament.result import DealOutcome


class TournamentStatus(StrEnum):
    """How far a tournament has come."""

    CREATED = "created"
    RUNNING = "running"
    FINISHED = "finished"


@dataclass(frozen=True, slots=True)
class TournamentRow:
    """One tournament as the database holds it."""

    name: str
    """Unique within the database."""
    status: TournamentStatus
    """Where it stands; a killed arena leaves `RUNNING` behind, to be resumed."""
    config_text: str
    """The organiser's TOML, as it was read when the tournament was created."""
    seed: bytes
    """The master seed, secret until the tournament has finished."""
    commitment: str
    """SHA-256 of the seed in hexadecimal, public from the start."""
    created_time: str
    """When it was created."""
    started_time: str | None = None
    """When play first began; `None` before that. Resuming does not change it."""
    finished_time: str | None = None
    """When the last round was finished; `None` before that."""
    rounds_done: int = 0
    """How many rounds are finished."""
    start_time: str | None = None
    """When `arena serve` is to begin it; `None` where nobody has asked for that."""


@dataclass(frozen=True, slots=True)
class EntrantRow:
    """One entrant of a tournament."""

    name: str
    """Unique within its tournament."""
    fill: bool = False
    """Whether it is a house bot put in to fill a table."""
    withdrawn: str | None = None
    """Why it was withdrawn; `None` while it takes part."""
    withdrawn_round: int | None = None
    """The round it was withdrawn in; `None` while it takes part."""


@dataclass(frozen=True, slots=True)
class RoundRow:
    """One round: who met whom, and whether all of it has been played."""

    number: int
    """Counts from 1."""
    tables: tuple[tuple[str, ...], ...]
    """Entrants' names by table, each in the order it was paired in."""
    finished: bool = False
    """Whether every rotation of the round is in the database."""


@dataclass(frozen=True, slots=True, order=True)
class RotationKey:
    """Which playing of which board; a tournament has each key at most once."""

    round: int
    """The round, from 1."""
    table: int
    """The table of the round, from 1."""
    board: int
    """The board of the round, from 1."""
    rotation: int
    """The rotation of the board, from 1."""

    def name_deal(self, deal: int) -> str:
        """Gives the place of one of its deals in words."""
        return (
            f"round {self.round} table {self.table} board {self.board}"
            f" rotation {self.rotation} deal {deal}"
        )


@dataclass(frozen=True, slots=True, order=True)
class RecordKey:
    """Which deal of which rotation: the order records are read in."""

    rotation: RotationKey
    """The rotation the deal was played in."""
    deal: int
    """The deal of the session, from 0."""


@dataclass(frozen=True, slots=True)
class RecordRow:
    """One deal record with the key it is stored under."""

    key: RecordKey
    """Its place among the tournament's records."""
    line: str
    """The record as one line of JSON, without a line break."""


@dataclass(frozen=True, slots=True)
class ForfeitRow:
    """Why a seat lost a deal, with the evidence."""

    key: RotationKey
    """The rotation it happened in."""
    deal: int
    """The deal of the session, from 0."""
    seat: int
    """The seat, from 0."""
    entrant: str
    """Who sat there."""
    turn: int
    """The turn number of the prompt that was not answered as it should be."""
    termination: str
    """The termination's value, such as `"flag_fall"`."""
    refusal: str | None = None
    """The rules' refusal code; `None` unless the answer was illegal."""
    cards: bytes | None = None
    """The answer's cards as they were received; `None` if no answer came."""
    measured: float | None = None
    """Seconds the arena measured for the answer; `None` if it did not."""
    allowed: float | None = None
    """Seconds the seat had; `None` without a limit."""
    message: str = ""
    """The ruling as a sentence."""


@dataclass(frozen=True, slots=True)
class FinishedRotation:
    """All that a rotation leaves behind, to be kept whole or not at all."""

    key: RotationKey
    """Which one it was."""
    outcomes: Sequence[DealOutcome]
    """How its deals ended, in order; at least one, all of this rotation."""
    lines: Sequence[str]
    """Their records, in the same order, each one line of JSON without a line break."""
    forfeits: Sequence[ForfeitRow] = ()
    """The forfeits in it, all of this rotation."""


@dataclass(frozen=True, slots=True)
class BotRow:
    """A bot that the arena knows by a token of its own."""

    name: str
    """Unique within the database, for ever: a name that is revoked stays taken."""
    token_hash: str
    """SHA-256 of its token in hexadecimal."""
    created_time: str
    """When it was added."""
    revoked_time: str | None = None
    """When its token was revoked; `None` while it is let in."""
    seen_time: str | None = None
    """When it last came or left; `None` before the first time."""


@dataclass(frozen=True, slots=True)
class BotTally:
    """What a bot has played, over all its tournaments."""

    tournaments: int = 0
    """How many it was entered in."""
    deals: int = 0
    """How many deals it was dealt."""
    forfeits: int = 0
    """How many of them it forfeited."""


@dataclass(frozen=True, slots=True)
class EnrolmentRow:
    """A bot's part in a tournament."""

    tournament: str
    """The tournament's name."""
    entrant: str
    """The entrant it plays as."""


@dataclass(frozen=True, slots=True)
class PresenceRow:
    """A bot that is connected."""

    bot: str
    """Its name."""
    peer: str
    """Where it connects from, as gRPC writes it."""
    client: str
    """The library it says it is written with; its own word."""
    since_time: str
    """When it connected."""
    tournament: str = ""
    """What it is playing in; empty while it waits."""


@dataclass(frozen=True, slots=True)
class ServingRow:
    """The arena that serves, or served last."""

    address: str
    """Where it listens, `host:port`."""
    since_time: str
    """When it began."""
