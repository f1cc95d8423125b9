"""Certificates in all four forms, checked without a network, and all known ways to forge them."""

from __future__ import annotations

import base64
import contextlib
import gzip
import json
import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jwt
import msgspec
import pytest
from openbadgeslib.ob3 import build_status_list_credential

from tests.exams.certificate_kit import (
    CANDIDATE,
    CERTIFIER,
    NOW,
    ROOT,
    START,
    STATION,
    STRANGER,
    Clock,
    School,
    certificate,
    one_issued,
    scheme,
    school_keys,
    sealed_result,
)
from tests.exams.test_keys import small_points
from trainer.exams.certificates.badge import bake, draw_badge, picture_digest, unbake
from trainer.exams.certificates.card import NoCardError, read_card, write_card
from trainer.exams.certificates.certificate import clean_name, format_number, new_number, parse_number
from trainer.exams.certificates.credential import issue_token, status_list_addresses, to_envelope
from trainer.exams.certificates.document import draw_certificate, qr_of
from trainer.exams.certificates.issuer import Issued, NoCertificateError
from trainer.exams.certificates.pdf_layout import PaperSize
from trainer.exams.certificates.sealed_pdf import seal_pdf
from trainer.exams.certificates.status_lists import NewestLists, StatusBook, StatusError
from trainer.exams.certificates.verifier import Verdict, Verifier
from trainer.exams.errors import RefusedError
from trainer.exams.keys import KeyRole, PrivateKey, rehearsal_key
from trainer.exams.result import Regrade
from trainer.exams.scheme import Level
from trainer.exams.trust import new_trust
from trainer.exams.verification import Verified
from trainer.texts import Language, Names, say

FORMS: dict[str, Callable[[Issued], bytes]] = {
    "pdf": lambda issued: issued.pdf,
    "picture": lambda issued: issued.picture,
    "credential": lambda issued: issued.credential.encode(),
    "card": lambda issued: issued.card.encode(),
}


@pytest.fixture
def school(tmp_path: Path) -> School:
    return School(tmp_path / "school")


@pytest.fixture
def verifier(school: School) -> Verifier:
    return school.verifier()


def verdict_on(verifier: Verifier, data: bytes | str) -> Verdict:
    finding = verifier.verify(data.encode() if isinstance(data, str) else data)
    for language in Language:
        assert say(finding.reason, language)
    if finding.verdict in (Verdict.ALTERED, Verdict.UNKNOWN_ISSUER):
        assert not finding.certificate and not finding.holder  # nothing unsigned is shown
    return finding.verdict


# ── what a good one does ─────────────────────────────────────────────────────────────────────────────────────────────


def test_every_form_of_a_certificate_is_valid_by_itself(school: School) -> None:
    issued = school.issue()
    verifier = school.verifier()
    for form, make in FORMS.items():
        finding = verifier.verify(make(issued))
        assert finding.verdict is Verdict.VALID
        assert finding.holder == "María Núñez Ibáñez" and finding.number == issued.certificate.number
        assert bool(finding.not_proven) == (form in ("credential", "card"))


def test_the_facts_come_from_the_result_and_its_archived_rules(school: School) -> None:
    facts = school.issue().certificate
    assert facts.games[0].en == "American roulette" and "3159/2017" in facts.regulation.es
    assert [(part.names.es, part.reached) for part in facts.parts] == [("Procedimiento", 5_000), ("Pagos", 10_000)]
    assert (facts.reached, facts.needed, facts.level) == (7_500, 7_000, "initial")
    assert facts.issued == "2026-11-16T19:00:00Z" and facts.expires == "2028-11-16T19:00:00Z"
    assert school.issuer.register.find(facts.number.lower().replace("-", "")) == facts


def test_the_card_fits_a_code_that_a_phone_reads_from_paper() -> None:
    longest = certificate(
        holder="Maximiliano Bartolomé de Urrutibéhety y Goyeneche", scheme="baleares-blackjack-professional"
    )
    card = write_card(longest, CERTIFIER)
    assert len(card) <= 366 and qr_of(card).designator in ("10-M", "11-M")
    assert read_card(card).holder == longest.holder and read_card(card).matches(longest)
    assert not read_card(card).matches(msgspec.structs.replace(longest, holder="Another"))


def test_numbers_are_read_as_they_are_written() -> None:
    for _ in range(50):
        number = new_number()
        assert format_number(parse_number(number)) == number
    for wrong in ("", "0000", "0008-20C2-0A1G-70", "U008-20C2-0A1G-7", "G008-20C2-0A1G-7"):
        with pytest.raises(ValueError):
            parse_number(wrong)


def test_a_key_that_was_replaced_keeps_its_certificates_valid_and_the_new_one_signs_the_lists(tmp_path: Path) -> None:
    school = School(tmp_path)
    issued = school.enrol(one_issued())
    later, new = NOW + timedelta(days=60), PrivateKey.new()
    trust = school_keys().replaced(CERTIFIER.public, new.public, later - timedelta(days=1), CERTIFIER)
    verifier = Verifier([trust], NewestLists(), Clock(later))
    school.clock.now = later
    for text in school.issuer.publish(new).values():
        verifier.take_status(text)
    for make in FORMS.values():
        assert verdict_on(verifier, make(issued)) is Verdict.VALID
    with pytest.raises(StatusError, match="not signed by the school"):
        verifier.take_status(school.issuer.publish(CERTIFIER)["revocation"])


def test_a_renewal_takes_on_the_certificate_it_renews(school: School) -> None:
    old = school.issue().certificate
    school.clock.now = NOW + timedelta(days=700)
    short = sealed_result(
        of=scheme(id="arica-roulette-renewal", level=Level.RENEWAL), sat=school.clock.now - timedelta(days=1)
    )
    new = school.issue(sealed=short, renews=old.number).certificate
    assert (new.scheme, new.level, new.renews, new.renewed_by) == (old.scheme, old.level, old.number, old.renewed_by)
    assert new.expires > old.expires


def test_names_are_printed_as_they_are_or_refused(school: School) -> None:
    assert clean_name("  Ana\u0301  Łuczak ") == "Aná Łuczak"
    for wrong in ("", " ", "x" * 97, "Ana\u202eabc", "Ana\x00"):
        with pytest.raises(RefusedError):
            clean_name(wrong)
    with pytest.raises(RefusedError, match="Latin"):
        draw_certificate(certificate(holder="王小明"), "CT1:", "a.b.c", "00")


# ── every bit ────────────────────────────────────────────────────────────────────────────────────────────────────────


def flipped(data: bytes, bit: int) -> bytes:
    changed = bytearray(data)
    changed[bit // 8] ^= 1 << bit % 8
    return bytes(changed)


def test_every_change_of_one_bit_of_a_card_is_found(verifier: Verifier) -> None:
    card = one_issued().card.encode()
    assert verifier.verify(card).is_valid
    for bit in range(len(card) * 8):
        assert not verifier.verify(flipped(card, bit)).is_valid


@pytest.mark.parametrize("form", ["pdf", "picture", "credential"])
def test_changes_of_one_bit_anywhere_are_found(verifier: Verifier, form: str) -> None:
    data = FORMS[form](one_issued())
    assert verifier.verify(data).is_valid
    chance = random.Random(form)
    tail = range(len(data) * 8 - 80, len(data) * 8)  # where lenient readers stop looking
    for bit in [*(chance.randrange(len(data) * 8) for _ in range(250)), *tail]:
        finding = verifier.verify(flipped(data, bit))
        assert finding.verdict in (Verdict.ALTERED, Verdict.UNKNOWN_ISSUER), bit


@pytest.mark.parametrize("form", ["pdf", "picture", "credential", "card"])
def test_truncation_and_additions_are_found(verifier: Verifier, form: str) -> None:
    data = FORMS[form](one_issued())
    for changed in (data[:-1], data[: len(data) // 2], data[1:], data + b"0", data + data, b""):
        assert verdict_on(verifier, changed) is Verdict.ALTERED


# ── attacks by their number ──────────────────────────────────────────────────────────────────────────────────────────


def test_attack_44_the_picture_was_edited(verifier: Verifier) -> None:
    picture, token = unbake(one_issued().picture)
    edited = draw_badge(certificate(holder="Somebody Else"), one_issued().card)
    assert edited != picture
    assert verdict_on(verifier, bake(edited, token)) is Verdict.ALTERED


def test_attack_45_the_pdf_was_edited_or_sealed_by_another(verifier: Verifier) -> None:
    issued = one_issued()
    assert verdict_on(verifier, issued.pdf.replace(b"/Title", b"/titlE", 1)) is Verdict.ALTERED
    assert verdict_on(verifier, issued.pdf[: issued.pdf.rindex(b"%ct-seal")]) is Verdict.ALTERED
    assert verdict_on(verifier, issued.pdf + b"%%EOF\n") is Verdict.ALTERED
    drawn = draw_certificate(certificate(holder="Somebody Else"), issued.card, issued.credential, "00")
    assert verdict_on(verifier, seal_pdf(drawn, issued.credential, issued.card, STRANGER)) is Verdict.ALTERED


def test_attack_46_a_credential_in_anothers_picture(verifier: Verifier) -> None:
    other = draw_badge(certificate(holder="Somebody Else", number=new_number()), one_issued().card)
    assert verdict_on(verifier, bake(other, one_issued().credential)) is Verdict.ALTERED


def test_attack_47_two_credentials_or_something_after_the_end(verifier: Verifier) -> None:
    baked = one_issued().picture
    stranger = issue_token(certificate(), STRANGER, status_list_addresses("x"), "00" * 32)
    assert verdict_on(verifier, bake(baked, stranger)) is Verdict.ALTERED
    assert verdict_on(verifier, baked + b"junk") is Verdict.ALTERED
    assert verdict_on(verifier, baked[:-1] + b"\x00") is Verdict.ALTERED


def _payload() -> dict[str, Any]:
    found: dict[str, Any] = jwt.decode(one_issued().credential, options={"verify_signature": False})
    return found


def _resigned(header: dict[str, Any], payload: dict[str, Any], sign: Callable[[bytes], bytes]) -> str:
    def part(value: object) -> str:
        return base64.urlsafe_b64encode(json.dumps(value).encode()).decode().rstrip("=")

    head = f"{part(header)}.{part(payload)}"
    return f"{head}.{base64.urlsafe_b64encode(sign(head.encode())).decode().rstrip('=')}"


def _jwk(key: PrivateKey) -> dict[str, str]:
    x = base64.urlsafe_b64encode(key.public.raw).decode().rstrip("=")
    return {"kty": "OKP", "crv": "Ed25519", "x": x}


def test_attack_48_another_algorithm_crit_or_a_strangers_key_in_the_header(verifier: Verifier) -> None:
    payload, ours = _payload(), {"typ": "JWT", "jwk": _jwk(CERTIFIER)}
    good = _resigned({"alg": "EdDSA", **ours}, payload, CERTIFIER.sign_raw)
    assert verdict_on(verifier, good) is Verdict.VALID  # the same by hand: the attacks below differ in one thing each
    none = _resigned({"alg": "none", **ours}, payload, lambda _: b"")
    hmac = jwt.encode(payload, CERTIFIER.public.raw, algorithm="HS256", headers={"jwk": _jwk(CERTIFIER)})
    for header in (
        {"alg": "EdDSA", "crit": ["exp"], **ours},
        {"alg": "EdDSA", "b64": False, **ours},
        {"alg": "EdDSA", "typ": "JWT", "jwk": _jwk(STRANGER)},
        {"alg": "EdDSA", "typ": "JWT"},
        {"alg": "Ed25519", **ours},
        {"alg": "EdDSA", "jku": "https://stranger.example", **ours},
    ):
        assert verdict_on(verifier, _resigned(header, payload, CERTIFIER.sign_raw)) is Verdict.ALTERED
    assert verdict_on(verifier, none) is Verdict.ALTERED
    assert verdict_on(verifier, hmac) is Verdict.ALTERED
    stranger = {"alg": "EdDSA", "typ": "JWT", "jwk": _jwk(STRANGER)}
    assert verdict_on(verifier, _resigned(stranger, payload, STRANGER.sign_raw)) is Verdict.ALTERED


def test_attack_48_a_key_of_small_order_signs_nothing(verifier: Verifier) -> None:
    alphabet = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
    for point in small_points():
        number, letters = int.from_bytes(b"\xed\x01" + point, "big"), ""
        while number:
            number, place = divmod(number, 58)
            letters = alphabet[place] + letters
        did = f"did:key:z{letters}"
        payload = _payload() | {"iss": did}
        payload["issuer"] = payload["issuer"] | {"id": did}
        x = base64.urlsafe_b64encode(point).decode().rstrip("=")
        header = {"alg": "EdDSA", "typ": "JWT", "jwk": {"kty": "OKP", "crv": "Ed25519", "x": x}}
        forged = _resigned(header, payload, lambda _: (1).to_bytes(32, "little") + bytes(32))
        assert verdict_on(verifier, forged) is Verdict.ALTERED


@pytest.mark.parametrize("signer", [STRANGER, STATION, ROOT, rehearsal_key()], ids=str)
def test_attack_49_somebody_else_signs_in_our_name(school: School, verifier: Verifier, signer: PrivateKey) -> None:
    forged = school.issuer.render(certificate(), signer)
    for make in FORMS.values():
        assert verdict_on(verifier, make(forged)) is Verdict.UNKNOWN_ISSUER


@pytest.mark.parametrize("form", FORMS)
def test_attack_50_expired_future_revoked_suspended_are_so_named(school: School, form: str) -> None:
    issued = school.enrol(one_issued())
    data, number = FORMS[form](issued), issued.certificate.number
    for moved, expected in (
        (timedelta(days=-2), Verdict.NOT_YET_VALID),
        (timedelta(0), Verdict.VALID),
        (timedelta(days=740), Verdict.EXPIRED),
    ):
        at_that_time = School(school.issuer.folder.parent / f"at {moved}", Clock(NOW + moved))
        assert verdict_on(at_that_time.verifier(), data) is expected
    school.issuer.book.suspend(number, "an inquiry")
    assert verdict_on(school.verifier(), data) is Verdict.SUSPENDED
    school.issuer.book.reinstate(number)
    assert verdict_on(school.verifier(), data) is Verdict.VALID
    school.issuer.book.revoke(number, "obtained by fraud")
    assert verdict_on(school.verifier(), data) is Verdict.REVOKED
    expired_too = School(school.issuer.folder, Clock(NOW + timedelta(days=740)))
    assert verdict_on(expired_too.verifier(), data) is Verdict.REVOKED


@pytest.mark.parametrize("form", FORMS)
def test_attack_51_without_a_list_nothing_is_valid(school: School, form: str) -> None:
    verifier = school.verifier(with_lists=False)
    data = FORMS[form](one_issued())
    assert verdict_on(verifier, data) is Verdict.STATUS_UNKNOWN
    lists = school.issuer.publish(CERTIFIER)
    verifier.take_status(lists["suspension"])
    assert verdict_on(verifier, data) is Verdict.STATUS_UNKNOWN
    verifier.take_status(lists["revocation"])
    assert verdict_on(verifier, data) is Verdict.VALID


def test_attack_51_an_older_list_inside_its_window_is_refused(school: School, tmp_path: Path) -> None:
    issued = school.enrol(one_issued())
    before = school.issuer.publish(CERTIFIER)
    school.clock.now += timedelta(hours=1)
    school.issuer.book.revoke(issued.certificate.number, "fraud")
    verifier = school.verifier(tmp_path / "verifier")
    with pytest.raises(StatusError, match="older"):
        verifier.take_status(before["revocation"])
    assert verdict_on(verifier, issued.pdf) is Verdict.REVOKED
    another_day = school.verifier(tmp_path / "verifier", with_lists=False)
    with pytest.raises(StatusError, match="older"):
        another_day.take_status(before["revocation"])
    assert verdict_on(another_day, issued.card) is Verdict.REVOKED


def test_attack_51_lists_of_one_second_are_still_in_order(school: School) -> None:
    issued = school.enrol(one_issued())
    first = school.issuer.publish(CERTIFIER)["revocation"]
    school.issuer.book.revoke(issued.certificate.number, "fraud")
    verifier = school.verifier()
    with pytest.raises(StatusError, match="older"):
        verifier.take_status(first)


def test_attack_51_stale_foreign_swapped_short_and_bursting_lists_tell_nothing(school: School) -> None:
    addresses = status_list_addresses(str(school.trust.root))
    data, index = one_issued().pdf, one_issued().certificate.status

    def listed(key: PrivateKey = CERTIFIER, **subject: Any) -> str:
        made = build_status_list_credential(
            key.public.did, addresses["revocation"], "revocation", [], issued=NOW, valid_until=NOW + timedelta(days=9)
        )
        made["credentialSubject"] |= subject
        made |= {"iss": key.public.did, "jti": made["id"]}
        return _resigned({"alg": "EdDSA", "typ": "JWT", "jwk": _jwk(key)}, made, key.sign_raw)

    def packed(size: int) -> str:
        return "u" + base64.urlsafe_b64encode(gzip.compress(bytes(size))).decode().rstrip("=")

    assert index >= 8 * 8_000
    bad = [
        listed(STRANGER),
        listed(STATION),
        listed(statusPurpose="suspension"),
        listed(statusPurpose="message"),
        listed(statusSize=2),
        listed(encodedList=packed(8_000)),
        listed(encodedList=packed(50_000_000)),
        listed(encodedList="u####"),
        listed(encodedList="z" + packed(16_384)[1:]),
        listed()[:-4] + "AAAA",
        "no list",
    ]
    for text in bad:
        verifier = school.verifier(with_lists=False)
        verifier.take_status(school.issuer.publish(CERTIFIER)["suspension"])
        with contextlib.suppress(RefusedError):
            verifier.take_status(text)
        assert verdict_on(verifier, data) is Verdict.STATUS_UNKNOWN
    stale = school.verifier()
    school.clock.now = NOW + timedelta(days=31)
    assert verdict_on(stale, data) is Verdict.STATUS_UNKNOWN


def test_attack_51_a_school_that_publishes_at_anothers_address_says_nothing_about_it(
    school: School, tmp_path: Path
) -> None:
    issued = school.enrol(one_issued())
    root, key = PrivateKey.new(), PrivateKey.new()
    other = new_trust("Another", root, NOW).with_key(key.public, KeyRole.CERTIFIER, NOW, root)
    verifier = Verifier([school.trust, other], NewestLists(tmp_path / "seen"), school.clock)
    later = StatusBook(tmp_path / "other.json", lambda: school.clock.now + timedelta(seconds=30))
    for text in later.publish(key, status_list_addresses(str(school.trust.root))).values():
        verifier.take_status(text)
    school.issuer.book.revoke(issued.certificate.number, "fraud")
    for text in school.issuer.publish(CERTIFIER).values():
        verifier.take_status(text)
    again = Verifier([school.trust, other], NewestLists(tmp_path / "seen"), school.clock)
    for make in FORMS.values():
        assert verdict_on(verifier, make(issued)) is verdict_on(again, make(issued)) is Verdict.REVOKED


@pytest.mark.parametrize(
    "lists", [{"suspension": "revocation"}, {"revocation": "urn:elsewhere"}], ids=["of suspensions", "elsewhere"]
)
def test_attack_51_a_revocation_stays_whatever_lists_a_certifier_adds(school: School, lists: dict[str, str]) -> None:
    """The holder of the key puts a list of another purpose at its address, or a list at another one, and goes on."""
    issued, clock = school.enrol(one_issued()), school.clock
    school.issuer.book.revoke(issued.certificate.number, "fraud")
    addresses = status_list_addresses(str(school.trust.root))
    verifier = Verifier([school.trust], NewestLists(), lambda: clock.now + timedelta(minutes=1))
    for text in school.issuer.publish(CERTIFIER).values():
        verifier.take_status(text)
    added = {purpose: addresses.get(where, where) for purpose, where in lists.items()}
    for seconds, addressed in ((10, added), (20, addresses)):
        book = StatusBook(school.issuer.folder / "other.json", Clock(clock.now + timedelta(seconds=seconds)))
        for text in book.publish(CERTIFIER, addressed).values():
            with contextlib.suppress(StatusError):
                verifier.take_status(text)
    for make in FORMS.values():
        assert verdict_on(verifier, make(issued)) in (Verdict.REVOKED, Verdict.STATUS_UNKNOWN)


def test_attack_54_nobody_is_certified_in_a_part_of_which_everything_was_voided(school: School) -> None:
    found = sealed_result()
    marks = found.result.marks
    part = msgspec.structs.replace(marks.parts[0], items=0, must_pass=True)
    marks = msgspec.structs.replace(marks, parts=(part, *marks.parts[1:]))
    sealed = msgspec.structs.replace(found, result=msgspec.structs.replace(found.result, marks=marks))
    with pytest.raises(NoCertificateError, match="of the part “Procedure”, which must be passed, no item is left"):
        school.issue(sealed=sealed)


def test_a_certificate_whose_name_was_erased_is_not_written_again(school: School) -> None:
    number = school.issue().certificate.number
    school.issuer.register.forget(number)
    with pytest.raises(RefusedError, match="without a name"):
        school.issuer.reissue(school.issuer.register.find(number), CERTIFIER)


def test_attack_51_an_index_outside_the_list_tells_nothing(school: School, verifier: Verifier) -> None:
    outside = school.issuer.render(certificate(status=131_072), CERTIFIER)
    for make in FORMS.values():
        assert verdict_on(verifier, make(outside)) is Verdict.STATUS_UNKNOWN


def test_attack_52_revoking_is_final_and_needs_a_reason(school: School) -> None:
    number = school.enrol(one_issued()).certificate.number
    with pytest.raises(StatusError, match="reason"):
        school.issuer.book.revoke(number, "  ")
    school.issuer.book.revoke(number, "fraud")
    with pytest.raises(StatusError, match="final"):
        school.issuer.book.reinstate(number)
    with pytest.raises(StatusError, match="final"):
        school.issuer.book.suspend(number, "again")
    assert school.issuer.book.standing(number) == ("revocation", "fraud")


@pytest.mark.parametrize("year", [1900, 1969, 2107])
def test_no_list_is_published_at_an_impossible_date(tmp_path: Path, year: int) -> None:
    book = StatusBook(tmp_path / "book.json", Clock(datetime(year, 6, 1, tzinfo=UTC)))
    with pytest.raises(StatusError) as caught:
        book.publish(CERTIFIER, {"revocation": "urn:list"})
    assert caught.value.message.id == "system.clock"


def test_attack_53_an_index_is_never_given_twice(tmp_path: Path) -> None:
    book = StatusBook(tmp_path / "book.json", Clock())
    given = {book.allocate(f"number {n}") for n in range(60)}
    assert len(given) == 60
    assert book.allocate("number 7") in given and len(book.indices()) == 60  # of a certificate that is issued again


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ({"passed": False}, "not passed"),
        ({"rehearsal": True}, "rehearsal"),
        ({"reviewed": ""}, "no certifier"),
        ({"reviewed": "refused"}, "no certifier"),
        ({"candidate": "00" * 32}, "another person"),
    ],
)
def test_attack_54_no_certificate_for_an_ineligible_result(school: School, wanted: dict[str, Any], why: str) -> None:
    with pytest.raises(NoCertificateError, match=f"No certificate can come of this result: .*{why}"):
        school.issue(sealed=sealed_result(**wanted))
    assert list(school.issuer.register) == []


def test_attack_54_a_replaced_or_used_result_is_not_certified(school: School) -> None:
    first = sealed_result()
    regrade = Regrade(
        parent=first.digest, first=first.digest, reason="item 2", by="c", at="", voided=(2,), corrected=()
    )
    later = msgspec.structs.replace(first, result=msgspec.structs.replace(first.result, regrade=regrade))
    with pytest.raises(NoCertificateError, match="taken its place"):
        school.issue(sealed=first, known=[later])
    school.issue(sealed=first)
    with pytest.raises(NoCertificateError, match="already"):
        school.issue(sealed=first)


@pytest.mark.parametrize("reviewer", ["trainer-1", "examiner-1"])
def test_attack_57_58_trainers_and_examiners_cannot_decide(school: School, reviewer: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        school.issue(sealed=sealed_result(reviewer=reviewer))
    assert refusal.value.message.id.startswith("exams.conflict.")


def test_attack_54_a_result_checked_without_keys_is_not_certified(school: School) -> None:
    with pytest.raises(NoCertificateError, match="not verified"):
        school.issuer.issue(Verified(sealed_result(), False, "", False), CERTIFIER, candidate=CANDIDATE)


def test_attack_54_only_a_certifiers_key_in_force_signs(school: School) -> None:
    for key in (STATION, STRANGER, ROOT):
        with pytest.raises(RefusedError, match="may not sign"):
            school.issuer.issue(Verified(sealed_result(), False, "", True), key, candidate=CANDIDATE)


def test_attack_55_the_code_of_one_on_the_sheet_of_another(school: School, verifier: Verifier) -> None:
    ours, other = one_issued(), school.registered(certificate(holder="B", number=new_number()), CERTIFIER)
    drawn = draw_certificate(other.certificate, ours.card, other.credential, "00")
    spliced = seal_pdf(drawn, other.credential, ours.card, CERTIFIER)  # even if the school's own key sealed it
    assert verdict_on(verifier, spliced) is Verdict.ALTERED
    findings = verifier.verify_together([other.pdf, ours.card.encode()])
    assert {finding.verdict for finding in findings} == {Verdict.ALTERED}
    assert all(finding.is_valid for finding in verifier.verify_together([ours.pdf, ours.card.encode()]))


def test_attack_56_the_short_exam_renews_nothing_that_has_expired(school: School) -> None:
    old = school.issue().certificate
    short = scheme(id="arica-roulette-renewal", level=Level.RENEWAL)
    with pytest.raises(NoCertificateError, match="not said which"):
        school.issue(sealed=sealed_result(of=short))
    late = sealed_result(of=short, sat=NOW + timedelta(days=731))
    with pytest.raises(NoCertificateError, match="full exam “arica-roulette-initial”"):
        school.issue(sealed=late, renews=old.number)
    another = sealed_result(of=scheme(id="puerto-rico-renewal", level=Level.RENEWAL))
    with pytest.raises(NoCertificateError, match="does not renew"):
        school.issue(sealed=another, renews=old.number)
    school.issuer.book.revoke(old.number, "fraud")
    with pytest.raises(NoCertificateError, match="not in force"):
        school.issue(sealed=sealed_result(of=short), renews=old.number)


def test_a_credential_that_contradicts_itself_is_altered_even_if_signed(verifier: Verifier) -> None:
    header = {"alg": "EdDSA", "typ": "JWT", "jwk": _jwk(CERTIFIER)}
    for change in (
        {"nbf": 0},
        {"exp": 4_000_000_000},
        {"validUntil": "2099-01-01T00:00:00Z"},
        {"jti": "urn:x"},
        {"sub": "urn:x"},
        {"evidence": []},
        {"credentialStatus": []},
        {"credentialStatus": [_payload()["credentialStatus"]]},
        {"credentialStatus": _payload()["credentialStatus"] | {"statusPurpose": "suspension"}},
        {"credentialStatus": _payload()["credentialStatus"] | {"statusListIndex": "7"}},
        {"relatedResource": []},
        {"type": ["VerifiableCredential"]},
        {"@context": ["https://www.w3.org/ns/credentials/v2"]},
        {"x": 1.5},
    ):
        forged = _resigned(header, _payload() | change, CERTIFIER.sign_raw)
        assert verdict_on(verifier, forged) is Verdict.ALTERED, change


def test_a_card_of_a_key_with_the_same_short_name_is_altered(verifier: Verifier) -> None:
    """Attack 43: a key id only finds a key, it proves nothing."""
    mine = write_card(certificate(), STRANGER)
    raw = read_card(mine)
    assert raw.kid != CERTIFIER.public.kid
    ours = read_card(one_issued().card)
    with pytest.raises(NoCardError):
        read_card(one_issued().card.replace("CT1:", "CT2:"))
    assert not ours.signed_by(STRANGER.public)


def test_a_credential_in_its_envelope_of_json_is_read_in_one_form_alone(verifier: Verifier) -> None:
    whole = to_envelope(one_issued().credential)
    assert verdict_on(verifier, whole) is Verdict.VALID
    for changed in (whole.replace(b":", b": ", 1), whole.replace(b"Enveloped", b"enveloped"), whole[:-1] + b',"x":1}'):
        assert verdict_on(verifier, changed) is Verdict.ALTERED
    for bit in range(0, len(whole) * 8, 211):
        assert not verifier.verify(flipped(whole, bit)).is_valid


def test_of_two_lists_of_one_school_the_newer_counts_whichever_came_first(tmp_path: Path) -> None:
    old = school_keys()
    new = old.compromised(CERTIFIER.public, START, ROOT)
    for given in ([old, new], [new, old]):
        assert verdict_on(Verifier(given, NewestLists(), Clock()), one_issued().pdf) is Verdict.UNKNOWN_ISSUER
    forked = old.compromised(STATION.public, START, ROOT)
    with pytest.raises(RefusedError, match="does not go on"):
        Verifier([new, forked], NewestLists(), Clock())


def test_an_old_key_writes_no_lists_of_an_earlier_day(school: School) -> None:
    """A thief of a replaced key could otherwise undo a revocation for a verifier without a newer list."""
    lists = school.issuer.publish(CERTIFIER)
    new, later = PrivateKey.new(), NOW + timedelta(days=2)
    trust = school_keys().replaced(CERTIFIER.public, new.public, later - timedelta(days=1), CERTIFIER)
    verifier = Verifier([trust], NewestLists(), Clock(later))
    with pytest.raises(StatusError, match="not signed by the school"):
        verifier.take_status(lists["revocation"])


def test_a_certificate_that_was_lost_is_issued_again_with_the_key_of_today(school: School) -> None:
    new, later = PrivateKey.new(), NOW + timedelta(days=60)
    school.enrol(one_issued())
    lost = school.registered(certificate(), CERTIFIER).certificate
    school.clock.now = later
    school.issuer.trust = school.trust = school_keys().replaced(CERTIFIER.public, new.public, later, CERTIFIER)
    again = school.issuer.reissue(lost, new)
    verifier = Verifier([school.trust], NewestLists(), school.clock)
    for text in school.issuer.publish(new).values():
        verifier.take_status(text)
    for make in FORMS.values():
        assert verdict_on(verifier, make(again)) is Verdict.VALID
    assert again.certificate.expires == one_issued().certificate.expires


def test_erasure_keeps_number_and_status(school: School) -> None:
    number = school.issue().certificate.number
    school.issuer.register.forget(number)
    left = school.issuer.register.find(number)
    assert left.holder == "" and left.number == number
    school.issuer.book.revoke(number, "fraud")


def test_documents_are_drawn_for_both_sheets_and_languages_the_same_each_time() -> None:
    sizes = set()
    for sheet in PaperSize:
        for language in Language:
            facts = certificate(language=language, not_assessed=(Names("trato", "manner"),), aids=("paper",))
            sizes.add(len(draw_certificate(facts, one_issued().card, one_issued().credential, "00", sheet)))
    assert len(sizes) == 4
    again = [draw_certificate(certificate(), one_issued().card, one_issued().credential, "00") for _ in range(2)]
    assert again[0] == again[1]


def test_a_key_not_yet_in_force_signs_nothing(school: School) -> None:
    early = certificate(issued="2025-12-31T23:59:59Z", expires="2027-01-01T00:00:00Z")
    assert START.year == 2026
    forged = school.issuer.render(early, CERTIFIER)
    for make in FORMS.values():
        assert verdict_on(school.verifier(), make(forged)) is Verdict.UNKNOWN_ISSUER


def test_what_a_stolen_key_signed_since_is_not_valid(tmp_path: Path) -> None:
    school = School(tmp_path)
    school.trust = school_keys().compromised(CERTIFIER.public, NOW - timedelta(days=1), ROOT)
    verifier = school.verifier(with_lists=False)
    assert verdict_on(verifier, one_issued().pdf) is Verdict.UNKNOWN_ISSUER
    assert school_keys().keys(KeyRole.CERTIFIER) == (CERTIFIER.public,)
    assert picture_digest(b"") != picture_digest(b"0")
