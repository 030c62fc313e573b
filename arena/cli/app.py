"""The commands and what their help says.

The commands themselves are named by text and imported when one is called: a help
page or a mistyped option must not wait for the database or the gRPC library.
"""

from cyclopts import App

from arena.cli.help_pages import ARGUMENTS, COMMANDS, OPTIONS, HelpPages, example
from arena.cli.installed import installed
from arena.cli.serving_commands import add_serving_commands

app = App(
    name="arena",
    help="Runs tournaments of Tiến Lên bots, rates the bots and shows what they played.",
    help_epilogue=example("arena tournament run examples/house.toml"),
    help_format="plaintext",
    help_formatter=HelpPages(),
    version=installed,
    group_arguments=ARGUMENTS,
    group_parameters=OPTIONS,
    group_commands=COMMANDS,
    # Interrupts are `shell`'s to report.
    suppress_keyboard_interrupt=False,
)
"""The whole command line."""

GROUPS = ("tournament", "bots")
"""The commands that are groups of commands."""

_tournament = App(
    name="tournament",
    help="Runs tournaments and shows how they went.",
    help_epilogue=example("arena tournament run examples/house.toml"),
    version_flags=(),
    sort_key=0,
)
app.command(_tournament)

_tournament.command(
    "arena.cli.tournament_run:run",
    name="run",
    usage="arena tournament run CONFIG [OPTIONS]",
    help="""Plays a tournament to its end, or resumes it where it stopped.

The arena launches the bots that CONFIG has a command for and waits for those that
join from elsewhere. Every finished rotation is stored at once, so that the same
command goes on after whatever has ended it. A tournament that is over is not played
again; its standings are printed.

Ctrl-C or SIGTERM lets the running rotations end, which are stored; given twice it
ends them too. Exit codes: 0 the tournament is over, 1 it failed, 2 the command was
wrong, 130 stopped by Ctrl-C, 143 by SIGTERM.""",
    help_epilogue=example(
        "arena tournament run examples/house.toml",
        "arena tournament run cup.toml --listen 0.0.0.0:7070 --insecure",
    ),
    sort_key=0,
)
_tournament.command(
    "arena.cli.tournament_list:list_tournaments",
    name="list",
    usage="arena tournament list [OPTIONS]",
    help="Lists the tournaments of the database, the newest first.",
    help_epilogue=example("arena tournament list"),
    sort_key=1,
)
_tournament.command(
    "arena.cli.tournament_show:show",
    name="show",
    usage="arena tournament show [NAME] [OPTIONS]",
    help="""Shows a tournament: its rules, entrants, thinking times, pairings and forfeits.

The seed is shown once the tournament has finished; until then whoever knows it
knows the cards to come. Its SHA-256, the commitment, is shown from the start.""",
    help_epilogue=example("arena tournament show house"),
    sort_key=2,
)
app.command(
    "arena.cli.standings:standings",
    name="standings",
    usage="arena standings [NAME] [OPTIONS]",
    sort_key=1,
    help="""Prints the standings of a tournament.

Ratings are on the Elo scale, with 95 % intervals in which replayed boards count
once. With few boards they are provisional, marked by a question mark.""",
    help_epilogue=example("arena standings house --json"),
)
app.command(
    "arena.cli.export:export",
    name="export",
    usage="arena export [NAME] [OPTIONS]",
    sort_key=3,
    help="""Writes a tournament's deal records as lines of JSON.

The lines are in the order of round, table, board, rotation and deal; each is
complete, and enough to replay and adjudicate its deal again.""",
    help_epilogue=example(
        "arena export house --output house.jsonl",
        "arena export house | head -n 1",
    ),
)
app.command(
    "arena.cli.verify:verify_tournament",
    name="verify",
    usage="arena verify [NAME] [OPTIONS]",
    sort_key=4,
    help="""Proves that a tournament was played as its records say.

The seed must be the one committed to. From it every round is paired and every deal
dealt again; every action is adjudicated again, and the standings are calculated
again, ratings included. The first difference is named with its line, its field and
both values, and the exit code is 1.

It verifies a tournament of the database, with all that is stored beside the
records, or a file from arena export, which anybody can do once the seed is
revealed. Of a tournament that is still running it verifies what has been played.
How long answers took is only held against the clocks; no seed can prove it.""",
    help_epilogue=example(
        "arena verify house",
        "arena verify --file house.jsonl --config house.toml --seed 5eed...",
    ),
)
app.command(
    "arena.cli.replay:replay",
    name="replay",
    usage="arena replay [NAME] [OPTIONS]",
    sort_key=2,
    help="""Shows a deal move by move.

Each line has who played what and the hand that was left. The deal is adjudicated
again first; a record that the rules do not bear out is refused. It comes from the
database, by default the first of the tournament, or from exported records.""",
    help_epilogue=example(
        "arena replay house --round 2 --table 1 --step",
        "arena replay --file house.jsonl --line 3",
    ),
)
app.command(
    "arena.cli.variants:app",
    name="variants",
    sort_key=5,
    help="""Lists the variants of the game, or shows one.

Without a command it lists them.""",
)
add_serving_commands(app, _tournament)
