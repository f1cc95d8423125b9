"""Exam staff of a school: ids, roles and passwords, each record sealed with the school's root key.

Changing a role in the file breaks the record's seal; an earlier record put back differs from the one in the register.
Wrong passwords are counted in the register and cause growing delays.

Everybody has a signing key of their own, derived from the password. It signs what only this person may do: a draw, the
checkpoints of a sitting, the second opinion on a correction. The school's keys cannot stand in for it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime, timedelta
from itertools import takewhile
from pathlib import Path

import msgspec
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError, check_length
from trainer.exams.keys import Domain, PrivateKey, PublicKey, parse_hex
from trainer.exams.people import LONGEST_IDENTITY
from trainer.exams.register import Entry, Register
from trainer.exams.roles import Role
from trainer.exams.short_names import is_like_another, is_short_name, new_short_name
from trainer.exams.signed_lines import counted_lines, lines_in_order, signed_details
from trainer.exams.trust import format_time, parse_time
from trainer.records.profiles import hash_pin, pin_matches
from trainer.system.digests import sha256
from trainer.system.input_files import read_input_file
from trainer.system.lazy_imports import lazily
from trainer.system.people_names import is_visible, may_be_one_person, mixes_scripts, same_name
from trainer.system.private_files import write_private
from trainer.texts import Message

with lazily():
    import secrets

SHORTEST_PASSWORD = 8
_FREE_TRIES = 2
_LONGEST_WAIT = 300.0
_FILE = "staff.json"
_KEY_MEMORY_KIB, _KEY_PASSES = 19_456, 2  # so that a guess at a password costs as much here as at its hash
_WRONG, _RIGHT = "wrong-password", "right-password"  # register lines


class Person(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A member of the staff. ``password`` is an Argon2id hash, ``key`` the public key derived from the password
    (records before November 2026 have none); ``seal`` signs all other fields."""

    id: str
    name: str
    role: Role
    password: str
    since: str
    until: str = ""
    signer: str = ""
    seal: str = ""
    key: str | msgspec.UnsetType = msgspec.UNSET

    @property
    def public(self) -> str:
        """Public key in hexadecimal; empty in a record without one."""
        return self.key if isinstance(self.key, str) else ""

    def covered(self) -> bytes:
        """Bytes that the seal signs."""
        said = msgspec.to_builtins(self)
        del said["seal"]
        return canonical(said)


class SignedIn(msgspec.Struct, frozen=True):
    """Somebody who just gave the right password. ``also`` lists the ids of the same person in other roles, ``signer``
    is their own key; ``None`` if their record has none."""

    id: str
    role: Role
    name: str = ""
    also: tuple[str, ...] = ()
    signer: PrivateKey | None = None

    @property
    def ids(self) -> tuple[str, ...]:
        """All ids of this person."""
        return (self.id, *self.also)


class Staff:
    """Staff file of a school. ``signers`` returns the keys whose seals count: the school's root keys."""

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], datetime],
        signers: Callable[[], tuple[PublicKey, ...]],
        register: Register | None = None,
    ) -> None:
        self.folder = folder
        self._clock = clock
        self._signers = signers
        self._register = register

    def people(self) -> tuple[Person, ...]:
        """All records; raises `RefusedError` if the file cannot be read."""
        try:
            return msgspec.convert(read_canonical(read_input_file(self.folder / _FILE)), tuple[Person, ...])
        except FileNotFoundError:
            return ()
        except msgspec.ValidationError:
            raise RefusedError(Message("exams.refused.no-staff-file")) from None

    def person(self, person_id: str) -> Person:
        """Record by id; raises `RefusedError` if it is missing, not validly sealed or not the newest."""
        found = self.person_to_change(person_id)
        if self._seals(found)[-1:] not in ([], [found.seal]):
            raise RefusedError(Message("exams.refused.role-record", {"person": found.id}))
        return found

    def person_to_change(self, person_id: str) -> Person:
        """Record by id that a new one is about to replace.

        Other than `person` this accepts a record without a line in the register: the program may have ended between the
        two, and then the change is repeated.
        """
        found = next((person for person in self.people() if person.id == person_id), None)
        if found is None:
            raise RefusedError(Message("exams.refused.nobody", {"person": person_id[:60]}))
        if not self._is_sealed(found) or found.seal in self._seals(found)[:-1]:
            raise RefusedError(Message("exams.refused.role-record", {"person": found.id}))
        return found

    def _is_sealed(self, person: Person) -> bool:
        """Whether the school sealed this record."""
        try:
            signer = PublicKey.from_text(person.signer)
            return signer in self._signers() and signer.signed(Domain.ROLE, person.covered(), parse_hex(person.seal))
        except (RefusedError, ValueError):
            return False

    def lent(self, people: Iterable[Person]) -> bytes:
        """Sealed records of some people, for a machine where they will work."""
        return canonical(msgspec.to_builtins(list(people)))

    def keep_lent(self, data: bytes, role: Role) -> None:
        """Replace all records here by lent ones.

        Raises `RefusedError` if a record is not sealed by the school, has another role, or is older than one that was
        here.
        """
        try:
            people = msgspec.convert(read_canonical(data), tuple[Person, ...])
        except (RefusedError, msgspec.ValidationError):
            raise RefusedError(Message("exams.refused.no-staff-file")) from None
        for person in people:
            is_older = person.seal in self._seals(person)[:-1]
            if person.role is not role or not self._is_sealed(person) or is_older:
                raise RefusedError(Message("exams.refused.role-record", {"person": person.id[:60]}))
        before = self.people()
        if people != before:
            write_private(self.folder / _FILE, data)
        for person in people:
            if person not in before:
                self._note(person)

    def forget(self) -> None:
        """Delete the staff file, for a machine whose lent records are no longer needed."""
        (self.folder / _FILE).unlink(missing_ok=True)

    def _seals(self, person: Person) -> list[str]:
        """Seals of the records of a person, the newest last.

        Lines that anybody could have added count only if no other line has this record, as on a machine that was lent
        a newer one.
        """
        every = self._lines()
        seals: list[str] = []
        for lines in (counted_lines(every, "staff", self._signers()), every):
            found = (line.details["seal"] for line in lines if line.about == person.id)
            seals = list(dict.fromkeys(found))  # a line that is repeated says nothing new
            if person.seal in seals:
                break
        return seals

    def _lines(self) -> list[Entry]:
        """Lines of the register about the staff, each after the one it replaces."""
        return lines_in_order(self._register.entries(), "staff", self._signers()) if self._register else []

    def active(self, *roles: Role) -> tuple[Person, ...]:
        """Active staff, of some roles or of all."""
        return tuple(one for one in self.people() if not one.until and (not roles or one.role in roles))

    def add(self, person_id: str, name: str, role: Role, password: str, signer: PrivateKey) -> Person:
        """Add a person, or change somebody's password or role; the record is sealed by the school."""
        with self._held():
            self.check(person_id, name, role, password)
            hashed = hash_pin(_typed(password)).decode("ascii")
            bare = Person(
                id=person_id,
                name=name,
                role=role,
                password=hashed,
                key=str(personal_key(password, hashed).public),
                since=format_time(self._clock()),
                signer=str(signer.public),
            )
            return self._write(bare, signer)

    def new_id(self, name: str, role: Role) -> str:
        """Short name under which a person can be added; their own if they were here in this role."""
        people = {one.id: (one.name, None if one.until else one.role) for one in self.people()}
        return new_short_name(name, role, people)

    def ids_of(self, named: Iterable[str]) -> tuple[str, ...]:
        """Ids of people given by id or name, in all their roles. Unknown names are returned as given.

        Raises `RefusedError` for a name that mixes alphabets: it could look like a colleague's and be unknown.
        """
        people = self.people()
        found: list[str] = []
        for given in filter(None, (" ".join(each.split()) for each in named)):
            if mixes_scripts(given):
                raise RefusedError(Message("exams.refused.name-letters", {"name": given}))
            names = [given, *(one.name for one in people if one.id.casefold() == given.casefold())]
            found += [one.id for one in people if any(same_name(one.name, name) for name in names)] or [given]
        return tuple(dict.fromkeys(found))

    def check(self, person_id: str, name: str, role: Role, password: str) -> None:
        """Raise `RefusedError` if a person with these details cannot be added. The short name of an existing person is
        accepted as it is."""
        people = self.people()
        others = [one.id for one in people if one.id != person_id]
        is_new = len(others) == len(people)
        if len(password) < SHORTEST_PASSWORD:
            raise RefusedError(Message("exams.refused.short-password", {"least": SHORTEST_PASSWORD}))
        has_short_name = not is_new or is_short_name(person_id)
        if role is Role.CANDIDATE or not has_short_name or not name.strip() or not is_visible(name):
            raise RefusedError(Message("exams.refused.staff-name", {"person": person_id[:60]}))
        check_length(name, LONGEST_IDENTITY)
        if mixes_scripts(name):
            raise RefusedError(Message("exams.refused.name-letters", {"name": name}))
        if is_new and is_like_another(person_id, others):
            raise RefusedError(Message("exams.refused.staff-alike", {"person": person_id}))
        for before in people:  # whose short name it is, in the register and in results
            if before.id == person_id and not may_be_one_person(before.name, name):
                raise RefusedError(
                    Message("exams.refused.staff-other-name", {"person": person_id, "name": before.name, "other": name})
                )
        for other in self._others(person_id, name):  # nobody may examine under one id and decide under another
            if Role.CERTIFIER in (role, other.role):
                params = {"person": other.name, "role": Message(f"exams.role.{other.role.value}")}
                raise RefusedError(Message("exams.refused.two-roles", params))

    def _others(self, person_id: str, name: str) -> list[Person]:
        """Records of the same name under other ids, including people who left, because their work may still be decided
        upon."""
        return [one for one in self.people() if one.id != person_id and same_name(one.name, name)]

    def retire(self, person_id: str, signer: PrivateKey) -> Person:
        """Retire a person: the record stays, because logs refer to its id, but the password no longer works."""
        with self._held():
            leaving = msgspec.structs.replace(
                self.person_to_change(person_id), until=format_time(self._clock()), signer=str(signer.public)
            )
            return self._write(leaving, signer)

    def _write(self, bare: Person, signer: PrivateKey) -> Person:
        person = msgspec.structs.replace(bare, seal=signer.sign(Domain.ROLE, bare.covered()).hex())
        others = [each for each in self.people() if each.id != person.id]
        write_private(self.folder / _FILE, canonical(msgspec.to_builtins([*others, person])))
        self._note(person, signer)
        return person

    def _note(self, person: Person, signer: PrivateKey | None = None) -> None:
        """Register a record; the root key signs the line where it is at hand, so that it counts after the next one."""
        if self._register is not None:
            details = {"role": person.role.value, "until": person.until, "seal": person.seal}
            details |= {"key": person.public} if person.public else {}
            if signer is not None:
                counted = counted_lines(self._register.entries(), "staff", self._signers())
                before = [line for line in counted if line.about == person.id]
                details = signed_details("staff", person.id, details, signer, before[-1] if before else None)
            self._register.add("staff", person.id, format_time(self._clock()), "", **details)

    def _held(self) -> AbstractContextManager[None]:
        """Lock of the register, against other programs that change the staff at the same time."""
        return self._register.hold() if self._register else nullcontext()

    def sign_in(self, person_id: str, password: str) -> SignedIn:
        """Sign in by id and password; raises `RefusedError`, also during the delay after wrong attempts.

        Programs that try at the same time take turns, so that each meets the delay after the one before.
        """
        with self._held():
            self.check_delay(person_id)
            person = self.person(person_id)
            if person.until:
                raise RefusedError(Message("exams.refused.retired", {"person": person.name, "day": person.until[:10]}))
            is_right = pin_matches(_typed(password), person.password.encode("ascii"))
            self.record_attempt(person_id, wrong=not is_right)
        if not is_right:
            raise RefusedError(Message("exams.refused.wrong-password"))
        others = tuple(one.id for one in self._others(person.id, person.name))
        signer = personal_key(password, person.password) if person.public else None
        return SignedIn(person.id, person.role, person.name, others, signer)

    def stood(self, person_id: str, when: datetime, slack: timedelta = timedelta(0)) -> Standing | None:
        """Role and key that a person had at a moment; ``None`` if they were not on the staff then.

        The present record must bear the school's seal. ``slack`` allows for the clock of another machine.
        """
        try:
            now = self.person(person_id)
        except RefusedError:
            return None
        records = self._records(now, self._lines()) or [_Record(now.since, now.until, now.role, now.public)]
        known = [record for record in records if record.since <= format_time(when + slack)]
        if not known or (known[-1].until and known[-1].until < format_time(when - slack)):
            return None
        near = known if slack else known[-1:]
        return Standing(known[-1].role, frozenset(record.key for record in near if record.key))

    def stood_at(self, line: Entry) -> Standing | None:
        """Role and key that the person named by a register line had when it was written; ``None`` if they had left.

        The lines before it tell that, because its date, and theirs, can be wrong. If none does its date counts.
        """
        try:
            now = self.person(line.by)
        except RefusedError:
            return None
        before = takewhile(lambda other: other != line, self._register.entries() if self._register else ())
        records = self._records(now, lines_in_order(before, "staff", self._signers()))
        if not records:
            return self.stood(line.by, parse_time(line.at))
        last = records[-1]
        return None if last.until else Standing(last.role, frozenset({last.key} - {""}))

    def is_active(self, person_id: str, role: Role) -> bool:
        """Whether somebody of this id is on the staff in this role now."""
        try:
            person = self.person(person_id)
        except RefusedError:
            return False
        return person.role is role and not person.until

    def _records(self, now: Person, lines: list[Entry]) -> list[_Record]:
        """What lines about the staff say about a person from when on. Of the present record only the date is taken from
        there, because its line could have been added by anybody."""
        found = []
        counted = {line.digest() for line in counted_lines(lines, "staff", self._signers())}
        for line in lines:
            if line.about == now.id and line.details["seal"] == now.seal:
                found.append(_Record(line.at, now.until, now.role, now.public))
            elif line.about == now.id and line.digest() in counted:
                role = Role(line.details["role"])
                found.append(_Record(line.at, line.details["until"], role, line.details.get("key", "")))
        return found

    def wrong_tries(self, person_id: str) -> int:
        """Wrong attempts since the last right one."""
        return self._attempts(person_id)[0]

    def check_delay(self, person_id: str) -> None:
        """Raise `RefusedError` during the delay after wrong attempts.

        If the clock was set back since the last one, it is counted from now, or it would last until then.
        """
        wait, is_behind = self._delay(person_id)
        if is_behind:
            self.record_attempt(person_id, wrong=True)
        if wait > 0:
            raise RefusedError(Message("exams.refused.slowed", {"seconds": int(wait) + 1}))

    def _delay(self, person_id: str) -> tuple[float, bool]:
        """Seconds until the next attempt is accepted, and whether the clock is behind the last attempt."""
        wrong, last = self._attempts(person_id)
        delay = wait_after(wrong)
        passed = self._clock().timestamp() - last
        return max(0.0, delay - max(0.0, passed)), delay > 0 and passed < 0

    def _attempts(self, about: str) -> tuple[int, float]:
        """Wrong attempts since the last right one, and when the last one was, from the register."""
        wrong, last = 0, 0.0
        for entry in self._register.entries() if self._register else ():
            if entry.about == about and entry.kind in (_WRONG, _RIGHT):
                wrong = wrong + 1 if entry.kind == _WRONG else 0
                last = float(entry.details["second"])
        return wrong, last

    def record_attempt(self, about: str, *, wrong: bool) -> None:
        """Record a right or wrong attempt in the register, where deleting a file does not take it back."""
        if self._register is not None and (wrong or self.wrong_tries(about)):
            now = self._clock()
            kind = _WRONG if wrong else _RIGHT
            self._register.add(kind, about, format_time(now), "", second=f"{now.timestamp():.3f}")


class Standing(msgspec.Struct, frozen=True):
    """Somebody on the staff at a moment, with their public keys."""

    role: Role
    keys: frozenset[str]


class _Record(msgspec.Struct, frozen=True):
    """What a staff record said from a moment on."""

    since: str
    until: str
    role: Role
    key: str


def _typed(password: str) -> str:
    """A password in one form, whether the keyboard makes “ñ” one letter or an n and a tilde."""
    return unicodedata.normalize("NFKC", password)


def personal_key(password: str, stored: str) -> PrivateKey:
    """Signing key of a person, from the password and its stored hash."""
    salt = sha256(b"ct-person-v1\0" + stored.encode("ascii")).digest()[:16]
    words = _typed(password).encode("utf-8", "surrogatepass")
    derived = Argon2id(salt=salt, length=32, iterations=_KEY_PASSES, lanes=1, memory_cost=_KEY_MEMORY_KIB).derive(words)
    return PrivateKey.from_seed(derived)


def wait_after(wrong: int) -> float:
    """Delay in seconds after so many wrong attempts: none for the first, then doubling up to five minutes."""
    return min(_LONGEST_WAIT, 2.0 ** min(wrong - _FREE_TRIES, 64)) if wrong >= _FREE_TRIES else 0.0


def new_code() -> str:
    """Code for a sheet of paper: twelve letters and digits that are not easily confused, in groups of four."""
    letters = "".join(secrets.choice("ABCDEFGHJKMNPQRSTUVWXYZ23456789") for _ in range(12))
    return "-".join(letters[at : at + 4] for at in range(0, 12, 4))
