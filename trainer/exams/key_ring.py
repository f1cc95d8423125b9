"""Keys of this machine: the school's public key list and the encrypted private keys, in one folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import msgspec

from trainer.exams.errors import RefusedError
from trainer.exams.key_files import USUAL_COST, Cost, KeyFile, lock_key, read_key_file, unlock, with_lock, without_lock
from trainer.exams.keys import KeyRole, PrivateKey, PublicKey
from trainer.exams.trust import LONGEST_SCHOOL, Trust, TrustError, is_school_name, new_trust, read_trust
from trainer.records.database import WriterLock
from trainer.system.input_files import read_input_file
from trainer.system.people_names import mixes_scripts
from trainer.system.private_files import make_private_folder, write_private
from trainer.texts import Message

_TRUST = "school-keys.json"
_PATIENCE = 30.0  # seconds to wait for another program
ROOT_LOCK = "root"  # name of the lock that the root passphrase opens until the first person has one


class KeyRing:
    """The keys a school signs with. Every change is on disk before a method returns."""

    def __init__(self, folder: Path, clock: Callable[[], datetime], cost: Cost = USUAL_COST) -> None:
        self.folder = folder
        self._clock = clock
        self._cost = cost

    @property
    def exists(self) -> bool:
        return (self.folder / _TRUST).exists()

    @property
    def trust(self) -> Trust:
        """The school's public key list; raises `RefusedError` if there is none yet or it is damaged."""
        try:
            return read_trust(read_input_file(self.folder / _TRUST))
        except FileNotFoundError:
            raise TrustError(Message("keys.no-keys")) from None

    def found(self, school: str, passphrase: str) -> Trust:
        """Create the root key and the key list of a new school; once only."""
        with self._held():
            if self.exists:
                raise TrustError(Message("keys.already-founded"))
            if mixes_scripts(school):  # nobody would trust it: it may look like another one
                raise TrustError(Message("exams.refused.name-letters", {"name": school}))
            if not is_school_name(school.strip()):
                raise TrustError(Message("keys.school-name", {"most": LONGEST_SCHOOL}))
            root = PrivateKey.new()
            trust = new_trust(school.strip(), root, self._clock())
            self._store(lock_key(root, KeyRole.ROOT, passphrase, "", self._cost))
            write_private(self.folder / _TRUST, trust.to_bytes())
            return trust

    def make(self, role: KeyRole, passphrase: str, root_passphrase: str, name: str = "") -> PublicKey:
        """Create the first key of a role, with one lock of this name; `rotate` replaces it later."""
        with self._held():
            trust, now = self.trust, self._clock()
            if trust.current(role, now) is not None:
                raise TrustError(Message("keys.already-made"))
            private = PrivateKey.new()
            grown = trust.with_key(private.public, role, now, self.unlock(KeyRole.ROOT, root_passphrase))
            self._store(lock_key(private, role, passphrase, name, self._cost))
            write_private(self.folder / _TRUST, grown.to_bytes())
            return private.public

    def rotate(
        self, role: KeyRole, passphrase: str, signer_passphrase: str, by: KeyRole | None = None, name: str = ""
    ) -> PublicKey:
        """Replace the current key of a role. The old key signs the change, or the root key if the old one was lost or
        stolen."""
        with self._held():
            trust, now = self.trust, self._clock()
            old = trust.current(role, now) or (next(iter(trust.keys(role)), None) if by is KeyRole.ROOT else None)
            if old is None:
                raise TrustError(Message("keys.none-in-force"))
            signer = self.unlock(by or role, signer_passphrase)
            private = PrivateKey.new()
            grown = trust.replaced(old, private.public, now, signer)
            self._store(lock_key(private, role, passphrase, name, self._cost))
            write_private(self.folder / _TRUST, grown.to_bytes())
            return private.public

    def declare_compromised(
        self, key: PublicKey, since: datetime, root_passphrase: str, proven: Iterable[str] = ()
    ) -> Trust:
        """Declare a key stolen since a moment. Of everything it signed, only the signatures in ``proven`` still
        count."""
        with self._held():
            grown = self.trust.compromised(key, since, self.unlock(KeyRole.ROOT, root_passphrase), proven)
            write_private(self.folder / _TRUST, grown.to_bytes())
            return grown

    @contextmanager
    def _held(self) -> Iterator[None]:
        """Lock against other programs that change keys at the same time, and would undo this change."""
        make_private_folder(self.folder)
        lock = WriterLock(self.folder / _TRUST, _PATIENCE)
        try:
            yield
        finally:
            lock.release()

    def unlock(self, role: KeyRole, passphrase: str) -> PrivateKey:
        """Current private key of a role; raises `RefusedError` if it is not here or the passphrase is wrong."""
        return unlock(self._file(role), passphrase)

    def locks(self, role: KeyRole) -> tuple[str, ...]:
        """Names of the people whose passphrases open the current key of a role."""
        return tuple(lock.name for lock in self._file(role).locks)

    def unshare(self, role: KeyRole, name: str) -> None:
        """Remove a person's lock from a key; the last lock stays."""
        with self._held():
            self._store(without_lock(self._file(role), name))

    def share(self, role: KeyRole, passphrase: str, name: str, new: str) -> None:
        """Let one more person use a key, with their own passphrase."""
        with self._held():
            self._store(with_lock(self._file(role), passphrase, name, new, self._cost))

    def export(self, role: KeyRole, passphrase: str) -> bytes:
        """Encrypted key file for another machine; needs a passphrase that opens it."""
        file = self._file(role)
        unlock(file, passphrase)
        return file.to_bytes()

    def import_key(self, data: bytes, passphrase: str) -> KeyFile:
        """Store a key file from another machine; it must be in the school's key list with the same role."""
        file = read_key_file(data)
        private = unlock(file, passphrase)
        if private.public not in self.trust.keys(file.role):
            raise TrustError(Message("keys.unknown-key", {"kid": private.public.kid}))
        self._store(file)
        return file

    def import_trust(self, data: bytes) -> Trust:
        """Store the school's key list from another machine; it must extend the list that is here."""
        with self._held():
            offered = read_trust(data)
            if self.exists and not offered.extends(self.trust):
                raise TrustError(Message("keys.other-list", {"school": offered.school}))
            write_private(self.folder / _TRUST, offered.to_bytes())
            return offered

    def lent(self, role: KeyRole, names: Iterable[str]) -> bytes:
        """Current key of a role with only the locks of these people, for a machine they will use.

        Empty if the key is not here or has no lock of theirs.
        """
        try:
            file = self._file(role)
        except RefusedError:
            return b""
        wanted = set(names)
        locks = tuple(lock for lock in file.locks if lock.name in wanted)
        return msgspec.structs.replace(file, locks=locks).to_bytes() if locks else b""

    def keep_lent(self, data: bytes, role: KeyRole) -> None:
        """Store a key that was lent, still encrypted; raises `RefusedError` if it is not in the school's key list."""
        file = read_key_file(data)
        if file.role is not role or file.key not in self.trust.keys(role):
            raise TrustError(Message("keys.unknown-key", {"kid": file.key.kid}))
        self._store(file)

    def forget(self) -> None:
        """Delete all keys and the key list from this machine."""
        for path in (*self.folder.glob("*.key"), self.folder / _TRUST):
            path.unlink(missing_ok=True)

    def has(self, role: KeyRole) -> bool:
        """Whether the current key of a role is on this machine, whoever can open it."""
        try:
            return bool(self._file(role).locks)
        except RefusedError:
            return False

    def _file(self, role: KeyRole) -> KeyFile:
        key = self.trust.current(role, self._clock())
        if key is None:
            raise TrustError(Message("keys.none-in-force"))
        try:
            file = read_key_file(read_input_file(self._path(key)))
        except FileNotFoundError:
            raise TrustError(Message("keys.not-here", {"kid": key.kid})) from None
        if file.key != key or file.role is not role:
            raise RefusedError(Message("keys.no-key-file"))
        return file

    def _path(self, key: PublicKey) -> Path:
        return self.folder / f"{key}.key"

    def _store(self, file: KeyFile) -> None:
        write_private(self._path(file.key), file.to_bytes())
