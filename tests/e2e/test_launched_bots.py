"""Launched bots that are hard on the machine, all in one arena."""

import signal
from pathlib import Path
from typing import Any

import pytest
import trio

from tests.support.runs import PATIENCE, Tournament, bot, bots_in, start

UNRULY = bot("unruly")
GOOD = {"planner": "arena-bot planner", "lowest": "arena-bot lowest"}
PLAYING = {deed: f"{UNRULY} {deed}" for deed in ("forks", "prints", "stays", "closes")}
"""They play on beside what they do."""
ENDED = {deed: f"{UNRULY} {deed}" for deed in ("eats", "eats-together", "forks-on")}
"""They break a limit and are ended."""
SETTINGS = {"rounds": 1, "boards": 2}
DEALS = 8


@pytest.fixture(scope="module")
def tournament(tmp_path_factory: pytest.TempPathFactory) -> Tournament:
    """The tournament with all of them in it, played to its end."""
    folder = tmp_path_factory.mktemp("launched")
    tournament = Tournament(folder, {**GOOD, **PLAYING, **ENDED}, SETTINGS)
    text = tournament.config.read_text()
    for entrant in ENDED:
        name = f'name = "{entrant}"\n'
        limits = 'memory = "128MiB"\nprocesses = 20\noptional = true\n'
        text = text.replace(name, name + limits)
    tournament.config.write_text(text)
    trio.run(_play, tournament)
    return tournament


async def _play(tournament: Tournament) -> None:
    errors = tournament.folder / "errors"
    arena = await start(tournament.run_command(), errors)
    with trio.fail_after(PATIENCE):
        assert await arena.wait() == 0, errors.read_text()
    # Nothing may be left, neither at once nor by and by.
    assert not bots_in(tournament.folder)


@pytest.fixture(scope="module")
def standings(tournament: Tournament) -> dict[str, dict[str, Any]]:
    """The standings by entrant."""
    return tournament.standings()


@pytest.fixture(scope="module")
def log(tournament: Tournament) -> str:
    """What the arena said."""
    return (tournament.folder / "errors").read_text()


@pytest.mark.parametrize("entrant", [*GOOD, *PLAYING])
def test_who_plays_on_plays_all_its_deals_and_forfeits_none(
    standings: dict[str, dict[str, Any]], entrant: str
) -> None:
    line = standings[entrant]
    assert (line["deals"], line["forfeits"], line["withdrawn"]) == (DEALS, 0, None)


@pytest.mark.parametrize(
    ("entrant", "why"),
    [
        ("eats-together", "MiB of memory, 128 are allowed"),
        ("forks-on", "processes, 20 are allowed"),
    ],
)
def test_who_breaks_a_limit_is_ended_and_it_is_said_which(
    standings: dict[str, dict[str, Any]], log: str, entrant: str, why: str
) -> None:
    assert standings[entrant]["forfeits"] or standings[entrant]["withdrawn"]
    said = log + str(standings[entrant]["withdrawn"])
    assert why in said
    assert entrant in log


def test_a_program_hears_that_it_gets_no_more_memory(tournament: Tournament) -> None:
    assert "MemoryError" in (tournament.output / "eats.log").read_text()


def test_of_a_flood_the_beginning_and_the_end_are_kept(tournament: Tournament) -> None:
    output = (tournament.output / "prints.log").read_bytes()
    assert b"the first words\n" in output[:100]
    # Its thread and the SDK print as they like.
    assert output.endswith((b"x\n", b"goodbye: the tournament is over\n"))
    assert b"[the arena left out " in output
    assert len(output) < 1.1 * 2**20


async def test_bots_that_do_not_heed_their_leash_do_not_outlive_a_killed_arena(
    tmp_path: Path,
) -> None:
    deaf = {deed: PLAYING[deed] for deed in ("forks", "stays")}
    tournament = Tournament(tmp_path, {**GOOD, **deaf}, {"boards": 100})
    arena = await start(tournament.run_command(), tmp_path / "errors")
    with trio.fail_after(PATIENCE):
        while len(bots_in(tmp_path)) < 4 + 4 + 2:  # keepers, bots, children
            await trio.sleep(0.05)
        arena.send_signal(signal.SIGKILL)
        await arena.wait()
        while bots_in(tmp_path):
            await trio.sleep(0.05)
    printed = "".join(log.read_text() for log in tournament.output.glob("*.log"))
    assert "launched" in printed
    assert "keeper.py" not in printed, "the bots' authors would take it for theirs"
