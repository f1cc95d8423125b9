"""The log file: levels by area, rotation, nothing private, and no harm where it cannot be written."""

from __future__ import annotations

import io
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from trainer.cli import main
from trainer.records.store import Store
from trainer.system import log
from trainer.system.log import read_levels, start_log, stop_log, timed

SENSORS, SCHOOL = (logging.getLogger(f"trainer.{area}.test") for area in ("sensors", "school"))


@pytest.fixture(autouse=True)
def _stopped() -> Iterator[None]:
    yield
    stop_log()


def written(folder: Path) -> str:
    path = folder / log.NAME
    return path.read_text(encoding="utf-8") if path.exists() else ""


def test_the_log_is_quiet_until_something_is_wrong(tmp_path: Path) -> None:
    start_log(tmp_path / "data")
    SENSORS.info("a device was opened")
    assert not (tmp_path / "data").exists()
    SENSORS.warning("a device was lost")
    (line,) = written(tmp_path / "data").splitlines()
    assert line.endswith("Z WARNING trainer.sensors.test: a device was lost")
    assert os.name != "posix" or (tmp_path / "data" / log.NAME).stat().st_mode & 0o077 == 0


def test_levels_are_set_for_all_areas_or_for_one(tmp_path: Path) -> None:
    for text, expected in (("debug", ["sensors", "school"]), ("sensors=debug", ["sensors"]), ("warning", [])):
        folder = tmp_path / text
        levels = read_levels(text)
        assert levels is not None
        start_log(folder, levels)
        SENSORS.debug("sensors")
        SCHOOL.debug("school")
        assert [line.rpartition(" ")[2] for line in written(folder).splitlines()] == expected
    assert read_levels("loud") is read_levels("kitchen=debug") is read_levels("") is None


def test_the_file_is_rotated_and_the_oldest_is_dropped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "_LARGEST", 2_000)
    start_log(tmp_path, {"": "info"})
    for number in range(200):
        SENSORS.info("record %d", number)
    files = sorted(tmp_path.iterdir())
    assert [path.name for path in files] == ["trainer.log", "trainer.log.1", "trainer.log.2"]
    assert all(path.stat().st_size <= 2_000 for path in files)
    assert "record 199" in written(tmp_path)


def test_an_exception_is_logged_with_its_places_but_without_its_message(tmp_path: Path) -> None:
    start_log(tmp_path)
    try:
        try:
            int("the answer is Beatriz")
        except ValueError as error:
            raise KeyError("Ana Quispe") from error
    except KeyError:
        SENSORS.exception("it failed")
    found = written(tmp_path)
    assert "KeyError" in found and "ValueError" in found and "test_log.py:" in found
    assert "Ana" not in found and "Beatriz" not in found


def test_a_message_cannot_forge_a_line(tmp_path: Path) -> None:
    start_log(tmp_path)
    SCHOOL.warning("refused: %s", "a\nb\x1b[31m")
    assert len(written(tmp_path).splitlines()) == 1 and "\x1b" not in written(tmp_path)


def test_a_slow_operation_is_a_warning_and_a_quick_one_is_not(tmp_path: Path) -> None:
    start_log(tmp_path)
    with timed(SENSORS, "quick"):
        pass
    with timed(SENSORS, "slow", slow_after=0.0):
        pass
    assert [" slow took " in line for line in written(tmp_path).splitlines()] == [True]


def test_an_unwritable_home_does_no_harm(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("not a folder")
    start_log(tmp_path / "file")
    SENSORS.warning("first")
    SENSORS.warning("second")
    (tmp_path / "taken" / log.NAME).mkdir(parents=True)
    start_log(tmp_path / "taken")
    SENSORS.warning("third")
    assert capsys.readouterr() == ("", "")


def test_a_drill_leaves_neither_name_nor_answer_in_the_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TRAINER_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("987654\n" * 12))
    with Store(tmp_path / "data" / "progress.db") as store:
        store.add_profile("Ana Quispe")
    main(["drill", "--log", "debug", "--profile", "Ana Quispe", "--rulebook", "bolivia", "--count", "3"])
    found = written(tmp_path / "data")
    assert "session began: drill" in found and "session ended: drill" in found
    assert "opening the records took" in found
    assert "Quispe" not in found and "987654" not in found


def test_a_wrong_level_is_named_with_the_cure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--log", "loud", "games", "--language", "en"]) == 2
    assert "“loud” is not a level. Give one (debug, info, warning, error)" in capsys.readouterr().err
