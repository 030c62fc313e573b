"""What a round has to play: every rotation of every board at every table."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from arena.dealing import Dealt, board_key, deal_cards
from arena.game.variant import hand_size, packs_for
from arena.match.board import rotations
from arena.store.rows import RotationKey
from arena.tournament.config import TournamentConfig
from arena.tournament.result import HOUSE_PREFIX, Round


@dataclass(frozen=True, slots=True)
class Assignment:
    """One rotation to be played."""

    key: RotationKey
    """Which rotation of which board, at which table of which round."""
    entrants: tuple[str, ...]
    """Who is to sit at each seat."""
    dealt: tuple[Dealt, ...]
    """The cards of the session's deals, the same at every table of the round."""


def assignments(
    config: TournamentConfig,
    seed: bytes,
    paired: Round,
    done: Collection[RotationKey] = (),
) -> Iterator[Assignment]:
    """Gives the round's rotations that are not `done`, board by board.

    All tables play a board before the next begins, so that the tables' entrants
    are busy alike and a deal's cards are worked out once.
    """
    for board in range(1, config.boards + 1):
        dealt_for: dict[int, tuple[Dealt, ...]] = {}
        for table, members in enumerate(paired.tables, 1):
            seats = len(members)
            if seats not in dealt_for:
                dealt_for[seats] = deal_board(config, seed, paired.number, board, seats)
            for number, entrants in enumerate(seatings(config, members, board), 1):
                key = RotationKey(paired.number, table, board, number)
                if key not in done:
                    yield Assignment(key, entrants, dealt_for[seats])


def seatings(
    config: TournamentConfig, members: Sequence[str], board: int
) -> Iterator[tuple[str, ...]]:
    """Gives who is to sit at each seat, for every rotation of a board at a table."""
    # A short table plays no more rotations than it has seats.
    count = config.rotations if len(members) == config.seats else None
    for row in rotations(len(members), board, count):
        yield tuple(members[place] for place in row)


def stand_ins(entrants: Sequence[str], withdrawn: Collection[str]) -> tuple[str, ...]:
    """Gives who sits down: house bots in the place of withdrawn entrants.

    Each gets the first house bot's name that is not at the table already.
    """
    seated = list(entrants)
    for seat, name in enumerate(entrants):
        if name in withdrawn:
            number = 1
            while f"{HOUSE_PREFIX}{number}" in seated:
                number += 1
            seated[seat] = f"{HOUSE_PREFIX}{number}"
    return tuple(seated)


def deal_board(
    config: TournamentConfig, seed: bytes, round_number: int, board: int, seats: int
) -> tuple[Dealt, ...]:
    """Deals the session of one board, for a table of that many seats."""
    return tuple(
        deal_cards(
            board_key(seed, config.name, round_number, board, deal),
            seats=seats,
            hand=hand_size(config.variant, seats),
            packs=packs_for(config.variant, seats),
        )
        for deal in range(config.deals)
    )
