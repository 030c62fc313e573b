"""What a round has to play: every rotation of every board at every table."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from arena.dealing import Dealt, board_key, deal_cards
from arena.game.variant import hand_size, packs_for
from arena.match.board import rotations
from arena.store.rows import RotationKey
from arena.tournament.config import TournamentConfig
from arena.tournament.result import Round


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
            # A short table plays no more rotations than it has seats.
            count = config.rotations if seats == config.seats else None
            for number, row in enumerate(rotations(seats, board, count), 1):
                key = RotationKey(paired.number, table, board, number)
                if key not in done:
                    yield Assignment(
                        key, tuple(members[place] for place in row), dealt_for[seats]
                    )


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
