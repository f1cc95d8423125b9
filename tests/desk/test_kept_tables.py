"""Pictures of tables kept from one start to the next: found whole or not at all, and never out of date."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import QWidget

from trainer.desk.felts import kept as kept_module
from trainer.desk.felts.drawing import _empty_table
from trainer.desk.felts.kept import KeptTables, Print
from trainer.desk.settings.choices import Settings
from trainer.desk.window import MainWindow
from trainer.desk.workplace import Workplace
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
    kept = KeptTables(tmp_path / "pictures")
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
    ],
)
def test_another_table_is_not_mistaken_for_it(tmp_path: Path, picture: QPixmap, other: Print) -> None:
    kept = KeptTables(tmp_path)
    kept.keep(WANTED, picture)
    assert kept.find(other) is None


def test_a_change_to_a_drawing_module_forgets_it(
    tmp_path: Path, picture: QPixmap, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = KeptTables(tmp_path)
    kept.keep(WANTED, picture)
    monkeypatch.setattr(kept_module, "_drawing_modules", lambda: 1)
    assert kept.find(WANTED) is None


def test_a_damaged_picture_is_painted_anew(tmp_path: Path, picture: QPixmap) -> None:
    kept = KeptTables(tmp_path)
    kept.keep(WANTED, picture)
    (file,) = tmp_path.iterdir()
    whole = file.read_bytes()
    for damaged in (b"", whole[:-1], whole[:100] + b"\x55" + whole[101:]):
        file.write_bytes(damaged)
        assert kept.find(WANTED) is None


def test_only_the_last_few_are_kept(tmp_path: Path, picture: QPixmap) -> None:
    kept = KeptTables(tmp_path)
    for cloth in ("", "green", "blue", "burgundy"):
        kept.keep(Print("two-boxes", 40, 30, "dark", Language.ES, cloth), picture)
    assert len(list(tmp_path.iterdir())) == 3
    assert kept.find(Print("two-boxes", 40, 30, "dark", Language.ES, "burgundy")) is not None


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path, picture: QPixmap) -> None:
    (tmp_path / "pictures").write_text("a file where the folder should be")
    kept = KeptTables(tmp_path / "pictures")
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
        # Pieces differ from run to run; the wheel at the upper left is the table's own.
        box = window.runner.felt.felt_box()
        corner = window.runner.felt.grab().copy(int(box.left()), int(box.top()), 130, 130)
        frames.append(corner.toImage())
        assert window.close()
        _empty_table.cache_clear()
    assert [file.suffix for file in workplace.pictures.iterdir()] == [".table"]
    assert frames[0] == frames[1]
