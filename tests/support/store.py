"""Builders for what goes into the store."""

from collections.abc import Sequence

from arena.director.verify_line import outcome_of
from arena.game.cards import format_cards
from arena.game.record import DealRecord, RecordedAction, encode_record
from arena.store.repository import Repository
from arena.store.rows import (
    EntrantRow,
    FinishedRotation,
    ForfeitRow,
    RotationKey,
    TournamentRow,
)

NAMES = ("ann", "bob", "cat", "dan")
START = "2026-03-01T12:00:00Z"
FIRST = RotationKey(1, 1, 1, 1)
HANDS = tuple(format_cards(bytes(range(seat, 52, 4))) for seat in range(4))
ACTIONS = tuple(
    RecordedAction(turn % 4, format_cards(bytes([turn]))) for turn in range(52)
)


def create(
    repository: Repository, name: str = "spring", names: Sequence[str] = NAMES
) -> TournamentRow:
    """A tournament with a roster, nothing paired."""
    return repository.create_tournament(
        name,
        config_text=f'name = "{name}"\n',
        seed=bytes(range(32)),
        commitment="ab" * 32,
        created_time=START,
        entrants=[EntrantRow(each) for each in names],
    )


def paired(repository: Repository, name: str = "spring", rounds: int = 1) -> None:
    """A tournament of one table whose first rounds are paired."""
    create(repository, name)
    for number in range(1, rounds + 1):
        repository.save_round(name, number, [NAMES])


def record(
    key: RotationKey = FIRST,
    deal: int = 0,
    *,
    tournament: str = "spring",
    entrants: Sequence[str] = NAMES,
    finish: Sequence[Sequence[int]] = ((2,), (0,), (1, 3)),
    payoff: Sequence[int] = (-1, -1, 3, -1),
    terminations: Sequence[str] = ("normal", "normal", "normal", "flag_fall"),
) -> DealRecord:
    """A record whose cards nobody adjudicates."""
    return DealRecord(
        tournament=tournament,
        round=key.round,
        table=key.table,
        board=key.board,
        rotation=key.rotation,
        deal=deal,
        variant="thirteen",
        rules={},
        entrants=tuple(entrants),
        hands=HANDS,
        dealer=3,
        leader=None,
        leftover="",
        actions=ACTIONS,
        finish=tuple(map(tuple, finish)),
        payoff=tuple(payoff),
        terminations=tuple(terminations),
        think_ms=(12, 0, 345, 6),
        started_time=START,
    )


def finished(
    key: RotationKey,
    records: Sequence[DealRecord],
    forfeits: Sequence[ForfeitRow] = (),
) -> FinishedRotation:
    """What a rotation leaves behind whose deals have these records."""
    return FinishedRotation(
        key,
        [outcome_of(record) for record in records],
        [encode_record(record) for record in records],
        forfeits,
    )


def save(
    repository: Repository,
    name: str,
    key: RotationKey,
    records: Sequence[DealRecord],
    forfeits: Sequence[ForfeitRow] = (),
) -> bool:
    """Commits a single rotation; tells whether it was new."""
    (new,) = repository.save_rotations(name, [finished(key, records, forfeits)])
    return new


def forfeit(
    key: RotationKey = FIRST,
    *,
    deal: int = 0,
    seat: int = 3,
    entrant: str = "dan",
) -> ForfeitRow:
    """A flag fall with all its evidence."""
    return ForfeitRow(
        key,
        deal,
        seat,
        entrant,
        turn=17,
        termination="illegal_answer",
        refusal="not_held",
        cards=b"\x00\xff",
        measured=0.25,
        allowed=1.5,
        message="seat 3 answered with cards it does not hold",
    )
