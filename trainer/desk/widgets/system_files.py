"""Files in the user's system: choose one in its dialog, open one with its program, show one in its folder."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QTranslator, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

from trainer.desk.style.style import current_style
from trainer.texts import Language


def choose_file(near: QWidget, title: str, files: str, folder: Path | None = None) -> Path | None:
    """Let the user choose a file, beginning in a folder; `None` if none is chosen.

    The dialog has the system's colours: with a widget of the desk as its parent, Qt would give it the desk's letters on
    the system's background. Qt's own texts in it are in the user's language.
    """
    _translate_qt(current_style().language)
    dialog = QFileDialog(None, title, str(folder) if folder else "", files)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    dialog.winId()  # creates its native window, which can then stay above ours
    if (window := dialog.windowHandle()) is not None:
        window.setTransientParent(near.window().windowHandle())
    chosen = dialog.selectedFiles() if dialog.exec() else []
    dialog.deleteLater()
    return Path(chosen[0]) if chosen else None


def open_file(path: Path) -> bool:
    """Open a file with the system's program for it; tells whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> bool:
    """Show the folder of a file, or a folder, in the system's file manager; tells whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if path.is_dir() else path.parent)))


@cache
def _translator() -> QTranslator:
    return QTranslator(QApplication.instance())


def _translate_qt(language: Language) -> None:
    """Install Qt's translation of its own dialogs, which replaces the one of another language."""
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if _translator().load(f"qtbase_{language.value}", folder):
        QApplication.installTranslator(_translator())
