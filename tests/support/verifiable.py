"""Tournaments played into a database exactly as the arena would, but without bots."""

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TextIO

from arena.dealing import commitment
from arena.director.recording import Recorder
from arena.director.runner import PlayedRotation, match_of
from arena.director.schedule import Assignment, assignments, stand_ins
from arena.game.cards import PASS
from arena.store.repository import Repository
from arena.store.rows import EntrantRow
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.result import DealOutcome, Round, is_house
from arena.tournament.swiss import Swiss
from tests.support.played import SEED, STARTED

SETTINGS: Mapping[str, str] = {
    "name": '"autumn"',
    "rounds": "3",
    "boards": "2",
    "rotations": "2",
    "deals": "2",
    "clock": '"5+0.5"',
    "answer_time": "2",
}


@dataclass
class Tournament:
    """A tournament to be played, and what shall happen in it."""

    names: str = "ann bob cat dan eve fay gus"
    settings: Mapping[str, str] = field(default_factory=dict)
    rounds: int | None = None
    """How many rounds are played; `None`: all, and it is finished."""
    part: int | None = None
    """How many rotations of a further round are played."""
    faulty: str = ""
    """Who answers every second prompt with cards nobody has."""
    withdrawals: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Who is withdrawn when so many rotations of a round have been played; in round
    0 before the first."""

    @property
    def config_text(self) -> str:
        """The configuration file."""
        settings = {**SETTINGS, **self.settings}
        lines = [f"{key} = {value}" for key, value in settings.items()]
        lines += [f'[[entrants]]\nname = "{name}"' for name in self.names.split()]
        return "\n".join(lines) + "\n"

    def play(self, database: Path) -> str:
        """Plays it into a database file, or on in it; gives the database's URL."""
        config = parse_config(self.config_text)
        url = f"sqlite:///{database}"
        with Repository.open(url) as repository:
            if not repository.tournaments():
                repository.create_tournament(
                    config.name,
                    config_text=self.config_text,
                    seed=SEED,
                    commitment=commitment(SEED),
                    created_time=STARTED,
                    entrants=[EntrantRow(name) for name in config.names],
                )
            repository.start(config.name, STARTED)
            _Player(self, config, repository).play()
        return url


@contextmanager
def exported(folder: Path, lines: Iterable[str]) -> Iterator[TextIO]:
    """Writes records to a file as `arena export` does, and opens it."""
    path = folder / "records.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        yield file


class _Player:
    """Plays everything; what is in the database already stays as it is."""

    def __init__(
        self, wanted: Tournament, config: TournamentConfig, repository: Repository
    ) -> None:
        self._wanted = wanted
        self._config = config
        self._repository = repository
        self._gone: set[str] = set()
        self._outcomes: list[DealOutcome] = []

    def play(self) -> None:
        name, wanted = self._config.name, self._wanted
        swiss = Swiss(self._config, SEED)
        self._withdraw(0, 0)
        number = 0
        while (
            paired := swiss.next_round(self._outcomes, self._gone, after=number)
        ) is not None:
            number = paired.number
            part = None
            if wanted.rounds is not None and number > wanted.rounds:
                if wanted.part is None:
                    return
                part = wanted.part
            for table in paired.tables:
                for member in filter(is_house, table):
                    self._repository.add_fill(name, member)
            self._repository.save_round(name, number, paired.tables)
            self._play_round(paired, part)
            if part is not None:
                return
            self._repository.finish_round(name, number)
        self._repository.finish(name, STARTED)

    def _play_round(self, paired: Round, part: int | None) -> None:
        done = 0
        for done, assignment in enumerate(
            list(assignments(self._config, SEED, paired))[:part]
        ):
            self._withdraw(paired.number, done)
            self._play_rotation(assignment)
        self._withdraw(paired.number, done + 1)

    def _play_rotation(self, assignment: Assignment) -> None:
        entrants = stand_ins(assignment.entrants, self._gone)
        for member in filter(is_house, entrants):
            self._repository.add_fill(self._config.name, member)
        rotation = play_session(
            self._config, assignment, entrants, faulty=self._wanted.faulty
        )
        ended = Recorder(self._config).finished(rotation, STARTED)
        self._repository.save_rotations(self._config.name, [ended])
        self._outcomes += ended.outcomes

    def _withdraw(self, number: int, played: int) -> None:
        for name, when in self._wanted.withdrawals.items():
            if when == (number, played):
                self._gone.add(name)
                self._repository.withdraw(
                    self._config.name, name, "did not come back", number
                )


def play_session(
    config: TournamentConfig,
    assignment: Assignment,
    entrants: tuple[str, ...],
    *,
    faulty: str = "",
) -> PlayedRotation:
    """Plays a rotation; each seat plays its largest play, a tenth of a second each."""
    match = match_of(config, assignment)
    now = 0.0
    match.start(now)
    while (asked := match.prompt) is not None:
        match.sent(asked.seat, asked.turn, now)
        now += 0.1
        others = set(range(len(entrants))) - {asked.seat}
        early = [
            (seat, play)
            for seat in sorted(others)
            for play in match.deal.legal_plays(seat)[:1]
            if config.variant.out_of_turn and asked.turn % 7 == 0 and play != PASS
        ]
        if early:
            seat, play = early[0]
            match.answer(seat, asked.turn, play, now)
            continue
        play = match.deal.legal_plays()[-1]
        if entrants[asked.seat] == faulty and asked.turn % 2:
            play = b"\xff"
        match.answer(asked.seat, asked.turn, play, now)
    return PlayedRotation(assignment, entrants, tuple(match.played))
