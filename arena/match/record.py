"""From a played deal to its record: the match's values in the record's words."""

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final

import msgspec

from arena.game.cards import Cards, format_action, format_cards
from arena.game.memo import Memo
from arena.game.record import FORCED, SUBSTITUTE
from arena.game.variant import MOST_SEATS, Variant, overrides
from arena.match.result import Action, PlayedDeal

MOST_ACTIONS = 2048
"""How many actions of a seat are kept in text: all that are played again and again."""


class RecordWriter:
    """Writes the records of one tournament, as `arena export` gives them.

    A line is put together from what it shares with others, which is most of it, and
    not by way of a `DealRecord`: every deal of the arena comes through here.
    """

    def __init__(self, tournament: str, variant: Variant) -> None:
        """Writes of the deals of `tournament`, played by the rules of `variant`."""
        self._tournament = tournament
        self._variant, self._rules = overrides(variant)

    def line(
        self,
        played: PlayedDeal,
        *,
        round: int,  # noqa: A002 - the record's own word
        table: int,
        board: int,
        rotation: int,
        entrants: Sequence[str],
        started_time: str | None,
    ) -> str:
        """Writes a deal as one line of JSON, which `decode_record` reads.

        Args:
            played: The deal.
            round: The round, from 1.
            table: The table within the round, from 1.
            board: The board within the round, from 1.
            rotation: The rotation of the board, from 1.
            entrants: Who sat at each seat.
            started_time: When the rotation began, RFC 3339 in UTC; `None` leaves it
                out.
        """
        dealt = played.dealt
        actions = ",".join([_text(action) for action in played.actions])
        # The fields of `DealRecord`, in their order.
        fields = {
            "tournament": self._tournament,
            "round": round,
            "table": table,
            "board": board,
            "rotation": rotation,
            "deal": played.deal,
            "variant": self._variant,
            "rules": self._rules,
            "entrants": entrants,
            "hands": _hands(dealt.hands),
            "dealer": played.dealer,
            "leader": played.leader,
            "leftover": format_cards(dealt.leftover),
            "actions": msgspec.Raw(f"[{actions}]"),
            "finish": played.finish,
            "payoff": played.payoff,
            "terminations": played.terminations,
            "think_ms": [_milliseconds(seconds) for seconds in played.think],
            "started_time": started_time,
        }
        return _encode(fields).decode()


_encode: Final = msgspec.json.Encoder().encode


def _written(seat: int, flags: Sequence[str], cards: Cards) -> str:
    """Writes an action; its flags only where it has any."""
    text = format_action(cards)
    return _encode((seat, text, flags) if flags else (seat, text)).decode()


def _memos(*flags: str) -> list[Memo[str]]:
    """Remembers, by seat, how actions with these flags are written."""
    return [
        Memo(partial(_written, seat, flags), limit=MOST_ACTIONS)
        for seat in range(MOST_SEATS)
    ]


_PLAIN: Final = _memos()
_FORCED: Final = _memos(FORCED)
_SUBSTITUTE: Final = _memos(SUBSTITUTE)


def _text(action: Action) -> str:
    if action.forced:
        return _FORCED[action.seat][action.cards]
    if action.substitute:
        return _SUBSTITUTE[action.seat][action.cards]
    return _PLAIN[action.seat][action.cards]


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


@lru_cache(maxsize=64)
def _hands(hands: tuple[Cards, ...]) -> Sequence[str]:
    """Writes a board's hands, which are the same at every table and rotation."""
    return tuple(map(format_cards, hands))
