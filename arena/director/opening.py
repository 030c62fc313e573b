"""Finds a tournament in the store or enters it: where every run begins.

The same command resumes what was interrupted. A configuration that no longer is
the one the tournament was begun with is refused, because the records of one
tournament must all stand under the same rules.
"""

import secrets
from contextlib import suppress
from dataclasses import dataclass, fields, replace
from datetime import UTC, datetime

from arena.dealing import SEED_BYTES, commitment
from arena.errors import ConfigError, NotFoundError, StoreError
from arena.store.repository import Repository
from arena.store.rows import EntrantRow, TournamentRow
from arena.tournament.config import TournamentConfig, parse_config


@dataclass(frozen=True, slots=True)
class Opened:
    """A tournament that is in the store and may be played."""

    row: TournamentRow
    """The tournament as stored."""
    resumed: bool
    """Whether it was there before this run."""


def now_text() -> str:
    """Gives the present moment in UTC as RFC 3339, to the millisecond."""
    return time_text(datetime.now(UTC))


def time_text(time: datetime) -> str:
    """Gives a moment in UTC as RFC 3339; such texts sort as the moments do."""
    in_utc = time.astimezone(UTC)
    return in_utc.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def open_tournament(
    repository: Repository,
    config: TournamentConfig,
    config_text: str,
    *,
    seed: bytes | None,
    fresh: bool,
    may_be_open: bool = False,
) -> Opened:
    """Gives the tournament of that name, entering it if it is not there.

    Args:
        repository: The store.
        config: What `config_text` says.
        config_text: The TOML, which is stored as it was read.
        seed: The master seed asked for; None for the configuration's, or a random
            one where it names none.
        fresh: Whether to forget a tournament of that name first, with its records.
        may_be_open: Whether a lobby is there to enter entrants from.

    Raises:
        ConfigError: the stored tournament has another configuration or seed.
    """
    if config.open and not may_be_open:
        raise ConfigError(
            "open",
            "true, and who is in the lobby is known to a serving arena alone",
            "have it played there: arena tournament schedule CONFIG",
        )
    if fresh:
        with suppress(NotFoundError):
            repository.delete_tournament(config.name)
    try:
        row = repository.tournament(config.name)
    except NotFoundError:
        return _enter_first(repository, config, config_text, seed)
    wanted = seed or config.seed
    if row.started_time is None and row.start_time is None:
        # Nothing was played under what may have been mended since.
        if _changes(row, config) or wanted not in (None, row.seed):
            repository.delete_tournament(config.name)
            return Opened(_enter(repository, config, config_text, seed), resumed=False)
        return Opened(row, resumed=True)
    _require_same(row, config, wanted)
    return Opened(row, resumed=True)


def _enter(
    repository: Repository,
    config: TournamentConfig,
    config_text: str,
    seed: bytes | None,
) -> TournamentRow:
    chosen = seed or config.seed or secrets.token_bytes(SEED_BYTES)
    return repository.create_tournament(
        config.name,
        config_text=config_text,
        seed=chosen,
        commitment=commitment(chosen),
        created_time=now_text(),
        entrants=[EntrantRow(entrant.name) for entrant in config.entrants],
    )


def _enter_first(
    repository: Repository,
    config: TournamentConfig,
    config_text: str,
    seed: bytes | None,
) -> Opened:
    """Enters a tournament that was not there, or takes it from whoever was faster."""
    try:
        return Opened(_enter(repository, config, config_text, seed), resumed=False)
    except StoreError:
        row = None
        with suppress(NotFoundError):
            row = repository.tournament(config.name)
        if row is None:
            raise
    # Which of the two plays it, the claim on it decides, and says.
    _require_same(row, config, seed or config.seed)
    return Opened(row, resumed=True)


def _changes(row: TournamentRow, config: TournamentConfig) -> list[str]:
    """Gives the keys in which a configuration differs from the stored one."""
    stored = parse_config(row.config_text)
    if stored.open:
        # Behind the file's own entrants are those who were in the lobby.
        stored = replace(stored, entrants=stored.entrants[: len(config.entrants)])
    return [
        field.name
        for field in fields(config)
        if getattr(stored, field.name) != getattr(config, field.name)
    ]


def _require_same(
    row: TournamentRow, config: TournamentConfig, seed: bytes | None
) -> None:
    hint = (
        "give it another name, or play it anew with arena tournament run --fresh (its"
        " records go)"
    )
    changes = _changes(row, config)
    if changes:
        raise ConfigError(
            "name",
            f"'{config.name}' has been begun with another configuration; changed:"
            f" {', '.join(changes)}",
            hint,
        )
    if seed is not None and seed != row.seed:
        raise ConfigError("seed", f"'{config.name}' was begun with another seed", hint)
