"""The command line that every bot written with this package has."""

import argparse
import asyncio
import math
import os
import re
import sys
import threading
import traceback
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NoReturn

from arena_client.bot import Bot
from arena_client.endpoint import Endpoint
from arena_client.making import BotClassError, try_making
from arena_client.seats import BotError, Seats
from arena_client.stream import BackOff, LostError, RefusedError, keep_playing
from arena_client.v1.play_service_pb2 import GOODBYE_REASON_REPLACED, Goodbye, Join

EXIT_OVER = 0
"""The arena said goodbye."""
EXIT_FAILED = 1
"""The bot raised, the arena was lost, or a newer connection took over."""
EXIT_MISUSE = 2
"""No address or token, or they are refused; or `run` was given no class that can play."""
EXIT_INTERRUPTED = 130
"""Somebody pressed Ctrl-C."""

_ADDRESS = re.compile(r"(\[[0-9A-Fa-f:.]+\]|[^\s:/\[\]]+):(?P<port>[0-9]{1,5})")
_MOST_PORT = 65535
_MOST_TABLES = 1_000_000

EPILOG = """\
Each option can also be given by the environment: ARENA_ADDRESS, ARENA_TOKEN (the
token itself) or ARENA_TOKEN_FILE, ARENA_SEED, ARENA_TABLES, ARENA_CA_FILE,
ARENA_CERT_FILE, ARENA_KEY_FILE.

Exit codes: 0 the arena said goodbye; 1 the bot raised, the arena was lost, or a
newer connection with the same token took over; 2 no address or token, or refused, or
the bot's class cannot play.
"""
"""What the help of every bot ends with."""


def run(bot: type[Bot], argv: Sequence[str] | None = None) -> NoReturn:
    """Plays with `bot` until the arena says goodbye, then ends the process.

    Before it joins, one object is made and dropped: a class that cannot play ends the
    process with what is wrong, and costs no deal.

    Args:
        bot: The class; an object of it is made for each table.
        argv: The command line; `None` for the process's own.
    """
    options = parser(bot).parse_args(argv)
    sys.exit(play(bot, options))


def parser(bot: type[Bot]) -> argparse.ArgumentParser:
    """The command line of `bot`."""
    made = argparse.ArgumentParser(
        description=_first_line(bot),
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add_options(made)
    return made


def add_options(to: argparse.ArgumentParser) -> None:
    """Adds the options that every bot shares."""
    # A variable that is set to nothing is none, as where a service's file has it so.
    env = {name: value for name, value in os.environ.items() if value}
    to.add_argument(
        "--address",
        metavar="HOST:PORT",
        default=env.get("ARENA_ADDRESS"),
        help="where the arena listens",
    )
    to.add_argument(
        "--token-file",
        metavar="PATH",
        type=Path,
        default=env.get("ARENA_TOKEN_FILE"),
        help="a file with the bot's token",
    )
    to.add_argument(
        "--seed",
        metavar="N",
        type=int,
        default=env.get("ARENA_SEED") or 0,
        help="feeds the bot's chance (default: %(default)s)",
    )
    to.add_argument(
        "--tables",
        metavar="N",
        type=_tables,
        default=env.get("ARENA_TABLES"),
        help="the most tables at one time (default: what the bot is made for)",
    )
    to.add_argument(
        "--ca-file",
        metavar="PATH",
        type=Path,
        default=env.get("ARENA_CA_FILE"),
        help="speak TLS and trust the certificates in this file",
    )
    to.add_argument(
        "--tls", action="store_true", help="speak TLS and trust the system's"
    )
    to.add_argument(
        "--cert-file",
        metavar="PATH",
        type=Path,
        default=env.get("ARENA_CERT_FILE"),
        help="the certificate to show, where the arena asks for one",
    )
    to.add_argument(
        "--key-file",
        metavar="PATH",
        type=Path,
        default=env.get("ARENA_KEY_FILE"),
        help="the certificate's private key",
    )
    to.add_argument(
        "--patience",
        metavar="SECONDS",
        type=_seconds,
        default=60.0,
        help="how long to look for an arena that is away (default: %(default)g)",
    )


def play(bot: type[Bot], options: argparse.Namespace) -> int:
    """Plays with `bot` as the parsed `options` say; gives the exit code."""
    try:
        goodbye = asyncio.run(_play(bot, options))
    except BotError as error:
        if error.__cause__ is not None:
            traceback.print_exception(error.__cause__)
        problem, code = str(error), EXIT_FAILED
    except (MisuseError, RefusedError, BotClassError) as error:
        problem, code = str(error), EXIT_MISUSE
    except LostError as error:
        problem, code = str(error), EXIT_FAILED
    except KeyboardInterrupt:
        problem, code = "interrupted", EXIT_INTERRUPTED
    else:
        if goodbye.reason != GOODBYE_REASON_REPLACED:
            return EXIT_OVER
        problem, code = "a newer connection took over", EXIT_FAILED
    sys.stderr.write(f"{Path(sys.argv[0]).name}: {problem}\n")
    return code


async def _play(bot: type[Bot], options: argparse.Namespace) -> Goodbye:
    # Here, and not before the loop runs: at the tables it is made within it, too.
    try_making(bot)
    endpoint = endpoint_of(options)
    if os.environ.get("ARENA_STDIN_LEASH") == "1":
        threading.Thread(target=_leash, daemon=True).start()
    join = Join(
        tables=bot.tables if options.tables is None else options.tables,
        send_legal_plays=bot.wants_legal_plays,
        client=f"arena-client-python/{_version()}",
    )
    back_off = BackOff(patience=options.patience)
    return await keep_playing(endpoint, Seats(bot, options.seed), join, back_off)


class MisuseError(Exception):
    """The command line does not say what it must."""


def endpoint_of(options: argparse.Namespace) -> Endpoint:
    """Gives where the arena is and how to come in, by the parsed `options`.

    Raises:
        MisuseError: they do not say it, or name a file that is not there.
    """
    if not options.address:
        raise MisuseError("no address; give --address HOST:PORT or set ARENA_ADDRESS")
    if not _is_address(options.address):
        raise MisuseError(
            f"'{options.address}' is no address; expected HOST:PORT, such as"
            " arena.example:7070 or [::1]:7070"
        )
    for path in (
        options.token_file,
        options.ca_file,
        options.cert_file,
        options.key_file,
    ):
        if path is not None and not Path(path).is_file():
            raise MisuseError(f"no file {path}")
    token = os.environ.get("ARENA_TOKEN", "")
    if options.token_file is not None:
        try:
            # Some editors begin a text with a mark of its encoding.
            token = Path(options.token_file).read_text(encoding="utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise MisuseError(f"cannot read {options.token_file}: {error}") from None
    token = token.strip()
    if not token:
        raise MisuseError("no token; give --token-file PATH or set ARENA_TOKEN")
    if not token.isascii() or not token.isprintable():
        raise MisuseError("the token has characters that no token has")
    if (options.cert_file is None) != (options.key_file is None):
        raise MisuseError("--cert-file and --key-file go together")
    return Endpoint(
        options.address,
        token,
        tls=options.tls,
        ca_file=_path(options.ca_file),
        cert_file=_path(options.cert_file),
        key_file=_path(options.key_file),
    )


def _is_address(text: str) -> bool:
    found = _ADDRESS.fullmatch(text)
    return found is not None and 0 < int(found["port"]) <= _MOST_PORT


def _tables(text: str) -> int:
    tables = int(text)
    if not 0 <= tables <= _MOST_TABLES:
        raise argparse.ArgumentTypeError(f"{text} is not within 0 and {_MOST_TABLES}")
    return tables


def _seconds(text: str) -> float:
    seconds = float(text)
    if not 0 <= seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no number of seconds")
    return seconds


def _path(given: Path | str | None) -> Path | None:
    # What comes from the environment has not been through argparse's types.
    return None if given is None else Path(given)


def _leash() -> None:
    """Ends the process when whoever started it lets go of its standard input."""
    # Not sys.stdin: its lock, held by this thread, would break a normal exit.
    while os.read(0, 4096):
        pass
    os._exit(EXIT_OVER)


def _first_line(bot: type[Bot]) -> str:
    return (bot.__doc__ or "A Tiến Lên bot.").strip().splitlines()[0]


def _version() -> str:
    try:
        return version("tienlen-arena-client")
    except PackageNotFoundError:  # Run from a source tree.
        return "0"
