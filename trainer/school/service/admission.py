"""Who may connect: joining by a code that both sides prove, laptop keys, passwords and logins."""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from uuid import UUID

from trainer.school import protocol
from trainer.school.credentials import (
    CONNECT,
    JOIN,
    NONCE_BYTES,
    code_key,
    is_signed,
    laptop_proof,
    new_code,
    proofs_equal,
    service_proof,
)
from trainer.school.errors import (
    EmptyNameError,
    NotJoinedError,
    SessionOverError,
    SlowDownError,
    StaleJoinError,
    UnknownError,
    WrongCodeError,
    WrongPasswordError,
)
from trainer.school.passwords import check_strength, password_matches
from trainer.school.protocol.login import MOST_PROOFS
from trainer.school.rights import Action, Actor, not_allowed
from trainer.school.storage.laptops import Code
from trainer.school.storage.people import LONGEST_NAME, Role, clean_name, names_of
from trainer.school.storage.school_storage import Storage

_NONCE_MS = 600_000  # long enough to find one's name and choose a password
_FREE_TRIES_OF_AN_ADDRESS = 20  # wrong passwords for any name
_NO_KEY = bytes(32)  # in the proof for asking names, before a key is involved
_NO_PROOF = bytes(32)


class Admission:
    """Answers joining and login requests, and identifies connections. Any thread may use it, and a laptop may send each
    of its requests to another service of the school: what they have to remember is in the storage.

    Wrong attempts delay their source: the address, or for people who have proved a code, the address with that code.
    They never delay a name from other addresses, because then anybody could lock out an instructor.
    """

    def __init__(self, storage: Storage, fingerprint: bytes, school: str) -> None:
        self._storage = storage
        self._fingerprint = fingerprint
        self._school = school
        self._nonce_key = b""
        storage.use_identity(fingerprint)

    def open_code(self, class_id: UUID, person: UUID | None, who: UUID | None) -> tuple[str, int]:
        """Open a new code; returns it as shown to people, and when it ends."""
        code = new_code()
        kept = self._storage.add_code(class_id, code_key(code, self._fingerprint), person, who)
        return code, kept.ends

    def open_first_code(self, class_id: UUID) -> tuple[str, int]:
        """Open a code unless the class has one; returns it, empty if there is one already, and when that ends."""
        known = [code for code in self._storage.codes() if (code.class_id, code.person) == (class_id, None)]
        if known:
            return "", known[0].ends
        code = new_code()
        secret = code_key(code, self._fingerprint)
        kept = self._storage.add_code(class_id, secret, replaces=False)  # another service may just have opened one
        return code if kept.secret == secret else "", kept.ends

    def hello(self, message: protocol.Hello, address: str) -> protocol.HelloBack:
        """Prove every open code for our certificate."""
        proofs = tuple(service_proof(code.secret, message.nonce) for code in self._storage.codes())
        return protocol.HelloBack(school=self._school, nonce=self._new_nonce(address), proofs=proofs[:MOST_PROOFS])

    def names(self, message: protocol.AskNames, address: str) -> protocol.Names:
        """Roster names, sent once the client has proved the code."""
        code = self._proved(message.nonce, message.proof, _NO_KEY, bytes(16), address)
        people = self._storage.members(code.class_id, Role.TRAINEE)
        names = names_of(people)
        if code.person is not None:
            people = [one for one in people if one.id == code.person]
        theirs = self._storage.laptops_of(one.id for one in people)
        joined = {laptop.person for laptop in theirs if not laptop.is_withdrawn}
        lines = tuple(
            protocol.NameLine(
                id=one.id.bytes,
                name=names[one.id],
                is_taken=code.person is None and (one.id in joined or one.has_password),
            )
            for one in people
        )
        class_name = self._storage.class_by_id(code.class_id).name
        return protocol.Names(class_name=class_name, people=lines, nonce=self._new_nonce(address))

    def join(self, message: protocol.Join, address: str) -> protocol.Joined:
        """Register a laptop for a person of the class, after checking the code, the key and the password."""
        code = self._proved(message.nonce, message.proof, message.key, message.person, address)
        if not is_signed(message.key, JOIN, message.nonce + message.proof + self._fingerprint, message.signature):
            raise NotJoinedError
        person = UUID(bytes=message.person)
        members = {one.id: one for one in self._storage.members(code.class_id, Role.TRAINEE)}
        if person not in members or code.person not in (None, person):
            raise not_allowed(Action.JOIN)
        self._let_in(members[person].id, message.password, address, is_personal=code.person is not None)
        if code.person is not None and not self._storage.close_code(code.id, person):
            raise WrongCodeError  # a personal code lets in one laptop, also if two join at the same moment
        try:
            laptop = self._storage.add_laptop(person, message.key, _laptop_name(message.laptop_name))
        except UnknownError:
            raise NotJoinedError from None
        return protocol.Joined(
            laptop=laptop.id.bytes,
            person=person.bytes,
            name=members[person].name,
            class_name=self._storage.class_by_id(code.class_id).name,
        )

    def _let_in(self, person: UUID, password: str, address: str, *, is_personal: bool) -> None:
        """The first laptop of a person sets the password; others must know it, or have a personal code."""
        stored = self._storage.password(person)
        if is_personal:
            return
        if stored is None:
            check_strength(password, is_staff=False)
            if not self._storage.set_first_password(person, password):
                raise WrongPasswordError
            return
        source = f"{address} {person}"
        self._check_wait(source)
        if not password_matches(password, stored):
            self._storage.count_wrong(source)
            raise WrongPasswordError
        self._storage.forget_wrong(source)

    def _check_wait(self, source: str) -> None:
        """Raise `SlowDownError` while a source has to wait."""
        wait = self._storage.wait_of(source)
        if wait:
            raise SlowDownError(seconds=max(1, round(wait / 1000)))

    def login(self, message: protocol.Login, address: str) -> protocol.LoggedIn:
        """Log in a member of staff."""
        source = f"{address} {unicodedata.normalize('NFC', message.login.strip()).casefold()}"
        if message.proof != _NO_PROOF:
            code = self._proved(message.nonce, message.proof, _NO_KEY, bytes(16), address)
            source = f"{code.id} {source}"
        else:
            self._check_wait(address)
        self._check_wait(source)
        person = self._storage.by_login(message.login)
        is_staff = person is not None and person.role is not Role.TRAINEE
        stored = self._storage.password(person.id) if person is not None and is_staff else None
        if not password_matches(message.password, stored) or person is None:
            self._storage.count_wrong(source)
            if message.proof == _NO_PROOF:  # not forgotten after a right password: it may be the guesser's own
                self._storage.count_wrong(address, _FREE_TRIES_OF_AN_ADDRESS)
            raise WrongPasswordError
        self._storage.forget_wrong(source)
        token = secrets.token_bytes(NONCE_BYTES)
        ends = self._storage.add_login(person.id, token)
        return protocol.LoggedIn(token=token, name=person.name, role=person.role, ends=ends)

    def admit(self, message: protocol.First, challenge: bytes) -> Actor:
        """Identify who opened a connection: a laptop by its signature, a desk by its token."""
        if isinstance(message, protocol.SignIn):
            return self.signed_in(message.token)
        try:
            laptop = self._storage.laptop(UUID(bytes=message.laptop))
        except UnknownError:
            raise NotJoinedError from None
        if laptop.is_withdrawn or not is_signed(
            laptop.key, CONNECT, challenge + self._fingerprint + message.laptop, message.signature
        ):
            raise NotJoinedError
        person = self._storage.person(laptop.person)
        if person.is_gone:
            raise NotJoinedError
        return Actor(role=person.role, person=person.id, laptop=laptop.id)

    def classes_of(self, actor: Actor) -> set[UUID]:
        """The classes of somebody who is connected; raises `NotJoinedError` if the laptop or the person may not be any
        longer, for example because the command line said so."""
        if actor.person is None:
            raise NotJoinedError
        try:
            is_out = actor.laptop is not None and self._storage.laptop(actor.laptop).is_withdrawn
        except UnknownError:
            is_out = True
        if is_out or self._storage.person(actor.person).is_gone:
            raise NotJoinedError
        return self._storage.class_ids(actor.person)

    def signed_in(self, token: bytes) -> Actor:
        """The owner of a login token; raises `SessionOverError` if it has ended."""
        person = self._storage.login_of(token)
        if person is None:
            raise SessionOverError
        found = self._storage.person(person)
        if found.is_gone:
            raise SessionOverError
        return Actor(role=found.role, person=found.id)

    def _proved(self, nonce: bytes, proof: bytes, key: bytes, person: bytes, address: str) -> Code:
        """The code that a laptop has proved. A right proof is never delayed: a code is too long to be guessed here."""
        ends = self._end_of(nonce, address)
        if ends < self._storage.now():
            raise StaleJoinError
        for code in self._storage.codes():
            if proofs_equal(laptop_proof(code.secret, nonce, key, person), proof):
                if not self._storage.use_nonce(nonce, ends):
                    raise StaleJoinError
                return code
        source = f"{address} proof"
        self._check_wait(source)
        self._storage.count_wrong(source)
        raise WrongCodeError

    def _new_nonce(self, address: str) -> bytes:
        """A nonce for an address: when it expires, random bytes, and a code that only this school can compute.

        Nothing is stored until the nonce is used, so no number of requests can displace anybody's nonce.
        """
        stamp = (self._storage.now() + _NONCE_MS).to_bytes(8, "big") + secrets.token_bytes(8)
        return stamp + self._stamp_code(stamp, address)

    def _stamp_code(self, stamp: bytes, address: str) -> bytes:
        self._nonce_key = self._nonce_key or self._storage.service_key("nonce")
        return hmac.digest(self._nonce_key, stamp + address.encode(), "sha256")[:16]

    def _end_of(self, nonce: bytes, address: str) -> int:
        """When a nonce expires; raises `StaleJoinError` if this school did not make it for this address."""
        if not proofs_equal(nonce[16:], self._stamp_code(nonce[:16], address)):
            raise StaleJoinError
        return int.from_bytes(nonce[:8], "big")


def _laptop_name(name: str) -> str:
    """The name of a laptop, as far as it can be shown. A laptop joins whatever its name is."""
    try:
        return clean_name(name[:LONGEST_NAME])
    except EmptyNameError:
        return "?"
