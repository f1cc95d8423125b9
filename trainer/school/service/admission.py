"""Who may connect: joining by a code that both sides prove, laptop keys, passwords and logins."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from threading import Lock
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
    NotJoinedError,
    SessionOverError,
    StaleJoinError,
    UnknownError,
    WrongCodeError,
    WrongPasswordError,
)
from trainer.school.passwords import Throttle, check_strength, password_matches
from trainer.school.rights import Action, Actor, not_allowed
from trainer.school.storage.laptops import Code
from trainer.school.storage.people import Role
from trainer.school.storage.school_storage import Storage

_NONCE_SECONDS = 600.0  # seconds; long enough to find one's name and choose a password
MOST_NONCES = 1_000  # per address: a class may be behind one router
_MOST_ADDRESSES = 1_000
_NO_KEY = bytes(32)  # in the proof for asking names, before a key is involved


class Admission:
    """Answers joining and login requests, and identifies connections. ``clock`` counts seconds."""

    def __init__(self, storage: Storage, fingerprint: bytes, school: str, clock: Callable[[], float]) -> None:
        self._storage = storage
        self._fingerprint = fingerprint
        self._school = school
        self._clock = clock
        self._first = Lock()  # if two laptops join as the same person without a password, only one may choose it
        self._nonces: dict[str, dict[bytes, float]] = {}  # address → nonce → when it expires
        self._by_address = Throttle(clock)
        self._by_all = Throttle(clock, free=100, longest=2.0)  # slows a distributed attack without locking anybody out
        self._by_name = Throttle(clock)

    def open_code(self, class_id: UUID, person: UUID | None, who: UUID | None) -> tuple[str, int]:
        """Open a new code; returns it as shown to people, and when it ends."""
        code = new_code()
        kept = self._storage.add_code(class_id, code_key(code, self._fingerprint), person, who)
        return code, kept.ends

    def hello(self, message: protocol.Hello, address: str) -> protocol.HelloBack:
        """Prove every open code for our certificate."""
        self._by_address.check(address)
        proofs = tuple(service_proof(code.secret, message.nonce) for code in self._storage.codes())
        return protocol.HelloBack(school=self._school, nonce=self._new_nonce(address), proofs=proofs[:200])

    def names(self, message: protocol.AskNames, address: str) -> protocol.Names:
        """Roster names, sent once the client has proved the code."""
        code = self._proved(message.nonce, message.proof, _NO_KEY, bytes(16), address)
        people = self._storage.members(code.class_id, Role.TRAINEE)
        if code.person is not None:
            people = [one for one in people if one.id == code.person]
        joined = {laptop.person for laptop in self._storage.laptops() if not laptop.is_withdrawn}
        lines = tuple(
            protocol.NameLine(
                id=one.id.bytes, name=one.name, is_taken=code.person is None and (one.id in joined or one.has_password)
            )
            for one in people
        )
        class_name = self._storage.class_by_id(code.class_id).name
        return protocol.Names(class_name=class_name, people=lines, nonce=self._new_nonce(address))

    def join(self, message: protocol.Join, address: str) -> protocol.Joined:
        """Register a laptop for a person of the class, after checking the code, the key and the password."""
        code = self._proved(message.nonce, message.proof, message.key, message.person, address)
        if not is_signed(message.key, JOIN, message.nonce + message.proof + self._fingerprint, message.signature):
            self._by_address.wrong(address)
            raise NotJoinedError
        person = UUID(bytes=message.person)
        members = {one.id: one for one in self._storage.members(code.class_id, Role.TRAINEE)}
        if person not in members or code.person not in (None, person):
            raise not_allowed(Action.JOIN)
        with self._first:
            self._let_in(members[person].id, message.password, is_personal=code.person is not None)
            try:
                laptop = self._storage.add_laptop(person, message.key, message.laptop_name or "?")
            except UnknownError:
                raise NotJoinedError from None
        if code.person is not None:
            self._storage.close_code(code.id, person)
        self._by_address.right(address)
        return protocol.Joined(
            laptop=laptop.id.bytes,
            person=person.bytes,
            name=members[person].name,
            class_name=self._storage.class_by_id(code.class_id).name,
        )

    def _let_in(self, person: UUID, password: str, *, is_personal: bool) -> None:
        """The first laptop of a person sets the password; others must know it, or have a personal code."""
        stored = self._storage.password(person)
        if is_personal:
            return
        if stored is None:
            if any(not laptop.is_withdrawn for laptop in self._storage.laptops(person)):
                raise WrongPasswordError
            check_strength(password, is_staff=False)
            self._storage.set_password(person, password, person)
            return
        name = f"person {person}"
        self._by_name.check(name)
        if not password_matches(password, stored):
            self._by_name.wrong(name)
            raise WrongPasswordError
        self._by_name.right(name)

    def login(self, message: protocol.Login, address: str) -> protocol.LoggedIn:
        """Log in a member of staff."""
        name = f"login {message.login.casefold()}"
        self._by_address.check(address)
        self._by_name.check(name)
        person = self._storage.by_login(message.login)
        is_staff = person is not None and person.role is not Role.TRAINEE
        stored = self._storage.password(person.id) if person is not None and is_staff else None
        if not password_matches(message.password, stored) or person is None:
            self._by_address.wrong(address)
            self._by_name.wrong(name)
            raise WrongPasswordError
        self._by_address.right(address)
        self._by_name.right(name)
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
        """The code that a laptop has proved. Wrong proofs are throttled per address, and slightly for everybody."""
        self._by_address.check(address)
        self._by_all.check("join")
        ends = self._nonces.get(address, {}).pop(nonce, None)
        if ends is None or ends < self._clock():
            raise StaleJoinError
        for code in self._storage.codes():
            if proofs_equal(laptop_proof(code.secret, nonce, key, person), proof):
                return code
        self._by_address.wrong(address)
        self._by_all.wrong("join")
        raise WrongCodeError

    def _new_nonce(self, address: str) -> bytes:
        """A nonce for an address. Too many requests evict that address's own oldest nonce."""
        mine = self._nonces.pop(address, {})
        if len(mine) >= MOST_NONCES:
            mine.pop(next(iter(mine)))
        if len(self._nonces) >= _MOST_ADDRESSES:  # the address that asked longest ago
            self._nonces.pop(next(iter(self._nonces)))
        self._nonces[address] = mine
        nonce = secrets.token_bytes(NONCE_BYTES)
        mine[nonce] = self._clock() + _NONCE_SECONDS
        return nonce
