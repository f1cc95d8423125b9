"""Countersignatures of a school's service on the checkpoints of a sitting.

The service receives the log while the exam is sat. It signs the newest checkpoint with the key of its own certificate,
together with the time of its own clock. A laptop that is put back to an earlier state, with register and all, cannot
make these again.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from trainer.exams import events as e
from trainer.exams.canonical import canonical, read_canonical
from trainer.exams.errors import RefusedError, refused
from trainer.exams.result import ChainedEvent, SittingHeader
from trainer.system.digests import sha256


def countersigned_bytes(sitting: str, checkpoint: int, last: str, at: str) -> bytes:
    """What the service signs: the sitting, the checkpoint's number and hash, and the time."""
    return b"ct-countersigned-v1\0" + canonical({"at": at, "hash": last, "n": checkpoint, "sitting": sitting})


def newest_checkpoint(log: bytes) -> tuple[int, str] | None:
    """Number and hash of the last checkpoint of a log that has no countersignature yet; ``None`` if there is none."""
    for line in reversed(log[: log.rfind(b"\n") + 1].splitlines()):
        try:
            found = msgspec.convert(read_canonical(line), ChainedEvent)
        except (RefusedError, msgspec.ValidationError):
            return None
        if found.event.get("kind") == "counter-signed":
            return None
        if found.event.get("kind") == "checkpoint" and isinstance(found.event.get("n"), int):
            return found.event["n"], found.hash
    return None


def is_signed_by_certificate(certificate: bytes, message: bytes, signature: bytes) -> bool:
    """Whether the key of a service's certificate (DER) signed a message."""
    try:
        key = x509.load_der_x509_certificate(certificate).public_key()
        if not isinstance(key, ec.EllipticCurvePublicKey):
            return False
        key.verify(signature, message, ec.ECDSA(hashes.SHA256()))
    except (InvalidSignature, ValueError):
        return False
    return True


def fingerprint(event: e.CounterSigned) -> str:
    """SHA-256 of the service's certificate, by which laptops know the service."""
    return sha256(bytes.fromhex(event.certificate)).hexdigest()


def check_countersignature(sitting: str, event: e.CounterSigned, before: Sequence[ChainedEvent]) -> None:
    """Raise `RefusedError` unless a countersignature belongs to an earlier checkpoint and its certificate signed it."""
    try:
        covered = countersigned_bytes(sitting, event.checkpoint, event.hash, event.at)
        there = before[event.checkpoint] if 0 <= event.checkpoint < len(before) else None
        holds = (
            there is not None
            and there.event.get("kind") == "checkpoint"
            and there.hash == event.hash
            and is_signed_by_certificate(bytes.fromhex(event.certificate), covered, bytes.fromhex(event.signature))
        )
    except ValueError:
        holds = False
    if not holds:
        raise refused("countersignature", event=event.n)


def check_countersignatures(header: SittingHeader, events: Sequence[ChainedEvent]) -> None:
    """Raise `RefusedError` at the first countersignature that does not hold."""
    for place, each in enumerate(events):
        if each.event.get("kind") == "counter-signed":
            event = e.read_event(each.event)
            assert isinstance(event, e.CounterSigned)
            check_countersignature(header.sitting, event, events[:place])
