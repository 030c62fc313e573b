"""A launched bot, from its block in the roster to its place in the lobby and its end."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import trio

from arena.bots.command import Launch, prepare
from arena.bots.process import ENDED_WELL, BotProcess
from arena.dealing import bot_seed
from arena.director.output import last_words
from arena.errors import EntryError
from arena.server.player import PATIENCE, Player
from arena.tournament.roster import EntrantConfig


@dataclass(frozen=True, slots=True)
class Surroundings:
    """Where a tournament's bots start and what they need to know."""

    address: str
    """Where the arena listens for programs of this machine."""
    folder: Path
    """The folder bots start in."""
    output: Path
    """The folder for the files with the bots' output."""
    seed: bytes
    """The master seed; bots get numbers derived from it, never itself."""
    public: str
    """Where the arena listens for others."""

    def output_of(self, entrant: str) -> Path:
        """Gives the file that a launched bot's output goes to."""
        return self.output / f"{entrant}.log"


def plan_of(
    entrant: EntrantConfig,
    command: Sequence[str],
    token: str,
    surroundings: Surroundings,
) -> Launch:
    """Gives how an entrant's command is to be started, to join by that token.

    Raises:
        EntryError: no such program can be found.
    """
    return prepare(
        entrant.name,
        command,
        address=surroundings.address,
        token=token,
        seed=bot_seed(surroundings.seed, entrant.name),
        env=entrant.env,
        folder=surroundings.folder,
        output=surroundings.output_of(entrant.name),
        memory=entrant.memory,
        processes=entrant.processes,
    )


async def await_joined(process: BotProcess, player: Player, limit: float) -> None:
    """Waits until a launched bot has joined, for `limit` seconds at the most.

    Raises:
        EntryError: it ended first, or took longer.
    """
    problem = f"did not join within {limit:g} s of its launch"
    how = ""
    with trio.move_on_after(limit):
        async with trio.open_nursery() as nursery:

            async def ended() -> None:
                nonlocal problem, how
                how = await process.wait()
                problem = f"{how} before it joined"
                nursery.cancel_scope.cancel()

            nursery.start_soon(ended)
            await player.joined.wait()
            nursery.cancel_scope.cancel()
    if not player.joined.is_set():
        of = process.arguments if how == ENDED_WELL else ()
        words = await trio.to_thread.run_sync(last_words, process.output, of)
        raise EntryError(process.entrant, problem, words)


async def ending_of(process: BotProcess, given_up: trio.Event) -> str:
    """Waits for a bot's process to end and tells how it did, in a few words.

    Ends it once the bot is given up.
    """

    async def end_silent() -> None:
        await given_up.wait()
        await process.end()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(end_silent)
        how = await process.wait()
        nursery.cancel_scope.cancel()
    if given_up.is_set():
        return f"was ended: its time was up, and {PATIENCE:g} s later it was silent"
    return how
