"""`arena verify`: proves that a tournament was played as its records say."""

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter
from rich.table import Table
from rich.text import Text

from arena.cli.config_file import read_config, read_seed
from arena.cli.files import opened, read_text
from arena.cli.misuse import MisuseError
from arena.cli.options import DEFAULT_DATABASE, Database, TournamentName
from arena.cli.output import data_console, message_console, say
from arena.cli.standings_table import standings_table
from arena.cli.stored_deal import find_tournament
from arena.director.verify import Verified, verify
from arena.director.verify_exported import ExportedSource
from arena.director.verify_stored import StoredSource
from arena.errors import ConfigError, VerificationError
from arena.store.repository import Repository
from arena.tournament.config import TournamentConfig
from arena.tournament.published import check_standings

_Published = Sequence[Mapping[str, object]]


def verify_tournament(
    name: TournamentName = "",
    /,
    *,
    file: Annotated[
        Path | None,
        Parameter(help="Exported records to verify; needs --config and --seed."),
    ] = None,
    config: Annotated[
        Path | None,
        Parameter(help="The tournament's TOML file, for exported records."),
    ] = None,
    seed: Annotated[
        str,
        Parameter(
            metavar="HEX",
            show_default=False,
            help="The revealed seed, for exported records; without it the TOML file's.",
        ),
    ] = "",
    commitment: Annotated[
        str,
        Parameter(
            metavar="HEX",
            show_default=False,
            help="The commitment you noted before the first deal.",
        ),
    ] = "",
    standings: Annotated[
        Path | None,
        Parameter(help="Published standings to compare, from arena standings --json."),
    ] = None,
    database: Database = DEFAULT_DATABASE,
) -> None:
    """Verifies a tournament in the database, or in a file of exported records.

    Args:
        name: The tournament; empty for the newest.
        file: Exported records; `None` for the database.
        config: The tournament's file; only with `file`.
        seed: The revealed seed in hexadecimal; only with `file`.
        commitment: The SHA-256 of the seed as it was published; empty: not known.
        standings: Standings as JSON; `None`: they are not compared.
        database: The database's URL.

    Raises:
        VerificationError: Something differs.
    """
    published = None if standings is None else _read_standings(standings)
    noted = commitment.strip().lower() or None
    with ExitStack() as stack:
        source: StoredSource | ExportedSource
        if file is None:
            if config is not None or seed:
                raise MisuseError("--config and --seed go with --file only")
            repository = stack.enter_context(Repository.open(database, create=False))
            row = find_tournament(repository, name)
            source = StoredSource(repository, row.name, commitment=noted)
        else:
            if name:
                raise MisuseError(
                    "--file goes with no tournament's name",
                    "the configuration, --config, has its name",
                )
            settings, secret = _read_decisions(config, seed)
            if settings.open:
                stack.enter_context(_entered_from_lobby())
            lines = stack.enter_context(opened(file))
            if not lines.seekable():
                raise MisuseError(
                    f"'{file}' can be read only once, and must be read twice",
                    "write the records to a file first",
                )
            source = ExportedSource(
                lines,
                settings,
                secret,
                commitment=noted,
                withdrawn=_withdrawn(published),
            )
        with message_console().status("verifying") as status:
            verified = verify(
                source, lambda line: status.update(f"verifying {line.place}")
            )
        if published is not None:
            check_standings(published, verified.standings)
    _report(source, verified, compared=published is not None)


@contextmanager
def _entered_from_lobby() -> Iterator[None]:
    """Says what a difference may come of where others were entered from the lobby."""
    try:
        yield
    except VerificationError:
        say(
            "the configuration has open = true; if it is the file that was scheduled,"
            " take the one with all entrants instead, of arena tournament show --toml",
            "yellow",
        )
        raise


def _read_decisions(config: Path | None, seed: str) -> tuple[TournamentConfig, bytes]:
    if config is None:
        raise MisuseError(
            "--file needs --config", "it is the TOML file the tournament was run with"
        )
    settings, _ = read_config(config)
    secret = read_seed(seed) or settings.seed
    if secret is None:
        raise MisuseError(
            "--file needs --seed, since the configuration names none",
            "arena tournament show prints it when the tournament has finished",
        )
    return settings, secret


def _read_standings(path: Path) -> _Published:
    try:
        lines = json.loads(read_text(path))
    except (ValueError, RecursionError) as error:
        raise ConfigError(str(path), f"no JSON: {error}") from error
    if not isinstance(lines, list) or not all(isinstance(one, dict) for one in lines):
        raise ConfigError(
            str(path),
            "no standings; a list of objects is expected",
            "arena standings --json prints them",
        )
    return lines


def _withdrawn(published: _Published | None) -> dict[str, str] | None:
    if published is None:
        return None
    return {
        str(line.get("entrant")): str(line["withdrawn"])
        for line in published
        if line.get("withdrawn") is not None
    }


def _report(
    source: StoredSource | ExportedSource, verified: Verified, *, compared: bool
) -> None:
    config = source.config
    known = "the commitment " if source.commitments else ""
    facts = {
        "seed": f"its SHA-256 is {known}{verified.commitment}",
        "rounds": f"{verified.rounds} of {config.rounds}, paired again",
        "deals": f"{verified.records}, dealt from the seed and adjudicated again",
        "standings": "calculated again, as published"
        if compared
        else "calculated again, as follows",
    }
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, fact in facts.items():
        grid.add_row(f"  {label}", Text(fact))
    console = data_console()
    console.print(Text.assemble((config.name, "bold"), (": verified", "bold green")))
    console.print(grid)
    if not compared:
        console.print()
        console.print(standings_table(verified.standings))
    for note in _notes(source, compared=compared):
        say(note)


def _notes(source: StoredSource | ExportedSource, *, compared: bool) -> list[str]:
    notes = []
    if isinstance(source, StoredSource):
        if not source.finished:
            notes.append(
                "the tournament has not finished: its seed is still secret, the one"
                " in the database was used"
            )
        return notes
    if not source.commitments:
        notes.append(
            "compare the commitment with the one published before the first deal,"
            " or give it: --commitment"
        )
    if not compared:
        notes += [
            f"taken as withdrawn, since others sit in its place: {name},"
            + (f" in round {number}" if number else " before the first round")
            for name, number in sorted(source.gone.items())
        ]
    return notes
