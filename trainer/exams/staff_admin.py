"""Manage the exam staff and the keys their passwords open; needs the root key's passphrase.

At the desk one password signs a person in and opens the key of their role, so both are changed together.
"""

from __future__ import annotations

from datetime import datetime

from trainer.exams.errors import refused
from trainer.exams.key_files import KeyFileError
from trainer.exams.key_ring import ROOT_LOCK
from trainer.exams.keys import KeyRole, PublicKey
from trainer.exams.office import Office
from trainer.exams.roles import Role
from trainer.exams.staff import Person
from trainer.system.people_names import same_name

# Key of each role: the station key seals sittings and regrades, the certifier key seals decisions.
KEY_OF = {
    Role.INVIGILATOR: KeyRole.STATION,
    Role.EXAMINER: KeyRole.STATION,
    Role.CERTIFIER: KeyRole.CERTIFIER,
}


class StaffAdmin:
    """Changes of the staff; raises `RefusedError` if the root key's passphrase is wrong."""

    def __init__(self, office: Office, root_passphrase: str) -> None:
        self._office = office
        self._passphrase = root_passphrase
        self._root = office.keys.unlock(KeyRole.ROOT, root_passphrase)

    def take_on(self, name: str, role: Role, password: str, colleague: str = "") -> Person:
        """Add a person.

        ``colleague`` is the password of somebody who uses the same key. The first one after a key was replaced needs
        none; otherwise the root passphrase opens no key but its own.
        """
        with self._office.register.hold():
            person_id = self._office.staff.new_id(name, role)
            if any(same_name(one.name, name) for one in self._office.staff.active(role)):
                raise refused("staff-there", person=name)
            self._office.staff.check(person_id, name, role, password)
            self._open_key(person_id, role, password, colleague)
            return self._office.staff.add(person_id, name, role, password, self._root)

    def change(self, person_id: str, role: Role, password: str, colleague: str = "") -> Person:
        """Set a new password and, if different, a new role; the key of the old role is taken away.

        ``colleague`` is the person's old password, or that of somebody who uses the key of the new role.
        """
        before = self._office.staff.person_to_change(person_id)
        self._office.staff.check(person_id, before.name, role, password)
        self._open_key(person_id, role, password, colleague)
        after = self._office.staff.add(person_id, before.name, role, password, self._root)
        self._close_keys(before, but=KEY_OF[role])
        return after

    def retire(self, person_id: str) -> Person:
        """Retire a person; refused for the last active person of a role."""
        leaving = self._office.staff.person_to_change(person_id)
        if all(one.id == person_id for one in self._office.staff.active(leaving.role)):
            raise refused("last-of-role", person=leaving.name)
        gone = self._office.staff.retire(person_id, self._root)
        self._close_keys(leaving)
        return gone

    def replace_key(self, role: KeyRole, stolen_since: datetime | None = None) -> PublicKey:
        """Replace a key, which ends now; what it sealed stays valid.

        If it was stolen, only what the register knew before ``stolen_since`` stays valid. Everybody who used the old
        key needs a new password (`change`), because nobody else knows theirs.
        """
        keys = self._office.keys
        if stolen_since is not None:
            stolen = keys.trust.keys(role)[0]
            self._office.declare_compromised(stolen, stolen_since, self._passphrase)
        return self._office.replace_key(role, self._passphrase, self._passphrase, KeyRole.ROOT, ROOT_LOCK)

    def _open_key(self, person_id: str, role: Role, password: str, colleague: str) -> None:
        """Give a person a lock on the key of their role; they have it if an earlier change ended half way."""
        keys = self._office.keys
        for passphrase in filter(None, (self._passphrase, colleague, password)):
            try:
                keys.unlock(KEY_OF[role], passphrase)
            except KeyFileError:
                continue
            keys.share(KEY_OF[role], passphrase, person_id, password)
            if ROOT_LOCK in keys.locks(KEY_OF[role]):
                keys.unshare(KEY_OF[role], ROOT_LOCK)
            return
        raise refused("no-key-for-staff")

    def _close_keys(self, person: Person, but: KeyRole | None = None) -> None:
        """Remove a person's lock from the key of their role."""
        for role in {KEY_OF[person.role]} - {but}:
            if person.id in self._office.keys.locks(role):
                self._office.keys.unshare(role, person.id)
