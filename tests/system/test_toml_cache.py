"""TOML files and their compiled copies: quick to read and never out of date."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from trainer.system import toml_cache
from trainer.system.toml_cache import read_toml


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of the program's own."""
    monkeypatch.setattr(toml_cache, "_PACKAGE", tmp_path)
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    path = tmp_path / "game.toml"
    path.write_text('pays = "2 to 1"\n[table]\nminimum = 5\nshare = 0.5\nnames = ["uno", "dós"]\n', encoding="utf-8")
    return path


def _parsed_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: bytes) -> None:
        raise AssertionError("parsed though nothing changed")

    monkeypatch.setattr(toml_cache, "_parse", fail)


def test_the_copy_says_the_same_and_is_used(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = read_toml(own)
    _parsed_no_more(monkeypatch)
    assert (
        read_toml(own)
        == parsed
        == {
            "pays": "2 to 1",
            "table": {"minimum": 5, "share": 0.5, "names": ["uno", "dós"]},
        }
    )


def test_a_change_of_the_same_length_is_seen(own: Path) -> None:
    read_toml(own)
    before = own.stat().st_mtime_ns
    own.write_text(own.read_text(encoding="utf-8").replace("2 to 1", "3 to 1"), encoding="utf-8")
    os.utime(own, ns=(before + 1, before + 1))
    assert read_toml(own)["pays"] == "3 to 1"


def test_a_change_within_the_same_moment_is_seen(own: Path) -> None:
    read_toml(own)
    before = own.stat().st_mtime_ns
    own.write_text(own.read_text(encoding="utf-8").replace("2 to 1", "3 to 1"), encoding="utf-8")
    os.utime(own, ns=(before, before))
    assert read_toml(own)["pays"] == "3 to 1"


def test_a_planted_copy_with_the_right_stamp_is_not_believed(own: Path) -> None:
    read_toml(own)
    (copy,) = (own.parent / "__pycache__").iterdir()
    stamp, _, content = copy.read_bytes().partition(b"\n")
    copy.write_bytes(stamp + b"\n" + content.replace(b"2 to 1", b"99 to 1"))
    assert read_toml(own)["pays"] == "2 to 1"
    other = own.with_name("other.toml")
    other.write_text('pays = "99 to 1"', encoding="utf-8")
    read_toml(other)
    copy.write_bytes((copy.parent / "other.toml.json").read_bytes())
    assert read_toml(own)["pays"] == "2 to 1"


def test_a_damaged_copy_is_made_anew(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    parsed = read_toml(own)
    (copy,) = (own.parent / "__pycache__").iterdir()
    copy.write_bytes(copy.read_bytes()[:-5])
    assert read_toml(own) == parsed
    _parsed_no_more(monkeypatch)
    assert read_toml(own) == parsed


def test_the_reader_may_change_what_it_read(own: Path) -> None:
    read_toml(own)["table"].clear()
    assert read_toml(own)["table"]["minimum"] == 5


def test_a_schools_own_file_has_no_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.dont_write_bytecode", False)
    path = tmp_path / "game.toml"
    path.write_text("minimum = 5", encoding="utf-8")
    assert read_toml(path) == {"minimum": 5}
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("content", [b"minimum = ", b"name = '\xff'"])
def test_what_is_not_toml_in_utf_8_is_a_value_error(own: Path, content: bytes) -> None:
    own.write_bytes(content)
    with pytest.raises(ValueError):
        read_toml(own)


def test_a_file_that_is_not_there_is_an_os_error(own: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_toml(own.with_name("other.toml"))
