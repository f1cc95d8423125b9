"""Admission, as a laptop does it: what it sends, and what it makes sure of before it sends any more."""

from __future__ import annotations

import secrets
from typing import TypeVar
from uuid import UUID

from trainer.school import protocol
from trainer.school.credentials import JOIN, NONCE_BYTES, LaptopKey, code_key, laptop_proof, proofs_equal, service_proof
from trainer.school.errors import OtherCertificateError, WrongCodeError
from trainer.school.laptop.links import Link

Answer = TypeVar("Answer")


class RefusedError(Exception):
    """The service said no; ``refused`` has its reason."""

    def __init__(self, refused: protocol.Refused) -> None:
        super().__init__(refused.why)
        self.refused = refused


class JoinClient:
    """The three questions of joining, in order. The certificate must stay the same from one to the next."""

    def __init__(self, code: str, address: str, laptop_name: str, key: LaptopKey | None = None) -> None:
        self._code = code
        self._address = address
        self._laptop_name = laptop_name
        self._key = key or LaptopKey()
        self._nonce = secrets.token_bytes(NONCE_BYTES)
        self._fingerprint = b""
        self._stretched = b""
        self._service_nonce = b""
        self.school = ""
        self.class_name = ""

    def hello(self) -> bytes:
        return protocol.encoded(protocol.Hello(nonce=self._nonce))

    def hello_back(self, data: bytes, fingerprint: bytes) -> None:
        """Raises `WrongCodeError` unless the service proves that it knows our code for the certificate it shows."""
        answer = _answer(data, protocol.HelloBack)
        self._fingerprint = fingerprint
        self._stretched = code_key(self._code, fingerprint)
        expected = service_proof(self._stretched, self._nonce)
        if not any(proofs_equal(expected, proof) for proof in answer.proofs):
            raise WrongCodeError
        self._service_nonce = answer.nonce
        self.school = answer.school

    def ask_names(self) -> bytes:
        proof = laptop_proof(self._stretched, self._service_nonce, bytes(32), bytes(16))
        return protocol.encoded(protocol.AskNames(nonce=self._service_nonce, proof=proof))

    def names(self, data: bytes, fingerprint: bytes) -> tuple[protocol.NameLine, ...]:
        """In whose name one may join."""
        self._same(fingerprint)
        answer = _answer(data, protocol.Names)
        self._service_nonce = answer.nonce
        self.class_name = answer.class_name
        return answer.people

    def join(self, person: bytes, password: str) -> bytes:
        nonce = self._service_nonce
        proof = laptop_proof(self._stretched, nonce, self._key.public, person)
        return protocol.encoded(
            protocol.Join(
                nonce=nonce,
                proof=proof,
                person=person,
                key=self._key.public,
                signature=self._key.sign(JOIN, nonce + proof + self._fingerprint),
                laptop_name=self._laptop_name,
                password=password,
            )
        )

    def joined(self, data: bytes, fingerprint: bytes, profile: UUID) -> Link:
        self._same(fingerprint)
        answer = _answer(data, protocol.Joined)
        return Link(
            profile=profile,
            school=self.school,
            address=self._address,
            fingerprint=self._fingerprint,
            laptop=answer.laptop,
            key=self._key.seed,
            person=answer.person,
            name=answer.name,
            class_name=answer.class_name,
        )

    def _same(self, fingerprint: bytes) -> None:
        if fingerprint != self._fingerprint:
            raise OtherCertificateError


def _answer(data: bytes, kind: type[Answer]) -> Answer:
    found = protocol.read_answer(data)
    if isinstance(found, protocol.Refused):
        raise RefusedError(found)
    if not isinstance(found, kind):
        raise WrongCodeError
    return found
