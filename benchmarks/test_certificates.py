"""Every change of one bit of a certificate is found, in each of its forms: 100,000 random ones, and all there are; and
how long a certificate takes to issue and to check, beside bare hashing and one bare signature check."""

from __future__ import annotations

import hashlib
import random
import time
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

import pytest

from benchmarks.sizes import IS_SMOKE, sized
from tests.exams.certificate_kit import CERTIFIER, School, certificate, one_issued
from trainer.exams.certificates import verifier
from trainer.exams.certificates.credential import Credential, to_envelope
from trainer.exams.certificates.verifier import Verdict, Verifier
from trainer.exams.keys import Domain

CHANGES = sized(100_000, 20)
FORMS = {
    "PDF": one_issued().pdf,
    "picture": one_issued().picture,
    "credential": one_issued().credential.encode(),
    "JSON": to_envelope(one_issued().credential),
    "card": one_issued().card.encode(),
}


@pytest.fixture(autouse=True)
def _credentials_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most changes of a PDF leave its credential as it is: the same text is read once. Every seal is still checked."""
    monkeypatch.setattr(verifier, "Credential", lru_cache(maxsize=8)(Credential))


def look_at_bits(name: str, bits: Iterable[int], verifier: Verifier) -> None:
    """Every one of these changes is found, whoever else may be named as the issuer."""
    data = FORMS[name]
    assert verifier.verify(data).verdict is Verdict.VALID
    passed, verdicts = [], dict.fromkeys(Verdict, 0)
    for bit in bits:
        changed = bytearray(data)
        changed[bit // 8] ^= 1 << bit % 8
        verdict = verifier.verify(bytes(changed)).verdict
        verdicts[verdict] += 1
        if verdict not in (Verdict.ALTERED, Verdict.UNKNOWN_ISSUER):
            passed.append(bit)
    print(
        f"\n{name}: {sum(verdicts.values()):,} changes of its {len(data) * 8:,} bits,",
        {verdict.value: count for verdict, count in verdicts.items() if count},
    )
    assert passed == []


@pytest.mark.parametrize("name", FORMS)
def test_a_hundred_thousand_changes_of_one_bit_are_found(name: str, tmp_path: Path) -> None:
    chance = random.Random(2026)
    bits = (chance.randrange(len(FORMS[name]) * 8) for _ in range(CHANGES))
    look_at_bits(name, bits, School(tmp_path).verifier())


@pytest.mark.parametrize("name", FORMS)
def test_every_single_bit_of_a_certificate(name: str, tmp_path: Path) -> None:
    look_at_bits(name, range(0, len(FORMS[name]) * 8, sized(1, 500)), School(tmp_path).verifier())


def test_times_beside_bare_hashing(tmp_path: Path) -> None:
    school = School(tmp_path)
    facts = school.registered(certificate(), CERTIFIER).certificate
    begin = time.perf_counter()
    issued = school.issuer.reissue(facts, CERTIFIER)
    made = time.perf_counter() - begin
    verifier = school.verifier()
    signature = CERTIFIER.sign(Domain.PDF, issued.pdf)

    def each(work: object, times: int = sized(30, 1)) -> float:
        assert callable(work)
        begin = time.perf_counter()
        for _ in range(times):
            work()
        return (time.perf_counter() - begin) / times

    bare = each(lambda: hashlib.sha256(issued.pdf).digest())
    one = each(lambda: CERTIFIER.public.signed(Domain.PDF, issued.pdf, signature))
    print(
        f"issued in {made * 1000:.0f} ms; bare SHA-256 of the PDF {bare * 1e6:.0f} us, one signature {one * 1e6:.0f} us"
    )
    for name, data in (("PDF", issued.pdf), ("picture", issued.picture), ("card", issued.card.encode())):
        took = each(lambda data=data: verifier.verify(data))
        print(f"{name}: checked in {took * 1000:.1f} ms, {took / bare:.0f} times bare hashing")
        assert IS_SMOKE or took < 1
