"""`arena tournament schedule`: has a serving arena play a tournament."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from arena.cli.config_file import read_config
from arena.cli.misuse import MisuseError
from arena.cli.options import DEFAULT_DATABASE, Database, Flag
from arena.cli.output import say
from arena.director.lineup import trial_names
from arena.director.opening import now_text, open_tournament, time_text
from arena.errors import ConfigError
from arena.store.repository import Repository
from arena.store.rows import TournamentStatus
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.roster import with_entrants


def schedule(
    config: Annotated[Path, Parameter(help="The tournament's TOML file.")],
    /,
    *,
    at: Annotated[
        str,
        Parameter(
            metavar="TIME",
            show_default=False,
            help="When it is to begin, such as 2026-12-24T20:00:00+01:00; without it"
            " now.",
        ),
    ] = "",
    cancel: Annotated[
        Flag,
        Parameter(
            help="Take it off the list; what has been played stays, and what is being"
            " played goes on."
        ),
    ] = False,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Enters a tournament, to be played by the arena that serves the database.

    Args:
        config: The tournament's file.
        at: When it is to begin, RFC 3339; empty for now.
        cancel: Whether to take it off the list instead.
        database: The database's URL.

    Raises:
        ConfigError: The tournament has finished, or was begun by another file.
    """
    start = _time(at)
    settings, text = read_config(config)
    _try_completing(config, settings, text)
    with Repository.open(database) as repository:
        if cancel:
            _cancel(repository, settings.name)
            return
        row = open_tournament(
            repository, settings, text, seed=None, fresh=False, may_be_open=True
        ).row
        if row.status is TournamentStatus.FINISHED:
            raise ConfigError(
                f"{config}: name",
                f"'{settings.name}' has finished already",
                "give it another name",
            )
        repository.schedule(settings.name, start)
        say(f"'{settings.name}' begins at {start}", "bold")
        if at and start < now_text():
            say("  that is past: it begins as soon as an arena serves it", "yellow")
        say(f"commitment, the SHA-256 of the seed: {row.commitment}")
        _warn(repository, settings)


def _cancel(repository: Repository, name: str) -> None:
    row = repository.tournament(name)
    repository.schedule(name, None)
    if row.status is TournamentStatus.FINISHED:
        say(f"'{name}' has finished already")
    elif repository.is_played(name):
        say(
            f"'{name}' is being played and goes on to its end; it is off the list, so"
            " that an arena that stops before does not resume it"
        )
    elif row.start_time is None:
        say(f"'{name}' was not on the list")
    else:
        say(f"'{name}' is not on the list any more")


def _time(text: str) -> str:
    if not text:
        return time_text(datetime.now(UTC))
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        time = None
    if time is None or time.tzinfo is None:
        raise MisuseError(
            f"--at: '{text}' is no time",
            "it has a date, a time and an offset: 2026-12-24T20:00:00+01:00, or Z for"
            " UTC",
        )
    return time_text(time)


def _try_completing(path: Path, config: TournamentConfig, text: str) -> None:
    """Sees that the entrants of an open tournament can be added to its text."""
    if config.open:
        try:
            parse_config(with_entrants(text, trial_names(config)))
        except ConfigError as error:
            where = f"{path}: {error.key}"
            raise ConfigError(where, error.problem, error.hint) from error


def _warn(repository: Repository, config: TournamentConfig) -> None:
    """Says what would keep it from being played as it is meant."""
    let_in = {bot.name for bot in repository.bots() if bot.revoked_time is None}
    missing = [e.name for e in config.entrants if e.remote and e.name not in let_in]
    if missing:
        say(f"not registered yet: {', '.join(missing)}", "yellow")
        say("  arena bots add NAME  gives a bot its token")
    if not repository.is_served():
        say("no arena serves this database yet: arena serve", "yellow")
