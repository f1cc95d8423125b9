"""What the disk or the network refuses a school is told in the user's language, with what to do."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from pathlib import Path

import pytest
from xlsxwriter.exceptions import FileCreateError

from trainer.school.errors import CannotOpenSchoolError, SchoolError, StorageError
from trainer.school.exports import write_xlsx
from trainer.school.laptop.https import PinnedHTTPS
from trainer.school.storage.sqlite_engine import SQLiteEngine
from trainer.texts import Language, say


def told(error: SchoolError) -> tuple[str, str]:
    said = tuple(say(error.message, language) for language in Language)
    assert not any("Errno" in words or "sqlite" in words.lower() for words in said), said
    assert said[0] != said[1]
    return said


def test_a_store_that_is_a_folder_a_file_in_its_way_or_rubbish(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    (tmp_path / "rubbish.db").write_bytes(b"rubbish" * 500)
    for path in (tmp_path, tmp_path / "file" / "school.db", tmp_path / "rubbish.db"):
        with pytest.raises(CannotOpenSchoolError) as found:
            SQLiteEngine(path)
        assert str(path) in told(found.value)[0]


def test_a_disk_that_fills_up(tmp_path: Path) -> None:
    engine = SQLiteEngine(tmp_path / "school.db")
    with engine.writing() as writer:
        writer.change("CREATE TABLE songs (title TEXT)")
    engine._writer.execute("PRAGMA max_page_count = 4")
    with pytest.raises(StorageError) as found, engine.writing() as writer:
        writer.change("INSERT INTO songs VALUES (?)", ("x" * 100_000,))
    assert "no queda sitio" in " ".join(told(found.value))
    engine.close()


def test_an_address_where_nobody_answers() -> None:
    for address in ("127.0.0.1:9", "no-such-host.invalid:8443"):
        with pytest.raises(CannotOpenSchoolError) as found:
            PinnedHTTPS(address).post("/hello", b"")
        assert "nadie responde" in " ".join(told(found.value))


def test_a_workbook_that_cannot_be_written_is_the_disks_word_and_leaves_nothing(tmp_path: Path) -> None:
    def rows() -> Iterator[tuple[str]]:
        yield ("a",)
        raise FileCreateError(OSError(errno.ENOSPC, "No space left on device"))

    with pytest.raises(OSError, match=r"class\.xlsx"):
        write_xlsx([("work", rows())], tmp_path / "class.xlsx")
    assert list(tmp_path.iterdir()) == []
