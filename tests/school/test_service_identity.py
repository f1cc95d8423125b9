"""A damaged or lost certificate of the service is reported in one sentence, and never replaced without being asked."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from threading import Thread

import pytest
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import rsa

from tests.records.test_troubles import without_privileges
from tests.school.laptops import MemoryEntries
from tests.school.people import START, Clock, a_class, a_laptop, some_entries
from tests.school.test_network import join, now, served
from trainer.cli.main import main
from trainer.records.attempts import wall_clock
from trainer.school.credentials import code_key
from trainer.school.errors import BadServiceIdentityError, NotAnIdentityCopyError, SwappedIdentityError
from trainer.school.laptop.asyncio_transport import sync_once
from trainer.school.laptop.links import LinkBook
from trainer.school.laptop.sync_client import SyncClient
from trainer.school.service.admission import Admission
from trainer.school.service.server import SchoolServer
from trainer.school.service_identity import ServiceIdentity, make_new_identity, restore_identity
from trainer.school.storage.school_storage import open_storage
from trainer.texts import Language, say

PEM = serialization.Encoding.PEM
PKCS8 = serialization.PrivateFormat.PKCS8


def contents(folder: Path) -> dict[str, bytes | None]:
    return {path.name: path.read_bytes() if path.is_file() else None for path in folder.glob("*.pem")}


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def locked(path: Path) -> None:
    key = serialization.load_pem_private_key(path.read_bytes(), None)
    path.write_bytes(key.private_bytes(PEM, PKCS8, serialization.BestAvailableEncryption(b"secret")))


def of_another_kind(path: Path) -> None:
    key = rsa.generate_private_key(65537, 2048)
    path.write_bytes(key.private_bytes(PEM, PKCS8, serialization.NoEncryption()))


DAMAGE: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "cut in the middle": lambda path: path.write_bytes(path.read_bytes()[:100]),
    "without its last line": lambda path: path.write_bytes(path.read_bytes().rpartition(b"-----END")[0]),
    "garbage": lambda path: path.write_bytes(bytes(range(256)) * 8),
    "garbage inside": lambda path: path.write_bytes(path.read_bytes().replace(b"M", b"\xff", 1)),
    "too large": lambda path: path.write_bytes(bytes(200_000)),
    "a folder": as_folder,
}
OF_THE_KEY: dict[str, Callable[[Path], object]] = {"locked": locked, "of another kind": of_another_kind}


def test_a_pair_is_made_in_a_new_folder_and_read_again(tmp_path: Path) -> None:
    made = ServiceIdentity(tmp_path / "school", START)
    assert ServiceIdentity(tmp_path / "school", START, is_in_use=True).fingerprint == made.fingerprint
    assert made.ends > START + timedelta(days=3650)


@pytest.mark.parametrize("_", range(4))
def test_services_that_start_at_once_use_one_pair(tmp_path: Path, _: int) -> None:
    found: list[bytes] = []

    def start() -> None:
        found.append(ServiceIdentity(tmp_path / "school", START).fingerprint)

    starting = [Thread(target=start) for _ in range(4)]
    for thread in starting:
        thread.start()
    for thread in starting:
        thread.join()
    assert len(found) == 4 and len(set(found)) == 1


def test_damage_is_told_with_its_place_and_its_cure_and_nothing_is_changed(tmp_path: Path) -> None:
    cases = [(name, what, {**DAMAGE, **(OF_THE_KEY if name == "key.pem" else {})}[what])
             for name in ("certificate.pem", "key.pem")
             for what in (*DAMAGE, *(OF_THE_KEY if name == "key.pem" else ()))]  # fmt: skip
    for number, (name, what, damage) in enumerate(cases):
        folder = tmp_path / str(number)
        ServiceIdentity(folder, START)
        damage(folder / name)
        before = contents(folder)
        with pytest.raises(BadServiceIdentityError) as found:
            ServiceIdentity(folder, START)
        assert contents(folder) == before, (name, what)
        for language in Language:
            told = say(found.value.message, language)
            assert told.startswith(f"{folder / name}: ") and told.count("\n") == 0, told
            assert "identity --restore" in told and "identity --new" in told
            assert not any(word in told for word in ("Error", "PEM_", "openssl", "cryptography")), told


def test_a_pair_that_does_not_belong_together(tmp_path: Path) -> None:
    ServiceIdentity(tmp_path / "other", START)
    for name in ("certificate.pem", "key.pem"):
        folder = tmp_path / name
        ServiceIdentity(folder, START)
        (folder / name).write_bytes((tmp_path / "other" / name).read_bytes())
        with pytest.raises(BadServiceIdentityError, match="not the key of the certificate"):
            ServiceIdentity(folder, START)
    folder = tmp_path / "swapped"
    ServiceIdentity(folder, START)
    certificate, key = (folder / name for name in ("certificate.pem", "key.pem"))
    certificate.rename(folder / "x")
    key.rename(certificate)
    (folder / "x").rename(key)
    with pytest.raises(SwappedIdentityError, match="the name of the other"):
        ServiceIdentity(folder, START)


def test_files_that_may_not_be_read(open_folder: Path) -> None:
    ServiceIdentity(open_folder, START)
    (open_folder / "certificate.pem").chmod(0o644)
    open_folder.chmod(0o755)
    with without_privileges(), pytest.raises(BadServiceIdentityError, match="permissions"):
        ServiceIdentity(open_folder, START)


def test_both_lost_after_laptops_have_joined(tmp_path: Path) -> None:
    with open_storage(None) as storage:
        _, (ana, _) = a_class(storage)
        laptop, _ = a_laptop(storage, ana)
        with pytest.raises(BadServiceIdentityError, match="missing"):
            SchoolServer(storage, tmp_path, host="127.0.0.1", port=0)
        assert contents(tmp_path) == {}
        storage.withdraw_laptop(laptop.id)
        with served(storage, tmp_path):  # no joined laptop is locked out
            assert len(contents(tmp_path)) == 2


def test_an_expired_certificate_goes_on_serving_the_laptops_that_have_joined(tmp_path: Path) -> None:
    expired = ServiceIdentity(tmp_path, wall_clock() - timedelta(days=366 * 11))
    assert expired.ends < wall_clock()
    with open_storage(None) as storage, served(storage, tmp_path) as serving:
        group, (ana, _) = a_class(storage)
        code, _ = serving.school.admission.open_code(group.id, None, None)
        core = SyncClient(join(serving, code, "Ana"), LinkBook(None), MemoryEntries(some_entries(3)), now)
        assert asyncio.run(sync_once(core, 20))
        assert storage.person(ana.id).stored == 4


def test_the_commands_that_serve_copy_restore_and_replace_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path / "home"))
    folder, copy = tmp_path / "school", tmp_path / "a.school"

    def school(*words: object) -> tuple[int, str]:
        status = main(["school", "--folder", str(folder), "--language", "en", *map(str, words)])
        told = capsys.readouterr()
        return status, told.out + told.err

    pinned = ServiceIdentity(folder, wall_clock()).fingerprint
    status, told = school("backup", copy)
    assert status == 0 and f"{copy}.pem: " in told
    (folder / "key.pem").unlink()
    for task in (["serve", "--port", "0", "--quiet"], ["identity"], ["backup", tmp_path / "b.school"]):
        status, told = school(*task)
        assert status == 2 and "key.pem: it is missing" in told, told
        assert "There is an administrator" not in told, "no password is spent on a service that does not start"
    assert (tmp_path / "b.school").exists() and not (tmp_path / "b.school.pem").exists()
    for wrong in (copy, folder / "certificate.pem"):
        assert school("identity", "--restore", wrong)[0] == 2
    status, told = school("identity", "--restore", f"{copy}.pem")
    assert status == 0 and pinned.hex(":").upper() in told
    assert ServiceIdentity(folder, wall_clock()).fingerprint == pinned
    status, told = school("identity", "--new")
    assert status == 0 and "join again" in told and pinned.hex(":").upper() not in told
    assert len(list(folder.glob("certificate.replaced-*.pem"))) == 2, "what was replaced is kept"
    assert school("backup", copy)[0] == 1, "no copy is written over"


def test_a_copy_of_two_pairs_mixed_up_is_refused_before_anything_changes(tmp_path: Path) -> None:
    one, other = (ServiceIdentity(tmp_path / name, START) for name in ("one", "other"))
    mixed = tmp_path / "mixed.pem"
    mixed.write_bytes(one.certificate_file.read_bytes() + other.key_file.read_bytes())
    before = contents(tmp_path / "one")
    with pytest.raises(NotAnIdentityCopyError):
        restore_identity(tmp_path / "one", mixed, START)
    assert contents(tmp_path / "one") == before
    mixed.write_bytes(other.copy())
    assert restore_identity(tmp_path / "one", mixed, START).fingerprint == other.fingerprint
    assert make_new_identity(tmp_path / "one", START).fingerprint not in (one.fingerprint, other.fingerprint)


def test_codes_outlive_a_restart_and_end_with_their_certificate(where: str, clock: Clock, tmp_path: Path) -> None:
    first = ServiceIdentity(tmp_path, START)
    with open_storage(where, clock) as storage:
        group, _ = a_class(storage)
        code, _ = Admission(storage, first.fingerprint, "").open_code(group.id, None, None)
        Admission(storage, ServiceIdentity(tmp_path, START).fingerprint, "")
        assert [one.secret for one in storage.codes()] == [code_key(code, first.fingerprint)]
        Admission(storage, make_new_identity(tmp_path, START).fingerprint, "")
        assert storage.codes() == []
