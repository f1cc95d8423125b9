"""Certificates read by a second implementation of the specifications that shares no code with the program, and by an
independent reader of QR codes on the printed page."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import struct
import zlib
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import jwt
import pypdfium2
import pytest
import zxingcpp
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from PIL import Image, ImageFilter

from tests.exams.certificate_kit import CERTIFIER, STRANGER, School, certificate, one_issued
from trainer.exams.certificates.card import write_card
from trainer.exams.certificates.certificate import LONGEST_NAME
from trainer.exams.certificates.document import draw_certificate, qr_of
from trainer.exams.certificates.pdf_layout import PaperSize
from trainer.texts import Language

ALPHABET = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
NOW = datetime(2026, 11, 16, 19, tzinfo=UTC)


class WrongError(Exception):
    """The second implementation refuses it."""


# ── by hand: W3C VC Data Model 2.0, did:key, OB 3.0 section 8.2, Bitstring Status List 1.0, PNG ──────────────────────


def key_of_did(did: str) -> Ed25519PublicKey:
    assert did.startswith("did:key:z")
    number = 0
    for letter in did.removeprefix("did:key:z").encode():
        number = number * 58 + ALPHABET.index(letter)
    raw = number.to_bytes(34, "big")
    assert raw[:2] == b"\xed\x01"
    return Ed25519PublicKey.from_public_bytes(raw[2:])


def read_credential(token: str, trusted: set[str], now: datetime) -> dict[str, Any]:
    unverified = jwt.decode(token, options={"verify_signature": False})
    issuer = unverified["issuer"]["id"]
    if issuer not in trusted:
        raise WrongError("unknown issuer")
    options: Any = {"verify_aud": False, "verify_exp": False, "verify_nbf": False, "require": ["iss", "nbf", "jti"]}
    try:
        found: dict[str, Any] = jwt.decode(token, key_of_did(issuer), algorithms=["EdDSA"], options=options)
    except jwt.PyJWTError as error:
        raise WrongError(str(error)) from None
    assert found["@context"][0] == "https://www.w3.org/ns/credentials/v2"
    assert found["@context"][1].startswith("https://purl.imsglobal.org/spec/ob/v3p0/context")
    assert {"VerifiableCredential", "OpenBadgeCredential"} <= set(found["type"])
    assert found["iss"] == issuer and found["jti"] == found["id"] and found["sub"] == found["credentialSubject"]["id"]
    begins, ends = (datetime.fromisoformat(found[name]) for name in ("validFrom", "validUntil"))
    assert (begins.timestamp(), ends.timestamp()) == (found["nbf"], found["exp"])
    if not begins <= now < ends:
        raise WrongError("outside its dates")
    return found


def is_marked(listed: str, entry: dict[str, Any], trusted: set[str], now: datetime) -> bool:
    unverified = jwt.decode(listed, options={"verify_signature": False})
    if unverified["issuer"] not in trusted:
        raise WrongError("list of a stranger")
    options: Any = {"verify_aud": False, "verify_exp": False, "verify_nbf": False}
    found = jwt.decode(listed, key_of_did(unverified["issuer"]), algorithms=["EdDSA"], options=options)
    subject = found["credentialSubject"]
    assert found["id"] == entry["statusListCredential"] and subject["statusPurpose"] == entry["statusPurpose"]
    assert datetime.fromisoformat(found["validFrom"]) <= now < datetime.fromisoformat(found["validUntil"])
    packed = subject["encodedList"]
    assert packed[0] == "u"
    bits = zlib.decompress(base64.urlsafe_b64decode(packed[1:] + "==="), wbits=31)
    assert len(bits) * 8 >= 131_072
    index = int(entry["statusListIndex"])
    return bool(bits[index // 8] >> (7 - index % 8) & 1)


def token_in_png(data: bytes) -> tuple[str, bytes]:
    """Credential in the iTXt chunk of Open Badges 3.0, and the picture without it."""
    place, rest, tokens = 8, data[:8], []
    while place < len(data):
        (length,) = struct.unpack(">I", data[place : place + 4])
        whole = data[place : place + 12 + length]
        if whole[4:8] == b"iTXt" and whole[8:].startswith(b"openbadgecredential\0"):
            tokens.append(whole[8:-4].removeprefix(b"openbadgecredential\0\0\0\0\0").decode())
        else:
            rest += whole
        place += 12 + length
    (token,) = tokens
    return token, rest


def attached(pdf: bytes, name: str) -> bytes:
    """A file attached to a PDF, as pdfium finds it."""
    document = pypdfium2.PdfDocument(pdf)
    files = [document.get_attachment(number) for number in range(document.count_attachments())]
    return {one.get_name(): bytes(one.get_data()) for one in files}[name]


# ── the same certificate, read twice ─────────────────────────────────────────────────────────────────────────────────


def test_a_second_implementation_reads_the_credential_of_every_form(tmp_path: Path) -> None:
    school = School(tmp_path)
    issued, trusted = school.enrol(one_issued()), {CERTIFIER.public.did}
    baked, picture = token_in_png(issued.picture)
    for token in (issued.credential, baked, attached(issued.pdf, "credential.jwt").decode()):
        found = read_credential(token, trusted, NOW)
        subject = found["credentialSubject"]
        assert subject["achievement"]["name"] == "Ruleta, profesional (Arica)"
        assert subject["identifier"][0]["identityHash"] == issued.certificate.holder
        assert subject["licenseNumber"] == issued.certificate.number
        digest = base64.b64encode(hashlib.sha256(picture).digest()).decode()
        assert found["relatedResource"][0]["digestSRI"] == f"sha256-{digest}"
    assert attached(issued.pdf, "card.txt").decode() == issued.card
    entry = found["credentialStatus"]
    assert isinstance(entry, dict) and entry["statusPurpose"] == "revocation"  # Open Badges 3.0 has one at most
    suspension = entry["statusListCredential"].removesuffix("revocation") + "suspension"
    entries = [entry, entry | {"statusPurpose": "suspension", "statusListCredential": suspension}]
    lists = school.issuer.publish(CERTIFIER)
    assert [is_marked(lists[one["statusPurpose"]], one, trusted, NOW) for one in entries] == [False, False]
    later = school.clock.now = NOW + timedelta(hours=1)
    school.issuer.book.revoke(issued.certificate.number, "fraud")
    lists = school.issuer.publish(CERTIFIER)
    assert [is_marked(lists[one["statusPurpose"]], one, trusted, later) for one in entries] == [True, False]


def test_the_second_implementation_refuses_what_ours_refuses(tmp_path: Path) -> None:
    token, trusted = one_issued().credential, {CERTIFIER.public.did}
    stranger = School(tmp_path).registered(certificate(), STRANGER).credential
    with pytest.raises(WrongError, match="unknown issuer"):
        read_credential(stranger, trusted, NOW)
    with pytest.raises(WrongError, match="dates"):
        read_credential(token, trusted, NOW.replace(year=2030))
    head, payload, signature = token.split(".")
    changed = json.loads(base64.urlsafe_b64decode(payload + "==="))
    changed["credentialSubject"]["identifier"][0]["identityHash"] = "Somebody Else"
    forged = base64.urlsafe_b64encode(json.dumps(changed).encode()).decode().rstrip("=")
    with pytest.raises(WrongError):
        read_credential(f"{head}.{forged}.{signature}", trusted, NOW)


# ── paper ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def corner_of(page: pypdfium2.PdfPage, scale: float) -> Image.Image:
    """Lower right of the page, where the QR code is printed."""
    width, height = page.get_size()
    picture: Image.Image = page.render(scale=scale, crop=(width - 200, 0, 0, height - 200)).to_pil()
    return picture


@pytest.mark.parametrize("sheet", PaperSize)
@pytest.mark.parametrize("language", Language)
def test_the_code_on_the_printed_page_is_the_card(sheet: PaperSize, language: Language) -> None:
    card = one_issued().card
    pdf = draw_certificate(certificate(language=language), card, one_issued().credential, "00", sheet)
    document = pypdfium2.PdfDocument(pdf)
    assert len(document) == 1
    width, height = document[0].get_size()
    assert (round(width), round(height)) == {PaperSize.A4: (842, 595), PaperSize.LETTER: (792, 612)}[sheet]
    page = corner_of(document[0], 3)
    photographed = page.rotate(4, expand=True, fillcolor="white").filter(ImageFilter.GaussianBlur(1.2))
    for picture in (page, photographed):
        assert [found.text for found in zxingcpp.read_barcodes(picture)] == [card]


def test_the_code_is_35_millimetres_wide_and_its_modules_half_a_millimetre() -> None:
    pdf = draw_certificate(certificate(), one_issued().card, one_issued().credential, "00")
    page = corner_of(pypdfium2.PdfDocument(pdf)[0], 4)
    (found,) = zxingcpp.read_barcodes(page)
    corners = found.position
    across = corners.top_right.x - corners.top_left.x
    assert across / 4 / 72 * 25.4 == pytest.approx(35, abs=0.7)
    longest = write_card(certificate(holder="Ñ" * (LONGEST_NAME // 2)), CERTIFIER)
    assert 35 / len(list(qr_of(longest).matrix)) > 0.5


def test_the_code_on_the_badge_is_the_card() -> None:
    issued = one_issued()
    picture = Image.open(io.BytesIO(issued.picture))
    assert [found.text for found in zxingcpp.read_barcodes(picture.convert("RGB"))] == [issued.card]


def test_a_pdf_reader_opens_the_sealed_file_and_finds_its_words_and_fonts() -> None:
    document = pypdfium2.PdfDocument(one_issued().pdf)
    words = document[0].get_textpage().get_text_range()
    for expected in (
        "CERTIFICADO",
        "María Núñez Ibáñez",
        "Ruleta, profesional (Arica)",
        one_issued().certificate.number,
    ):
        assert expected in words
    assert b"/FontFile2" in one_issued().pdf  # embedded: it prints the same everywhere
