"""The options that say whether and how a port is encrypted."""

from pathlib import Path
from typing import Annotated, TypeAlias

from cyclopts import Parameter

from arena.cli.misuse import MisuseError
from arena.server.tls import Tls, load

TlsCert: TypeAlias = Annotated[
    Path | None,
    Parameter(
        metavar="FILE",
        show_default=False,
        help="The server's certificate, PEM: encrypt.",
    ),
]
"""The server's certificate; None for no encryption."""

TlsKey: TypeAlias = Annotated[
    Path | None,
    Parameter(metavar="FILE", show_default=False, help="Its private key, PEM."),
]
"""The certificate's private key."""

TlsClientCa: TypeAlias = Annotated[
    Path | None,
    Parameter(
        metavar="FILE",
        show_default=False,
        help="Let in only callers with a certificate that one of these vouches for,"
        " PEM.",
    ),
]
"""Who must vouch for callers; None for nobody."""


def load_tls(
    certificate: Path | None, key: Path | None, client_ca: Path | None
) -> Tls | None:
    """Gives what the options ask for; None for no encryption.

    Raises:
        MisuseError: One option is given without another that it needs.
        ConfigError: A file is not what it should be.
    """
    if certificate is None and key is None and client_ca is None:
        return None
    if certificate is None or key is None:
        raise MisuseError(
            "encryption needs both --tls-cert and --tls-key",
            "arena certificate makes files to try it with",
        )
    return load(certificate, key, client_ca)
