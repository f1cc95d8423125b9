"""A school hands out installers: signed by the makers of the program, verified by each laptop, never run."""

from __future__ import annotations

import asyncio
import hashlib
import shutil
from collections import namedtuple
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Any
from uuid import UUID, uuid4

import msgspec
import pytest

from tests.school.laptops import Laptop, joined
from tests.school.releases import BYTES, Maker
from tests.school.scenes import Scene
from trainer import __version__
from trainer.cli.main import main
from trainer.school import protocol
from trainer.school.errors import (
    DamagedInstallerError,
    EmptyReleaseError,
    MixedReleaseError,
    OlderReleaseError,
    SchoolError,
    UnsignedReleaseError,
)
from trainer.school.installers import download
from trainer.school.installers.download import Stage
from trainer.school.installers.release import SIGNATURE, SUMS, Package, own_package
from trainer.school.installers.release_folder import INSTALLERS, ReleaseFolder
from trainer.school.laptop.sync_client import State
from trainer.school.service.installer_turns import MOST_AT_ONCE, InstallerTurns
from trainer.system import resources
from trainer.texts import Language, say

NAME = Package.RUN.file_name("9.0")


@pytest.fixture(autouse=True)
def on_linux(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(download, "own_package", lambda: Package.RUN)


@pytest.fixture(scope="session")
def maker() -> Maker:
    return Maker()


@pytest.fixture
def handed_out(scene: Scene, maker: Maker, tmp_path: Path) -> ReleaseFolder:
    """The release folder of the scene's school, with version 9.0."""
    folder = ReleaseFolder(tmp_path / INSTALLERS)
    folder.add(maker.release(tmp_path / "9.0", "9.0"), maker.key)
    scene.school.requests.installers = InstallerTurns(tmp_path / INSTALLERS)
    return folder


async def a_laptop(scene: Scene, maker: Maker) -> Laptop:
    laptop = Laptop(await joined(scene.school, scene.code, scene.ana), scene.clock)
    laptop.core.installer.key = lambda: maker.key
    return laptop


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def tampered(folder: ReleaseFolder, path: Path, change: bytes = b"\n") -> None:
    """The list of a service whose holder changed it."""
    stored = folder.stored()
    assert stored is not None
    forged = msgspec.structs.replace(stored.listed, sums=stored.listed.sums + change)
    (path / "release").write_bytes(protocol.encoded(forged))


# The service's machine


@pytest.mark.parametrize(
    ("versions", "error"),
    [(("0.0.9",), OlderReleaseError), (("0.2.0", "0.3.0"), MixedReleaseError), ((), MixedReleaseError)],
)
def test_a_release_of_an_older_version_or_of_several_is_not_taken(
    versions: tuple[str, ...], error: type[SchoolError], maker: Maker, tmp_path: Path
) -> None:
    with pytest.raises(error):
        ReleaseFolder(tmp_path / "school").add(maker.release(tmp_path / "new", *versions), maker.key)
    assert not (tmp_path / "school").exists()


def test_a_later_release_replaces_the_earlier_one_as_a_whole(maker: Maker, tmp_path: Path) -> None:
    folder = ReleaseFolder(tmp_path / "school")
    folder.add(maker.release(tmp_path / "first", __version__), maker.key)
    folder.add(maker.release(tmp_path / "second", "9.0", kinds=[Package.DEB]), maker.key)
    stored = ReleaseFolder(tmp_path / "school").stored()
    assert stored is not None and stored.release.version == "9.0"
    assert stored.listed.files == (Package.DEB.file_name("9.0"),)
    assert files(tmp_path / "school") == sorted(["release", *stored.release.sums.values()])
    with pytest.raises(OlderReleaseError):
        folder.add(tmp_path / "first", maker.key)
    assert folder.remove() == "9.0"
    assert folder.stored() is None and files(tmp_path / "school") == []


def test_a_damaged_unsigned_or_empty_release_changes_nothing(maker: Maker, tmp_path: Path) -> None:
    folder = ReleaseFolder(tmp_path / "school")
    folder.add(maker.release(tmp_path / "first", "9.0"), maker.key)
    before = files(tmp_path / "school")
    second = maker.release(tmp_path / "second", "9.1")
    (second / Package.SETUP.file_name("9.1")).write_bytes(b"another program")
    with pytest.raises(DamagedInstallerError):
        folder.add(second, maker.key)
    (second / SIGNATURE).write_bytes(bytes(64))
    with pytest.raises(UnsignedReleaseError):
        folder.add(second, maker.key)
    third = maker.release(tmp_path / "third", "9.2")
    for path in third.glob("croupier*"):
        path.unlink()
    with pytest.raises(EmptyReleaseError):
        folder.add(third, maker.key)
    assert files(tmp_path / "school") == before


def test_only_listed_packages_are_read_whatever_name_is_asked_for(maker: Maker, tmp_path: Path) -> None:
    folder = ReleaseFolder(tmp_path / "school")
    stored = folder.add(maker.release(tmp_path / "new", "9.0"), maker.key)
    for name in ("release", "../new/SHA256SUMS", stored.release.sums[Package.RUN], "", "bill.cdx.json"):
        assert folder.read_piece(name, 0).size == 0
    last = folder.read_piece(NAME, BYTES - 7)
    assert (last.size, len(last.data)) == (BYTES, 7)
    assert folder.read_piece(NAME, 2**53).data == b""


def test_a_few_laptops_are_served_at_a_time_and_nobody_for_ever(maker: Maker, tmp_path: Path) -> None:
    ReleaseFolder(tmp_path / "school").add(maker.release(tmp_path / "new", "9.0"), maker.key)
    now = 0.0
    turns = InstallerTurns(tmp_path / "school", lambda: now)
    first = protocol.AskPiece(file=NAME, offset=0)
    served = [uuid4() for _ in range(MOST_AT_ONCE)]

    def is_served(laptop: UUID, asked: protocol.AskPiece = first) -> bool:
        piece = turns.piece(laptop, asked)
        assert bool(piece.data) != bool(piece.wait_ms)
        return bool(piece.data)

    late = uuid4()
    assert all(map(is_served, served)) and not is_served(late)
    assert is_served(served[0], protocol.AskPiece(file=NAME, offset=BYTES - 1))  # it has everything
    assert is_served(late) and not is_served(served[0])
    now = 6.0  # nobody has asked for seconds
    assert all(map(is_served, served))
    for _ in range(61):
        now += 4.9
        assert all(map(is_served, served)) and not is_served(late)
    now += 4.9  # five minutes are over: whoever is not done lets others in
    assert not any(map(is_served, served)) and is_served(late)
    now += 4.9
    assert [is_served(one) for one in (late, *served)] == [True, True, True, True, False]


def test_the_commands_verify_with_a_key_and_say_what_is_handed_out(
    maker: Maker, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    source = maker.release(tmp_path / "new", "9.0")
    command = ["school", "--folder", str(tmp_path), "--language", "en", "installers"]
    assert main([*command, "add", str(source)]) == 1  # a checkout has no key
    assert "not installed from a package" in capsys.readouterr().err
    key = tmp_path / "key.pem"
    key.write_bytes(maker.pem())
    monkeypatch.setattr("trainer.school.installers.release.release_key", lambda: key)
    assert main([*command, "list"]) == main([*command, "add", str(source)]) == main([*command, "list"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "The school hands out no installer." and "version 9.0" in told[1]
    assert told[2:] == [f"9.0\t{NAME}", f"9.0\t{Package.SETUP.file_name('9.0')}"]
    assert main([*command, "add", str(source), "--key", str(source / SUMS)]) == 1
    assert main([*command, "add", str(tmp_path / "nothing"), "--key", str(key)]) == 1
    assert main([*command, "remove"]) == 0 and files(tmp_path / INSTALLERS) == []


# The laptop


def test_a_laptop_saves_what_the_makers_of_the_program_signed(
    scene: Scene, maker: Maker, handed_out: ReleaseFolder, tmp_path: Path
) -> None:
    async def play() -> None:
        laptop = await a_laptop(scene, maker)
        installer = laptop.core.installer
        await laptop.meet(scene.school)
        assert installer.stage is Stage.OFFERED and installer.version == "9.0"
        installer.begin(tmp_path / "downloads")
        await laptop.talk()
        assert installer.stage is Stage.SAVED and installer.path == tmp_path / "downloads" / NAME
        assert installer.path.read_bytes() == (tmp_path / "9.0" / NAME).read_bytes()
        assert files(tmp_path / "downloads") == [NAME]
        assert laptop.core.state is State.IN_STEP  # answers were exchanged as always
        # Asked again, the same file is found; another one under its name is left alone.
        laptop.cut()
        again = await a_laptop(scene, maker)
        await again.meet(scene.school)
        again.core.installer.begin(tmp_path / "downloads")
        assert again.core.installer.stage is Stage.SAVED
        assert installer.path is not None
        installer.path.write_bytes(b"mine")
        third = await a_laptop(scene, maker)
        await third.meet(scene.school)
        third.core.installer.begin(tmp_path / "downloads")
        await third.talk()
        assert installer.path.read_bytes() == b"mine" and len(files(tmp_path / "downloads")) == 2

    asyncio.run(play())


def test_whoever_has_the_services_key_but_not_the_release_key_is_refused(
    scene: Scene, maker: Maker, handed_out: ReleaseFolder, tmp_path: Path
) -> None:
    async def play() -> None:
        forger = Maker()
        shutil.rmtree(tmp_path / INSTALLERS)
        handed_out.add(forger.release(tmp_path / "forged", "9.9"), forger.key)
        for _ in range(2):
            laptop = await a_laptop(scene, maker)
            await laptop.meet(scene.school)
            installer = laptop.core.installer
            assert installer.stage is Stage.REFUSED and installer.problem == UnsignedReleaseError().message
            installer.begin(tmp_path / "downloads")
            await laptop.talk()
            assert not (tmp_path / "downloads").exists()
            handed_out.remove()
            handed_out.add(tmp_path / "9.0", maker.key)
            tampered(handed_out, tmp_path / INSTALLERS)  # a genuine list with a line more

    asyncio.run(play())


def test_an_older_or_the_same_version_is_not_offered_even_if_the_service_says_that_it_is_newer(
    scene: Scene, maker: Maker, handed_out: ReleaseFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        handed_out.remove()
        handed_out.add(maker.release(tmp_path / "same", __version__), maker.key)
        laptop = await a_laptop(scene, maker)
        await laptop.meet(scene.school)
        assert laptop.core.installer.stage is Stage.NOTHING and laptop.core.installer.message is None
        laptop.cut()
        monkeypatch.setattr(InstallerTurns, "version", lambda turns: "9.9")
        await laptop.meet(scene.school)
        assert laptop.core.installer.stage is Stage.REFUSED
        assert laptop.core.installer.problem == OlderReleaseError(version=__version__, own=__version__).message

    asyncio.run(play())


def test_a_laptop_without_a_key_or_without_a_package_for_its_system_says_why(
    scene: Scene, maker: Maker, handed_out: ReleaseFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        laptop = Laptop(await joined(scene.school, scene.code, scene.ana), scene.clock)
        await laptop.meet(scene.school)
        assert laptop.core.installer.stage is Stage.REFUSED
        assert "desde un paquete" in say(laptop.core.installer.message or "", Language.ES)
        monkeypatch.setattr(download, "own_package", lambda: None)
        mac = await a_laptop(scene, maker)
        await mac.meet(scene.school)
        assert mac.core.installer.stage is Stage.REFUSED
        assert "laptop’s system" in say(mac.core.installer.message or "", Language.EN)

    asyncio.run(play())


def test_a_changed_file_a_full_disk_and_a_removed_release_leave_nothing(
    scene: Scene, maker: Maker, handed_out: ReleaseFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play() -> None:
        laptop = await a_laptop(scene, maker)
        await laptop.meet(scene.school)
        installer = laptop.core.installer
        package = tmp_path / INSTALLERS / hashlib.sha256((tmp_path / "9.0" / NAME).read_bytes()).hexdigest()
        genuine = package.read_bytes()

        async def problem() -> str:
            installer.begin(tmp_path / "downloads")
            await laptop.talk()
            assert installer.stage is Stage.OFFERED and files(tmp_path / "downloads") == []
            return say(installer.message or "", Language.EN)

        (tmp_path / "downloads").mkdir()
        package.write_bytes(genuine[:-1] + bytes([genuine[-1] ^ 1]))
        assert "not the file in the signed list" in await problem()
        package.write_bytes(genuine)
        with monkeypatch.context() as patched:
            usage = namedtuple("usage", "free")
            patched.setattr("shutil.disk_usage", lambda path: usage(BYTES - 1))
            assert "full" in await problem()
        package.unlink()
        assert "does not have the file" in await problem()
        handed_out.add(maker.release(tmp_path / "9.1", "9.1"), maker.key)  # while it was offered
        assert "does not have the file" in await problem()
        installer.begin(tmp_path / "downloads")
        await laptop.talk()
        assert installer.stage is Stage.SAVED and installer.path is not None and "9.1" in installer.path.name
        installer.path.unlink()
        again = await a_laptop(scene, maker)
        await again.meet(scene.school)
        handed_out.remove()
        again.core.installer.begin(tmp_path / "downloads")
        await again.talk()
        assert again.core.installer.stage is Stage.REFUSED and files(tmp_path / "downloads") == []

    asyncio.run(play())


def test_a_download_goes_on_after_a_cut_waits_for_its_turn_and_can_be_cancelled(
    scene: Scene, maker: Maker, handed_out: ReleaseFolder, tmp_path: Path
) -> None:
    async def play() -> None:
        laptop = await a_laptop(scene, maker)
        await laptop.meet(scene.school)
        installer = laptop.core.installer
        others = [uuid4() for _ in range(MOST_AT_ONCE)]
        turns = scene.school.requests.installers
        for other in others:
            turns.piece(other, protocol.AskPiece(file=NAME, offset=0))
        installer.begin(tmp_path / "downloads")
        await laptop.talk()
        assert installer.stage is Stage.WAITING
        turns.piece(others[0], protocol.AskPiece(file=NAME, offset=BYTES))
        scene.clock.go_on(seconds=3)
        laptop.core.tick()
        await laptop.talk(loses_after=2)
        assert installer.stage is Stage.AWAY and 0 < installer.percent < 100
        late = protocol.Piece(file=NAME, offset=0, size=BYTES, data=b"sent again")
        laptop.core.installer.received(late)  # it was not asked for
        await laptop.meet(scene.school)
        assert installer.stage is Stage.SAVED and files(tmp_path / "downloads") == [NAME]
        (tmp_path / "downloads" / NAME).unlink()
        again = await a_laptop(scene, maker)
        await again.meet(scene.school)
        again.core.installer.begin(tmp_path / "downloads")
        await again.talk(1)
        assert again.core.installer.stage is Stage.LOADING and len(files(tmp_path / "downloads")) == 1
        again.core.installer.cancel()
        await again.talk()  # the piece that was on its way is ignored
        assert again.core.installer.stage is Stage.OFFERED and files(tmp_path / "downloads") == []

    asyncio.run(play())


@pytest.mark.parametrize(
    "change",
    [
        lambda piece: {"size": 2**50},
        lambda piece: {"size": 100},
        lambda piece: {"size": piece.size + piece.offset},
        lambda piece: {"offset": piece.offset + 5},
        lambda piece: {"file": "../../another"},
        lambda piece: {"data": piece.data[:1]},
        lambda piece: {"data": b"", "wait_ms": 2**53},
    ],
)
def test_a_service_that_sends_something_else_fills_no_disk(
    change: Callable[[protocol.Piece], dict[str, Any]],
    scene: Scene,
    maker: Maker,
    handed_out: ReleaseFolder,
    tmp_path: Path,
) -> None:
    async def play() -> None:
        turns = scene.school.requests.installers
        genuine = turns.piece

        def piece(laptop: UUID, asked: protocol.AskPiece) -> protocol.Piece:
            found = genuine(laptop, asked)
            return msgspec.structs.replace(found, **change(found))

        turns.piece = piece  # type: ignore[method-assign]
        laptop = await a_laptop(scene, maker)
        await laptop.meet(scene.school)
        installer = laptop.core.installer
        (tmp_path / "downloads").mkdir()
        installer.begin(tmp_path / "downloads")
        await laptop.talk(50)
        assert installer.stage in (Stage.OFFERED, Stage.LOADING, Stage.WAITING)
        assert all(path.stat().st_size <= BYTES for path in (tmp_path / "downloads").iterdir())
        installer.cancel()
        assert files(tmp_path / "downloads") == [] and not (tmp_path.parent / "another").exists()

    asyncio.run(play())


def test_a_service_of_an_earlier_version_is_never_asked_for_installers(scene: Scene, maker: Maker) -> None:
    async def play() -> None:
        laptop = await a_laptop(scene, maker)
        asked: list[bytes] = []
        await laptop.connect(scene.school)
        laptop.core.send = asked.append
        earlier = {"type": "Welcome", "person": bytes(16), "name": "Ana", "role": "trainee", "school": "Escuela"}
        laptop.core.received(msgspec.msgpack.encode(earlier))
        kinds = {protocol.kind_of(data) for data in asked}
        assert "Ping" in kinds and not kinds & {"AskRelease", "AskPiece"}

    asyncio.run(play())


def test_each_laptop_gets_the_kind_of_package_that_it_was_installed_from(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def package(system: str, prefix: str, machine: str = "AMD64") -> Package | None:
        monkeypatch.setattr("sys.platform", system)
        monkeypatch.setattr("sys.prefix", prefix)
        monkeypatch.setattr("platform.machine", lambda: machine)
        return own_package()

    monkeypatch.setattr("sys.executable", str(tmp_path / "python" / "python.exe"))
    assert package("linux", "/opt/croupier-trainer/python", "x86_64") is Package.DEB
    assert package("linux", "/home/ana/.local/opt/croupier-trainer/python", "x86_64") is Package.RUN
    assert package("linux", "/opt/croupier-trainer/python", "aarch64") is package("darwin", "/", "x86_64") is None
    assert package("win32", "C:/") is Package.SETUP
    (tmp_path / "records").mkdir()
    assert package("win32", "C:/") is Package.PORTABLE


def test_only_a_package_of_the_build_holds_a_release_key() -> None:
    assert not resources.release_key().exists()


def test_of_two_releases_added_at_once_the_later_is_handed_out_whole(maker: Maker, tmp_path: Path) -> None:
    sources = [maker.release(tmp_path / version, version) for version in ("9.1.0", "9.2.0")]
    for number in range(3):
        path = tmp_path / f"school {number}" / "installers"

        def add(source: Path, path: Path = path) -> None:
            with suppress(OlderReleaseError):
                ReleaseFolder(path).add(source, maker.key)

        threads = [Thread(target=add, args=(source,)) for source in sources]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        stored = ReleaseFolder(path).stored()
        assert stored is not None and stored.release.version == "9.2.0"
        assert all(ReleaseFolder(path).read_piece(file, 0).size for file in stored.listed.files)
