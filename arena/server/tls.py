"""Encryption: the server's key and certificate, and whom it asks for theirs."""

import ssl
from dataclasses import dataclass
from pathlib import Path

import grpc

from arena.errors import ConfigError


@dataclass(frozen=True, slots=True)
class Tls:
    """What a server needs to encrypt. Make one with `load`."""

    certificate: bytes
    """The server's certificate and those that vouch for it, PEM."""
    key: bytes
    """The certificate's private key, PEM."""
    client_ca: bytes | None = None
    """Who must vouch for callers, PEM; None lets in callers without certificate."""

    def __repr__(self) -> str:
        """Says nothing of the key."""
        return f"Tls(client_ca={self.client_ca is not None})"

    def credentials(self) -> grpc.ServerCredentials:
        """Gives what gRPC wants to open an encrypted port."""
        return grpc.ssl_server_credentials(
            [(self.key, self.certificate)],
            root_certificates=self.client_ca,
            require_client_auth=self.client_ca is not None,
        )


def load(certificate: Path, key: Path, client_ca: Path | None = None) -> Tls:
    """Reads the files and sees that they belong together.

    gRPC would only say that it cannot listen, and so the files are tried first.

    Raises:
        ConfigError: One cannot be read or is not what it should be.
    """
    read = {
        option: _read(option, path)
        for option, path in (
            ("--tls-cert", certificate),
            ("--tls-key", key),
            ("--tls-client-ca", client_ca),
        )
        if path is not None
    }
    try:
        # No passphrase: an arena that starts by itself has nobody to ask.
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(
            certificate, key, password=lambda: b""
        )
    except (ssl.SSLError, ValueError) as error:
        raise ConfigError(
            "--tls-cert",
            f"{certificate} and {key} are no certificate with its key"
            f" ({_reason(error)})",
            "both are PEM files, the key without a passphrase; arena certificate"
            " makes a pair to try",
        ) from error
    if client_ca is not None:
        try:
            ssl.create_default_context(cafile=client_ca)
        except ssl.SSLError as error:
            raise ConfigError(
                "--tls-client-ca",
                f"{client_ca} holds no certificates ({_reason(error)})",
            ) from error
    return Tls(read["--tls-cert"], read["--tls-key"], read.get("--tls-client-ca"))


def _read(option: str, path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise ConfigError(option, f"{path} cannot be read: {error.strerror}") from error


def _reason(error: ssl.SSLError | ValueError) -> str:
    reason = getattr(error, "reason", None)
    return str(reason or error).lower().replace("_", " ")
