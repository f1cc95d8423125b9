"""Verify a sealed result from the file and the school's public keys alone.

Checks run in the order that gives the most precise message: encoding, events one by one, paper against commitment,
marks computed again, and finally the seals, which cover everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol

import msgspec

from trainer.exams.countersignature import check_countersignatures
from trainer.exams.errors import RefusedError, check_file_name, refused
from trainer.exams.events import check_chain, check_checkpoints
from trainer.exams.keys import Domain, KeyRole, PublicKey, parse_hex, rehearsal_key
from trainer.exams.locked_paper import check_commitment
from trainer.exams.marks import judged, judged_before, marks_of
from trainer.exams.paper_files import check_paper, check_rules
from trainer.exams.result import (
    FORM,
    VERSION,
    Result,
    Seal,
    SealedResult,
    SealRole,
    from_bytes,
    result_digest,
    seal_bytes,
)
from trainer.exams.seals import CONFIRMED, DOMAINS, REJECTED, check_conflicts, state_after
from trainer.exams.trust import KeyStanding, parse_time
from trainer.texts import Message


class TrustedKeys(Protocol):
    """Keys to verify with: a school's key list (`Trust`), or a single key (`OneKey`)."""

    def judge(self, key: PublicKey, role: KeyRole, when: datetime, signature: bytes = b"") -> KeyStanding:
        """Whether a signature by this key counts, if it was made at the moment it claims."""

    def follows(self, new: PublicKey, old: PublicKey) -> bool:
        """Whether a key replaced another."""


class OneKey:
    """A single public key; it counts in every role and at any time."""

    def __init__(self, key: PublicKey) -> None:
        self.key = key

    def judge(self, key: PublicKey, role: KeyRole, when: datetime, signature: bytes = b"") -> KeyStanding:
        return KeyStanding.GOOD if key == self.key else KeyStanding.UNKNOWN

    def follows(self, new: PublicKey, old: PublicKey) -> bool:
        return False  # only a key list knows successors


class Verified(msgspec.Struct, frozen=True):
    """A valid result. A rehearsal, or a check without keys, says so in its fields."""

    sealed: SealedResult
    is_rehearsal: bool
    decision: str  # the certifier's last: ``confirmed``, ``refused`` or empty
    keys_checked: bool

    @property
    def can_be_certified(self) -> bool:
        """Whether a certificate may be issued: real, passed, confirmed, and signed by known keys."""
        return not self.is_rehearsal and self.keys_checked and self.decision == CONFIRMED and self.result.marks.passed

    @property
    def result(self) -> Result:
        return self.sealed.result


def verify(data: bytes, trusted: TrustedKeys | None) -> Verified:
    """Parse and verify a result; raises `RefusedError` with the place of the first error.

    Without keys everything is checked except who signed it.
    """
    sealed = from_bytes(data)
    check_result(sealed.result)
    decision = _check_seals(sealed, trusted)
    return Verified(sealed, sealed.result.is_rehearsal, decision, trusted is not None)


def check_result(result: Result) -> None:
    """Raise `RefusedError` for the first inconsistency in a result; does not check the seals."""
    if result.form != FORM or result.version != VERSION:
        raise refused("not-a-result", reason=f"{result.form[:60]} {result.version}")
    check_file_name(result.header.sitting)
    check_file_name(result.header.paper)
    check_chain(result.header, result.events)
    if len(result.events) != result.count:
        raise refused("events-cut", found=len(result.events), wanted=result.count)
    if not result.events or result.events[-1].hash != result.last:
        raise refused("event-changed", event=result.count - 1)
    check_checkpoints(result.header, result.events)
    check_countersignatures(result.header, result.events)
    header, paper = result.header, result.paper
    check_rules(paper)
    check_commitment(paper, header.commitment)
    check_paper(paper)
    bound = (paper.id, paper.scheme.id, paper.scheme_digest, paper.rehearsal)
    if (header.paper, header.scheme, header.scheme_digest, header.rehearsal) != bound:
        raise refused("header-differs")
    first = result.events[0].event
    if (first.get("seed"), first.get("paper")) != (header.commitment.seed, header.commitment.whole):
        raise refused("header-differs")
    try:
        parse_time(header.created)
    except ValueError:
        raise refused("header-differs") from None
    if header.extra_time and header.extra_time not in paper.scheme.extra_time:
        raise refused("not-that-extra-time", percent=header.extra_time)
    if not 1 <= header.attempt <= paper.scheme.retakes + 1:
        raise refused("no-retake-left", retakes=paper.scheme.retakes)
    state = state_after(header, paper, result.events)
    regrade = result.regrade
    if regrade is not None:
        _check_regrade(result)
    voided, corrected = (regrade.voided, regrade.corrected) if regrade else ((), ())
    if not any(
        marks_of(paper, state.answers, header.extra_time, voided, corrected, judge) == result.marks
        for judge in (judged, judged_before)
    ):
        raise refused("other-marks")


def _check_regrade(result: Result) -> None:
    regrade = result.regrade
    assert regrade is not None
    if not regrade.reason.strip() or not regrade.by or not _is_digest(regrade.parent) or not _is_digest(regrade.first):
        raise refused("incomplete-regrade")
    own = result_digest(result)
    if own in (regrade.parent, regrade.first):
        raise refused("no-first-result")


def _is_digest(text: str) -> bool:
    return len(text) == 64 and set(text) <= set("0123456789abcdef")


def _check_seals(sealed: SealedResult, trusted: TrustedKeys | None) -> str:
    result, decision = sealed.result, ""
    wanted = SealRole.REHEARSAL if result.is_rehearsal else SealRole.STATION
    if not sealed.seals or sealed.seals[0].role is not wanted or sealed.seals[0].review is not None:
        raise refused("no-station-seal")
    for number, seal in enumerate(sealed.seals, start=1):
        _check_seal(seal, result, number, trusted)
        if number == 1:
            if result.regrade is None:
                _check_station(seal, result, trusted)
            continue
        review = seal.review
        if seal.role is not SealRole.CERTIFIER or review is None or result.is_rehearsal:
            raise refused("wrong-kind", seal=number)
        if review.result != result_digest(result) or review.decision not in (CONFIRMED, REJECTED):
            raise refused("review-of-another", seal=number)
        check_conflicts(result, review.by)
        decision = review.decision
    return decision


def _check_station(seal: Seal, result: Result, trusted: TrustedKeys | None) -> None:
    """The sitting's own station must have sealed it, or the key that replaced the station's key."""
    if seal.key == result.header.station or trusted is None:
        return
    try:
        old = PublicKey.from_text(result.header.station)
    except RefusedError:
        raise refused("other-station") from None
    if not trusted.follows(PublicKey.from_text(seal.key), old):
        raise refused("other-station")


def _check_seal(seal: Seal, result: Result, number: int, trusted: TrustedKeys | None) -> None:
    try:
        key, when = PublicKey.from_text(seal.key), parse_time(seal.at)
        holds = key.signed(DOMAINS[seal.role], seal_bytes(seal, result), parse_hex(seal.signature))
    except (ValueError, RefusedError) as error:
        reason = error.message if isinstance(error, RefusedError) else Message("exams.refused.unreadable-seal")
        raise RefusedError(Message("exams.refused.bad-seal", {"seal": number, "reason": reason})) from None
    if not holds:
        covered, signature = seal_bytes(seal, result), parse_hex(seal.signature)
        is_of_another = any(key.signed(domain, covered, signature) for domain in Domain)
        raise refused("wrong-kind" if is_of_another else "signature", seal=number)
    if seal.role is SealRole.REHEARSAL:
        if key != rehearsal_key().public:
            raise refused("signature", seal=number)
        return
    if trusted is None:
        return
    role = KeyRole.STATION if seal.role is SealRole.STATION else KeyRole.CERTIFIER
    standing = trusted.judge(key, role, when, parse_hex(seal.signature))
    if standing is not KeyStanding.GOOD:
        params = {"seal": number, "kid": key.kid, "at": seal.at}
        raise RefusedError(Message(f"exams.refused.key-{standing.value}", params))


def check_regrade_chain(results: Iterable[SealedResult]) -> None:
    """Raise `RefusedError` if results that replace one another do not lead back to a first one of the same sitting."""
    by_digest = {each.digest: each.result for each in results}
    for result in by_digest.values():
        seen: set[str] = set()
        regrade = result.regrade
        while regrade is not None:
            parent = by_digest.get(regrade.parent)
            if regrade.parent in seen:
                raise refused("no-first-result")
            seen.add(regrade.parent)
            if parent is None:
                break  # the parent is not among these files
            if parent.header != result.header or parent.paper.id != result.paper.id:
                raise refused("header-differs")
            if parent.regrade is None and regrade.first != regrade.parent:
                raise refused("no-first-result")
            regrade = parent.regrade
