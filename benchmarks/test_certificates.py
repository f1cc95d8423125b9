"""Every change of one bit is found: 100,000 random ones over PDF, picture and credential, all of a card; and how long
a certificate takes to issue and to check, beside bare hashing and one bare signature check."""

from __future__ import annotations

import hashlib
import random
import time
from pathlib import Path

from tests.exams.certificate_kit import CERTIFIER, School, certificate, one_issued
from trainer.exams.certificates.verdict import Verdict
from trainer.exams.keys import Domain

CHANGES = 100_000


def test_a_hundred_thousand_changes_of_one_bit_are_found(tmp_path: Path) -> None:
    issued, verifier = one_issued(), School(tmp_path).verifier()
    forms = {"PDF": issued.pdf, "picture": issued.picture, "credential": issued.credential.encode()}
    chance = random.Random(2026)
    for name, data in forms.items():
        assert verifier.verify(data).verdict is Verdict.VALID
        passed, verdicts = [], dict.fromkeys(Verdict, 0)
        for _ in range(CHANGES // len(forms)):
            bit = chance.randrange(len(data) * 8)
            changed = bytearray(data)
            changed[bit // 8] ^= 1 << bit % 8
            verdict = verifier.verify(bytes(changed)).verdict
            verdicts[verdict] += 1
            if verdict not in (Verdict.ALTERED, Verdict.UNKNOWN_ISSUER):
                passed.append(bit)
        print(
            f"{name}: {len(data) * 8} bits, {CHANGES // len(forms)} changes,",
            {k.value: v for k, v in verdicts.items() if v},
        )
        assert passed == []


def test_times_beside_bare_hashing(tmp_path: Path) -> None:
    school = School(tmp_path)
    begin = time.perf_counter()
    issued = school.issuer.again(certificate(), CERTIFIER)
    made = time.perf_counter() - begin
    verifier = school.verifier()
    signature = CERTIFIER.sign(Domain.PDF, issued.pdf)

    def each(work: object, times: int = 30) -> float:
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
        assert took < 1
