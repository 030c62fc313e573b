"""Certificates to try encryption with: an authority made for the purpose, and its word.

The authority's own key is forgotten as soon as it has signed: nobody can make further
certificates in its name, so that trusting it is trusting these few and no others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from ipaddress import ip_address

from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

SKEW = timedelta(minutes=5)
"""How far a caller's clock may be behind ours and still find a new certificate good."""


@dataclass(frozen=True, slots=True)
class Pair:
    """A certificate and its private key, PEM."""

    certificate: bytes
    """For everybody to see."""
    key: bytes
    """For its owner alone."""

    def __repr__(self) -> str:
        """Says nothing of the key."""
        return f"Pair({len(self.certificate)} bytes)"


class Authority:
    """Somebody whose word is taken for who others are."""

    def __init__(self, now: datetime, lifetime: timedelta) -> None:
        """Makes an authority; it and what it signs hold from `now` on."""
        self._begin = now - SKEW
        self._end = now + lifetime
        self._key = ec.generate_private_key(ec.SECP256R1())
        self._name = _name("Tiến Lên arena, made to try TLS")
        certificate = (
            self._builder(self._name, self._key.public_key())
            .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
            .add_extension(_usage(signs=True), critical=True)
            .sign(self._key, hashes.SHA256())
        )
        self.certificate = certificate.public_bytes(Encoding.PEM)
        """What others have to trust, PEM."""

    def server(self, hosts: Sequence[str]) -> Pair:
        """Vouches for a server of those names and addresses."""
        names = [_general_name(host) for host in hosts]
        return self._issue(hosts[0], names, ExtendedKeyUsageOID.SERVER_AUTH)

    def client(self, name: str) -> Pair:
        """Vouches for a caller."""
        return self._issue(name, [], ExtendedKeyUsageOID.CLIENT_AUTH)

    def _issue(
        self,
        name: str,
        names: Sequence[x509.GeneralName],
        purpose: x509.ObjectIdentifier,
    ) -> Pair:
        key = ec.generate_private_key(ec.SECP256R1())
        builder = (
            self._builder(_name(name), key.public_key())
            .add_extension(
                x509.BasicConstraints(ca=False, path_length=None), critical=True
            )
            .add_extension(_usage(signs=False), critical=True)
            .add_extension(x509.ExtendedKeyUsage([purpose]), critical=False)
        )
        if names:
            builder = builder.add_extension(
                x509.SubjectAlternativeName(names), critical=False
            )
        return Pair(
            builder.sign(self._key, hashes.SHA256()).public_bytes(Encoding.PEM),
            key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()),
        )

    def _builder(
        self, name: x509.Name, key: ec.EllipticCurvePublicKey
    ) -> x509.CertificateBuilder:
        return (
            x509.CertificateBuilder()
            .subject_name(name)
            .issuer_name(self._name)
            .public_key(key)
            .serial_number(x509.random_serial_number())
            .not_valid_before(self._begin)
            .not_valid_after(self._end)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), False)
            .add_extension(
                x509.AuthorityKeyIdentifier.from_issuer_public_key(
                    self._key.public_key()
                ),
                critical=False,
            )
        )


def _name(text: str) -> x509.Name:
    # The standard gives a common name 64 characters.
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _general_name(host: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ip_address(host))
    except ValueError:
        return x509.DNSName(host)


def _usage(*, signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )
