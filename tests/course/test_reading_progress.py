"""What was read, marked and noted is there the next time, and a damaged file takes nothing down."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from trainer.course.reading_progress import ReadingBook, page_name
from trainer.texts import Message

PAGE = page_name("arica", "craps", "drill:horn")


def test_pages_bookmarks_and_notes_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "course" / "somebody.json"
    book = ReadingBook(path)
    book.read(PAGE, date(2026, 11, 16))
    book.mark(PAGE, True)
    book.write_note(PAGE, "¡doblar menos uno!")
    again = ReadingBook(path)
    assert again.is_read(PAGE) and again.is_marked(PAGE) and again.note(PAGE) == "¡doblar menos uno!"
    again.mark(PAGE, False)
    again.write_note(PAGE, " ")
    assert not ReadingBook(path).is_marked(PAGE) and ReadingBook(path).note(PAGE) == ""
    assert path.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("damage", [b"", b"{", b"\xff\xfe", b'{"read": 5}', b"[" * 100_000, b'{"a": ' * 100_000])
def test_a_damaged_file_is_as_if_nothing_had_been_read(tmp_path: Path, damage: bytes) -> None:
    path = tmp_path / "somebody.json"
    path.write_bytes(damage)
    told: list[Message] = []
    book = ReadingBook(path, told.append)
    assert not book.is_read(PAGE)
    book.read(PAGE, date(2026, 11, 16))
    assert ReadingBook(path, told.append).is_read(PAGE)
    assert (tmp_path / "somebody-damaged.json").read_bytes() == damage  # somebody may still want his notes out of it
    assert [message.id for message in told] == ["lesson.book-set-aside"]


def test_of_a_damaged_file_the_notes_stay_that_can_be_read(tmp_path: Path) -> None:
    path = tmp_path / "somebody.json"
    for _ in range(2):
        path.write_text(f'{{"read": {{"{PAGE}": "2026-02-31"}}, "notes": {{"{PAGE}": "doblar"}}}}', encoding="utf-8")
        assert ReadingBook(path).note(PAGE) == "doblar"
    path.write_text('{"nptes": {"a": "b"}}')  # one letter of it is damaged
    ReadingBook(path).mark(PAGE, True)
    assert len(list(tmp_path.iterdir())) == 4  # each of them is kept, and the book goes on


def test_a_note_that_cannot_be_kept_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "folder").write_text("a file")
    told: list[Message] = []
    book = ReadingBook(tmp_path / "folder" / "somebody.json", told.append)
    book.write_note(PAGE, "uno")
    book.write_note(PAGE, "dos")
    assert book.note(PAGE) == "dos"
    assert [message.id for message in told] == ["lesson.book-not-kept"]
