"""Joining a school, the laptop's side: which messages it sends, and what it verifies before sending more."""

from __future__ import annotations

import secrets
from typing import TypeVar
from uuid import UUID

from trainer.school import protocol
from trainer.school.credentials import JOIN, NONCE_BYTES, LaptopKey, code_key, laptop_proof, proofs_equal, service_proof
from trainer.school.entries import NOBODY
from trainer.school.errors import OtherCertificateError, WrongCodeError
from trainer.school.laptop.links import Link

Answer = TypeVar("Answer")


class RefusedError(Exception):
    """The service refused; ``refused`` has the reason."""

    def __init__(self, refused: protocol.Refused) -> None:
        super().__init__(refused.why)
        self.refused = refused


class JoinClient:
    """The three requests of joining, in order. The service's certificate must stay the same throughout."""

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
        """The first request: asks the service to prove that it knows the code."""
        return protocol.encoded(protocol.Hello(nonce=self._nonce))

    def hello_back(self, data: bytes, fingerprint: bytes) -> None:
        """Check the reply; raises `WrongCodeError` unless the service proves the code for its certificate."""
        answer = _answer(data, protocol.HelloBack)
        self._fingerprint = fingerprint
        self._stretched = code_key(self._code, fingerprint)
        expected = service_proof(self._stretched, self._nonce)
        if not any(proofs_equal(expected, proof) for proof in answer.proofs):
            raise WrongCodeError
        self._service_nonce = answer.nonce
        self.school = answer.school

    def log_in(self, login: str, password: str) -> bytes:
        """A login of staff instead of the second request, with the proof of the code."""
        proof = laptop_proof(self._stretched, self._service_nonce, bytes(32), bytes(16))
        return protocol.encoded(protocol.Login(login=login, password=password, nonce=self._service_nonce, proof=proof))

    def ask_names(self) -> bytes:
        """The second request: proves the code and asks for the names of the class."""
        proof = laptop_proof(self._stretched, self._service_nonce, bytes(32), bytes(16))
        return protocol.encoded(protocol.AskNames(nonce=self._service_nonce, proof=proof))

    def names(self, data: bytes, fingerprint: bytes) -> tuple[protocol.NameLine, ...]:
        """The people one can join as, from the reply."""
        self._same(fingerprint)
        answer = _answer(data, protocol.Names)
        self._service_nonce = answer.nonce
        self.class_name = answer.class_name
        return answer.people

    def join(self, person: bytes, password: str) -> bytes:
        """The third request: joins as a person, with this laptop's key."""
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

    def joined(self, data: bytes, fingerprint: bytes, profile: UUID = NOBODY) -> Link:
        """The link to store for a profile, from the reply. `shared_laptop` chooses the profile if none is given."""
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
