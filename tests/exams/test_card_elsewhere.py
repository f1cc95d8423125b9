"""Cards and status lists before two verifiers that share no code: both accept what is genuine and refuse what is
forged."""

from __future__ import annotations

import base64
import gzip
import json
import random
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from tests.exams import card_elsewhere as elsewhere
from tests.exams.card_elsewhere import ForgedError, did_of
from tests.exams.certificate_kit import CERTIFIER, NOW, STATION, STRANGER, School, certificate, one_issued
from trainer.exams.certificates import card as ours
from trainer.exams.certificates.verifier import Verdict
from trainer.exams.errors import RefusedError
from trainer.exams.keys import Domain, PrivateKey
from trainer.texts import Language

KEYS = [CERTIFIER.public.raw]
RAW = ours.from_base45(one_issued().card.removeprefix(ours.PREFIX))
SAID, SIGNATURE = RAW[:-64], RAW[-64:]


def written(said: bytes, signature: bytes) -> str:
    return ours.PREFIX + ours.base45(said + signature)


def signed(said: bytes, key: PrivateKey = CERTIFIER, domain: Domain = Domain.CARD) -> str:
    return written(said, key.sign(domain, said))


def malleated(signature: bytes) -> bytes:
    """The same signature with its scalar beyond the group order, as a lenient verifier would accept it."""
    return signature[:32] + (int.from_bytes(signature[32:], "little") + elsewhere.L).to_bytes(32, "little")


def test_rfc_8032_by_hand_agrees_with_its_own_example() -> None:
    key = bytes.fromhex("3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c")
    signature = bytes.fromhex(
        "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da"
        "085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
    )
    elsewhere.check_signature(key, b"\x72", signature)
    with pytest.raises(ForgedError):
        elsewhere.check_signature(key, b"\x73", signature)


@pytest.mark.parametrize("holder", ["María Núñez Ibáñez", "O", "Ж" * 30, "Zoë O'Brien-Łukasz"])
@pytest.mark.parametrize("language", Language)
def test_both_read_the_same_in_a_card(holder: str, language: Language, tmp_path: Path) -> None:
    facts = certificate(holder=holder, language=language)
    found = elsewhere.read_card(ours.write_card(facts, CERTIFIER), KEYS, NOW)
    assert found == {
        "number": facts.number,
        "issued": facts.issued[:10],
        "expires": facts.expires[:10],
        "status": facts.status,
        "result": facts.result[:32],
        "rules": facts.rules[:16],
        "level": facts.level,
        "scheme": facts.scheme,
        "holder": holder,
    }
    assert School(tmp_path).verifier().verify(ours.write_card(facts, CERTIFIER).encode()).verdict is Verdict.VALID


def forged_cards() -> dict[str, str]:
    text = one_issued().card
    other = ours.from_base45(ours.write_card(certificate(holder="Somebody Else"), CERTIFIER)[4:])
    neutral = (1).to_bytes(32, "little")
    chance = random.Random(16)
    flips = {
        f"bit {bit}": written(*(flipped[:-64], flipped[-64:]))
        for bit in chance.sample(range(len(RAW) * 8), 40)
        if (flipped := (int.from_bytes(RAW, "big") ^ 1 << bit).to_bytes(len(RAW), "big"))
    }
    return flips | {
        "another's name, this signature": written(other[:-64], SIGNATURE),
        "this name, another's signature": written(SAID, other[-64:]),
        "a day more": written(SAID[:19] + bytes([SAID[19], SAID[20] ^ 1]) + SAID[21:], SIGNATURE),
        "another place in the status list": written(SAID[:21] + bytes(4) + SAID[25:], SIGNATURE),
        "signed as a PDF": signed(SAID, domain=Domain.PDF),
        "signed as nothing": written(SAID, CERTIFIER.sign_raw(SAID)),
        "signed by a stranger": signed(SAID, STRANGER),
        "signed by a stranger in his own name": ours.write_card(certificate(), STRANGER),
        "signed by the station": signed(SAID[:1] + bytes.fromhex(STATION.public.kid) + SAID[9:], STATION),
        "a scalar beyond the order": written(SAID, malleated(SIGNATURE)),
        "a point of small order": written(SAID, neutral + bytes(32)),
        "no signature": ours.PREFIX + ours.base45(SAID),
        "signature of noughts": written(SAID, bytes(64)),
        "another version": signed(b"\2" + SAID[1:]),
        "one word more": signed(SAID + b"\0more"),
        "letters that are none": signed(SAID + b"\xff"),
        "small letters": text[:4] + text[4:].lower(),
        "cut": text[:200],
        "longer": text + "0",
        "twice": text + text[4:],
        "without its beginning": text[4:],
        "another beginning": "CT2:" + text[4:],
        "nothing": "CT1:",
    }


def test_forged_cards_are_refused_by_both(tmp_path: Path) -> None:
    verifier = School(tmp_path).verifier()
    for name, forged in forged_cards().items():
        with pytest.raises(ForgedError):
            elsewhere.read_card(forged, KEYS, NOW)
            pytest.fail(f"accepted elsewhere: {name}")
        found = verifier.verify(forged.encode())
        assert found.verdict in (Verdict.ALTERED, Verdict.UNKNOWN_ISSUER) and not found.holder, name


def test_a_card_outside_its_days_is_refused_by_both(tmp_path: Path) -> None:
    for days, verdict in ((-2, Verdict.NOT_YET_VALID), (800, Verdict.EXPIRED)):
        school = School(tmp_path / str(days))
        school.clock.now = NOW + timedelta(days=days)
        with pytest.raises(ForgedError, match="days"):
            elsewhere.read_card(one_issued().card, KEYS, school.clock.now)
        assert school.verifier().verify(one_issued().card.encode()).verdict is verdict


# ── status lists ─────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(scope="module")
def revoked(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Status lists after the certificate was revoked."""
    school = School(tmp_path_factory.mktemp("school"))
    school.enrol(one_issued())
    school.issuer.book.revoke(one_issued().certificate.number, "fraud")
    return school.issuer.publish(CERTIFIER)


def test_both_find_the_same_place_marked_and_no_other(revoked: dict[str, str], tmp_path: Path) -> None:
    index = one_issued().certificate.status
    verifier = School(tmp_path).verifier(with_lists=False)
    for text in revoked.values():
        verifier.take_status(text)
    assert verifier.verify(one_issued().card.encode()).verdict is Verdict.REVOKED
    marked = [place for place in (0, index - 1, index, index + 1, 131_071) if is_marked(revoked["revocation"], place)]
    assert marked == [index]
    assert not is_marked(revoked["suspension"], index, "suspension")


def is_marked(listed: str, index: int, purpose: str = "revocation") -> bool:
    return elsewhere.is_marked(listed, index, purpose, KEYS, NOW)


def base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def parts_of(listed: str) -> tuple[dict[str, Any], dict[str, Any], str]:
    head, payload, signature = listed.split(".")
    return (*(json.loads(base64.urlsafe_b64decode(part + "===")) for part in (head, payload)), signature)


def joined(header: dict[str, Any], payload: dict[str, Any], signature: str = "", key: PrivateKey = CERTIFIER) -> str:
    covered = f"{base64url(json.dumps(header).encode())}.{base64url(json.dumps(payload).encode())}"
    return f"{covered}.{signature or base64url(key.sign_raw(covered.encode()))}"


def packed(bits: int = 131_072) -> str:
    return "u" + base64url(gzip.compress(bytes(bits // 8)))


Forging = Callable[[dict[str, Any], dict[str, Any], str], str]


def with_list(payload: dict[str, Any], encoded: str) -> dict[str, Any]:
    return payload | {"credentialSubject": payload["credentialSubject"] | {"encodedList": encoded}}


FORGED_LISTS: dict[str, Forging] = {
    "nothing is revoked, old signature": lambda head, said, old: joined(head, with_list(said, packed()), old),
    "nothing is revoked, by a stranger": lambda head, said, _: joined(head, with_list(said, packed()), key=STRANGER),
    "a stranger's own list": lambda head, said, _: joined(
        head, with_list(said, packed()) | {"issuer": did_of(STRANGER.public.raw), "iss": did_of(STRANGER.public.raw)},
        key=STRANGER,
    ),
    "by the station's key": lambda head, said, _: joined(
        head, said | {"issuer": did_of(STATION.public.raw), "iss": did_of(STATION.public.raw)}, key=STATION
    ),
    "no algorithm": lambda head, said, _: joined(head | {"alg": "none"}, said),
    "a shared secret": lambda head, said, _: joined(head | {"alg": "HS256"}, said),
    "something critical": lambda head, said, _: joined(head | {"crit": ["exp"]}, said),
    "no list of statuses": lambda head, said, _: joined(head, said | {"type": ["VerifiableCredential"]}),
    "too short": lambda head, said, _: joined(head, with_list(said, packed(131_064))),
    "not packed": lambda head, said, _: joined(head, with_list(said, "u" + base64url(bytes(16_384)))),
    "half of it": lambda head, said, _: joined(head, with_list(said, packed()[:20])),
    "another base": lambda head, said, _: joined(head, with_list(said, "z" + packed()[1:])),
    "over": lambda head, said, _: joined(head, said | {"validUntil": "2026-11-16T18:59:59Z"}),
    "of next year": lambda head, said, _: joined(head, said | {"validFrom": "2027-11-16T19:00:00Z"}),
    "another's number": lambda head, said, _: joined(head, said | {"jti": "urn:another"}),
    "a scalar beyond the order": lambda head, said, old: joined(
        head, said, base64url(malleated(base64.urlsafe_b64decode(old + "==")))
    ),
    "filled up": lambda head, said, _: joined(head, said) + "==",
    "two parts": lambda head, said, _: joined(head, said).rpartition(".")[0],
}  # fmt: skip


def test_forged_lists_are_refused_by_both(revoked: dict[str, str], tmp_path: Path) -> None:
    verifier = School(tmp_path).verifier(with_lists=False)
    for name, forge in FORGED_LISTS.items():
        forged = forge(*parts_of(revoked["revocation"]))
        with pytest.raises(ForgedError):
            is_marked(forged, one_issued().certificate.status)
            pytest.fail(f"accepted elsewhere: {name}")
        with pytest.raises(RefusedError):
            verifier.take_status(forged)
            pytest.fail(f"accepted: {name}")
        assert verifier.verify(one_issued().card.encode()).verdict is Verdict.STATUS_UNKNOWN, name


def test_a_list_of_another_purpose_revokes_and_clears_nothing(revoked: dict[str, str], tmp_path: Path) -> None:
    with pytest.raises(ForgedError, match="purpose"):
        is_marked(revoked["revocation"], one_issued().certificate.status, "suspension")
    verifier = School(tmp_path).verifier(with_lists=False)
    verifier.take_status(revoked["suspension"])
    assert verifier.verify(one_issued().card.encode()).verdict is Verdict.STATUS_UNKNOWN
