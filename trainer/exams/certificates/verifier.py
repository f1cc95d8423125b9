"""Check a certificate in any form: PDF, badge picture, text of the QR code, or credential.

Needs the file, the school's key list and its newest status lists; no network. Checks run in order of weight: is it
unchanged, who issued it, is it revoked or suspended, is it within its dates.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from pathlib import Path

import msgspec

from trainer.exams.canonical import read_canonical
from trainer.exams.certificates.badge import picture_digest, unbake
from trainer.exams.certificates.card import PREFIX, NoCardError, read_card
from trainer.exams.certificates.certificate import Certificate
from trainer.exams.certificates.credential import ENVELOPE, PURPOSES, Credential, to_envelope
from trainer.exams.certificates.sealed_pdf import read_sealed_pdf
from trainer.exams.certificates.status_lists import NewestLists, StatusError, StatusList
from trainer.exams.certificates.token import AlteredError
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole, PublicKey
from trainer.exams.trust import KeyStanding, Trust, TrustError, format_time
from trainer.system.input_files import read_input_file
from trainer.texts import Message


class Verdict(StrEnum):
    """Outcome of a check; earlier ones take precedence."""

    ALTERED = "altered"
    UNKNOWN_ISSUER = "unknown-issuer"
    REVOKED = "revoked"
    SUSPENDED = "suspended"
    NOT_YET_VALID = "not-yet-valid"
    EXPIRED = "expired"
    STATUS_UNKNOWN = "status-unknown"
    VALID = "valid"


class CheckedCertificate(msgspec.Struct, frozen=True, kw_only=True):
    """Verdict with its reason, the signed facts, and what was shown but is not proven by a signature.

    ``certificate`` is set once a trusted signature covers it. A bare card only gives the few facts on it.
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


_A_SECOND = timedelta(seconds=1)
LARGEST_FILE = 8_000_000


class Verifier:
    """Checks certificates of the schools whose key lists it was given."""

    def __init__(self, trusted: Sequence[Trust], lists: NewestLists, clock: Callable[[], datetime]) -> None:
        self._trusted = newest_of_each(trusted)
        self._lists = lists
        self._clock = clock

    def take_status(self, text: str) -> None:
        """Accept a status list; raises `RefusedError` if no trusted school signed it or a newer one was seen."""
        refusal: RefusedError = StatusError(Message("certificates.status.stranger"))
        for trust in self._trusted:
            try:
                self._lists.take(text, trust, self._clock())
            except RefusedError as error:
                refusal = error
            else:
                return
        raise refusal

    def verify(self, data: bytes) -> CheckedCertificate:
        """Check a file, or the text of a QR code or credential as bytes."""
        try:
            if len(data) > LARGEST_FILE:
                raise AlteredError(Message("certificates.altered.no-certificate"))
            if data.startswith(b"\x89PNG"):
                return self._picture(data)
            if data.startswith(b"%PDF"):
                return self._pdf(data)
            text = data.decode("ascii").strip(" \r\n")
            if text.startswith(PREFIX):
                return self._card(text)
            return self._credential(Credential(_token_in(text)), not_proven=_unproven("credential"))
        except RefusedError as refusal:
            return CheckedCertificate(verdict=Verdict.ALTERED, reason=refusal.message)
        except UnicodeDecodeError:
            return CheckedCertificate(verdict=Verdict.ALTERED, reason=Message("certificates.altered.no-certificate"))

    def verify_together(self, files: Sequence[bytes]) -> list[CheckedCertificate]:
        """Check several forms of one certificate; if they belong to different certificates, all are altered."""
        findings = [self.verify(data) for data in files]
        numbers = {finding.number for finding in findings if finding.number}
        if len(numbers) > 1:
            reason = Message("certificates.altered.two-certificates", {"numbers": ", ".join(sorted(numbers))})
            return [CheckedCertificate(verdict=Verdict.ALTERED, reason=reason) for _ in findings]
        return findings

    def _picture(self, data: bytes) -> CheckedCertificate:
        picture, token = unbake(data)
        credential = Credential(token)
        if picture_digest(picture) != credential.picture:
            raise AlteredError(Message("certificates.altered.picture"))
        return self._credential(credential)

    def _pdf(self, data: bytes) -> CheckedCertificate:
        pdf = read_sealed_pdf(data)
        credential = Credential(pdf.credential)
        if not pdf.sealed_by(credential.token.key):
            raise AlteredError(Message("certificates.altered.seal"))
        card = read_card(pdf.card)
        if not card.signed_by(credential.token.key) or not card.matches(credential.certificate):
            raise AlteredError(Message("certificates.altered.card-differs"))
        return self._credential(credential, also=(card.signature, pdf.signature))

    def _card(self, text: str) -> CheckedCertificate:
        card = read_card(text)
        found = [(trust, key) for trust in self._trusted for key in trust.of_kid(card.kid, KeyRole.CERTIFIER)]
        if not found:
            reason = Message("certificates.unknown-issuer.kid", {"kid": card.kid})
            return CheckedCertificate(verdict=Verdict.UNKNOWN_ISSUER, reason=reason)
        signed = [(trust, key) for trust, key in found if card.signed_by(key)]
        if not signed:
            raise NoCardError(Message("certificates.altered.signature"))
        trust, key = signed[0]
        # A card holds only its day of issue, and its key may have begun later on that day.
        began = trust.began(key)
        when = max(card.begins(), began) if began.date() == card.issued else card.begins()
        now = self._clock()
        verdict, reason = self._judge(
            trust,
            key,
            (card.signature,),
            when,
            card.begins(),
            card.ends(),
            lambda purpose: self._lists.newest(purpose, trust, now),
            card.status,
        )
        if verdict is Verdict.UNKNOWN_ISSUER:
            return CheckedCertificate(verdict=verdict, reason=reason)
        return CheckedCertificate(
            verdict=verdict,
            reason=reason,
            number=card.number,
            holder=card.holder,
            scheme=card.scheme,
            issued=format_time(card.begins()),
            expires=format_time(card.ends() - _A_SECOND),  # its last day, as on the paper
            school=trust.school,
            not_proven=_unproven("card"),
        )

    def _credential(
        self, credential: Credential, *, also: tuple[bytes, ...] = (), not_proven: tuple[Message, ...] = ()
    ) -> CheckedCertificate:
        """Check a credential; ``also`` are other signatures by the same key that the file relies on."""
        facts = credential.certificate
        key = credential.token.key
        trust = next((trust for trust in self._trusted if key in trust.keys(KeyRole.CERTIFIER)), None)
        if trust is None:
            # Show nothing of what it says: the signer is unknown.
            reason = Message("certificates.unknown-issuer.key", {"kid": key.kid})
            return CheckedCertificate(verdict=Verdict.UNKNOWN_ISSUER, reason=reason)
        if facts.school != trust.school or not credential.conforms():
            raise AlteredError(Message("certificates.altered.disagrees"))
        now = self._clock()
        verdict, reason = self._judge(
            trust,
            key,
            (credential.token.signature, *also),
            facts.issued_at,
            facts.issued_at,
            facts.expires_at,
            lambda purpose: self._lists.find(credential.status[purpose], purpose, trust, now),
            facts.status,
        )
        if verdict is Verdict.UNKNOWN_ISSUER:
            return CheckedCertificate(verdict=verdict, reason=reason)
        return CheckedCertificate(
            verdict=verdict,
            reason=reason,
            number=facts.number,
            holder=facts.holder,
            scheme=facts.scheme,
            issued=facts.issued,
            expires=facts.expires,
            school=facts.school,
            certificate=facts,
            not_proven=not_proven,
        )

    def _judge(
        self,
        trust: Trust,
        key: PublicKey,
        signatures: Sequence[bytes],
        signed: datetime,
        begins: datetime,
        ends: datetime,
        find: Callable[[str], StatusList],
        index: int,
    ) -> tuple[Verdict, Message]:
        """Verdict from the key, the status lists and the dates."""
        for signature in signatures:
            standing = trust.judge(key, KeyRole.CERTIFIER, signed, signature)
            if standing is not KeyStanding.GOOD:
                why = Message(f"certificates.unknown-issuer.{standing.value}", {"kid": key.kid})
                return Verdict.UNKNOWN_ISSUER, why
        now = self._clock()
        unknown: Message | None = None
        for purpose, verdict in zip(PURPOSES, (Verdict.REVOKED, Verdict.SUSPENDED), strict=True):
            try:
                if index in find(purpose):
                    return verdict, Message(f"certificates.verdict.{verdict.value}")
            except StatusError as error:
                unknown = error.message
        if now < begins:
            return Verdict.NOT_YET_VALID, Message("certificates.verdict.not-yet-valid", {"day": _day(begins)})
        if now >= ends:
            return Verdict.EXPIRED, Message("certificates.verdict.expired", {"day": _day(ends - _A_SECOND)})
        if unknown is not None:
            return Verdict.STATUS_UNKNOWN, Message("certificates.verdict.status-unknown", {"why": unknown})
        return Verdict.VALID, Message("certificates.verdict.valid")


def newest_of_each(trusted: Sequence[Trust]) -> tuple[Trust, ...]:
    """The longest key list of each school; raises `TrustError` if two lists of one root key contradict each other."""
    found: dict[str, Trust] = {}
    for offered in trusted:
        known = found.get(str(offered.root), offered)
        older, newer = sorted((known, offered), key=lambda trust: len(trust.statements))
        if not newer.extends(older):
            raise TrustError(Message("keys.other-list", {"school": offered.school}))
        found[str(offered.root)] = newer
    return tuple(found.values())


def read_certificate_argument(what: str) -> bytes:
    """Bytes of what was given to check, a path or a certificate's text.

    Raises `RefusedError` if it is neither, so that a mistyped path is not reported as an altered certificate.
    """
    is_there = False
    with contextlib.suppress(ValueError, OSError):  # a text that cannot be a file name
        is_there = Path(what).exists()
    if is_there:
        return read_input_file(Path(what))
    if not what.strip().startswith((PREFIX, "{", "eyJ")):
        raise RefusedError(Message("certificates.refused.nothing-there", {"what": what[:200]}))
    return what.encode()


def _token_in(text: str) -> str:
    """Token of a bare credential, or of one in the JSON envelope that `to_envelope` writes."""
    if not text.startswith("{"):
        return text
    found = read_canonical(text.encode("ascii"))
    token = str(found.get("id", "")).removeprefix(ENVELOPE) if isinstance(found, dict) else ""
    if to_envelope(token) != text.encode("ascii"):
        raise AlteredError(Message("certificates.altered.no-token"))
    return token


def _unproven(form: str) -> tuple[Message, ...]:
    return (Message(f"certificates.not-proven.{form}"),)


def _day(moment: datetime) -> str:
    return moment.date().isoformat()
