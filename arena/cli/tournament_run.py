"""`arena tournament run`: plays a tournament, or goes on with it."""

import shlex
from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated

import trio
from cyclopts import Parameter

from arena.cli.announcer import Announcer
from arena.cli.config_file import read_config, read_seed
from arena.cli.encryption import TlsCert, TlsClientCa, TlsKey, load_tls
from arena.cli.exit_codes import ExitCode
from arena.cli.files import make_folder
from arena.cli.lines import LineProgress
from arena.cli.live import LiveProgress
from arena.cli.options import DEFAULT_DATABASE, Database, Flag
from arena.cli.output import data_console, message_console, say
from arena.cli.printed_commands import command_on, in_database
from arena.cli.running import play
from arena.cli.standings_table import standings_notes, standings_table
from arena.director.opening import Opened, open_tournament
from arena.director.run import Place, TournamentRun
from arena.director.stored import stored_standings
from arena.store.engine import without_password
from arena.store.repository import Repository
from arena.store.rows import TournamentRow, TournamentStatus
from arena.tournament.config import TournamentConfig

LISTEN = "127.0.0.1:0"
"""Where an arena listens unless it is told: at any free port, for this machine."""

_OUTPUT = Path("bot-output")


def run(
    config: Annotated[Path, Parameter(help="The tournament's TOML file.")],
    /,
    *,
    seed: Annotated[
        str,
        Parameter(
            metavar="HEX",
            show_default=False,
            help="The master seed, up to 64 hexadecimal digits; without it the"
            " file's, or a random one.",
        ),
    ] = "",
    fresh: Annotated[
        Flag,
        Parameter(
            help="Delete the tournament of that name with its records, and begin anew.",
        ),
    ] = False,
    listen: Annotated[
        str, Parameter(metavar="HOST:PORT", help="Where bots join; port 0 is any.")
    ] = LISTEN,
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    tls_client_ca: TlsClientCa = None,
    insecure: Annotated[
        Flag,
        Parameter(
            help="Let bots of other machines join without encryption: whoever can"
            " listen in sees their cards and tokens.",
        ),
    ] = False,
    output: Annotated[
        Path | None,
        Parameter(
            metavar="DIR",
            help="The folder for what launched bots print, a file a bot; without it"
            f" {_OUTPUT}/NAME.",
        ),
    ] = None,
    database: Database = DEFAULT_DATABASE,
) -> int:
    """Plays a tournament to its end, or resumes it where it stopped.

    Args:
        config: The tournament's file.
        seed: The master seed in hexadecimal; empty for the file's or a random one.
        fresh: Whether to forget a tournament of that name first.
        listen: Where to listen, `host:port`.
        tls_cert: The server's certificate; None for no encryption.
        tls_key: The certificate's key.
        tls_client_ca: Who must vouch for callers; None for nobody.
        insecure: Whether other machines may join without encryption.
        output: The folder for the bots' output.
        database: The database's URL.

    Returns:
        The exit code.
    """
    settings, text = read_config(config)
    folder = output or _OUTPUT / settings.name
    outputs = {
        entrant.name: folder / f"{entrant.name}.log"
        for entrant in settings.entrants
        if entrant.command is not None
    }
    with Repository.open(database) as repository:
        entered = open_tournament(
            repository, settings, text, seed=read_seed(seed), fresh=fresh
        )
        if entered.row.status is TournamentStatus.FINISHED:
            say(f"'{settings.name}' has finished already; --fresh plays it anew")
            code = ExitCode.DONE
        else:
            place = Place(
                folder=config.resolve().parent,
                output=folder.resolve(),
                address=listen,
                insecure=insecure,
                tls=load_tls(tls_cert, tls_key, tls_client_ca),
            )
            code = _play(repository, settings, entered, place, outputs)
        row = repository.tournament(settings.name)
        lines = stored_standings(repository, row)
    # Whoever read them may be gone, as after Ctrl-C through a pipe; how the run has
    # ended is told all the same.
    with suppress(BrokenPipeError):
        data_console().print(standings_table(lines))
    for note in standings_notes(lines, outputs):
        say(note)
    if code is ExitCode.DONE:
        _say_what_next(row.name, database)
    else:
        say(
            f"stopped in round {row.rounds_done + 1} of {settings.rounds};"
            " to resume it:",
            "bold",
        )
        options = {
            "--listen": None if listen == LISTEN else listen,
            "--tls-cert": tls_cert,
            "--tls-key": tls_key,
            "--tls-client-ca": tls_client_ca,
            "--output": output,
        }
        say(f"  {_resume_command(config, options, database, insecure=insecure)}")
    return code


def _resume_command(
    config: Path, options: Mapping[str, object], database: str, *, insecure: bool
) -> str:
    """Gives the command that goes on: this one, without what would begin anew."""
    words = ["arena", "tournament", "run", str(config)]
    if insecure:
        words.append("--insecure")
    for option, value in options.items():
        if value is not None:
            words += [option, str(value)]
    return shlex.join([*words, *in_database(database)])


def _forget_output(folder: Path) -> None:
    """Removes what the bots of an earlier tournament of that name have printed."""
    for output in folder.glob("*.log"):
        # What is in the way says itself that it is when the bot is launched.
        with suppress(OSError):
            output.unlink()


def _play(
    repository: Repository,
    config: TournamentConfig,
    entered: Opened,
    place: Place,
    outputs: Mapping[str, Path],
) -> ExitCode:
    make_folder(place.output)
    if not entered.resumed:
        _forget_output(place.output)
    with _announcer(config, outputs) as announcer:
        announcer.opened(
            resumed=entered.resumed,
            commitment=entered.row.commitment,
            boards_left=_boards_left(config, entered.row),
        )
        remote = any(entrant.remote for entrant in config.entrants)
        if remote and place.address.endswith(":0"):
            announcer.port_is_any()
        run = TournamentRun(config, entered.row, repository, place, announcer)
        return trio.run(
            partial(
                play,
                run,
                may_wait=lambda: announcer.tally.round > 0,
                stopping=announcer.stopping,
            )
        )


def _announcer(
    config: TournamentConfig, outputs: Mapping[str, Path]
) -> AbstractContextManager[Announcer]:
    console = message_console()
    if console.is_terminal:
        return LiveProgress(config, outputs, perf_counter, console)
    return nullcontext(LineProgress(config, outputs, perf_counter))


def _boards_left(config: TournamentConfig, row: TournamentRow) -> int:
    """Says how many boards there are at the tables of the rounds not finished."""
    tables = -(-len(config.entrants) // config.seats)
    return (config.rounds - row.rounds_done) * tables * config.boards


def _say_what_next(name: str, database: str) -> None:
    where = without_password(database)
    say(f"the records are in {where}; to look at them:", "bold")
    looks = {
        command_on(["arena", *words.split()], name, options, database): what
        for words, options, what in (
            ("replay", [], "a deal, move by move"),
            ("export", [], "all deals as lines of JSON"),
            ("standings", ["--json"], "the table for programs"),
            ("verify", [], "proves that seed and rules bear it out"),
            ("tournament show", [], "pairings, and every forfeit with its evidence"),
        )
    }
    width = max(map(len, looks))
    for command, what in looks.items():
        say(f"  {command:{width}}  {what}")
