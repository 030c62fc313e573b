"""Who plays in a scheduled tournament, settled at the moment it begins."""

from collections.abc import Sequence

from arena.errors import ConfigError, EntryError
from arena.store.repository import Repository
from arena.store.rows import EntrantRow, TournamentRow, TournamentStatus
from arena.tournament.config import TournamentConfig, parse_config
from arena.tournament.roster import with_entrants


def line_up(
    repository: Repository, row: TournamentRow, present: Sequence[str]
) -> tuple[TournamentRow, TournamentConfig]:
    """Gives a tournament with all its entrants, entering them where it is open.

    Whoever is `present` is entered in an open tournament that has not begun: in its
    stored text as well, so that from then on it is a tournament like any other.

    Raises:
        EntryError: too few are there to play.
        ConfigError: an entrant that is launched has the name of a registered bot.
    """
    text, config = row.config_text, parse_config(row.config_text)
    new: list[str] = []
    if config.open and row.status is TournamentStatus.CREATED:
        new = [name for name in present if name not in config.names]
        text = with_entrants(text, new)
        config = parse_config(text)
    if not config.complete:
        raise EntryError(
            "all",
            f"{len(config.entrants)} are there to play; a tournament needs two",
            "schedule it again when more bots are in the lobby",
        )
    _require_own_names(repository, config)
    if new:
        repository.complete_roster(row.name, text, [EntrantRow(name) for name in new])
        row = repository.tournament(row.name)
    return row, config


def trial_names(config: TournamentConfig) -> list[str]:
    """Gives names with which the text of an open tournament can be tried."""
    names = (f"lobby-{number}" for number in range(1, len(config.entrants) + 3))
    return [name for name in names if name not in config.names][:2]


def _require_own_names(repository: Repository, config: TournamentConfig) -> None:
    registered = {bot.name for bot in repository.bots()}
    for entrant in config.entrants:
        if entrant.command is not None and entrant.name in registered:
            raise ConfigError(
                "entrants",
                f"'{entrant.name}' has a command and the name of a registered bot",
                "give it another name, or leave the command out to enter the bot",
            )
