"""Everything a bot needs to play in a Tiến Lên arena.

A bot is one class with one method, and `run` does the rest:

    from arena_client import Bot, View, run

    class MyBot(Bot):
        def play(self, view: View) -> bytes:
            return view.legal_plays[0]

    run(MyBot)

For the author: `bot` (the class to derive from), `view` (what a bot sees),
`cards` (codes and text), `rules` and `plays` (combinations, what beats what),
`testing` (positions from text), `refusals` (why a play is illegal), `bots` (the house
bots, to learn from).
Behind it: `command` (the command line), `making` (whether a class can play), `stream`
(the connection), `seats` (one bot object a table), `house` (the command `arena-bot`),
`v1` (the wire).
"""

import os

# gRPC's core would write lines of its own beside what a bot has to say. It reads this
# once, when it is loaded.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")

from arena_client.bot import Bot, Play
from arena_client.cards import Cards, format_cards, parse_cards
from arena_client.command import run
from arena_client.v1.cards_pb2 import Event
from arena_client.v1.play_service_pb2 import DealResult, DealStart, Ruling
from arena_client.view import View

__all__ = [
    "Bot",
    "Cards",
    "DealResult",
    "DealStart",
    "Event",
    "Play",
    "Ruling",
    "View",
    "format_cards",
    "parse_cards",
    "run",
]
