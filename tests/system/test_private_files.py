"""What the program writes is for its user alone, also where an earlier version left it open to all."""

import errno
import os
import stat
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trainer.cli.places import Places
from trainer.desk.shell.settings import Settings, save_settings
from trainer.desk.shell.workplace import prepare
from trainer.system.private_files import append_durably, make_private, replace_file, write_atomically, write_private

pytestmark = pytest.mark.skipif(os.name != "posix", reason="Windows keeps a user's folders to the user by itself")


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_desk_closes_its_folders_and_settings_to_others(tmp_path: Path) -> None:
    places = Places(tmp_path / "data", tmp_path / "config", tmp_path / "cache")
    places.data.mkdir(mode=0o755)
    places.config.mkdir(mode=0o755)
    settings = places.config / "settings.json"
    settings.write_text("{}")
    settings.chmod(0o644)
    prepare(places, time.monotonic_ns, lambda: datetime(2026, 11, 16, tzinfo=UTC))
    assert {mode(folder) for folder in (places.data, places.config, places.cache)} == {0o700}
    save_settings(Settings(full_screen=True), settings)
    assert mode(settings) == 0o600


def test_a_file_that_is_there_keeps_what_it_holds(tmp_path: Path) -> None:
    path = tmp_path / "mine"
    path.write_bytes(b"mine")
    path.chmod(0o664)
    make_private(path)
    assert path.read_bytes() == b"mine"
    assert mode(path) == 0o600


def test_what_is_handed_out_is_whole_or_not_there_and_the_folder_stays_as_it_was(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "shared"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    write_atomically(folder / "sheet.pdf", b"first")
    (folder / "link").symlink_to("sheet.pdf")
    write_atomically(folder / "link", b"second")
    assert (folder / "sheet.pdf").read_bytes() == b"second" and (folder / "link").is_symlink()
    assert folder.stat().st_mode & 0o777 == 0o755

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    for write in (write_atomically, write_private):
        with pytest.raises(OSError, match=r"sheet\.pdf") as found:
            write(folder / "sheet.pdf", b"third")
        assert found.value.errno == errno.ENOSPC
    with pytest.raises(OSError, match=r"sheet\.pdf") as found:
        append_durably(folder / "sheet.pdf", b"third", 6)
    assert found.value.filename == str(folder / "sheet.pdf")
    assert sorted(path.name for path in folder.iterdir()) == ["link", "sheet.pdf"]
    assert (folder / "sheet.pdf").read_bytes() == b"second"


@pytest.mark.skipif(os.name != "posix", reason="devices are files there")
def test_a_device_is_written_to_and_not_replaced() -> None:
    write_atomically(Path("/dev/null"), b"nowhere")
    assert not Path("/dev/null").is_file()
    with pytest.raises(OSError):
        write_atomically(Path("/dev/full"), b"nowhere")


def test_what_is_no_file_stays_open_to_others(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    pipe.chmod(0o666)
    make_private(pipe)
    assert mode(pipe) == 0o666, "a device is everybody's: closed by the administrator it would stop the whole machine"


class HeldFile:
    """A file that another program on Windows holds open for the first ``times`` attempts to rename it."""

    def __init__(self, times: int) -> None:
        self.times, self.attempts = times, 0

    def replace(self, target: Path) -> None:
        self.attempts += 1
        if self.attempts <= self.times:
            error = PermissionError(errno.EACCES, "The process cannot access the file", str(target))
            error.winerror = 32  # type: ignore[attr-defined,misc,unused-ignore]
            raise error


def test_a_file_that_a_scanner_holds_is_tried_again(tmp_path: Path) -> None:
    held, waits = HeldFile(3), []
    replace_file(held, tmp_path / "records", waits.append)  # type: ignore[arg-type]
    assert held.attempts == 4 and len(waits) == 3


def test_a_file_that_stays_open_elsewhere_is_reported_as_busy(tmp_path: Path) -> None:
    held, waits = HeldFile(1000), []
    with pytest.raises(OSError, match="records") as found:
        replace_file(held, tmp_path / "records", waits.append)  # type: ignore[arg-type]
    assert found.value.errno == errno.EBUSY and sum(waits) == pytest.approx(3)


def test_appended_bytes_replace_a_torn_end_and_stay_as_they_are(tmp_path: Path) -> None:
    file = tmp_path / "log"
    append_durably(file, b"one\n", 0)
    file.write_bytes(b"one\ntorn")
    append_durably(file, b"two\n", 4)
    assert file.read_bytes() == b"one\ntwo\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
