"""Encrypt a paper so that it cannot be read before its code is given (Argon2id and ChaCha20-Poly1305)."""

from __future__ import annotations

import base64
import os
from typing import Literal

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id

from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.key_files import Cost
from trainer.exams.paper import Commitment, Paper, commitment_of
from trainer.exams.paper_files import paper_from_bytes
from trainer.texts import Message, Names

USUAL_COST = Cost(19_456, 2, 1)
_MOST = Cost(262_144, 8, 4)  # upper bounds, so that a foreign file cannot exhaust the machine


class LockedPaper(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Encrypted paper, with the facts that are needed before it is opened in the clear."""

    format: Literal["croupier-trainer locked paper 1"] = "croupier-trainer locked paper 1"
    commitment: Commitment
    scheme: str
    names: Names
    rehearsal: bool
    retakes: int
    wait_days: int
    extra_time: tuple[int, ...]  # percent that may be added
    cost: Cost
    salt: str
    nonce: str
    closed: str  # base64

    def to_bytes(self) -> bytes:
        return canonical(msgspec.to_builtins(self))

    def bound(self) -> bytes:
        """The clear fields as authenticated data: they cannot be changed or combined with another paper."""
        said = msgspec.to_builtins(self)
        del said["closed"]
        return canonical(said)


def normalized_code(code: str) -> bytes:
    """Code as bytes for key derivation: upper case, letters and digits only."""
    return "".join(letter for letter in code.upper() if letter.isalnum()).encode()


def lock_paper(paper: Paper, code: str, cost: Cost = USUAL_COST) -> LockedPaper:
    """Encrypt a paper with a code."""
    bare = LockedPaper(
        commitment=commitment_of(paper),
        scheme=paper.scheme.id,
        names=paper.scheme.names,
        rehearsal=paper.rehearsal,
        retakes=paper.scheme.retakes,
        wait_days=paper.scheme.wait_days,
        extra_time=paper.scheme.extra_time,
        cost=cost,
        salt=os.urandom(16).hex(),
        nonce=os.urandom(12).hex(),
        closed="",
    )
    content = canonical(msgspec.to_builtins(paper))
    closed = ChaCha20Poly1305(_key(bare, code)).encrypt(bytes.fromhex(bare.nonce), content, bare.bound())
    return msgspec.structs.replace(bare, closed=base64.b64encode(closed).decode("ascii"))


def read_locked(data: bytes) -> LockedPaper:
    """Parse a locked paper; raises `RefusedError`."""
    try:
        return msgspec.convert(read_canonical(data), LockedPaper)
    except msgspec.ValidationError:
        raise RefusedError(Message("exams.refused.not-a-paper")) from None


def open_paper(locked: LockedPaper, code: str) -> Paper:
    """Decrypt a paper; raises `RefusedError` if the code is wrong or the paper does not match its commitment."""
    try:
        content = ChaCha20Poly1305(_key(locked, code)).decrypt(
            bytes.fromhex(locked.nonce), base64.b64decode(locked.closed, validate=True), locked.bound()
        )
    except (InvalidTag, ValueError):
        raise RefusedError(Message("exams.refused.wrong-code")) from None
    paper = paper_from_bytes(content)
    check_commitment(paper, locked.commitment)
    return paper


def check_commitment(paper: Paper, commitment: Commitment) -> None:
    """Raise `RefusedError` naming the first difference between a paper and its commitment."""
    try:
        found = commitment_of(paper)
    except ValueError:  # malformed nonce
        raise RefusedError(Message("exams.refused.other-paper")) from None
    if found == commitment:
        return
    if found.paper != commitment.paper or found.seed != commitment.seed:
        raise RefusedError(Message("exams.refused.other-paper"))
    if found.scheme_digest != commitment.scheme_digest:
        raise RefusedError(Message("exams.refused.other-scheme"))
    if len(found.items) != len(commitment.items):
        params = {"found": len(found.items), "wanted": len(commitment.items)}
        raise RefusedError(Message("exams.refused.items-missing", params))
    for number, (one, other) in enumerate(zip(found.items, commitment.items, strict=True), start=1):
        if one != other:
            raise RefusedError(Message("exams.refused.item-changed", {"item": number}))
    raise RefusedError(Message("exams.refused.not-as-committed"))


def _key(locked: LockedPaper, code: str) -> bytes:
    """Derive the encryption key; raises `RefusedError` if the file asks for an excessive cost."""
    cost = locked.cost
    if not (
        1 <= cost.lanes <= _MOST.lanes
        and 1 <= cost.passes <= _MOST.passes
        and 8 * cost.lanes <= cost.memory_kib <= _MOST.memory_kib
    ):
        raise RefusedError(Message("exams.refused.not-a-paper"))
    salt = bytes.fromhex(locked.salt)
    return Argon2id(salt=salt, length=32, iterations=cost.passes, lanes=cost.lanes, memory_cost=cost.memory_kib).derive(
        normalized_code(code)
    )
