"""Private keys at rest: locked with a passphrase, by Argon2id and ChaCha20-Poly1305.

A file may have several locks, one for each person who may use the key; each opens with that person's passphrase alone.
The file is also the form in which a key is carried to another machine: there is no form without a lock.
"""

from __future__ import annotations

import os
import unicodedata
from typing import Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from trainer.exams.canonical import canonical
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KEY_BYTES, KeyRole, PrivateKey, PublicKey, parse_hex
from trainer.texts import Message

SHORTEST_PASSPHRASE = 8
_SALT_BYTES = 16
_NONCE_BYTES = 12
_MOST_MEMORY_KIB = 1_048_576  # a file from elsewhere must not take the machine down
_MOST_PASSES = 16
_MOST_LANES = 16
_MOST_LOCKS = 64


class KeyFileError(RefusedError):
    """A key file that cannot be read, or that a passphrase does not open."""


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How much work one try of a passphrase is."""

    memory_kib: int = 65_536  # what RFC 9106 recommends where memory is scarce: a sixth of a second here
    passes: int = 3
    lanes: int = 1


class Lock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The key, closed with one person's passphrase."""

    name: str
    cost: Cost
    salt: str
    nonce: str
    closed: str


class KeyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A private key as it lies on the disk: what it is for is to be seen, the key is not."""

    format: Literal["croupier-trainer key 1"] = "croupier-trainer key 1"
    role: KeyRole
    public: str
    locks: tuple[Lock, ...]

    @property
    def key(self) -> PublicKey:
        return PublicKey.from_text(self.public)

    def to_bytes(self) -> bytes:
        return canonical(msgspec.to_builtins(self))


USUAL_COST = Cost()


def read_key_file(data: bytes) -> KeyFile:
    """A key file from its bytes; raises `KeyFileError`."""
    try:
        found = msgspec.json.decode(data, type=KeyFile)
        found.key  # noqa: B018 - looks whether it is a key
    except (msgspec.DecodeError, UnicodeDecodeError, RefusedError, RecursionError):
        raise KeyFileError(Message("keys.no-key-file")) from None
    if not 1 <= len(found.locks) <= _MOST_LOCKS:
        raise KeyFileError(Message("keys.no-key-file"))
    return found


def lock_key(private: PrivateKey, role: KeyRole, passphrase: str, name: str = "", cost: Cost = USUAL_COST) -> KeyFile:
    """A key with its first lock; a passphrase too short is refused."""
    seed = private.native.private_bytes_raw()
    return KeyFile(
        role=role, public=str(private.public), locks=(_lock(seed, role, private.public, passphrase, name, cost),)
    )


def unlock(file: KeyFile, passphrase: str) -> PrivateKey:
    """The key; raises `KeyFileError` if the passphrase opens no lock of the file."""
    for lock in file.locks:
        private = _open(file, lock, passphrase)
        if private is not None:
            return private
    raise KeyFileError(Message("keys.wrong-passphrase"))


def with_lock(file: KeyFile, passphrase: str, name: str, new: str, cost: Cost = USUAL_COST) -> KeyFile:
    """The file with one more lock, or with a new passphrase for the lock of that name."""
    private = unlock(file, passphrase)
    added = _lock(private.native.private_bytes_raw(), file.role, private.public, new, name, cost)
    return msgspec.structs.replace(file, locks=(*(lock for lock in file.locks if lock.name != name), added))


def without_lock(file: KeyFile, name: str) -> KeyFile:
    """The file without somebody's lock; the last lock stays, or nobody could ever use the key again."""
    left = tuple(lock for lock in file.locks if lock.name != name)
    if not left:
        raise KeyFileError(Message("keys.last-lock"))
    return msgspec.structs.replace(file, locks=left)


def _lock(seed: bytes, role: KeyRole, public: PublicKey, passphrase: str, name: str, cost: Cost) -> Lock:
    if len(passphrase.strip()) < SHORTEST_PASSPHRASE:
        raise KeyFileError(Message("keys.short-passphrase", {"least": SHORTEST_PASSPHRASE}))
    salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
    closed = ChaCha20Poly1305(_stretched(passphrase, salt, cost)).encrypt(nonce, seed, _bound(role, public, name))
    return Lock(name=name, cost=cost, salt=salt.hex(), nonce=nonce.hex(), closed=closed.hex())


def _open(file: KeyFile, lock: Lock, passphrase: str) -> PrivateKey | None:
    try:
        secret = _stretched(passphrase, parse_hex(lock.salt), lock.cost)
        bound = _bound(file.role, file.key, lock.name)
        seed = ChaCha20Poly1305(secret).decrypt(parse_hex(lock.nonce), parse_hex(lock.closed), bound)
    except InvalidTag:
        return None
    except ValueError:
        raise KeyFileError(Message("keys.no-key-file")) from None
    private = PrivateKey.from_seed(seed)
    if private.public != file.key:
        raise KeyFileError(Message("keys.no-key-file"))
    return private


def _stretched(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    if not (
        1 <= cost.lanes <= _MOST_LANES
        and 1 <= cost.passes <= _MOST_PASSES
        and 8 * cost.lanes <= cost.memory_kib <= _MOST_MEMORY_KIB
    ):
        raise ValueError("a cost that no file of ours has")
    words = unicodedata.normalize("NFKC", passphrase).encode("utf-8", "surrogatepass")
    return Argon2id(
        salt=salt, length=KEY_BYTES, iterations=cost.passes, lanes=cost.lanes, memory_cost=cost.memory_kib
    ).derive(words)


def _bound(role: KeyRole, public: PublicKey, name: str) -> bytes:
    """What a lock is tied to: it cannot be moved to another key, role or person."""
    return canonical({"name": name, "public": str(public), "role": role.value})
