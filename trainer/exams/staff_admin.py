"""Who works at the exams of a school, and whose password opens which key: for whoever keeps the root key.

At the desk a password signs somebody in and opens the key that their role needs, so both are changed together.
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

# The key that somebody of a role uses: stations seal what was sat and regraded, certifiers what was decided.
KEY_OF = {
    Role.INVIGILATOR: KeyRole.STATION,
    Role.EXAMINER: KeyRole.STATION,
    Role.CERTIFIER: KeyRole.CERTIFIER,
}


class StaffAdmin:
    """The staff in the hands of whoever gave the root key's passphrase; raises `RefusedError` for others."""

    def __init__(self, office: Office, root_passphrase: str) -> None:
        self._office = office
        self._passphrase = root_passphrase
        self._root = office.keys.unlock(KeyRole.ROOT, root_passphrase)

    def take_on(self, name: str, role: Role, password: str, colleague: str = "") -> Person:
        """One more person. ``colleague`` is the password of somebody who uses the same key, for a key that the root
        key's passphrase does not open."""
        person_id = staff_id(name, role)
        if any(one.id == person_id for one in self._office.staff.working()):
            raise refused("staff-there", person=name)
        self._office.staff.check(person_id, name, role, password)
        self._open_key(person_id, role, password, colleague)
        return self._office.staff.add(person_id, name, role, password, self._root)

    def change(self, person_id: str, role: Role, password: str, colleague: str = "") -> Person:
        """Another password, and another role where it is another: the key of the old one is taken away."""
        before = self._office.staff.person(person_id)
        self._office.staff.check(person_id, before.name, role, password)
        self._open_key(person_id, role, password, colleague)
        after = self._office.staff.add(person_id, before.name, role, password, self._root)
        self._close_keys(before, but=KEY_OF[role])
        return after

    def retire(self, person_id: str) -> Person:
        """Somebody leaves; the last of a role cannot, or nobody could examine any more."""
        leaving = self._office.staff.person(person_id)
        if len(self._office.staff.working(leaving.role)) < 2:
            raise refused("last-of-role", person=leaving.name)
        gone = self._office.staff.retire(person_id, self._root)
        self._close_keys(leaving)
        return gone

    def replace_key(self, role: KeyRole, stolen_since: datetime | None = None) -> PublicKey:
        """A new key in the place of one, which ends now; what it sealed holds for ever or, if it was stolen, as far as
        the register knew of it before. Whoever used the old one needs a password anew (`change`): nobody else knows
        theirs."""
        keys = self._office.keys
        if stolen_since is not None:
            stolen = keys.trust.keys(role)[0]
            keys.declare_compromised(stolen, stolen_since, self._passphrase, self._office.proven_before(stolen_since))
        return self._office.keys.rotate(role, self._passphrase, self._passphrase, KeyRole.ROOT)

    def _open_key(self, person_id: str, role: Role, password: str, colleague: str) -> None:
        keys = self._office.keys
        for passphrase in filter(None, (self._passphrase, colleague)):
            try:
                keys.unlock(KEY_OF[role], passphrase)
            except KeyFileError:
                continue
            keys.share(KEY_OF[role], passphrase, ROOT_LOCK, self._passphrase)
            keys.share(KEY_OF[role], self._passphrase, person_id, password)
            return
        raise refused("no-key-for-staff")

    def _close_keys(self, person: Person, but: KeyRole | None = None) -> None:
        """Take away what somebody's password opened."""
        for role in {KEY_OF[person.role]} - {but}:
            if person.id in self._office.keys.locks(role):
                self._office.keys.unshare(role, person.id)


def staff_id(name: str, role: Role) -> str:
    """For the staff list: what is a letter or figure of the person's name, and their role."""
    letters = "".join(letter.lower() if letter.isascii() and letter.isalnum() else "-" for letter in name)
    return "-".join(part for part in (*letters.split("-"), role.value) if part)
