"""A stolen key: the thief can sign with any date, so only what the school's register knew before still counts."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from tests.exams.certificate_kit import CERTIFIER as CERTIFIERS_KEY
from tests.exams.certificate_kit import NOW as ISSUED
from tests.exams.certificate_kit import ROOT, School, certificate, school_keys
from tests.exams.support import CERTIFIER, NOW, Room, keys, office_in, register_draw, school_in, small_paper, trust
from trainer.exams.certificates.credential import to_envelope
from trainer.exams.certificates.document import draw_certificate
from trainer.exams.certificates.issuer import Issued
from trainer.exams.certificates.sealed_pdf import seal_pdf
from trainer.exams.certificates.verifier import Verdict
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole
from trainer.exams.office import Office
from trainer.exams.rehearsal import RehearsalClock
from trainer.exams.result import SealedResult, to_bytes
from trainer.exams.seals import reviewed, sealed
from trainer.exams.trust import KeyStanding, Trust, TrustError, read_trust, signature_digest
from trainer.exams.verification import verify

STOLEN = NOW + timedelta(days=30)
FORMS: dict[str, Callable[[Issued], bytes]] = {
    "pdf": lambda issued: issued.pdf,
    "picture": lambda issued: issued.picture,
    "credential": lambda issued: issued.credential.encode(),
    "json": lambda issued: to_envelope(issued.credential),
    "card": lambda issued: issued.card.encode(),
}


def decided(found: SealedResult, days: float = 0) -> SealedResult:
    return reviewed(found, CERTIFIER, "confirmed", keys()[KeyRole.CERTIFIER], NOW + timedelta(days=days))


def withdrawn(role: KeyRole, office: Office, of: Trust | None = None) -> Trust:
    found = (of or trust()).compromised(
        keys()[role].public, STOLEN, keys()[KeyRole.ROOT], office.archive.proven_before(STOLEN)
    )
    return read_trust(found.to_bytes())


@pytest.fixture
def office(tmp_path: Path, small_result: SealedResult) -> Office:
    """A school whose register knew a reviewed result before the theft."""
    made = school_in(tmp_path / "school", None, small_result)
    made.store_result(decided(small_result))
    return made


@pytest.mark.parametrize("role", [KeyRole.STATION, KeyRole.CERTIFIER])
def test_what_the_register_knew_before_still_counts(office: Office, small_result: SealedResult, role: KeyRole) -> None:
    found = verify(to_bytes(decided(small_result)), withdrawn(role, office))
    assert found.can_be_certified


def test_a_result_of_an_earlier_date_that_nobody_knew_is_not_proven(office: Office, tmp_path: Path) -> None:
    forged = Room(tmp_path / "forged", sitting="s2").sat()
    verify(to_bytes(forged), trust())
    with pytest.raises(RefusedError, match=r"did not know this seal before: that it is of 2026-11-16.* is not proven"):
        verify(to_bytes(forged), withdrawn(KeyRole.STATION, office))
    verify(to_bytes(forged), withdrawn(KeyRole.CERTIFIER, office))  # the other key is still the school's own


def test_a_seal_set_anew_on_a_known_result_is_not_the_one_that_was_known(
    office: Office, small_result: SealedResult
) -> None:
    anew = sealed(small_result.result, keys()[KeyRole.STATION], NOW + timedelta(seconds=1))
    with pytest.raises(RefusedError, match="not proven"):
        verify(to_bytes(anew), withdrawn(KeyRole.STATION, office))


def test_a_decision_of_an_earlier_date_that_nobody_knew_is_not_proven(
    office: Office, small_result: SealedResult
) -> None:
    for forged in (decided(small_result, days=1), decided(decided(small_result), days=2)):
        with pytest.raises(RefusedError, match=r"seal \d was stolen"):
            verify(to_bytes(forged), withdrawn(KeyRole.CERTIFIER, office))


def test_what_is_dated_since_the_theft_is_doubtful_even_if_it_was_registered(
    office: Office, small_result: SealedResult
) -> None:
    late = decided(small_result, days=31)
    knew = office.archive.proven_before(STOLEN) | {signature_digest(bytes.fromhex(late.seals[1].signature))}
    list_of_keys = trust().compromised(keys()[KeyRole.CERTIFIER].public, STOLEN, keys()[KeyRole.ROOT], knew)
    with pytest.raises(RefusedError, match="was compromised then"):
        verify(to_bytes(late), list_of_keys)


def test_a_clock_set_back_writes_nothing_into_the_past(tmp_path: Path, small_result: SealedResult) -> None:
    clock = RehearsalClock(NOW)
    office = school_in(tmp_path / "one", clock, small_result)
    office.store_result(small_result)
    clock.ms += int(timedelta(days=40).total_seconds() * 1000)
    office.store_result(decided(small_result))
    clock.ms = 0
    forged = Room(tmp_path / "forged", small_paper("8"), sitting="s2").sat()
    register_draw(office, forged.result.paper)
    office.store_result(forged)
    known = office.archive.proven_before(STOLEN)
    assert known == {signature_digest(bytes.fromhex(small_result.seals[0].signature))}


def test_said_again_it_adds_to_what_counts_and_only_a_root_key_says_it(
    office: Office, small_result: SealedResult, tmp_path: Path
) -> None:
    """A laptop's results came in late: the school checks them and adds them to the list."""
    late = Room(tmp_path / "late", small_paper("8"), sitting="s2").sat()
    register_draw(office, late.result.paper)
    office.store_result(late)
    first = withdrawn(KeyRole.STATION, office_in(tmp_path / "empty"))
    second = withdrawn(KeyRole.STATION, office, first)
    assert second.extends(first)
    for found in (small_result, late):
        with pytest.raises(RefusedError, match="not proven"):
            verify(to_bytes(found), first)
        verify(to_bytes(found), second)
    station = keys()[KeyRole.STATION]
    with pytest.raises(TrustError, match="may not say"):
        trust().compromised(station.public, STOLEN, station)


def test_only_a_theft_lists_what_counts() -> None:
    plain = msgspec.json.decode(trust().to_bytes())
    plain["statements"][1]["proven"] = []
    with pytest.raises(TrustError):
        read_trust(msgspec.json.encode(plain, order="deterministic"))


def test_a_list_of_before_there_were_thefts_is_read_as_it_was() -> None:
    assert b"proven" not in trust().to_bytes()
    assert trust().judge(keys()[KeyRole.STATION].public, KeyRole.STATION, NOW) is KeyStanding.GOOD


# ── certificates ─────────────────────────────────────────────────────────────────────────────────────────────────────


def after_the_theft(folder: Path) -> tuple[School, Issued]:
    """A school that issued a certificate, was robbed a week later, and now signs with a new key."""
    school = School(folder)
    issued = school.registered(certificate(), CERTIFIERS_KEY)
    school.clock.now = ISSUED + timedelta(days=10)
    stolen = ISSUED + timedelta(days=7)
    proven = office_in(folder).archive.proven_before(stolen)
    new = keys()[KeyRole.CERTIFIER]
    robbed = school_keys().compromised(CERTIFIERS_KEY.public, stolen, ROOT, proven)
    school.trust = school.issuer.trust = robbed.replaced(CERTIFIERS_KEY.public, new.public, school.clock.now, ROOT)
    return school, issued


def verdict_on(school: School, data: bytes) -> Verdict:
    verifier = school.verifier(with_lists=False)
    for listed in school.issuer.publish(keys()[KeyRole.CERTIFIER]).values():
        verifier.take_status(listed)
    return verifier.verify(data).verdict


@pytest.mark.parametrize("form", FORMS)
def test_a_certificate_outlives_the_theft_of_its_key(form: str, tmp_path: Path) -> None:
    school, issued = after_the_theft(tmp_path)
    assert verdict_on(school, FORMS[form](issued)) is Verdict.VALID


@pytest.mark.parametrize("form", FORMS)
def test_a_certificate_that_the_thief_backdated_has_an_unknown_issuer(form: str, tmp_path: Path) -> None:
    school, _ = after_the_theft(tmp_path)
    forged = school.issuer.render(certificate(holder="Somebody Else"), CERTIFIERS_KEY)
    assert verdict_on(school, FORMS[form](forged)) is Verdict.UNKNOWN_ISSUER


def test_a_sheet_drawn_by_the_thief_around_a_true_credential_has_an_unknown_issuer(tmp_path: Path) -> None:
    """Credential and card are genuine; what is printed around them is not."""
    school, issued = after_the_theft(tmp_path)
    other = school.issuer.render(certificate(place="Elsewhere"), CERTIFIERS_KEY)
    drawn = draw_certificate(other.certificate, issued.card, issued.credential, CERTIFIERS_KEY.public.kid)
    sheet = seal_pdf(drawn, issued.credential, issued.card, CERTIFIERS_KEY)
    assert verdict_on(school, sheet) is Verdict.UNKNOWN_ISSUER


def test_a_certificate_of_a_stolen_key_is_issued_again_with_the_new_one(tmp_path: Path) -> None:
    school, issued = after_the_theft(tmp_path)
    again = school.issuer.reissue(issued.certificate, keys()[KeyRole.CERTIFIER])
    assert verdict_on(school, again.pdf) is Verdict.VALID
    assert again.certificate.number == issued.certificate.number
