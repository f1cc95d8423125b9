"""A paper that nobody can read before its code is given: Argon2id and ChaCha20-Poly1305."""

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
_MOST = Cost(262_144, 8, 4)  # a file from elsewhere must not take the machine down


class LockedPaper(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What may be known of a paper beforehand, and the rest closed."""

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
        """What is seen is tied to what is closed."""
        said = msgspec.to_builtins(self)
        del said["closed"]
        return canonical(said)


def normalized_code(code: str) -> bytes:
    """A code as it is stretched: capitals, blanks and hyphens do not matter."""
    return "".join(letter for letter in code.upper() if letter.isalnum()).encode()


def lock_paper(paper: Paper, code: str, cost: Cost = USUAL_COST) -> LockedPaper:
    """A paper closed with a code."""
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
    """A locked paper from its file; raises `RefusedError`."""
    try:
        return msgspec.convert(read_canonical(data), LockedPaper)
    except msgspec.ValidationError:
        raise RefusedError(Message("exams.refused.not-a-paper")) from None


def open_paper(locked: LockedPaper, code: str) -> Paper:
    """The paper; raises `RefusedError` if the code is wrong or the paper is not the one that was committed to."""
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
    """Raise `RefusedError` that names what is not as it was committed to."""
    try:
        found = commitment_of(paper)
    except ValueError:  # a nonce that is none
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
