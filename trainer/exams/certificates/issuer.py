"""Issues certificates from sealed and confirmed results, or says why not; also reissues, suspends and revokes them and
publishes their status lists.
"""

from __future__ import annotations

import base64
import binascii
from calendar import monthrange
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from fractions import Fraction
from pathlib import Path

import msgspec

from trainer.exams.canonical import canonical
from trainer.exams.certificates.badge import bake, draw_badge, picture_digest
from trainer.exams.certificates.card import read_card, write_card
from trainer.exams.certificates.certificate import Certificate, PartMark, clean_name, new_number
from trainer.exams.certificates.credential import issue_token, status_list_addresses
from trainer.exams.certificates.document import draw_certificate
from trainer.exams.certificates.pdf_layout import PaperSize, check_printable
from trainer.exams.certificates.register import CertificateRegister
from trainer.exams.certificates.school import read_school
from trainer.exams.certificates.sealed_pdf import read_sealed_pdf, seal_pdf
from trainer.exams.certificates.status_lists import StatusBook, one_line
from trainer.exams.certificates.token import Token
from trainer.exams.certificates.trust_store import OWN_LISTS
from trainer.exams.errors import RefusedError
from trainer.exams.key_history import note_newer_keys, with_ended_keys
from trainer.exams.keys import KeyRole, PrivateKey, PublicKey, parse_hex
from trainer.exams.paper import Paper
from trainer.exams.people import Candidate
from trainer.exams.register import REGISTER_FILE, Entry
from trainer.exams.register import Register as ExamRegister
from trainer.exams.result import WHOLE, SealedResult, SealRole
from trainer.exams.roles import Role
from trainer.exams.scheme import Level, exact
from trainer.exams.seals import check_conflicts
from trainer.exams.signed_lines import SIGNED, SIGNER, counted_lines, signed_details
from trainer.exams.staff import Staff
from trainer.exams.trust import KeyStanding, Trust, format_time, parse_time, signature_digest
from trainer.exams.verification import Verified
from trainer.rulebooks import RulebookError
from trainer.rulebooks.archive import rules_from
from trainer.rulebooks.schema import GameRules
from trainer.system.digests import sha256
from trainer.system.people_names import same_name
from trainer.system.private_files import write_private
from trainer.texts import Language, Message, Names, Param


class NoCertificateError(RefusedError):
    """This result cannot be certified; the message says why."""


class Issued(msgspec.Struct, frozen=True, kw_only=True):
    """A certificate in all its forms."""

    certificate: Certificate
    pdf: bytes
    picture: bytes
    credential: str
    card: str


class Issuer:
    """Issues certificates of one school and tracks their status.

    ``folder`` holds ``school.toml``, the register and the status book.
    """

    def __init__(self, folder: Path, trust: Trust, clock: Callable[[], datetime]) -> None:
        self.folder = folder
        self.trust = trust
        self.register = CertificateRegister(folder / "certificates")
        self.exams = ExamRegister(folder / REGISTER_FILE)
        self.book = StatusBook(folder / "statuses.json", clock)
        self._clock = clock

    def issue(
        self,
        verified: Verified,
        key: PrivateKey,
        *,
        candidate: Candidate,
        language: Language = Language.ES,
        sheet: PaperSize = PaperSize.A4,
        renews: str = "",
        certifier: str = "",
        known: Sequence[SealedResult] = (),
    ) -> Issued:
        """Issue a certificate; raises `NoCertificateError`, or `RefusedError` for other problems.

        After `OSError`, or if the program ends meanwhile, it can be issued again, with the same number.
        ``certifier`` is the printed name (default: from ``school.toml``). ``known`` are other results of the school: a
        result that was replaced by a regrade is not certified.
        """
        now = self._clock()
        if self.trust.judge(key.public, KeyRole.CERTIFIER, now) is not KeyStanding.GOOD:
            raise RefusedError(Message("certificates.refused.key", {"kid": key.public.kid}))
        sealed = verified.sealed
        if not verified.keys_checked:
            raise _refusal("unverified")
        check_certifiable(sealed, candidate.reference, known)
        with self.exams.hold():  # another program could certify the same result
            self._check_history()
            if self.exams.find("result", sealed.digest) is None:
                raise _refusal("not-taken")
            self.exams.check_current(sealed.digest, sealed.decisions)
            if sealed.decisions != tuple(self.exams.reviews_of(sealed.digest)):  # decided on another copy of the folder
                raise _refusal("not-taken")
            self._check_decided_in_time(sealed)
            number = self._unfinished(sealed) or new_number()
            name = clean_name(candidate.identity.name)
            renewed = self._renewed(sealed, renews, name)
            school, _ = read_school(self.folder / "school.toml")
            check_printable(name)
            certificate = msgspec.structs.replace(
                facts_of(sealed, name, now, renewed),
                number=number,
                school=self.trust.school,
                place=school.place,
                certifier=certifier or school.certifier,
                status=self.book.allocate(number),
                language=language,
            )
            issued = self.render(certificate, key, sheet)
            self.register.add(certificate)  # before its line in the exams' register, which says that it is issued
            return self._registered(issued, key)

    def reissue(self, certificate: Certificate, key: PrivateKey, sheet: PaperSize = PaperSize.A4) -> Issued:
        """Write a lost certificate again. If its key was replaced since, it is issued with today's date.

        Raises `RefusedError` if the holder's name was erased.
        """
        if not certificate.holder:
            raise RefusedError(Message("certificates.refused.nobody"))
        self._check_history()
        self._check_genuine(certificate)
        if self.trust.judge(key.public, KeyRole.CERTIFIER, certificate.issued_at) is not KeyStanding.GOOD:
            certificate = msgspec.structs.replace(certificate, issued=format_time(self._clock()))
        return self._registered(self.render(certificate, key, sheet), key)

    def _registered(self, issued: Issued, key: PrivateKey) -> Issued:
        """Register the certificate's signatures, so that they still count if the key is stolen later."""
        signatures = {
            "credential": Token(issued.credential).signature,
            "card": read_card(issued.card).signature,
            "pdf": read_sealed_pdf(issued.pdf).signature,
        }
        known = {name: signature_digest(signature) for name, signature in signatures.items()}
        certificate = issued.certificate
        nameless = msgspec.structs.replace(certificate, holder="", certifier="")
        known |= {"facts": _facts_digest(certificate), "nameless": _facts_digest(nameless)}
        known |= {"result": certificate.result, "index": str(certificate.status)}
        self._add_signed("certificate", certificate.number, known, key)
        return issued

    def _add_signed(self, kind: str, number: str, details: Mapping[str, str], key: PrivateKey) -> None:
        """Append a line about a certificate to the register, signed by the certifier's key."""
        with self.exams.hold():
            before = [line for line in self._counted(kind) if line.about == number]
            signed = signed_details(kind, number, details, key, before[-1] if before else None)
            self.exams.add(kind, number, format_time(self._clock()), "", **signed)

    def _counted(self, kind: str) -> list[Entry]:
        """Lines about certificates that a certifier's key signed.

        A key that was declared stolen signs only what the key list calls proven, one that was replaced only what the
        register had before.
        """
        lines = with_ended_keys(self.exams.entries(), self.trust)
        in_time = [line for line, ended in lines if line.details.get(SIGNER) not in ended]
        counted = counted_lines(in_time, kind, self.trust.keys(KeyRole.CERTIFIER))
        return [line for line in counted if self._is_key_good(line)]

    def _is_key_good(self, line: Entry) -> bool:
        key, signature = PublicKey.from_text(line.details[SIGNER]), parse_hex(line.details[SIGNED])
        return self.trust.judge(key, KeyRole.CERTIFIER, parse_time(line.at), signature) is KeyStanding.GOOD

    def _check_history(self) -> None:
        """Raise `RefusedError` if the key list or the status book is older than the register knows.

        A status that the register knows and the book lost is set again. An index cannot be: one that was lost, or
        exchanged with that of another certificate, is refused.
        """
        note_newer_keys(self.exams, self.trust, self._clock())
        indices = self.book.indices()
        for line in self._counted("certificate"):
            index = indices.get(line.about)
            if index is None or str(index) != line.details["index"]:
                why = "old-book" if index is None else "other-index"
                raise RefusedError(Message(f"certificates.refused.{why}", {"number": line.about}))
        for number, said in self._statuses().items():
            if said["status"] and self.book.standing(number)[0] not in (said["status"], "revocation"):
                put = self.book.revoke if said["status"] == "revocation" else self.book.suspend
                put(number, said["reason"])

    def _statuses(self) -> dict[str, Mapping[str, str]]:
        """Latest status, with its reason, of each certificate whose status ever changed, as the register knows it."""
        latest: dict[str, Mapping[str, str]] = {}
        for line in self._counted("status"):
            if latest.get(line.about, {}).get("status") != "revocation":  # which is final
                latest[line.about] = line.details
        return latest

    def _check_decided_in_time(self, sealed: SealedResult) -> None:
        """Raise `NoCertificateError` if the register got the last decision from a key that it knew to be replaced, or
        from somebody who was no certifier then."""
        last = sealed.seals[-1]
        roots = self.trust.keys(KeyRole.ROOT)
        staff = Staff(self.folder / "staff", self._clock, lambda: roots, self.exams)
        for line, ended in with_ended_keys(self.exams.entries(), self.trust):
            if line.kind == "review" and line.details["signature"] == last.signature:
                if last.key in ended:
                    raise _refusal("replaced-key")
                stood = staff.stood_at(line)
                if (
                    stood is None
                    or stood.role is not Role.CERTIFIER
                    or last.review is None
                    or last.review.by != line.by
                ):
                    raise _refusal("no-certifier", person=line.by[:60])

    def _check_genuine(self, certificate: Certificate) -> None:
        """Raise `RefusedError` if a stored certificate is not one that the register saw being issued."""
        lines = self._counted("certificate")
        if all(line.about != certificate.number for line in lines):
            raise RefusedError(Message("certificates.refused.not-issued", {"number": certificate.number}))
        if not self._knows(certificate, lines):
            path = str(self.register.folder / f"{certificate.number}.json")
            raise RefusedError(Message("certificates.refused.changed", {"path": path}))

    @staticmethod
    def _knows(certificate: Certificate, lines: Iterable[Entry]) -> bool:
        """Whether lines of the register say that this certificate was issued with these facts, or with these and names
        that were erased since."""
        which = "facts" if certificate.holder else "nameless"
        known = {line.details[which] for line in lines if line.about == certificate.number}
        return _facts_digest(certificate) in known

    def listed(self) -> list[tuple[Certificate, str, str]]:
        """All stored certificates with the id of a text ``certificates.word.ID`` that says their state, and a reason.

        A file that somebody changed or made up, or that an issue left unfinished, is not called valid.
        """
        found, lines, now = [], self._counted("certificate"), self._clock()
        numbers, statuses = {line.about for line in lines}, self._statuses()
        for one in self.register:
            purpose, reason = self.book.standing(one.number)
            known = statuses.get(one.number, {"status": ""})
            if known["status"] and purpose != "revocation":  # the book can be put back, the register's line is signed
                purpose, reason = known["status"], known["reason"]
            if purpose:
                state = "revoked" if purpose == "revocation" else "suspended"
            elif one.number not in numbers:
                state = "not-issued"
            elif not self._knows(one, lines):
                state = "altered"
            else:
                state = "expired" if one.expires_at <= now else "valid"
            found.append((one, state, reason))
        return found

    def revoke(self, number: str, reason: str, key: PrivateKey) -> None:
        """Revoke a certificate for good; the register knows it, so that an older status book does not undo it."""
        with self.exams.hold():
            self._check_history()
            self.book.revoke(number, reason, lambda: self._note_status(number, "revocation", reason, key))

    def suspend(self, number: str, reason: str, key: PrivateKey) -> None:
        """Suspend a certificate until it is reinstated."""
        with self.exams.hold():
            self._check_history()
            self.book.suspend(number, reason, lambda: self._note_status(number, "suspension", reason, key))

    def reinstate(self, number: str, key: PrivateKey) -> None:
        """End a suspension."""
        with self.exams.hold():
            self._check_history()
            if self.book.standing(number)[0] == "suspension":
                self._note_status(number, "", "", key)
            self.book.reinstate(number)

    def _note_status(self, number: str, status: str, reason: str, key: PrivateKey) -> None:
        self._add_signed("status", number, {"status": status, "reason": one_line(reason)}, key)

    def publish(self, key: PrivateKey) -> dict[str, str]:
        """Current signed status list for each purpose."""
        addresses = status_list_addresses(str(self.trust.root), read_school(self.folder / "school.toml")[0].url)
        with self.exams.hold():  # otherwise a list signed before another program's revocation could be the newer one
            self._check_history()
            return self.book.publish(key, addresses)

    def write_lists(self, key: PrivateKey) -> list[Path]:
        """Write the current status lists, for this school's own verifier and for publication."""
        with self.exams.hold():
            lists = {self.folder / OWN_LISTS / f"{purpose}.jwt": text for purpose, text in self.publish(key).items()}
            for path, text in lists.items():
                write_private(path, text.encode("ascii"))
        return list(lists)

    def render(self, certificate: Certificate, key: PrivateKey, sheet: PaperSize = PaperSize.A4) -> Issued:
        """Certificate in all its forms, signed with a key; the caller checks that the key may sign."""
        school, logo = read_school(self.folder / "school.toml")
        card = write_card(certificate, key)
        picture = draw_badge(certificate, card)
        token = issue_token(
            certificate, key, status_list_addresses(str(self.trust.root), school.url), picture_digest(picture)
        )
        pdf = draw_certificate(certificate, card, token, key.public.kid, sheet, logo)
        return Issued(
            certificate=certificate,
            pdf=seal_pdf(pdf, token, card, key),
            picture=bake(picture, token),
            credential=token,
            card=card,
        )

    def _unfinished(self, sealed: SealedResult) -> str:
        """Number of this result's certificate if the program ended before it was registered; empty if there is none.

        Raises `NoCertificateError` if this result has a certificate, or an earlier result of the sitting has one in
        force.
        """
        lines = self._counted("certificate")
        for line in lines:
            if line.details.get("result") == sealed.digest:  # its file may be deleted
                raise _refusal("issued", number=line.about)
        registered = {line.about for line in lines}
        unfinished = self.register.of_result(sealed.digest)
        if unfinished is not None:
            number = unfinished.number
            if number in registered or number not in self.book.indices() or self.book.standing(number)[0]:
                raise _refusal("issued", number=number)
        for entry in self.exams.results_of(sealed.result.header.sitting):
            earlier = self.register.of_result(entry.about)
            if earlier is None or earlier.number not in registered:
                continue
            if self.book.standing(earlier.number)[0] != "revocation":
                raise _refusal("another-of-sitting", number=earlier.number)
        return unfinished.number if unfinished else ""

    def _renewed(self, sealed: SealedResult, renews: str, name: str) -> Certificate | None:
        """The certificate to renew. It must have been in force when the exam was sat, belong to the same scheme, and to
        the same candidate or somebody of that name.
        """
        scheme = sealed.result.paper.scheme
        if not renews:
            if scheme.level is Level.RENEWAL:
                raise _refusal("renews-nothing")
            return None
        old = self.register.find(renews)
        self._check_genuine(old)
        if not same_name(old.holder, name) and self._candidate_of(old) != sealed.result.header.candidate:
            raise _refusal("renews-somebody-else", number=old.number)
        if scheme.level is not Level.RENEWAL:
            return old
        if old.renewed_by != scheme.id:
            raise _refusal("renews-another", scheme=old.scheme)
        if self.book.standing(old.number)[0]:
            raise _refusal("renews-revoked", number=old.number)
        if sealed.result.header.created >= old.expires:
            raise _refusal("renews-too-late", number=old.number, scheme=old.scheme)
        return old

    def _candidate_of(self, certificate: Certificate) -> str:
        """Reference of the candidate who sat for a certificate; empty if the register does not know it."""
        result = self.exams.find("result", certificate.result)
        began = self.exams.find("began", result.details["sitting"]) if result else None
        return began.details["candidate"] if began else ""


def check_certifiable(sealed: SealedResult, reference: str, known: Sequence[SealedResult] = ()) -> None:
    """Raise `NoCertificateError` unless the result is real, passed, confirmed, the latest of its sitting and this
    person's.

    Does not verify the seals.
    """
    result = sealed.result
    if result.is_rehearsal or any(seal.role is SealRole.REHEARSAL for seal in sealed.seals):
        raise _refusal("rehearsal")
    if result.paper.scheme.certifies is False:
        raise _refusal("too-short")
    if not result.marks.passed:
        raise _refusal("failed")
    unasked = [part.part for part in result.marks.parts if part.must_pass and not part.items]
    if unasked:  # the part counts as passed, but nothing was assessed that could be certified
        raise _refusal("nothing-asked", part=result.paper.scheme.part(unasked[0]).names)
    if not sealed.is_confirmed:
        raise _refusal("unreviewed")
    if any(other.result.regrade is not None and other.result.regrade.parent == sealed.digest for other in known):
        raise _refusal("superseded")
    if reference != result.header.candidate:
        raise _refusal("another")
    check_conflicts(result, [seal.review.by for seal in sealed.seals if seal.review][-1])


def facts_of(sealed: SealedResult, holder: str, now: datetime, renewed: Certificate | None) -> Certificate:
    """Facts of a certificate for this result; number, school and status are filled in later."""
    result = sealed.result
    paper, scheme, marks = result.paper, result.paper.scheme, result.marks
    rules = _rules_of(paper)
    takes_on = renewed if renewed is not None and scheme.level is Level.RENEWAL else None
    return Certificate(
        number="",
        holder=holder,
        school="",
        scheme=takes_on.scheme if takes_on else scheme.id,
        scheme_names=takes_on.scheme_names if takes_on else scheme.names,
        revision=takes_on.revision if takes_on else scheme.revision,
        level=takes_on.level if takes_on else scheme.level.value,
        regulation=rules[0].info.regulation,
        games=takes_on.games if takes_on else _games(rules),
        rules=sha256(canonical(sorted(paper.rules))).hexdigest(),
        parts=tuple(
            PartMark(
                names=scheme.part(part.part).names,
                reached=_hundredths(Fraction(part.millionths, WHOLE)),
                needed=_hundredths(exact(part.pass_mark)),
            )
            for part in marks.parts
        ),
        reached=_hundredths(Fraction(marks.millionths, WHOLE)),
        needed=_hundredths(exact(marks.pass_mark)),
        aids=scheme.aids,
        not_assessed=scheme.not_assessed,
        sat=result.header.created,
        issued=format_time(now),
        expires=format_time(_months_later(now, scheme.valid_months)),
        result=sealed.digest,
        status=0,
        renews=renewed.number if renewed else "",
        renewed_by=takes_on.renewed_by if takes_on else scheme.renewed_by,
    )


def _rules_of(paper: Paper) -> list[GameRules]:
    """Archived rules of a paper, in the order of its games; raises `NoCertificateError`."""
    try:
        found = [
            rules_from(base64.b64decode(data, validate=True), paper.scheme.rulebook)
            for _, data in sorted(paper.rules.items())
        ]
    except (RulebookError, binascii.Error, ValueError):
        raise _refusal("rules") from None
    if not found:
        raise _refusal("rules")
    return sorted(
        found, key=lambda rules: paper.scheme.games.index(rules.game) if rules.game in paper.scheme.games else 99
    )


def _facts_digest(certificate: Certificate) -> str:
    """Digest of everything that a certificate says."""
    return sha256(b"ct-certificate-v1\0" + certificate.to_bytes()).hexdigest()


def _games(rules: Sequence[GameRules]) -> tuple[Names, ...]:
    return tuple(dict.fromkeys(one.names for one in rules))


def _hundredths(share: Fraction) -> int:
    """Share in hundredths of a percent, rounded down, so that no mark is shown that was not reached."""
    return int(share * 10_000)


def _months_later(moment: datetime, months: int) -> datetime:
    """The same day some months later, or the last day of that month."""
    year, month = divmod(moment.year * 12 + moment.month - 1 + months, 12)
    return moment.replace(year=year, month=month + 1, day=min(moment.day, monthrange(year, month + 1)[1]))


def _refusal(why: str, **params: Param) -> NoCertificateError:
    return NoCertificateError(
        Message("certificates.none", {"why": Message(f"certificates.none-because.{why}", params)})
    )
