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


def main(argv: Sequence[str] | None = None) -> NoReturn:
    """Plays with the house bot that the command line names."""
    parser = argparse.ArgumentParser(
        prog="arena-bot",
        description="Plays in a Tiến Lên arena with one of the house bots.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    lines = (
        f"{name}: {(bot.__doc__ or '').splitlines()[0]}" for name, bot in BOTS.items()
    )
    parser.add_argument("bot", choices=list(BOTS), metavar="BOT", help="; ".join(lines))
    add_options(parser)
    options = parser.parse_args(argv)
    sys.exit(play(BOTS[options.bot], options))
