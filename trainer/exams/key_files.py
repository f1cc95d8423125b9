"""Private keys at rest, encrypted with passphrases (Argon2id and ChaCha20-Poly1305).

A key file has one lock for each person who may use the key; each lock opens with that person's passphrase. The same
file carries a key to another machine: a key is never written unencrypted.
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
_MOST_MEMORY_KIB = 1_048_576  # upper bounds, so that a foreign file cannot exhaust the machine
_MOST_PASSES = 16
_MOST_LANES = 16
_MOST_LOCKS = 64


class KeyFileError(RefusedError):
    """A key file that cannot be read, or that a passphrase does not open."""


class Cost(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Argon2id parameters: the work of one passphrase attempt."""

    memory_kib: int = 65_536  # RFC 9106's choice for little memory; about a sixth of a second
    passes: int = 3
    lanes: int = 1


class Lock(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The key encrypted with one person's passphrase."""

    name: str
    cost: Cost
    salt: str
    nonce: str
    closed: str


class KeyFile(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A private key on disk: its role and public half in the clear, the private half encrypted once for each lock."""

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
    """Parse a key file; raises `KeyFileError`."""
    try:
        found = msgspec.json.decode(data, type=KeyFile)
        found.key  # noqa: B018 - raises if it is not a valid public key
    except (msgspec.DecodeError, UnicodeDecodeError, RefusedError, RecursionError):
        raise KeyFileError(Message("keys.no-key-file")) from None
    if not 1 <= len(found.locks) <= _MOST_LOCKS:
        raise KeyFileError(Message("keys.no-key-file"))
    return found


def lock_key(private: PrivateKey, role: KeyRole, passphrase: str, name: str = "", cost: Cost = USUAL_COST) -> KeyFile:
    """Key file with a first lock; raises `KeyFileError` if the passphrase is too short."""
    seed = private.native.private_bytes_raw()
    return KeyFile(
        role=role, public=str(private.public), locks=(_lock(seed, role, private.public, passphrase, name, cost),)
    )


def unlock(file: KeyFile, passphrase: str) -> PrivateKey:
    """Decrypt the key; raises `KeyFileError` if the passphrase opens none of its locks."""
    for lock in file.locks:
        private = _open(file, lock, passphrase)
        if private is not None:
            return private
    raise KeyFileError(Message("keys.wrong-passphrase"))


def with_lock(file: KeyFile, passphrase: str, name: str, new: str, cost: Cost = USUAL_COST) -> KeyFile:
    """The file with a new lock, or with a new passphrase for the existing lock of that name."""
    private = unlock(file, passphrase)
    added = _lock(private.native.private_bytes_raw(), file.role, private.public, new, name, cost)
    return msgspec.structs.replace(file, locks=(*(lock for lock in file.locks if lock.name != name), added))


def without_lock(file: KeyFile, name: str) -> KeyFile:
    """The file without one person's lock. The last lock cannot be removed, since the key would be lost."""
    left = tuple(lock for lock in file.locks if lock.name != name)
    if not left:
        raise KeyFileError(Message("keys.last-lock"))
    return msgspec.structs.replace(file, locks=left)


def _lock(seed: bytes, role: KeyRole, public: PublicKey, passphrase: str, name: str, cost: Cost) -> Lock:
    if len(passphrase.strip()) < SHORTEST_PASSPHRASE:
        raise KeyFileError(Message("keys.short-passphrase", {"least": SHORTEST_PASSPHRASE}))
    salt, nonce = os.urandom(_SALT_BYTES), os.urandom(_NONCE_BYTES)
    closed = ChaCha20Poly1305(_derived_key(passphrase, salt, cost)).encrypt(
        nonce, seed, _associated_data(role, public, name)
    )
    return Lock(name=name, cost=cost, salt=salt.hex(), nonce=nonce.hex(), closed=closed.hex())


def _open(file: KeyFile, lock: Lock, passphrase: str) -> PrivateKey | None:
    """Decrypt one lock; ``None`` if the passphrase is wrong."""
    try:
        secret = _derived_key(passphrase, parse_hex(lock.salt), lock.cost)
        bound = _associated_data(file.role, file.key, lock.name)
        seed = ChaCha20Poly1305(secret).decrypt(parse_hex(lock.nonce), parse_hex(lock.closed), bound)
    except InvalidTag:
        return None
    except ValueError:
        raise KeyFileError(Message("keys.no-key-file")) from None
    private = PrivateKey.from_seed(seed)
    if private.public != file.key:
        raise KeyFileError(Message("keys.no-key-file"))
    return private


def _derived_key(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    """Derive the encryption key from a passphrase."""
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


def _associated_data(role: KeyRole, public: PublicKey, name: str) -> bytes:
    """Authenticated data of a lock: it cannot be moved to another key, role or person."""
    return canonical({"name": name, "public": str(public), "role": role.value})
