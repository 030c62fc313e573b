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
from arena_client.history import history

BOTS: dict[str, type[Bot]] = {
    "random": RandomBot,
    "lowest": LowestBot,
    "planner": PlannerBot,
    "counter": CounterBot,
}
"""The house bots by name, weakest first."""

HISTORY = "history"
"""What is given in a bot's place to be told what the arena knows of it."""

HOUSE_TABLES = 16
"""How many tables a house bot plays at: with thirteen cards all of them decide within
a few milliseconds. Of three times as many or more, as some variants deal to the opener,
`random` takes a tenth of a second and longer to lead, since it lists all plays."""

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
    parser.add_argument(
        "bot",
        choices=[*BOTS, HISTORY],
        metavar="BOT",
        help=f"the house bot; or {HISTORY}, to be told what the arena knows of yours",
    )
    add_options(parser)
    options = parser.parse_args(argv)
    if options.bot == HISTORY:
        sys.exit(history(options))
    if options.tables is None:
        options.tables = HOUSE_TABLES
    sys.exit(play(BOTS[options.bot], options))


def _bots() -> str:
    """The house bots, a line each."""
    lines = [
        f"  {name:8} {(bot.__doc__ or '').splitlines()[0]}"
        for name, bot in BOTS.items()
    ]
    return "\n".join(["house bots, weakest first:", *lines])
