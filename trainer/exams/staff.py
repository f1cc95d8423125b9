"""The staff of the exams of a school: ids, roles and passwords, each record sealed by the school's key.

A role changed in the file breaks the record's seal, and an earlier record put back is not the one that the register
knows. Wrong passwords are counted on disk and slowed down more and more.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import Domain, PrivateKey, PublicKey, parse_hex
from trainer.exams.register import Register
from trainer.exams.roles import Role
from trainer.exams.trust import format_time
from trainer.records.profiles import hash_pin, pin_matches
from trainer.system.input_files import read_input_file
from trainer.system.lazy_imports import lazily
from trainer.system.private_files import write_private
from trainer.texts import Message

with lazily():
    import secrets

SHORTEST_PASSWORD = 8
_LONGEST_NAME = 60
_FREE_TRIES = 2
_LONGEST_WAIT = 300.0
_FILE, _TRIES = "staff.json", "tries.json"


class Person(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Somebody of the staff. ``password`` is an Argon2id hash; ``seal`` covers everything else."""

    id: str
    name: str
    role: Role
    password: str
    since: str
    until: str = ""
    signer: str = ""
    seal: str = ""

    def covered(self) -> bytes:
        said = msgspec.to_builtins(self)
        del said["seal"]
        return canonical(said)


class SignedIn(msgspec.Struct, frozen=True):
    """Somebody who gave the right password just now; ``also`` are the ids that the same person has in other roles."""

    id: str
    role: Role
    name: str = ""
    also: tuple[str, ...] = ()

    @property
    def ids(self) -> tuple[str, ...]:
        return (self.id, *self.also)


class Staff:
    """The staff of a school, in one file. ``signers`` are the keys whose seals count: the school's root keys."""

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
        """Everybody; raises `RefusedError` for a file that cannot be read."""
        try:
            return msgspec.convert(read_canonical(read_input_file(self.folder / _FILE)), tuple[Person, ...])
        except FileNotFoundError:
            return ()
        except msgspec.ValidationError:
            raise RefusedError(Message("exams.refused.no-staff-file")) from None

    def person(self, person_id: str) -> Person:
        """Somebody by id whose record holds; raises `RefusedError`."""
        found = next((person for person in self.people() if person.id == person_id), None)
        if found is None:
            raise RefusedError(Message("exams.refused.nobody", {"person": person_id[:60]}))
        if not self._holds(found) or self._newest_seal(found.id) not in ("", found.seal):
            raise RefusedError(Message("exams.refused.role-record", {"person": found.id}))
        return found

    def _holds(self, person: Person) -> bool:
        """Whether the school has sealed a record as it is."""
        try:
            signer = PublicKey.from_text(person.signer)
            return signer in self._signers() and signer.signed(Domain.ROLE, person.covered(), parse_hex(person.seal))
        except (RefusedError, ValueError):
            return False

    def lent(self, people: Iterable[Person]) -> bytes:
        """Some records as they are sealed, for a machine where these people will work."""
        return canonical(msgspec.to_builtins(list(people)))

    def keep_lent(self, data: bytes, role: Role) -> None:
        """Keep such records in the place of all that are here; raises `RefusedError` if one is not sealed by the
        school, of another role, or older than one that was here."""
        try:
            people = msgspec.convert(read_canonical(data), tuple[Person, ...])
        except (RefusedError, msgspec.ValidationError):
            raise RefusedError(Message("exams.refused.no-staff-file")) from None
        for person in people:
            is_older = self._newest_seal(person.id) != person.seal and person.seal in self._seals(person.id)
            if person.role is not role or not self._holds(person) or is_older:
                raise RefusedError(Message("exams.refused.role-record", {"person": person.id[:60]}))
        before = self.people()
        if people != before:
            write_private(self.folder / _FILE, data)
        for person in people:
            if person not in before:
                self._note(person)

    def forget(self) -> None:
        """What was lent is not wanted any more."""
        (self.folder / _FILE).unlink(missing_ok=True)

    def _newest_seal(self, person_id: str) -> str:
        """Of the record that was written last; nothing of somebody who was there before the register noted it."""
        return next(reversed(self._seals(person_id)), "")

    def _seals(self, person_id: str) -> list[str]:
        noted = self._register.of_kind("staff") if self._register else []
        return [entry.details["seal"] for entry in noted if entry.about == person_id]

    def working(self, *roles: Role) -> tuple[Person, ...]:
        """Those who were not retired, of some roles or of all."""
        return tuple(one for one in self.people() if not one.until and (not roles or one.role in roles))

    def add(self, person_id: str, name: str, role: Role, password: str, signer: PrivateKey) -> Person:
        """One more person, or a new password or role for somebody; sealed by the school."""
        self.check(person_id, name, role, password)
        bare = Person(
            id=person_id,
            name=name,
            role=role,
            password=hash_pin(password).decode("ascii"),
            since=format_time(self._clock()),
            signer=str(signer.public),
        )
        return self._write(bare, signer)

    def ids_of(self, named: Iterable[str]) -> tuple[str, ...]:
        """People by their ids or their names, in all their roles; who is not of the staff stays as written."""
        people = self.people()
        found: list[str] = []
        for given in filter(None, (" ".join(each.split()) for each in named)):
            name = next((one.name for one in people if one.id.casefold() == given.casefold()), given)
            found += [one.id for one in people if same_name(one.name, name)] or [given]
        return tuple(dict.fromkeys(found))

    def check(self, person_id: str, name: str, role: Role, password: str) -> None:
        """Raise `RefusedError` if nobody can be added like this."""
        if len(password) < SHORTEST_PASSWORD:
            raise RefusedError(Message("exams.refused.short-password", {"least": SHORTEST_PASSWORD}))
        if role is Role.CANDIDATE or not _is_short_name(person_id) or not name.strip() or not name.isprintable():
            raise RefusedError(Message("exams.refused.staff-name", {"person": person_id[:60]}))
        for other in self._others(person_id, name):  # who would examine under one id and decide under another
            if Role.CERTIFIER in (role, other.role):
                params = {"person": other.name, "role": Message(f"exams.role.{other.role.value}")}
                raise RefusedError(Message("exams.refused.two-roles", params))

    def _others(self, person_id: str, name: str) -> list[Person]:
        """Records of the same name under another id, of those too who left: their work is still decided upon."""
        return [one for one in self.people() if one.id != person_id and same_name(one.name, name)]

    def retire(self, person_id: str, signer: PrivateKey) -> Person:
        """Somebody leaves: the record stays, because logs hold the id, and its password opens nothing any more."""
        leaving = msgspec.structs.replace(
            self.person(person_id), until=format_time(self._clock()), signer=str(signer.public)
        )
        return self._write(leaving, signer)

    def _write(self, bare: Person, signer: PrivateKey) -> Person:
        person = msgspec.structs.replace(bare, seal=signer.sign(Domain.ROLE, bare.covered()).hex())
        others = [each for each in self.people() if each.id != person.id]
        write_private(self.folder / _FILE, canonical(msgspec.to_builtins([*others, person])))
        self._note(person)
        return person

    def _note(self, person: Person) -> None:
        if self._register is not None:
            details = {"role": person.role.value, "until": person.until, "seal": person.seal}
            self._register.add("staff", person.id, format_time(self._clock()), "", **details)

    def sign_in(self, person_id: str, password: str) -> SignedIn:
        """Somebody by id and password; raises `RefusedError`, also while a wrong try still has to be waited for."""
        self.slow_down(person_id)
        person = self.person(person_id)
        if person.until:
            raise RefusedError(Message("exams.refused.retired", {"person": person.name, "day": person.until[:10]}))
        if not pin_matches(password, person.password.encode("ascii")):
            self.count_try(person_id, wrong=True)
            raise RefusedError(Message("exams.refused.wrong-password"))
        self.count_try(person_id, wrong=False)
        others = tuple(one.id for one in self._others(person.id, person.name))
        return SignedIn(person.id, person.role, person.name, others)

    def wrong_tries(self, person_id: str) -> int:
        return self._tries().get(person_id, (0, 0.0))[0]

    def slow_down(self, person_id: str) -> None:
        """Raise `RefusedError` while a wrong try still has to be waited for."""
        wait = self.wait_left(person_id)
        if wait > 0:
            raise RefusedError(Message("exams.refused.slowed", {"seconds": int(wait) + 1}))

    def wait_left(self, person_id: str) -> float:
        """Seconds until the next try is taken: none for two wrong ones, then twice as long each time."""
        wrong, last = self._tries().get(person_id, (0, 0.0))
        delay = wait_after(wrong)
        passed = self._clock().timestamp() - last
        return delay - passed if 0 <= passed < delay else (delay if passed < 0 else 0.0)

    def _tries(self) -> dict[str, tuple[int, float]]:
        try:
            return msgspec.json.decode(read_input_file(self.folder / _TRIES), type=dict[str, tuple[int, float]])
        except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return {}

    def count_try(self, person_id: str, *, wrong: bool) -> None:
        """Keep on disk that a try was wrong, or that one was right."""
        tries = self._tries()
        if not wrong and person_id not in tries:
            return
        count = tries.get(person_id, (0, 0.0))[0]
        tries[person_id] = (count + 1 if wrong else 0, self._clock().timestamp())
        write_private(self.folder / _TRIES, msgspec.json.encode(tries))


def same_name(one: str, other: str) -> bool:
    """Whether two names are one person's: capitals, accents and what is between the letters do not make another."""

    def letters(name: str) -> str:
        return "".join(letter for letter in unicodedata.normalize("NFKD", name).casefold() if letter.isalnum())

    return letters(one) == letters(other)


def _is_short_name(text: str) -> bool:
    return len(text) <= _LONGEST_NAME and text.replace("-", "").isalnum()


def wait_after(wrong: int) -> float:
    """Seconds to wait after so many wrong tries: none for the first, then twice as long each time."""
    return min(_LONGEST_WAIT, 2.0 ** (wrong - _FREE_TRIES)) if wrong >= _FREE_TRIES else 0.0


def new_code() -> str:
    """A code to be written on paper: twelve letters and figures that nobody confuses, in groups of four."""
    letters = "".join(secrets.choice("ABCDEFGHJKMNPQRSTUVWXYZ23456789") for _ in range(12))
    return "-".join(letters[at : at + 4] for at in range(0, 12, 4))
