"""What a finished deal is worth: money, points and places.

Rules: section "The end and the money". A finishing order is a tuple of groups of
seats, best first; the seats of one group tie. Money is in stakes, whole numbers
that sum to zero. Forfeits are the arena's, not the game's: a seat that forfeited
ranks below every other, the earliest lowest, and is the one that pays.

Departure: the rules leave open who pays when several tie for last and the loser
is to pay. Here each of them pays each seat that does not share the last place.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import TypeAlias

from arena.game.options import Payoff
from arena.game.variant import Variant

Finish: TypeAlias = tuple[tuple[int, ...], ...]
"""Seats in groups, best first; the seats of a group tie."""


def with_forfeits(finish: Finish, forfeiters: Sequence[int]) -> Finish:
    """Moves seats that forfeited to the end of a finishing order.

    Args:
        finish: The order in which the cards were played out.
        forfeiters: The seats that forfeited, the earliest first.
    """
    kept = [tuple(s for s in group if s not in forfeiters) for group in finish]
    return (
        *(group for group in kept if group),
        *((seat,) for seat in reversed(forfeiters)),
    )


def payoff(
    variant: Variant,
    finish: Finish,
    seats: int,
    *,
    forfeiters: Sequence[int] = (),
    instant_win: bool = False,
) -> tuple[int, ...]:
    """Gives what each seat won, in stakes.

    Args:
        variant: Its `payoff` decides.
        finish: The complete finishing order, forfeits already accounted for.
        seats: How many seats the table has.
        forfeiters: The seats that forfeited, the earliest first.
        instant_win: Whether a hand won before any play, which always pays as
            `winner_takes`.
    """
    first, last = finish[0], finish[-1]
    if not instant_win and variant.payoff is Payoff.LOSER_PAYS:
        return _from_payers(last, seats)
    if len(first) == 1:
        return tuple(seats - 1 if seat == first[0] else -1 for seat in range(seats))
    # The seat that went out had forfeited, so nobody has won: it pays instead.
    return _from_payers(forfeiters[:1], seats)


def _from_payers(payers: Sequence[int], seats: int) -> tuple[int, ...]:
    """Has each payer pay one stake to each seat that is not a payer."""
    receivers = seats - len(payers)
    return tuple(-receivers if seat in payers else len(payers) for seat in range(seats))


def place_points(finish: Finish, seats: int) -> tuple[Fraction, ...]:
    """Gives each seat's points: seats - 1 for the first down to 0, ties the mean."""
    return tuple(seats - place for place in places(finish, seats))


def places(finish: Finish, seats: int) -> tuple[Fraction, ...]:
    """Gives each seat's place, 1 for the first; seats that tie share the mean."""
    place = [Fraction(0)] * seats
    above = 0
    for group in finish:
        for seat in group:
            place[seat] = above + Fraction(len(group) + 1, 2)
        above += len(group)
    return tuple(place)
