"""Plays one very long tournament into a database: the program behind `long_run`.

The director, the rounds, the seating and the store are the arena's; only there is no
wire, and every rotation is over when it begins. One JSON object a line on stdout says
how each tenth went.
"""

import json
import sys
from pathlib import Path
from time import perf_counter, process_time

import trio

# As in the arena: importing its command line settles how numpy calculates.
import arena.cli  # noqa: F401
from arena.director.launching import Surroundings
from arena.director.opening import open_tournament
from arena.director.progress import Progress
from arena.director.roster import Roster
from arena.director.round import RoundPlayer
from arena.director.runner import Seating
from arena.director.tournament import Director
from arena.server.lobby import Lobby
from arena.store.repository import Repository
from arena.store.rows import TournamentRow
from arena.tournament.config import TournamentConfig, parse_config
from scripts.benches.measured_process import resident
from scripts.benches.played_rotations import PlayedAtOnce

BOTS = 8
ROTATIONS = 4
BOARDS = 25
A_ROUND = BOTS // 4 * BOARDS * ROTATIONS
"""Rotations of a round."""

TENTHS = 10


def config_text(name: str, rotations: int) -> str:
    """Gives the file of a tournament of so many rotations, or a few more."""
    boards = min(BOARDS, max(1, rotations // (BOTS // 4 * ROTATIONS)))
    a_round = BOTS // 4 * boards * ROTATIONS
    lines = [
        f'name = "{name}"',
        f'seed = "{"5eed" * 16}"',
        f"rounds = {-(-rotations // a_round)}",
        f"boards = {boards}",
    ]
    lines += [f'[[entrants]]\nname = "bot-{number}"' for number in range(1, BOTS + 1)]
    return "\n".join(lines) + "\n"


class Tenths(Progress):
    """Tells how each tenth of the rotations went."""

    def __init__(self, rotations: int) -> None:
        """Expects so many rotations."""
        self._rotations = rotations
        self._done = self._told = 0
        self._since = perf_counter(), process_time()

    def rotation_finished(self, table: int, deals: int, actions: int) -> None:
        """Counts, and tells at the end of a tenth."""
        del table, deals, actions
        self._done += 1
        if self._done * TENTHS // self._rotations <= self._told * TENTHS // (
            self._rotations
        ):
            return
        now = perf_counter(), process_time()
        fresh = self._done - self._told
        print(
            json.dumps(
                {
                    "rotations": self._done,
                    "rate": fresh / (now[0] - self._since[0]),
                    "cpu_rate": fresh / (now[1] - self._since[1]),
                    "memory": resident(),
                }
            ),
            flush=True,
        )
        self._told, self._since = self._done, now


def main(database: str, text: str) -> None:
    """Plays the tournament of the configuration `text` to its end."""
    config = parse_config(text)
    with Repository.open(database) as repository:
        row = open_tournament(repository, config, text, seed=None, fresh=False).row
        trio.run(_play, config, row, repository)


async def _play(
    config: TournamentConfig, row: TournamentRow, repository: Repository
) -> None:
    progress = Tenths(config.rounds * BOTS // 4 * config.boards * ROTATIONS)
    lobby = Lobby(config.name, progress)
    for name in config.names:
        lobby.expect(name, f"of {name}").tables = ROTATIONS
    nowhere = Surroundings("", Path(), Path(), row.seed, "")
    async with trio.open_nursery() as nursery:
        # The arena's own, though it launches nobody: no bot has a command.
        roster = Roster(config, lobby, nowhere, nursery, progress)
        rounds = RoundPlayer(
            config,
            repository,
            roster=roster,
            runner=PlayedAtOnce(config),
            seating=Seating(lobby, config.parallel),
            progress=progress,
            forfeits={},
        )
        director = Director(
            config,
            row,
            repository,
            roster=roster,
            rounds=rounds,
            progress=progress,
        )
        await director.run()


if __name__ == "__main__":
    main(*sys.argv[1:])
