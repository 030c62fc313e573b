"""A small tournament in a database, played by the match machine without bots."""

from collections.abc import Callable
from pathlib import Path

from arena.dealing import commitment
from arena.director.recording import Recorder
from arena.director.runner import PlayedRotation
from arena.director.schedule import Assignment, assignments
from arena.match.machine import Match
from arena.store.repository import Repository
from arena.store.rows import EntrantRow, RotationKey
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.result import Round

SEED = bytes(range(32))
STARTED = "2026-03-01T12:00:00.000Z"
NAMES = ("ann", "bob", "cat", "dan")
CONFIG = """\
name = "spring"
rounds = 2
boards = 2
clock = "none"

[[entrants]]
name = "ann"
command = "arena-bot lowest"

[[entrants]]
name = "bob"
command = "arena-bot lowest"

[[entrants]]
name = "cat"

[[entrants]]
name = "dan"
command = "arena-bot lowest"
"""


def begin(repository: Repository, text: str) -> None:
    """Enters a tournament of `NAMES` and starts it."""
    name = parse_config(text).name
    repository.create_tournament(
        name,
        config_text=text,
        seed=SEED,
        commitment=commitment(SEED),
        created_time=STARTED,
        entrants=[EntrantRow(entrant) for entrant in NAMES],
    )
    repository.start(name, STARTED)


def play_spring(
    database: Path, *, rounds: int = 2, forfeiter: str | None = None
) -> str:
    """Plays rounds of the tournament `spring` into a database file.

    Args:
        database: Where the file is to be.
        rounds: How many of its two rounds are played; with both it is finished.
        forfeiter: Who answers illegally in each rotation of the first board.

    Returns:
        The database's URL.
    """
    config = parse_config(CONFIG)
    url = f"sqlite:///{database}"
    with Repository.open(url) as repository:
        begin(repository, CONFIG)
        for number in range(1, rounds + 1):
            _play_round(repository, config, number, forfeiter)
        if rounds == config.rounds:
            repository.finish(config.name, STARTED)
    return url


def _play_round(
    repository: Repository,
    config: TournamentConfig,
    number: int,
    forfeiter: str | None,
) -> None:
    repository.save_round(config.name, number, [NAMES])
    for assignment in assignments(config, SEED, Round(number, (NAMES,))):
        faulty = None
        if forfeiter is not None and assignment.key.board == 1:
            faulty = assignment.entrants.index(forfeiter)
        rotation = play(config, assignment, faulty)
        ended = Recorder(config).finished(rotation, STARTED)
        repository.save_rotations(config.name, [ended])
    repository.finish_round(config.name, number)


def play_part(
    repository: Repository,
    number: int,
    wanted: Callable[[RotationKey], bool],
    *,
    forfeiter: str | None = None,
) -> None:
    """Pairs a round and plays what is wanted of it; the round stays open.

    The `forfeiter` answers illegally in each rotation.
    """
    config = parse_config(CONFIG)
    repository.save_round(config.name, number, [NAMES])
    for assignment in assignments(config, SEED, Round(number, (NAMES,))):
        if wanted(assignment.key):
            faulty = assignment.entrants.index(forfeiter) if forfeiter else None
            rotation = play(config, assignment, faulty)
            ended = Recorder(config).finished(rotation, STARTED)
            repository.save_rotations(config.name, [ended])


def play(
    config: TournamentConfig, assignment: Assignment, faulty: int | None = None
) -> PlayedRotation:
    """Plays a rotation: each seat plays its first play, `faulty` an illegal one."""
    match = Match(config.variant, assignment.dealt, config.clock)
    match.start(0.0)
    while not match.over:
        asked = match.prompt
        assert asked is not None
        match.sent(asked.seat, asked.turn, 0.0)
        play = match.deal.legal_plays()[-1]
        cards = b"\xff" if asked.seat == faulty else play
        match.answer(asked.seat, asked.turn, cards, 0.0)
    return PlayedRotation(assignment, assignment.entrants, tuple(match.played))
