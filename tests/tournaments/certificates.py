"""Certificates created for tests: an authority, and what it signs for a name and a period."""

import ssl
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID
from django.utils import timezone


def _named(name: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name)])


@dataclass(frozen=True)
class Authority:
    """A certificate authority; `file` is its certificate, for clients that trust it."""

    folder: Path
    name: str
    key: ec.EllipticCurvePrivateKey

    @classmethod
    def made(cls, folder: Path, name: str = "An authority of this test") -> "Authority":
        authority = cls(folder, name, ec.generate_private_key(ec.SECP256R1()))
        own = authority._signed(authority.key, name, x509.BasicConstraints(ca=True, path_length=0), days=1)
        authority.file.write_bytes(own)
        return authority

    @property
    def file(self) -> Path:
        return self.folder / f"{self.name}.pem"

    def server(self, host: str, *, days: int = 1) -> ssl.SSLContext:
        """The TLS context of a server of that name; with negative days its certificate has expired."""
        key = ec.generate_private_key(ec.SECP256R1())
        chain = self.folder / "server.pem"
        secret = key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        chain.write_bytes(secret + self._signed(key, host, x509.SubjectAlternativeName([x509.DNSName(host)]), days))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(chain)
        return context

    def _signed(self, key: ec.EllipticCurvePrivateKey, name: str, what: x509.ExtensionType, days: int) -> bytes:
        until = timezone.now() + timedelta(days=days)
        certificate = (
            x509.CertificateBuilder(_named(self.name), _named(name), key.public_key(), x509.random_serial_number())
            .not_valid_before(until - timedelta(days=30))
            .not_valid_after(until)
            .add_extension(what, critical=isinstance(what, x509.BasicConstraints))
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(self.key.public_key()), critical=False)
            .sign(self.key, hashes.SHA256())
        )
        return certificate.public_bytes(serialization.Encoding.PEM)
