"""PDF files are shown in a preview and printed page by page."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSizeF
from PySide6.QtGui import QColor, QPageSize, QPainter, QPdfWriter
from PySide6.QtPdf import QPdfDocument
from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog, QPrintPreviewWidget
from PySide6.QtWidgets import QWidget

from trainer.desk.widgets.print_preview import paint_pages, print_file, set_paper

_COLOURS = ("red", "green", "blue")


@pytest.fixture
def pdf(tmp_path: Path) -> Path:
    """A file of three landscape pages, each of one colour."""
    path = tmp_path / "pages.pdf"
    writer = QPdfWriter(str(path))
    writer.setPageSize(QPageSize(QSizeF(300, 200), QPageSize.Unit.Point))
    painter = QPainter(writer)
    for number, colour in enumerate(_COLOURS):
        if number:
            writer.newPage()
        painter.fillRect(painter.viewport(), QColor(colour))
    painter.end()
    return path


def pages_of(path: Path) -> list[QColor]:
    """The colour in the middle of each page of a file, whose pages must be 300 by 200 points."""
    document = QPdfDocument()
    assert document.load(str(path)) is QPdfDocument.Error.None_
    colours = []
    for number in range(document.pageCount()):
        size = document.pagePointSize(number).toSize()
        assert (size.width(), size.height()) == (300, 200)
        colours.append(document.render(number, size).pixelColor(size.width() // 2, size.height() // 2))
    document.close()
    return colours


@pytest.mark.parametrize(("first", "last"), [(0, 0), (2, 3), (3, 9)])
def test_the_chosen_pages_are_printed(first: int, last: int, pdf: Path, tmp_path: Path) -> None:
    document = QPdfDocument()
    document.load(str(pdf))
    printer = QPrinter()
    set_paper(printer, document)
    printer.setOutputFileName(str(tmp_path / "printed.pdf"))
    if first:
        printer.setFromTo(first, last)
    paint_pages(document, printer)
    expected = _COLOURS[first - 1 : last] if first else _COLOURS
    assert pages_of(tmp_path / "printed.pdf") == [QColor(colour) for colour in expected]


def test_the_preview_shows_all_pages(qtbot, pdf: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []

    def look(dialog: QPrintPreviewDialog) -> int:
        dialog.show()
        shown.append(dialog.findChild(QPrintPreviewWidget).pageCount())
        return 0

    monkeypatch.setattr(QPrintPreviewDialog, "exec", look)
    near = QWidget()
    qtbot.addWidget(near)
    print_file(near, pdf)
    assert shown == [3]
    print_file(near, pdf.parent / "gone.pdf")
    assert len(shown) == 1
