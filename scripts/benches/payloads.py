"""Prompts as the arena sends them, for sides that have no arena.

Whole deals are played in process, in the way of the minimal bot, and every prompt that
a bot would get is kept, so that the yardsticks carry the payload that the arena does.
"""

from collections.abc import Iterator

from arena.dealing import board_key, deal_cards
from arena.game.variant import variant
from arena.game.view import view_of
from arena.match.clock import parse_time_control
from arena.match.events import Asked
from arena.match.machine import Match
from arena.server.prompts import encode_event, encode_place, encode_prompt
from arena.v1 import play_service_pb2 as pb

SEATS = 4
DEALS = 20

_SEED = bytes(32)


def prompts() -> list[pb.Prompt]:
    """Gives the prompts of `DEALS` deals of `thirteen`, with their legal plays."""
    return [prompt for deal in range(DEALS) for prompt in _play(deal)]


def _play(board: int) -> Iterator[pb.Prompt]:
    key = board_key(_SEED, "bench", 1, board, 0)
    dealt = deal_cards(key, seats=SEATS, hand=13, packs=1)
    match = Match(variant("thirteen"), [dealt], parse_time_control("600+10"))
    now = 0.0
    asked = match.start(now)[-1]
    while isinstance(asked, Asked):
        now += 0.001
        encoded = encode_prompt(
            view_of(match.deal, asked.seat),
            [encode_event(each) for each in match.since_last_prompt(asked.seat)],
            match.deal.legal_plays(),
            # Table ids as long as those that the arena draws.
            place=encode_place(2**52 + board, asked.seat),
            turn=asked.turn,
            clock_left=match.clock_left(asked.seat, now),
            round_trip=0.001,
        )
        prompt = pb.Prompt.FromString(encoded)
        yield prompt
        match.sent(asked.seat, asked.turn, now)
        cards = first_play(prompt)
        asked = match.answer(asked.seat, asked.turn, cards, now)[-1]


def first_play(prompt: pb.Prompt) -> bytes:
    """Gives what the minimal bot plays: the first legal play, or the pass alone."""
    return max(prompt.legal_plays[:2], key=len)
