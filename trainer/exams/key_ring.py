"""The keys of this machine: the school's public list and the locked private keys, in one folder."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

import msgspec

from trainer.exams.errors import RefusedError
from trainer.exams.key_files import USUAL_COST, Cost, KeyFile, lock_key, read_key_file, unlock, with_lock, without_lock
from trainer.exams.keys import KeyRole, PrivateKey, PublicKey
from trainer.exams.trust import Trust, TrustError, new_trust, read_trust
from trainer.system.input_files import read_input_file
from trainer.system.private_files import write_private
from trainer.texts import Message

_TRUST = "school-keys.json"
ROOT_LOCK = "root"  # the lock of whoever keeps the root key


class KeyRing:
    """What a school signs with. Every change is on the disk, whole, before a method returns."""

    def __init__(self, folder: Path, clock: Callable[[], datetime], cost: Cost = USUAL_COST) -> None:
        self.folder = folder
        self._clock = clock
        self._cost = cost

    @property
    def exists(self) -> bool:
        return (self.folder / _TRUST).exists()

    @property
    def trust(self) -> Trust:
        """The school's public list; `RefusedError` if there is none yet or it is damaged."""
        try:
            return read_trust(read_input_file(self.folder / _TRUST))
        except FileNotFoundError:
            raise TrustError(Message("keys.no-keys")) from None

    def found(self, school: str, passphrase: str) -> Trust:
        """The first key, the root: once for a school."""
        if self.exists:
            raise TrustError(Message("keys.already-founded"))
        root = PrivateKey.new()
        trust = new_trust(school.strip(), root, self._clock())
        self._keep(lock_key(root, KeyRole.ROOT, passphrase, "", self._cost))
        write_private(self.folder / _TRUST, trust.to_bytes())
        return trust

    def make(self, role: KeyRole, passphrase: str, root_passphrase: str, name: str = "") -> PublicKey:
        """A first key for a role, with a lock of this name; another one takes its place with `rotate`."""
        trust, now = self.trust, self._clock()
        if trust.current(role, now) is not None:
            raise TrustError(Message("keys.already-made"))
        private = PrivateKey.new()
        grown = trust.with_key(private.public, role, now, self.unlock(KeyRole.ROOT, root_passphrase))
        self._keep(self._closed(private, role, passphrase, name, root_passphrase))
        write_private(self.folder / _TRUST, grown.to_bytes())
        return private.public

    def rotate(self, role: KeyRole, passphrase: str, signer_passphrase: str, by: KeyRole | None = None) -> PublicKey:
        """A new key in the place of the current one; signed by that one or, where it was lost or stolen, by the root
        key."""
        trust, now = self.trust, self._clock()
        old = trust.current(role, now) or (next(iter(trust.keys(role)), None) if by is KeyRole.ROOT else None)
        if old is None:
            raise TrustError(Message("keys.none-in-force"))
        signer = self.unlock(by or role, signer_passphrase)
        private = PrivateKey.new()
        grown = trust.replaced(old, private.public, now, signer)
        by_root = by is KeyRole.ROOT and role is not KeyRole.ROOT
        self._keep(self._closed(private, role, passphrase, "", signer_passphrase if by_root else ""))
        write_private(self.folder / _TRUST, grown.to_bytes())
        return private.public

    def declare_compromised(
        self, key: PublicKey, since: datetime, root_passphrase: str, proven: Iterable[str] = ()
    ) -> Trust:
        """What this key signed since then becomes doubtful; of what it signed before only this counts."""
        grown = self.trust.compromised(key, since, self.unlock(KeyRole.ROOT, root_passphrase), proven)
        write_private(self.folder / _TRUST, grown.to_bytes())
        return grown

    def unlock(self, role: KeyRole, passphrase: str) -> PrivateKey:
        """The key in force for a role; raises `RefusedError` if there is none here or the passphrase is wrong."""
        return unlock(self._file(role), passphrase)

    def _closed(self, private: PrivateKey, role: KeyRole, passphrase: str, name: str, root_passphrase: str) -> KeyFile:
        """A new key with its locks: who keeps the root key can let others use it later."""
        file = lock_key(private, role, passphrase, name, self._cost)
        return with_lock(file, passphrase, ROOT_LOCK, root_passphrase, self._cost) if root_passphrase else file

    def locks(self, role: KeyRole) -> tuple[str, ...]:
        """The names of those whose passphrases open the key in force."""
        return tuple(lock.name for lock in self._file(role).locks)

    def unshare(self, role: KeyRole, name: str) -> None:
        """Take a key away from somebody; the last lock stays."""
        self._keep(without_lock(self._file(role), name))

    def share(self, role: KeyRole, passphrase: str, name: str, new: str) -> None:
        """Let one more person use a key, with a passphrase of their own."""
        self._keep(with_lock(self._file(role), passphrase, name, new, self._cost))

    def export(self, role: KeyRole, passphrase: str) -> bytes:
        """A key as it is carried to another machine: only for who can open it, and locked."""
        file = self._file(role)
        unlock(file, passphrase)
        return file.to_bytes()

    def import_key(self, data: bytes, passphrase: str) -> KeyFile:
        """Take a key of this school from another machine; it must be in the school's list with the same role."""
        file = read_key_file(data)
        private = unlock(file, passphrase)
        if private.public not in self.trust.keys(file.role):
            raise TrustError(Message("keys.unknown-key", {"kid": private.public.kid}))
        self._keep(file)
        return file

    def import_trust(self, data: bytes) -> Trust:
        """Take the school's list from another machine; it must go on from the one that is here."""
        offered = read_trust(data)
        if self.exists and not offered.extends(self.trust):
            raise TrustError(Message("keys.other-list", {"school": offered.school}))
        write_private(self.folder / _TRUST, offered.to_bytes())
        return offered

    def lent(self, role: KeyRole, names: Iterable[str]) -> bytes:
        """The key in force with the locks of these people alone, for a machine they will use; nothing if it has none
        of them, or is not here."""
        try:
            file = self._file(role)
        except RefusedError:
            return b""
        wanted = set(names)
        locks = tuple(lock for lock in file.locks if lock.name in wanted)
        return msgspec.structs.replace(file, locks=locks).to_bytes() if locks else b""

    def keep_lent(self, data: bytes, role: KeyRole) -> None:
        """Keep a key of this school as it was lent, unopened; raises `RefusedError` if it is not in its list."""
        file = read_key_file(data)
        if file.role is not role or file.key not in self.trust.keys(role):
            raise TrustError(Message("keys.unknown-key", {"kid": file.key.kid}))
        self._keep(file)

    def forget(self) -> None:
        """All keys and the list are not wanted here any more."""
        for path in (*self.folder.glob("*.key"), self.folder / _TRUST):
            path.unlink(missing_ok=True)

    def has(self, role: KeyRole) -> bool:
        """Whether the key in force for a role lies here, whoever can open it."""
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

    def _keep(self, file: KeyFile) -> None:
        write_private(self._path(file.key), file.to_bytes())
