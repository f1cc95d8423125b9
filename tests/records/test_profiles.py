"""Several profiles on one laptop, names and PINs."""

import hashlib
from uuid import uuid4

import pytest

from tests.records.support import answered
from trainer.records.errors import NameEmptyError, NameTakenError, NoProfileError
from trainer.records.store import Store


def test_profiles_are_found_by_name_and_id_and_listed_by_name(store: Store) -> None:
    bruno, ana = store.add_profile("bruno"), store.add_profile("  Ana   María ")
    assert [profile.name for profile in store.profiles()] == ["Ana María", "bruno"]
    assert store.profile("ANA MARÍA") == store.profile(ana.id) == ana
    assert store.profile("Bruno") == bruno
    with pytest.raises(NoProfileError, match="There is no profile called Carla"):
        store.profile("Carla")


def test_a_name_is_neither_empty_nor_taken(store: Store) -> None:
    ana = store.add_profile("Ana")
    with pytest.raises(NameTakenError):
        store.add_profile("ANA")
    with pytest.raises(NameEmptyError):
        store.add_profile("  ")
    bruno = store.add_profile("Bruno")
    with pytest.raises(NameTakenError):
        store.rename_profile(bruno.id, "ana")
    assert store.rename_profile(ana.id, "ANA").name == "ANA"


def test_invisible_characters_are_removed_from_names(store: Store) -> None:
    assert store.add_profile("\x1bAna\u202e\tMaría\u200b").name == "Ana María"
    with pytest.raises(NameTakenError):
        store.add_profile("Ana\u200d María")
    with pytest.raises(NameEmptyError):
        store.add_profile("\u200b\x00")


def test_a_pin_fits_only_its_profile_and_is_not_stored(store: Store) -> None:
    ana = store.add_profile("Ana", pin="4711")
    assert ana.has_pin
    assert store.check_pin(ana.id, "4711")
    assert not store.check_pin(ana.id, "4712")
    assert b"4711" not in store.connection.execute("SELECT pin FROM profiles").fetchone()[0]
    assert not store.set_pin(ana.id, "").has_pin
    assert store.check_pin(ana.id, "")


def test_a_pin_hashed_by_an_earlier_version_is_accepted_and_renewed(store: Store) -> None:
    ana = store.add_profile("Ana")
    salt = b"0123456789abcdef"
    old = salt + hashlib.scrypt(b"4711", salt=salt, n=2**14, r=8, p=1, dklen=32)
    store.connection.execute("UPDATE profiles SET pin = ?", (old,))
    assert not store.check_pin(ana.id, "4712")
    assert store.connection.execute("SELECT pin FROM profiles").fetchone()[0] == old
    assert store.check_pin(ana.id, "4711")
    assert store.connection.execute("SELECT pin FROM profiles").fetchone()[0].startswith(b"$argon2id$")
    assert store.check_pin(ana.id, "4711") and not store.check_pin(ana.id, "4712")


@pytest.mark.parametrize("damaged", [b"", b"$argon2id$v=19$m=1", b"\xff" * 48, "text", 7])
def test_a_damaged_pin_hash_accepts_nothing(store: Store, damaged: object) -> None:
    ana = store.add_profile("Ana", pin="4711")
    store.connection.execute("UPDATE profiles SET pin = ?", (damaged,))
    assert not store.check_pin(ana.id, "4711")


def test_a_removed_profile_leaves_nothing_in_the_file(store: Store) -> None:
    ana, bruno = store.add_profile("Ana"), store.add_profile("Bruno")
    answered(store, bruno.id)
    for _ in range(30):
        answered(store, ana.id, answer="a secret answer")
    store.remove_profile(ana.id)
    store.connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    assert b"a secret answer" not in store.where.read_bytes()
    assert store.count(bruno.id) == 1


def test_the_same_pin_is_stored_differently_each_time(store: Store) -> None:
    store.add_profile("Ana", pin="4711")
    store.add_profile("Bruno", pin="4711")
    (first,), (second,) = store.connection.execute("SELECT pin FROM profiles").fetchall()
    assert first != second


def test_settings_are_kept_for_each_profile(store: Store) -> None:
    ana, bruno = store.add_profile("Ana"), store.add_profile("Bruno")
    store.set_settings(ana.id, '{"daily-cap": 20}')
    assert store.settings(ana.id) == '{"daily-cap": 20}'
    assert store.settings(bruno.id) == "{}"


def test_a_removed_profile_takes_its_attempts_along_and_no_others(store: Store) -> None:
    ana, bruno = store.add_profile("Ana"), store.add_profile("Bruno")
    answered(store, ana.id)
    kept = answered(store, bruno.id)
    store.remove_profile(ana.id)
    assert store.profiles() == [bruno]
    assert store.connection.execute("SELECT count(*) FROM attempts").fetchone() == (1,)
    assert list(store.attempts(bruno.id)) == [kept]
    with pytest.raises(NoProfileError):
        store.remove_profile(uuid4())
