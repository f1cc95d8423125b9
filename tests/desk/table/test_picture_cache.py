"""Pictures of tables kept from one start to the next: found whole or not at all, and never out of date."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QWidget

from trainer.cli.places import Places
from trainer.desk.shell.settings import Settings
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.workplace import Workplace, prepare
from trainer.desk.table import picture_cache as kept_module
from trainer.desk.table.drawing import _empty_table
from trainer.desk.table.picture_cache import PictureCache, Print
from trainer.texts import Language

WANTED = Print("two-boxes", 40, 30, "dark", Language.ES, "")


@pytest.fixture
def picture(qapp: object) -> QPixmap:
    image = QImage(40, 30, QImage.Format.Format_ARGB32_Premultiplied)
    for x in range(40):
        for y in range(30):
            image.setPixel(x, y, 0x80000000 | x << 16 | y << 8)
    return QPixmap.fromImage(image)


def test_a_kept_table_is_found_pixel_by_pixel(tmp_path: Path, picture: QPixmap) -> None:
    kept = PictureCache(tmp_path / "pictures")
    assert kept.find(WANTED) is None
    kept.keep(WANTED, picture)
    assert kept.find(WANTED).toImage() == picture.toImage()


@pytest.mark.parametrize(
    "other",
    [
        Print("two-boxes", 30, 40, "dark", Language.ES, ""),
        Print("two-boxes", 40, 30, "light", Language.ES, ""),
        Print("two-boxes", 40, 30, "dark", Language.EN, ""),
        Print("two-boxes", 40, 30, "dark", Language.ES, "blue"),
        Print("one-box", 40, 30, "dark", Language.ES, ""),
        Print("two-boxes", 40, 30, "dark", Language.ES, "", "other rules are printed on it"),
    ],
)
def test_another_table_is_not_mistaken_for_it(tmp_path: Path, picture: QPixmap, other: Print) -> None:
    kept = PictureCache(tmp_path)
    kept.keep(WANTED, picture)
    assert kept.find(other) is None


def test_a_change_to_a_drawing_module_forgets_it(
    tmp_path: Path, picture: QPixmap, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = PictureCache(tmp_path)
    kept.keep(WANTED, picture)
    monkeypatch.setattr(kept_module, "_drawing_modules", lambda: 1)
    assert kept.find(WANTED) is None


def test_a_damaged_picture_is_painted_anew(tmp_path: Path, picture: QPixmap) -> None:
    kept = PictureCache(tmp_path)
    kept.keep(WANTED, picture)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], b"\x55" + whole[1:], whole[:100] + b"\x55" + whole[101:]):
        file.write_bytes(damaged)
        assert kept.find(WANTED) is None


def test_only_the_last_few_are_kept(tmp_path: Path, picture: QPixmap) -> None:
    kept = PictureCache(tmp_path)
    for cloth in ("", "green", "blue", "burgundy"):
        kept.keep(Print("two-boxes", 40, 30, "dark", Language.ES, cloth), picture)
    assert len(list(tmp_path.iterdir())) == 3
    assert kept.find(Print("two-boxes", 40, 30, "dark", Language.ES, "burgundy")) is not None


CLOTHS = ("", "green", "blue", "burgundy", "grey")


def keep_more_than_are_kept(kept: PictureCache, picture: QPixmap) -> None:
    for cloth in CLOTHS:
        kept.keep(Print("two-boxes", 40, 30, "dark", Language.ES, cloth), picture)


def test_nothing_that_somebody_else_put_there_is_deleted(tmp_path: Path, picture: QPixmap) -> None:
    strangers = {
        "progress-map-20260101-200000.png": b"a saved picture",
        "notes.table": b"a table of somebody's",
        "roulette-french-0a1b2c3d.table": b"a file that only has our kind of name",
        "roulette-french-0a1b2c3d.table.new": b"another one",
    }
    for name, content in strangers.items():
        (tmp_path / name).write_bytes(content)
        os.utime(tmp_path / name, (0, 0))  # older than any picture of ours
    (tmp_path / "folder").mkdir()
    keep_more_than_are_kept(PictureCache(tmp_path), picture)
    assert {name: (tmp_path / name).read_bytes() for name in strangers} == strangers
    assert (tmp_path / "folder").is_dir()
    assert len(list(tmp_path.iterdir())) == len(strangers) + 1 + 3


def test_a_folder_reached_through_a_link_loses_nothing_either(tmp_path: Path, picture: QPixmap) -> None:
    documents = tmp_path / "documents"
    documents.mkdir()
    for number in range(4):
        (documents / f"letter-{number}.txt").write_text("dear reader")
    (tmp_path / "tables").symlink_to(documents)
    keep_more_than_are_kept(PictureCache(tmp_path / "tables"), picture)
    assert len(list(documents.glob("*.txt"))) == 4


def test_no_link_is_written_through_or_deleted(tmp_path: Path, picture: QPixmap) -> None:
    kept, away = PictureCache(tmp_path / "tables"), PictureCache(tmp_path / "away")
    keep_more_than_are_kept(away, picture)
    letter = tmp_path / "letter.txt"
    letter.write_text("dear reader")
    kept.folder.mkdir()
    for path in away.folder.iterdir():
        (kept.folder / path.name).symlink_to(path)
        (kept.folder / f"{path.name}.new").symlink_to(letter)
    links = set(kept.folder.iterdir())
    keep_more_than_are_kept(kept, picture)
    assert links <= set(kept.folder.iterdir())
    assert letter.read_text() == "dear reader"
    assert len(list(away.folder.iterdir())) == 3


def test_what_a_cut_off_start_left_behind_is_no_hindrance(tmp_path: Path, picture: QPixmap) -> None:
    kept = PictureCache(tmp_path)
    kept.keep(WANTED, picture)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for left in (b"", whole[:5], whole[:100]):
        file.rename(tmp_path / f"{file.name}.new")
        (tmp_path / f"{file.name}.new").write_bytes(left)
        kept.keep(WANTED, picture)
        assert [path.name for path in tmp_path.iterdir()] == [file.name]
        assert file.read_bytes() == whole


def test_saved_pictures_outlive_many_starts(tmp_path: Path, picture: QPixmap) -> None:
    """Those of a user of earlier versions too: they stay where they are, and tables are kept elsewhere."""
    places = Places(tmp_path / "data", tmp_path / "config", tmp_path / "cache")
    saved = places.data / "pictures"
    saved.mkdir(parents=True)
    for number in range(4):
        picture.save(str(saved / f"progress-map-20260101-20000{number}.png"))
    before = set(saved.iterdir())
    workplace = prepare(places, time.monotonic_ns, lambda: datetime(2026, 1, 1, tzinfo=UTC)).workplace
    assert workplace.folders.pictures == saved
    for cloth in CLOTHS:  # one start each
        PictureCache(workplace.folders.tables).keep(Print("two-boxes", 40, 30, "dark", Language.ES, cloth), picture)
    assert set(saved.iterdir()) == before
    assert len(list(workplace.folders.tables.iterdir())) == 3


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path, picture: QPixmap) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    kept = PictureCache(tmp_path / "pictures")
    kept.keep(WANTED, picture)
    assert kept.find(WANTED) is None


def test_closing_the_window_keeps_the_table_and_the_next_start_shows_the_same(
    workplace: Workplace, owned: Callable[[QWidget], None]
) -> None:
    frames = []
    for _ in range(2):
        window = MainWindow(workplace, Settings())
        owned(window)
        window.go_on()
        window.resize(1280, 720)
        window.show()
        window.runner.felt.looking.sees_whole = True
        # Pieces differ from run to run; the wheel at the upper left is the table's own.
        box = window.runner.felt.felt_box()
        corner = window.runner.felt.grab().copy(int(box.left()), int(box.top()), 130, 130)
        frames.append(corner.toImage())
        assert window.close()
        _empty_table.cache_clear()
    assert [file.suffix for file in workplace.folders.tables.iterdir()] == [".table"]
    assert frames[0] == frames[1]
