"""What the program writes is for its user alone, also where an earlier version left it open to all."""

import os
import stat
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest

from trainer.cli.places import Places
from trainer.desk.settings.choices import Settings, save_settings
from trainer.desk.workplace import prepare
from trainer.private_files import make_private

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
