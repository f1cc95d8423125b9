"""HTTPS with a pinned certificate, for the command line and tests. The desk uses Qt instead."""

from __future__ import annotations

import http.client
import ssl

from trainer.school import protocol
from trainer.school.errors import CannotOpenSchoolError, OtherCertificateError
from trainer.school.laptop.join_client import JoinClient
from trainer.school.protocol import PORT
from trainer.system.digests import sha256
from trainer.texts import Message
from trainer.texts.system_errors import system_problem

_PATIENCE = 15.0  # seconds


def split_address(address: str) -> tuple[str, int]:
    """Host and port of a typed address, with the default port if there is none.

    >>> split_address("192.168.1.7"), split_address(" https://school.local:9000/ ")
    (('192.168.1.7', 8420), ('school.local', 9000))
    """
    host = address.strip().removeprefix("https://").rstrip("/")
    name, separator, port = host.rpartition(":")
    if separator and port.isascii() and port.isdecimal() and 0 < int(port) < 65_536:
        return name, int(port)
    return host, PORT


def unverified_context() -> ssl.SSLContext:
    """TLS without certificate authorities: the caller compares the certificate's fingerprint instead."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # the default context would load every authority of the system
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    context.minimum_version = ssl.TLSVersion.TLSv1_2
    return context


class PinnedHTTPS:
    """Requests to one service. Once a certificate is pinned, nothing is sent to a service with another one."""

    def __init__(self, address: str, fingerprint: bytes = b"") -> None:
        self.address = address
        self.fingerprint = fingerprint

    def post(self, path: str, data: bytes) -> bytes:
        """The body of the reply, whatever its status; raises `OtherCertificateError` or `CannotOpenSchoolError`."""
        host, port = split_address(self.address)
        connection = http.client.HTTPSConnection(host, port, timeout=_PATIENCE, context=unverified_context())
        try:
            connection.connect()
            seen = sha256(connection.sock.getpeercert(binary_form=True) or b"").digest()
            if self.fingerprint and seen != self.fingerprint:
                raise OtherCertificateError
            self.fingerprint = seen
            connection.request("POST", path, data, {"Content-Type": "application/msgpack"})
            return connection.getresponse().read(protocol.MOST_BYTES)
        except (OSError, http.client.HTTPException) as error:
            problem = system_problem(error) if isinstance(error, OSError) else Message("system.no-answer")
            raise CannotOpenSchoolError(where=self.address, problem=problem) from None
        finally:
            connection.close()


def names_to_join(talk: JoinClient, https: PinnedHTTPS) -> tuple[protocol.NameLine, ...]:
    """Prove the code in both directions, and return the people one can join as."""
    talk.hello_back(https.post(protocol.PATHS["hello"], talk.hello()), https.fingerprint)
    return talk.names(https.post(protocol.PATHS["names"], talk.ask_names()), https.fingerprint)
