"""The Swiss system for tables: every round, equals meet, and new ones.

What comes next is a function of the configuration, the master seed, the outcomes of
the complete rounds and who has withdrawn. Nothing else is remembered, so a tournament
that was killed goes on from its records as if nothing had happened.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from arena.dealing import pairing_key, permutation
from arena.errors import VariantError
from arena.game.variant import Variant, hand_size
from arena.tournament.config import TournamentConfig
from arena.tournament.history import History
from arena.tournament.pairing import seat, table_sizes
from arena.tournament.points import Score
from arena.tournament.result import HOUSE_PREFIX, DealOutcome, Round, is_house

_RESOLUTION = 1000
"""Pairing sees scores in thousandths of a point."""

_STARTS = 12
"""From how many orders drawn by lot a small field is searched besides its scores'."""

_SMALL = 64
"""The largest field for which that is worth its time."""


class Swiss:
    """Pairs a tournament's rounds; holds nothing that changes."""

    def __init__(self, config: TournamentConfig, seed: bytes) -> None:
        """Takes the configuration and the tournament's master seed."""
        self._config = config
        self._seed = seed
        names = config.names
        lot = permutation(self._key(1), len(names))
        # Round 1 seats the entrants in this order; later it parts equal scores.
        self._by_lot = tuple(names[number] for number in lot)

    def next_round(
        self,
        played: Sequence[DealOutcome] | History,
        withdrawn: Collection[str] = (),
        *,
        after: int | None = None,
    ) -> Round | None:
        """Returns the round to play next, or `None` when the tournament is over.

        It is over after the configured number of rounds, and when fewer than two
        entrants are left.

        Args:
            played: Every outcome of every complete round, in any order, or what
                they come to.
            withdrawn: Entrants that play no more.
            after: The last complete round; `None`: the highest that has an outcome.
        """
        history = (
            played if isinstance(played, History) else History(self._config, played)
        )
        if after is None:
            after = history.last_round
        active = [name for name in self._by_lot if name not in withdrawn]
        if after >= self._config.rounds or len(active) < 2:
            return None
        sizes, fill_ins = self._sizes(len(active))
        players = active + [f"{HOUSE_PREFIX}{n}" for n in range(1, fill_ins + 1)]
        scores = self._scores(players, history.scores())
        number = after + 1
        tables = seat(
            scores,
            history.meetings(players),
            (_RESOLUTION * (self._config.seats - 1)) ** 2,
            sizes,
            self._starts(number, len(players)),
        )
        return Round(
            number, tuple(tuple(players[index] for index in table) for table in tables)
        )

    def _key(self, number: int) -> bytes:
        return pairing_key(self._seed, self._config.name, number)

    def _sizes(self, active: int) -> tuple[tuple[int, ...], int]:
        """Gives the tables' sizes, and how many fill-ins they need.

        Withdrawals may leave a number that no short tables of this variant hold;
        then fill-ins come after all.
        """
        seats = self._config.seats
        if self._config.fill == "short":
            sizes = table_sizes(active, seats)
            if all(_playable(self._config.variant, size) for size in sizes):
                return sizes, 0
        tables = -(-active // seats)
        return (seats,) * tables, tables * seats - active

    def _scores(self, players: Sequence[str], scores: Mapping[str, Score]) -> list[int]:
        """Gives every player's score in thousandths, rounded down.

        Who has no board yet stands in the middle. A fill-in is seated as if it had
        the lowest score of all, whatever it has won.
        """
        middle = Fraction(self._config.seats - 1, 2)
        if self._config.points == "money":
            middle = Fraction(0)
        exact = [
            scores[name].points_per_board if name in scores else middle
            for name in players
            if not is_house(name)
        ]
        exact += [min(exact)] * (len(players) - len(exact))
        return [int(score * _RESOLUTION // 1) for score in exact]

    def _starts(self, number: int, players: int) -> list[list[int]]:
        if number == 1 or players > _SMALL:
            return []
        key = self._key(number)
        return [
            permutation(key + bytes([start]), players)
            for start in range(1, _STARTS + 1)
        ]


def _playable(variant: Variant, seats: int) -> bool:
    try:
        hand_size(variant, seats)
    except VariantError:
        return False
    return True
