"""Certificates made for trying out, looked at as a TLS library looks at them."""

import ssl
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509

from arena.errors import ConfigError
from arena.server.certificates import Authority
from arena.server.tls import load

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture(scope="module")
def authority() -> Authority:
    return Authority(NOW, timedelta(days=30))


def handshake(authority: Authority, folder: Path, host: str) -> None:
    """Has a client that trusts the authority call a server by that name."""
    pair = authority.server(["arena.example", "192.0.2.7"])
    (folder / "server.pem").write_bytes(pair.certificate)
    (folder / "key.pem").write_bytes(pair.key)
    server_side = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server_side.load_cert_chain(folder / "server.pem", folder / "key.pem")
    client_side = ssl.create_default_context(cadata=authority.certificate.decode())
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = client_side.wrap_bio(back, there, server_hostname=host)
    server = server_side.wrap_bio(there, back, server_side=True)
    for _ in range(4):
        for side in (client, server):
            try:
                side.do_handshake()
            except ssl.SSLWantReadError:
                continue
    assert client.version() is not None


@pytest.mark.parametrize("host", ["arena.example", "192.0.2.7"])
def test_a_client_that_trusts_the_authority_trusts_the_server(
    tmp_path: Path, host: str
) -> None:
    handshake(Authority(datetime.now(UTC), timedelta(days=1)), tmp_path, host)


def test_a_server_is_not_trusted_under_another_name(tmp_path: Path) -> None:
    authority = Authority(datetime.now(UTC), timedelta(days=1))
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        handshake(authority, tmp_path, "elsewhere.example")


def test_certificates_hold_for_the_time_that_was_asked_for(
    authority: Authority,
) -> None:
    for pem in (authority.certificate, authority.client("ann").certificate):
        certificate = x509.load_pem_x509_certificate(pem)
        assert certificate.not_valid_before_utc < NOW
        assert certificate.not_valid_after_utc == NOW + timedelta(days=30)


def test_a_private_key_does_not_show_by_accident(authority: Authority) -> None:
    pair = authority.client("ann")
    assert "PRIVATE" not in repr(pair)
    assert b"PRIVATE" in pair.key


def written(folder: Path, name: str, content: bytes) -> Path:
    (folder / name).write_bytes(content)
    return folder / name


def test_a_certificate_and_its_key_are_loaded(
    authority: Authority, tmp_path: Path
) -> None:
    pair = authority.server(["localhost"])
    tls = load(
        written(tmp_path, "c.pem", pair.certificate),
        written(tmp_path, "k.pem", pair.key),
        written(tmp_path, "ca.pem", authority.certificate),
    )
    assert (tls.certificate, tls.key) == (pair.certificate, pair.key)
    assert tls.client_ca == authority.certificate
    assert "PRIVATE" not in repr(tls)


def test_files_that_do_not_belong_together_are_named(
    authority: Authority, tmp_path: Path
) -> None:
    one, other = authority.server(["a"]), authority.server(["b"])
    certificate = written(tmp_path, "c.pem", one.certificate)
    for name, content in (("k.pem", other.key), ("n.pem", b"nonsense")):
        with pytest.raises(ConfigError, match=name):
            load(certificate, written(tmp_path, name, content))
    with pytest.raises(ConfigError, match="cannot be read"):
        load(certificate, tmp_path / "missing.pem")


def test_a_client_authority_must_be_one(authority: Authority, tmp_path: Path) -> None:
    pair = authority.server(["a"])
    with pytest.raises(ConfigError, match="holds no certificates"):
        load(
            written(tmp_path, "c.pem", pair.certificate),
            written(tmp_path, "k.pem", pair.key),
            written(tmp_path, "ca.pem", b"nonsense"),
        )
