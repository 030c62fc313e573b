r"""From one secret seed to every card dealt, redoable in any language.

The master seed is 32 random bytes. The arena publishes `commitment(seed)` before
the first deal and the seed after the last: whoever holds both can deal the whole
tournament again and see that nothing was chosen along the way. Test vectors are
in `tests/data/dealing.json`.

**Numbers and text.** Messages below are text in UTF-8, exactly the code points the
configuration holds (no Unicode normalisation); numbers in them are decimal digits
without sign or leading zeros. A tournament's name may hold anything, slashes too:
what follows it has none, so that reading from the right is unambiguous.

**Keys.** With `‖` for concatenation and `HMAC` for HMAC-SHA-256 (RFC 2104):

- board key    = HMAC(seed, `<tournament>/<round>/<board>/<deal>`), rounds and boards
  counting from 1, the deals of a session from 0. Tables play the same boards.
- pairing key  = HMAC(seed, `<tournament>/<round>/pairing`)
- bot seed     = HMAC(seed, `<entrant>/bot`), its first 8 bytes, big-endian, unsigned

**Stream.** A key gives the bytes of HMAC(key, 0) ‖ HMAC(key, 1) ‖ HMAC(key, 2) ‖ …,
where the counter is 8 bytes, big-endian.

**Draw below n** (1 ≤ n ≤ 256): take the next byte b of the stream; while
b ≥ 256 − (256 mod n), throw it away and take the next; the draw is b mod n. A draw
below 1 takes a byte like any other. One byte a draw keeps rejections common, so that
a reader who forgets them fails on the first test vector.

**Shuffle.** Start with the card codes 0, 1, … 51, once a pack, one pack behind the
other. For i = (number of cards − 1) down to 1: draw j below i + 1, swap cards i
and j.

**Deal.** With hands of h cards, seat s (from 0) gets the shuffled cards s·h … s·h + h − 1;
what is left is the leftover. Hands and leftover are then sorted ascending. Last, from
the same stream, the dealer's lot: a draw below the number of seats. (It decides in
the first deal of a session only; later the loser deals.)
"""

import hashlib
import hmac
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from arena.errors import VariantError

Cards: TypeAlias = bytes
"""Card codes, one a byte, ascending; the same thing as `arena.game.cards.Cards`."""

SEED_BYTES = 32
"""How long a master seed is."""

_PACK = 52
_BYTE = 256


@dataclass(frozen=True, slots=True)
class Dealt:
    """The cards of one deal as they lie before the first play."""

    hands: tuple[Cards, ...]
    """Each seat's hand, ascending."""
    leftover: Cards
    """Cards that went to no hand, ascending; empty when the deal comes out even."""
    dealer: int
    """The seat the lot made dealer; counts in the first deal of a session only."""


def commitment(seed: bytes) -> str:
    """Returns the SHA-256 of the master seed in lower-case hexadecimal."""
    return hashlib.sha256(seed).hexdigest()


def board_key(seed: bytes, tournament: str, round: int, board: int, deal: int) -> bytes:  # noqa: A002 - the glossary's word
    """Returns the key of one deal: 32 bytes that decide its cards and its lot."""
    return _key(seed, f"{tournament}/{round}/{board}/{deal}")


def pairing_key(seed: bytes, tournament: str, round: int) -> bytes:  # noqa: A002 - the glossary's word
    """Returns the key that orders entrants where a round's pairing needs a lot."""
    return _key(seed, f"{tournament}/{round}/pairing")


def bot_seed(seed: bytes, entrant: str) -> int:
    """Returns the 64-bit number an entrant is told to seed its own randomness with.

    It says nothing about the cards: it comes from the master seed one way.
    """
    return int.from_bytes(_key(seed, f"{entrant}/bot")[:8], "big")


def shuffle(key: bytes, packs: int) -> list[int]:
    """Returns the cards of one or two packs, shuffled by `key`."""
    return _shuffle(_stream(key), packs)


def permutation(key: bytes, size: int) -> list[int]:
    """Returns 0 … size − 1 in an order drawn from `key`, for any size.

    The numbers are sorted by SHA-256-sized tickets, HMAC(key, number as 8 bytes,
    big-endian): a byte a draw would not do for a thousand entrants.
    """
    return sorted(range(size), key=lambda number: _block(key, number))


def deal_cards(key: bytes, *, seats: int, hand: int, packs: int) -> Dealt:
    """Deals `hand` cards to each of `seats` seats from `packs` shuffled packs.

    Raises:
        VariantError: there are no such tables, or the packs hold too few cards.
    """
    if not 2 <= seats <= 8:
        raise VariantError("seats", f"{seats} at a table; allowed are 2 to 8")
    if packs not in (1, 2):
        raise VariantError("packs", f"{packs} packs; allowed are 1 and 2")
    if not 1 <= hand <= packs * _PACK // seats:
        raise VariantError(
            "hand",
            f"{hand} cards for each of {seats} seats from {packs * _PACK} cards;"
            f" allowed are 1 to {packs * _PACK // seats}",
        )
    stream = _stream(key)
    cards = _shuffle(stream, packs)
    hands = tuple(
        bytes(sorted(cards[seat * hand : (seat + 1) * hand])) for seat in range(seats)
    )
    leftover = bytes(sorted(cards[seats * hand :]))
    return Dealt(hands, leftover, _draw(stream, seats))


def _key(seed: bytes, message: str) -> bytes:
    return hmac.digest(seed, message.encode(), "sha256")


def _block(key: bytes, counter: int) -> bytes:
    return hmac.digest(key, counter.to_bytes(8, "big"), "sha256")


def _stream(key: bytes) -> Iterator[int]:
    counter = 0
    while True:
        yield from _block(key, counter)
        counter += 1


def _draw(stream: Iterator[int], below: int) -> int:
    limit = _BYTE - _BYTE % below
    byte = next(stream)
    while byte >= limit:
        byte = next(stream)
    return byte % below


def _shuffle(stream: Iterator[int], packs: int) -> list[int]:
    cards = list(range(_PACK)) * packs
    for last in range(len(cards) - 1, 0, -1):
        chosen = _draw(stream, last + 1)
        cards[last], cards[chosen] = cards[chosen], cards[last]
    return cards
