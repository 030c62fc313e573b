"""`arena certificate`: files to try encryption with."""

import socket
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from arena.cli.files import created, make_folder
from arena.cli.output import say
from arena.errors import ConfigError
from arena.server.certificates import Authority, Pair
from arena.tournament.roster import read_name

_LOCAL = ("localhost", "127.0.0.1", "::1")


def certificate(
    *,
    host: Annotated[
        list[str] | None,
        Parameter(
            metavar="NAME",
            negative="",
            show_default=False,
            help="A name or address bots call the server by, besides this machine's"
            " own; may be repeated.",
        ),
    ] = None,
    client: Annotated[
        list[str] | None,
        Parameter(
            metavar="NAME",
            negative="",
            show_default=False,
            help="Make a client certificate as well, for arena serve --tls-client-ca;"
            " may be repeated.",
        ),
    ] = None,
    out: Annotated[
        Path, Parameter(metavar="DIR", help="The folder for the files.")
    ] = Path("certificates"),
    days: Annotated[
        int, Parameter(metavar="N", help="How many days they are good for.")
    ] = 365,
) -> None:
    """Makes an authority, and certificates that it vouches for.

    Args:
        host: Names and addresses of the server.
        client: Names of callers that get a certificate.
        out: The folder for the files.
        days: How long the certificates are good for.
    """
    if not 1 <= days <= 3650:
        raise ConfigError("--days", f"{days} is out of bounds; allowed are 1 to 3650")
    hosts = list(dict.fromkeys([*(host or ()), *_LOCAL, socket.gethostname()]))
    authority = Authority(datetime.now(UTC), timedelta(days=days))
    pairs: dict[str, Pair] = {"server": _server(authority, hosts)}
    for name in client or ():
        read_name("--client", name, longest=64)
        if name in ("ca", *pairs):
            raise ConfigError("--client", f"'{name}' is taken; choose another name")
        pairs[name] = authority.client(name)
    make_folder(out)
    _write(out / "ca.pem", authority.certificate, 0o644)
    for name, pair in pairs.items():
        _write(out / f"{name}.pem", pair.certificate, 0o644)
        _write(out / f"{name}-key.pem", pair.key, 0o600)
    say(f"the server is known as {', '.join(hosts)} for {days} days")
    say(f"  arena serve --tls-cert {out}/server.pem --tls-key {out}/server-key.pem")
    say(f"bots need {out}/ca.pem: ARENA_CA_FILE=ca.pem")


def _server(authority: Authority, hosts: list[str]) -> Pair:
    try:
        return authority.server(hosts)
    except ValueError as error:
        raise ConfigError(
            "--host", f"'{hosts[0]}' cannot stand in a certificate: {error}"
        ) from error


def _write(path: Path, content: bytes, mode: int) -> None:
    with created(path, mode, "name another folder with --out") as file:
        file.write(content)
