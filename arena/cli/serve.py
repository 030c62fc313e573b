"""`arena serve`: keeps an arena up that strangers' bots connect to."""

from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Annotated, Literal

import trio
from cyclopts import Parameter

from arena.cli.encryption import TlsCert, TlsClientCa, TlsKey, load_tls
from arena.cli.files import make_folder
from arena.cli.options import DEFAULT_DATABASE, Database, Flag
from arena.cli.running import play
from arena.cli.serve_log import ServeLog, make_logger
from arena.director.serving import Serving, Site
from arena.server.metrics import Metrics
from arena.store.repository import Repository

_OUTPUT = Path("bot-output")


def serve(
    *,
    listen: Annotated[
        str, Parameter(metavar="HOST:PORT", help="Where bots connect; port 0 is any.")
    ] = "127.0.0.1:7070",
    tls_cert: TlsCert = None,
    tls_key: TlsKey = None,
    tls_client_ca: TlsClientCa = None,
    insecure: Annotated[
        Flag,
        Parameter(
            help="Let bots of other machines connect without encryption: whoever can"
            " listen in sees their cards and tokens.",
        ),
    ] = False,
    metrics: Annotated[
        str,
        Parameter(
            metavar="HOST:PORT",
            show_default=False,
            help="Serve metrics for Prometheus there; a port alone is of this machine"
            " only.",
        ),
    ] = "",
    log_format: Annotated[
        Literal["text", "json"],
        Parameter(metavar="text|json", help="How the log on stderr is written."),
    ] = "text",
    folder: Annotated[
        Path,
        Parameter(
            metavar="DIR", help="The folder that a tournament's own bots start in."
        ),
    ] = Path(),
    output: Annotated[
        Path,
        Parameter(
            metavar="DIR",
            help="The folder for what those bots print, a folder a tournament.",
        ),
    ] = _OUTPUT,
    database: Database = DEFAULT_DATABASE,
) -> int:
    """Keeps an arena up until it is stopped.

    Args:
        listen: Where to listen, `host:port`.
        tls_cert: The server's certificate; None for no encryption.
        tls_key: The certificate's key.
        tls_client_ca: Who must vouch for callers; None for nobody.
        insecure: Whether other machines may connect without encryption.
        metrics: Where to serve metrics; empty for nowhere.
        log_format: How the log is written.
        folder: The folder launched bots start in.
        output: The folder for the bots' output.
        database: The database's URL.

    Returns:
        The exit code.
    """
    site = Site(
        folder=folder.resolve(),
        output=output.resolve(),
        address=listen,
        insecure=insecure,
        tls=load_tls(tls_cert, tls_key, tls_client_ca),
    )
    make_folder(site.output)
    counted = Metrics()
    log = make_logger(log_format)
    with Repository.open(database) as repository:
        serving = Serving(repository, site, ServeLog(log, counted, perf_counter))
        counted.watch(serving.lobby)
        if metrics:
            log.info("metrics", address=counted.open(metrics))
        code = trio.run(
            partial(
                play,
                serving,
                may_wait=lambda: True,
                stopping=lambda: log.info("stopping", once_more="stops at once"),
            )
        )
    log.info("stopped")
    return code
