"""The command `arena-bot`: plays with one of the house bots."""

import argparse
import sys
from collections.abc import Sequence
from typing import NoReturn

from arena_client.bot import Bot
from arena_client.bots.counter import CounterBot
from arena_client.bots.lowest import LowestBot
from arena_client.bots.planner import PlannerBot
from arena_client.bots.random_play import RandomBot
from arena_client.command import EPILOG, add_options, play

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "lowest": LowestBot,
    "planner": PlannerBot,
    "counter": CounterBot,
}
"""The house bots by name, weakest first."""

_EXAMPLE = """\
example:
  arena-bot planner --address 127.0.0.1:4200 --token-file token.txt
"""


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Plays with the house bot that the command line names."""
    parser = argparse.ArgumentParser(
        prog="arena-bot",
        description="Plays in a Tiến Lên arena with one of the house bots.",
        epilog=f"{_bots()}\n\n{EPILOG}\n{_EXAMPLE}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("bot", choices=list(BOTS), metavar="BOT", help="the house bot")
    add_options(parser)
    options = parser.parse_args(argv)
    sys.exit(play(BOTS[options.bot], options))


def _bots() -> str:
    """The house bots, a line each."""
    lines = [
        f"  {name:8} {(bot.__doc__ or '').splitlines()[0]}"
        for name, bot in BOTS.items()
    ]
    return "\n".join(["house bots, weakest first:", *lines])
