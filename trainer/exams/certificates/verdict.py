"""What checking a certificate comes to."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from trainer.exams.certificates.certificate import Certificate
from trainer.texts import Message


class Verdict(StrEnum):
    """The outcome, in the order in which one outweighs the next."""

    ALTERED = "altered"
    UNKNOWN_ISSUER = "unknown-issuer"
    REVOKED = "revoked"
    SUSPENDED = "suspended"
    NOT_YET_VALID = "not-yet-valid"
    EXPIRED = "expired"
    STATUS_UNKNOWN = "status-unknown"
    VALID = "valid"


class CheckedCertificate(msgspec.Struct, frozen=True, kw_only=True):
    """A verdict with its reason, what was signed, and what was shown but is not proven by any signature.

    ``certificate`` is there as soon as a trusted signature covers it; of a bare card only ``holder``, ``number`` and
    the other few facts of the card are known.
    """

    verdict: Verdict
    reason: Message
    number: str = ""
    holder: str = ""
    scheme: str = ""
    issued: str = ""
    expires: str = ""
    school: str = ""
    certificate: Certificate | None = None
    not_proven: tuple[Message, ...] = ()

    @property
    def is_valid(self) -> bool:
        return self.verdict is Verdict.VALID
