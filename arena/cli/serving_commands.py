"""The commands about an arena that stays up, and what their help says.

Named by text, as in `app`.
"""

from cyclopts import App

from arena.cli.help_pages import example


def add_serving_commands(app: App, tournament: App) -> None:
    """Adds them to the command line; one goes with the other `tournament` commands."""
    tournament.command(
        "arena.cli.tournament_schedule:schedule",
        name="schedule",
        usage="arena tournament schedule CONFIG [OPTIONS]",
        help="""Has arena serve play a tournament, now or at a set time.

Entrants of CONFIG without a command are registered bots of those names. With
open = true in CONFIG everybody in the lobby at the start is entered. The arena plays
one tournament after another, in the order of their times. One that was stopped goes on
when it is scheduled again.""",
        help_epilogue=example(
            "arena tournament schedule cup.toml",
            "arena tournament schedule cup.toml --at 2026-12-24T20:00:00+01:00",
        ),
        sort_key=3,
    )
    _add_serve(app)
    _add_bots(app)


def _add_serve(app: App) -> None:
    app.command(
        "arena.cli.serve:serve",
        name="serve",
        usage="arena serve [OPTIONS]",
        sort_key=10,
        help="""Keeps an arena up that registered bots connect to.

Bots wait in the lobby and stay connected between tournaments, which are entered with
arena tournament schedule. Bots that are added, revoked or given another token while it
runs are so within a second.

Ctrl-C or SIGTERM lets the running rotations end, says goodbye to all bots and ends with
exit code 0; given twice it stops at once. What was being played goes on when an arena
serves the database again.""",
        help_epilogue=example(
            "arena serve",
            "arena serve --listen 0.0.0.0:7070 --tls-cert server.pem --tls-key key.pem",
        ),
    )
    app.command(
        "arena.cli.lobby:lobby",
        name="lobby",
        usage="arena lobby [OPTIONS]",
        sort_key=12,
        help="""Shows who is connected to the arena that serves the database.

For each bot: where from, with which library by its own word, since when, and the
tournament it is playing in.""",
        help_epilogue=example("arena lobby"),
    )
    app.command(
        "arena.cli.certificate:certificate",
        name="certificate",
        usage="arena certificate [OPTIONS]",
        sort_key=13,
        help="""Makes certificates to try encryption with.

An authority vouches for a server and, if asked to, for clients. Its own key is thrown
away. Files that are there are not overwritten; private keys can be read by you alone.""",
        help_epilogue=example(
            "arena certificate --host arena.example --out certificates",
        ),
    )


def _add_bots(app: App) -> None:
    bots = App(
        name="bots",
        help="Registers bots, and shows what became of them.",
        help_epilogue=example("arena bots add planner"),
        version_flags=(),
        sort_key=11,
    )
    app.command(bots)
    bots.command(
        "arena.cli.bots:add",
        name="add",
        usage="arena bots add NAME [OPTIONS]",
        sort_key=0,
        help="""Registers a bot and prints its token, this once.

The token is who the bot is: whoever shows it plays under NAME. The database keeps its
hash alone. A bot that was revoked is let in again, with a new token.""",
        help_epilogue=example("arena bots add planner --output planner.token"),
    )
    bots.command(
        "arena.cli.bots:list_bots",
        name="list",
        usage="arena bots list [OPTIONS]",
        sort_key=1,
        help="Lists the registered bots: when they were here, what they have played.",
        help_epilogue=example("arena bots list"),
    )
    bots.command(
        "arena.cli.bots:show",
        name="show",
        usage="arena bots show NAME [OPTIONS]",
        sort_key=2,
        help="""Shows a bot: its tournaments, and each deal it forfeited.

The evidence is the answer, the rule it broke, the time it took and the time it had, and
the hand and the table it had before it.
The bot's author can ask for the same with arena-bot history.""",
        help_epilogue=example("arena bots show planner"),
    )
    bots.command(
        "arena.cli.bots:rotate",
        name="rotate",
        usage="arena bots rotate NAME [OPTIONS]",
        sort_key=3,
        help="""Gives a bot another token and prints it, this once.

The old one is void: a stream that was opened with it is ended, and the bot has its own
clock's time to come back with the new one.""",
        help_epilogue=example("arena bots rotate planner --output planner.token"),
    )
    bots.command(
        "arena.cli.bots:revoke",
        name="revoke",
        usage="arena bots revoke NAME [OPTIONS]",
        sort_key=4,
        help="""Lets a bot in no more.

It is withdrawn from the tournament it is playing in, and its stream is ended.""",
        help_epilogue=example("arena bots revoke planner"),
    )
