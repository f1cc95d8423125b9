"""Keys: domain separation, weak keys, encryption at rest, and replacement without losing old signatures."""

from __future__ import annotations

import secrets
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from tests.loops import loop_over
from trainer.exams.canonical import NotCanonicalError, canonical, read_canonical
from trainer.exams.errors import RefusedError
from trainer.exams.key_files import (
    Cost,
    KeyFile,
    KeyFileError,
    lock_key,
    read_key_file,
    unlock,
    with_lock,
    without_lock,
)
from trainer.exams.key_ring import KeyRing
from trainer.exams.keys import BadKeyError, Domain, KeyRole, PrivateKey, PublicKey, rehearsal_key
from trainer.exams.trust import KeyStanding, Trust, TrustError, new_trust, read_trust, signature_digest

QUICK = Cost(memory_kib=8, passes=1)
START = datetime(2026, 1, 1, tzinfo=UTC)
PRIME = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def ring(tmp_path: Path, clock: Clock) -> KeyRing:
    made = KeyRing(tmp_path / "keys", clock, QUICK)
    made.found("Escuela de Arica", "the root key")
    made.make(KeyRole.CERTIFIER, "certifier 1", "the root key")
    return made


# Curve arithmetic by hand, to find the small points independently of the module's list.


def plus(one: tuple[int, int], two: tuple[int, int]) -> tuple[int, int]:
    d = -121665 * pow(121666, -1, PRIME) % PRIME
    cross = d * one[0] * two[0] * one[1] * two[1] % PRIME
    x = (one[0] * two[1] + two[0] * one[1]) * pow(1 + cross, -1, PRIME)
    y = (one[1] * two[1] + one[0] * two[0]) * pow(1 - cross, -1, PRIME)
    return x % PRIME, y % PRIME


def times(point: tuple[int, int], factor: int) -> tuple[int, int]:
    found = (0, 1)
    while factor:
        if factor & 1:
            found = plus(found, point)
        point, factor = plus(point, point), factor >> 1
    return found


def small_points() -> set[bytes]:
    """All points of order 1, 2, 4 and 8, with both signs, as 32 bytes."""
    d = -121665 * pow(121666, -1, PRIME) % PRIME
    heights: set[int] = set()
    for y in range(2, 20):
        square = (y * y - 1) * pow(d * y * y + 1, -1, PRIME) % PRIME
        x = pow(square, (PRIME + 3) // 8, PRIME)
        if (x * x - square) % PRIME:
            x = x * pow(2, (PRIME - 1) // 4, PRIME) % PRIME
        if (x * x - square) % PRIME == 0:
            torsion = times((x, y), ORDER)
            heights |= {times(torsion, n)[1] for n in range(8)}
    assert len(heights) == 5
    return {(y | sign << 255).to_bytes(32, "little") for y in heights for sign in (0, 1)}


def test_a_signature_holds_for_its_bytes_its_kind_and_its_key_alone() -> None:
    key = PrivateKey.new()
    signature = key.sign(Domain.RESULT, b"result")
    assert key.public.signed(Domain.RESULT, b"result", signature)
    assert not key.public.signed(Domain.RESULT, b"resulT", signature)
    assert not key.public.signed(Domain.PAPER, b"result", signature)
    assert not PrivateKey.new().public.signed(Domain.RESULT, b"result", signature)
    assert not key.public.signed(Domain.RESULT, b"result", signature[:-1])


def test_attack_41_keys_of_small_order_and_written_otherwise_are_refused() -> None:
    small = small_points()
    one_for_all = (1).to_bytes(32, "little") + bytes(32)
    accepted_by_openssl = 0
    for point in small:
        try:
            Ed25519PublicKey.from_public_bytes(point).verify(one_for_all, secrets.token_bytes(8))
            accepted_by_openssl += 1
        except Exception:
            pass
        with pytest.raises(BadKeyError):
            PublicKey(point)
    assert accepted_by_openssl  # the attack is real: without the check it would pass
    for height in (PRIME, PRIME + 1, 2**255 - 1):
        with pytest.raises(BadKeyError):
            PublicKey(height.to_bytes(32, "little"))
    for length in (0, 31, 33):
        with pytest.raises(BadKeyError):
            PublicKey(bytes(length))


def test_attack_41_a_signature_with_a_larger_s_or_a_small_first_half_is_refused() -> None:
    key = PrivateKey.new()
    signature = key.sign(Domain.RESULT, b"result")
    larger = int.from_bytes(signature[32:], "little") + ORDER
    assert not key.public.signed(Domain.RESULT, b"result", signature[:32] + larger.to_bytes(32, "little"))
    for point in small_points():
        assert not key.public.signed(Domain.RESULT, b"result", point + signature[32:])


def test_a_key_is_spelled_out_by_its_did_and_by_its_figures_alone() -> None:
    key = PrivateKey.new().public
    assert PublicKey.from_did(key.did) == key and len(key.did) == 56
    assert PublicKey.from_text(str(key)) == key
    for wrong in (key.did[:-1], key.did + "1", key.did.upper(), "did:web:x", "did:key:z1" + key.did[9:], ""):
        with pytest.raises(BadKeyError):
            PublicKey.from_did(wrong)
    for wrong in (str(key).upper().replace("A", "A") + " ", str(key)[:-2], "x" * 64):
        with pytest.raises(BadKeyError):
            PublicKey.from_text(wrong)


def test_a_locked_key_opens_with_its_passphrase_and_shows_nothing_of_the_key() -> None:
    private = PrivateKey.new()
    file = lock_key(private, KeyRole.STATION, "correct horse", cost=QUICK)
    again = read_key_file(file.to_bytes())
    assert unlock(again, "correct horse").public == private.public
    assert private.native.private_bytes_raw().hex().encode() not in file.to_bytes()
    with pytest.raises(KeyFileError, match="does not open"):
        unlock(again, "Correct horse")


def test_two_ways_to_type_an_accent_are_the_same_passphrase() -> None:
    file = lock_key(PrivateKey.new(), KeyRole.STATION, "contraseña", cost=QUICK)
    assert unlock(file, "contrasen\u0303a")


def test_attack_63_no_key_leaves_without_a_passphrase(ring: KeyRing) -> None:
    for nothing in ("", "       ", "1234567"):
        with pytest.raises(KeyFileError, match="at least 8"):
            lock_key(PrivateKey.new(), KeyRole.STATION, nothing, cost=QUICK)
    with pytest.raises(KeyFileError, match="does not open"):
        ring.export(KeyRole.CERTIFIER, "")
    assert b"closed" in ring.export(KeyRole.CERTIFIER, "certifier 1")


def test_each_person_has_a_passphrase_of_their_own_and_can_lose_it() -> None:
    file = lock_key(PrivateKey.new(), KeyRole.STATION, "passphrase one", "one", QUICK)
    both = with_lock(file, "passphrase one", "two", "passphrase two", QUICK)
    assert unlock(both, "passphrase one").public == unlock(both, "passphrase two").public
    changed = with_lock(both, "passphrase two", "one", "new passphrase", QUICK)
    with pytest.raises(KeyFileError):
        unlock(changed, "passphrase one")
    only = without_lock(changed, "one")
    with pytest.raises(KeyFileError):
        unlock(only, "new passphrase")
    with pytest.raises(KeyFileError, match="last"):
        without_lock(only, "two")


def test_a_key_file_that_was_changed_does_not_open() -> None:
    file = lock_key(PrivateKey.new(), KeyRole.STATION, "passphrase", cost=QUICK)
    other = lock_key(PrivateKey.new(), KeyRole.STATION, "passphrase", cost=QUICK)
    lock = file.locks[0]

    def with_changed(**changes: object) -> KeyFile:
        return msgspec.structs.replace(file, locks=(msgspec.structs.replace(lock, **changes),))

    changed = [
        msgspec.structs.replace(file, role=KeyRole.ROOT),
        msgspec.structs.replace(file, public=other.public),
        with_changed(name="another"),
        with_changed(cost=Cost(memory_kib=16, passes=1)),
        with_changed(cost=Cost(memory_kib=2**40)),
        with_changed(salt=other.locks[0].salt),
        with_changed(closed="zz"),
    ]
    for one in changed:
        with pytest.raises(KeyFileError):
            unlock(one, "passphrase")
    for bytes_ in (b"", b"{}", b"\xff", file.to_bytes().replace(b"key 1", b"key 2"), b"[" * 10_000):
        with pytest.raises(KeyFileError):
            read_key_file(bytes_)


def test_what_an_old_key_signed_while_in_force_stays_good_after_it_was_replaced(ring: KeyRing, clock: Clock) -> None:
    old = ring.unlock(KeyRole.CERTIFIER, "certifier 1").public
    clock.now += timedelta(days=100)
    new = ring.rotate(KeyRole.CERTIFIER, "certifier 2", "certifier 1")
    trust = ring.trust
    assert trust.judge(old, KeyRole.CERTIFIER, START + timedelta(days=99)) is KeyStanding.GOOD
    assert trust.judge(old, KeyRole.CERTIFIER, clock.now) is KeyStanding.NOT_THEN
    assert trust.judge(new, KeyRole.CERTIFIER, clock.now) is KeyStanding.GOOD
    assert trust.judge(new, KeyRole.CERTIFIER, START) is KeyStanding.NOT_THEN
    assert trust.judge(new, KeyRole.STATION, clock.now) is KeyStanding.OTHER_ROLE
    assert trust.judge(PrivateKey.new().public, KeyRole.CERTIFIER, clock.now) is KeyStanding.UNKNOWN
    assert ring.unlock(KeyRole.CERTIFIER, "certifier 2").public == new


def test_a_lost_key_is_replaced_by_the_root_key(ring: KeyRing, clock: Clock) -> None:
    old = ring.unlock(KeyRole.CERTIFIER, "certifier 1").public
    (ring.folder / f"{old}.key").unlink()
    with pytest.raises(TrustError, match="not on this machine"):
        ring.unlock(KeyRole.CERTIFIER, "certifier 1")
    clock.now += timedelta(days=1)
    ring.rotate(KeyRole.CERTIFIER, "certifier 2", "the root key", by=KeyRole.ROOT)
    assert ring.unlock(KeyRole.CERTIFIER, "certifier 2")
    assert ring.trust.judge(old, KeyRole.CERTIFIER, START) is KeyStanding.GOOD


def test_the_root_key_itself_is_replaced(ring: KeyRing, clock: Clock) -> None:
    clock.now += timedelta(days=1)
    ring.rotate(KeyRole.ROOT, "second root", "the root key")
    ring.make(KeyRole.STATION, "station 1", "second root")
    assert len(read_trust(ring.trust.to_bytes()).keys()) == 4


def test_what_a_stolen_key_signed_since_is_doubtful(ring: KeyRing, clock: Clock) -> None:
    stolen = ring.unlock(KeyRole.CERTIFIER, "certifier 1").public
    ring.declare_compromised(stolen, START + timedelta(days=5), "the root key", [signature_digest(b"known")])
    before = START + timedelta(days=4)
    assert ring.trust.judge(stolen, KeyRole.CERTIFIER, before, b"known") is KeyStanding.GOOD
    assert ring.trust.judge(stolen, KeyRole.CERTIFIER, before, b"unknown") is KeyStanding.UNPROVEN
    assert ring.trust.judge(stolen, KeyRole.CERTIFIER, before) is KeyStanding.UNPROVEN
    assert ring.trust.judge(stolen, KeyRole.CERTIFIER, START + timedelta(days=5)) is KeyStanding.DOUBTFUL
    assert ring.rotate(KeyRole.CERTIFIER, "certifier 2", "the root key", by=KeyRole.ROOT) != stolen


def test_a_key_is_carried_to_another_machine_of_the_school_and_of_no_other(
    ring: KeyRing, clock: Clock, tmp_path: Path
) -> None:
    carried = ring.export(KeyRole.CERTIFIER, "certifier 1")
    other = KeyRing(tmp_path / "other", clock, QUICK)
    with pytest.raises(TrustError, match="no keys yet"):
        other.import_key(carried, "certifier 1")
    other.import_trust(ring.trust.to_bytes())
    other.import_key(carried, "certifier 1")
    assert other.unlock(KeyRole.CERTIFIER, "certifier 1").public == ring.unlock(KeyRole.CERTIFIER, "certifier 1").public
    stranger = KeyRing(tmp_path / "stranger", clock, QUICK)
    stranger.found("Escuela de Arica", "another root")
    with pytest.raises(TrustError, match="not in the school's list"):
        stranger.import_key(carried, "certifier 1")
    with pytest.raises(TrustError, match="does not go on"):
        stranger.import_trust(ring.trust.to_bytes())


def test_an_older_list_is_not_taken_for_the_newer(ring: KeyRing, clock: Clock) -> None:
    before = ring.trust.to_bytes()
    ring.declare_compromised(ring.trust.keys(KeyRole.CERTIFIER)[0], START, "the root key")
    with pytest.raises(TrustError, match="does not go on"):
        ring.import_trust(before)


def test_every_change_of_a_list_of_keys_is_found(ring: KeyRing, clock: Clock) -> None:
    clock.now += timedelta(days=1)
    ring.rotate(KeyRole.CERTIFIER, "certifier 2", "certifier 1")
    data = ring.trust.to_bytes()
    for place in range(0, len(data) * 8, 13):
        changed = bytearray(data)
        changed[place // 8] ^= 1 << place % 8
        with pytest.raises(RefusedError):
            read_trust(bytes(changed))
    statements = ring.trust.statements
    for broken in (statements[1:], statements[:1] + statements[2:], (*statements, statements[-1]), statements[::-1]):
        with pytest.raises(TrustError):
            read_trust(msgspec.structs.replace(ring.trust, statements=broken).to_bytes())


def test_nobody_admits_keys_but_a_root_key_in_force_or_the_key_that_is_replaced() -> None:
    root, certifier, stranger = (PrivateKey.new() for _ in range(3))
    trust = new_trust("Escuela", root, START).with_key(certifier.public, KeyRole.CERTIFIER, START, root)
    new = PrivateKey.new().public
    for signer in (certifier, stranger):
        with pytest.raises(TrustError, match="may not say"):
            trust.with_key(new, KeyRole.CERTIFIER, START, signer)
    with pytest.raises(TrustError, match="may not say"):
        trust.compromised(root.public, START, certifier)
    stolen = trust.compromised(certifier.public, START, root)
    with pytest.raises(TrustError, match="may not say"):
        stolen.replaced(certifier.public, new, START, certifier)
    next_root = PrivateKey.new()
    rotated = trust.replaced(root.public, next_root.public, START, root)
    with pytest.raises(TrustError, match="may not say"):
        rotated.with_key(new, KeyRole.STATION, START, root)
    assert rotated.with_key(new, KeyRole.STATION, START, next_root)


def test_attack_35_the_key_of_rehearsals_is_admitted_by_nobody() -> None:
    root = PrivateKey.new()
    with pytest.raises(TrustError, match="rehearsals"):
        new_trust("Escuela", root, START).with_key(rehearsal_key().public, KeyRole.STATION, START, root)


def test_two_keys_of_the_same_short_name_are_told_apart() -> None:
    root, one = PrivateKey.new(), PrivateKey.new()
    trust: Trust = new_trust("Escuela", root, START).with_key(one.public, KeyRole.CERTIFIER, START, root)
    assert trust.of_kid(one.public.kid, KeyRole.CERTIFIER) == (one.public,)
    assert trust.of_kid(one.public.kid, KeyRole.STATION) == ()


@loop_over(
    "given",
    [
        *(b'{"a":1,"a":1}', b'{"a":1.0}', b'{"a": 1}', b'{"b":1,"a":1}', b'{"a":NaN}', b'{"a":1}\n', b'{"a":1e2}'),
        *(b'{"a":9007199254740992}', b"\xef\xbb\xbf{}", b'"\\u0041"', b'"\\ud800"', b"", b"[" * 100_000),
    ],
)
def test_attack_36_only_the_canonical_form_is_read(given: bytes) -> None:
    with pytest.raises(NotCanonicalError):
        read_canonical(given)


def test_the_canonical_form_is_read_again() -> None:
    value = {"ñ": ["😀", "\ufb33", -1, True, None], "a": {}}
    assert read_canonical(canonical(value)) == value
    for wrong in (1.5, {1: 2}, {"a": 2**53}, b"x", {"a": "\ud800"}):
        with pytest.raises(ValueError):
            canonical(wrong)
