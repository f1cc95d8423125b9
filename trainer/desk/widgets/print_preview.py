"""Print a PDF file on one of the system's printers, after a preview of its pages."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QRect, QSizeF, Qt
from PySide6.QtGui import QPageLayout, QPageSize, QPaintEngine, QPainter
from PySide6.QtWidgets import QWidget

from trainer.desk.style.style import current_style
from trainer.desk.widgets.system_files import exec_above, translate_qt
from trainer.system.lazy_imports import lazily

with lazily():  # only for printing
    from PySide6.QtPdf import QPdfDocument
    from PySide6.QtPrintSupport import QPrinter, QPrintPreviewDialog

_DOTS_PER_INCH = 300
_PREVIEW_DOTS_PER_INCH = 100  # the preview keeps the pictures of all pages: 4 MB each
_POINTS_PER_INCH = 72


def print_file(near: QWidget, path: Path) -> None:
    """Show the pages of a PDF file; the dialog prints them or saves them. A file that is no PDF has no pages."""
    document = QPdfDocument(near)
    if document.load(str(path)) is QPdfDocument.Error.None_:
        translate_qt(current_style().language)
        dialog = QPrintPreviewDialog()
        dialog.printer().setDocName(path.stem)
        set_paper(dialog.printer(), document)
        dialog.paintRequested.connect(lambda asked: paint_pages(document, asked))
        exec_above(dialog, near)
        dialog.deleteLater()
    document.close()
    document.deleteLater()


def set_paper(printer: QPrinter, document: QPdfDocument) -> None:
    """Give a printer paper of the size of a document's first page."""
    printer.setResolution(_DOTS_PER_INCH)
    size = document.pagePointSize(0)
    upright = QSizeF(min(size.width(), size.height()), max(size.width(), size.height()))
    printer.setPageSize(QPageSize(upright, QPageSize.Unit.Point))
    if size.width() > size.height():
        printer.setPageOrientation(QPageLayout.Orientation.Landscape)
    printer.setFullPage(True)  # pages have margins of their own


def paint_pages(document: QPdfDocument, printer: QPrinter) -> None:
    """Paint all pages, or those that the user chose to print, each as large as the paper allows."""
    is_preview = printer.paintEngine().type() is QPaintEngine.Type.Picture
    resolution = _PREVIEW_DOTS_PER_INCH if is_preview else _DOTS_PER_INCH
    first, last = 1, document.pageCount()
    if printer.fromPage():
        first, last = max(first, printer.fromPage()), min(last, printer.toPage())
    painter = QPainter(printer)
    painter.setRenderHint(QPainter.RenderHint.LosslessImageRendering)
    for number in range(first, last + 1):
        if number > first:
            printer.newPage()
        points = document.pagePointSize(number - 1)
        pixels = (points * (resolution / _POINTS_PER_INCH)).toSize()
        paper = painter.viewport()
        drawn = pixels.scaled(paper.size(), Qt.AspectRatioMode.KeepAspectRatio)
        painter.drawImage(QRect(paper.topLeft(), drawn), document.render(number - 1, pixels))
    painter.end()
