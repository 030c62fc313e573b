"""What is probably wrong where the library only says that there is no connection.

The library's words are matched, since it has no codes for these: where they change,
its own are all that is said.
"""

from collections.abc import Callable

import grpc

from arena_client.endpoint import Endpoint

_Sentence = Callable[[Endpoint], str]


def explain(endpoint: Endpoint, error: grpc.aio.AioRpcError) -> str:
    """Gives what went wrong: in a sentence where it is known, in the library's words."""
    details = error.details() or ""
    said = f"{error.code().name}: {details}"
    for words, sentence in _SIGNS:
        if error.code() is grpc.StatusCode.UNAVAILABLE and words in details:
            return f"{sentence(endpoint)} ({said})"
    return said


def _closed(endpoint: Endpoint) -> str:
    if not endpoint.encrypted:
        return (
            "the arena probably speaks TLS, and this bot does not: give --ca-file with"
            " the arena's ca.pem, or --tls where a public authority vouches for it"
        )
    if endpoint.cert_file is None:
        return (
            "the arena probably asks for a client certificate: give --cert-file and"
            " --key-file"
        )
    return (
        f"the arena probably does not accept the certificate in {endpoint.cert_file}:"
        " ask its organiser for one"
    )


def _no_tls(_: Endpoint) -> str:
    return (
        "the arena speaks no TLS at this port, and this bot does: ask its organiser;"
        " if it is meant so, leave out --tls, --ca-file and --cert-file (ARENA_CA_FILE,"
        " ARENA_CERT_FILE)"
    )


def _unknown_authority(endpoint: Endpoint) -> str:
    if endpoint.ca_file is None:
        return (
            "no authority that this system trusts vouches for the arena: give"
            " --ca-file with the arena's ca.pem"
        )
    return (
        f"nobody in {endpoint.ca_file} vouches for the arena: give the ca.pem that"
        " belongs to this arena's certificate"
    )


def _other_name(endpoint: Endpoint) -> str:
    return (
        f"the arena's certificate is not for the name in {endpoint.address}: use the"
        " name that it was made for"
    )


def _expired(_: Endpoint) -> str:
    return "the arena's certificate has expired, or this machine's clock is wrong"


def _refused(endpoint: Endpoint) -> str:
    return f"nothing listens at {endpoint.address}: is the arena up, the port right?"


def _no_name(endpoint: Endpoint) -> str:
    return f"no machine has the name in {endpoint.address}"


_SIGNS: tuple[tuple[str, _Sentence], ...] = (
    ("Socket closed", _closed),
    ("WRONG_VERSION_NUMBER", _no_tls),
    ("certificate has expired", _expired),
    ("CERTIFICATE_VERIFY_FAILED", _unknown_authority),
    ("Hostname Verification Check failed", _other_name),
    ("Connection refused", _refused),
    ("Domain name not found", _no_name),
    ("DNS resolution failed", _no_name),
)
"""What stands in the library's words, the more certain first, and what it means."""
