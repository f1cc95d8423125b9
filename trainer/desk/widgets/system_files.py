"""Files in the user's system: choose one in its dialog, open one with its program, show one in its folder.

The dialogs that Qt draws itself are translated here.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from PySide6.QtCore import QLibraryInfo, QTranslator, QUrl
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget

from trainer.desk.style.style import current_style
from trainer.texts import Language


def choose_file(near: QWidget, title: str, files: str, folder: Path | None = None) -> Path | None:
    """Let the user choose a file, beginning in a folder; `None` if none is chosen.

    Qt's own texts in the dialog are in the user's language.
    """
    translate_qt(current_style().language)
    dialog = QFileDialog(None, title, str(folder) if folder else "", files)
    dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
    # Qt has no Spanish for these two.
    dialog.setLabelText(QFileDialog.DialogLabel.LookIn, current_style().text("desk.window.look-in"))
    dialog.setLabelText(QFileDialog.DialogLabel.FileType, current_style().text("desk.window.file-type"))
    chosen = dialog.selectedFiles() if exec_above(dialog, near) else []
    dialog.deleteLater()
    return Path(chosen[0]) if chosen else None


def exec_above(dialog: QDialog, near: QWidget) -> int:
    """Show a dialog of Qt that has no parent above the desk until it is closed; returns its result.

    Without a parent it has the system's colours: with a widget of the desk as its parent, Qt would give it the desk's
    letters on the system's background.
    """
    dialog.winId()  # creates its native window, which can then stay above ours
    if (window := dialog.windowHandle()) is not None:
        window.setTransientParent(near.window().windowHandle())
    return dialog.exec()


def open_file(path: Path) -> bool:
    """Open a file with the system's program for it; tells whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path)))


def show_in_folder(path: Path) -> bool:
    """Show the folder of a file, or a folder, in the system's file manager; tells whether there is one."""
    return QDesktopServices.openUrl(QUrl.fromLocalFile(str(path if path.is_dir() else path.parent)))


@cache
def _translator() -> QTranslator:
    return QTranslator(QApplication.instance())


def translate_qt(language: Language) -> None:
    """Install Qt's translation of its own dialogs, which replaces the one of another language."""
    folder = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    if _translator().load(f"qtbase_{language.value}", folder):
        QApplication.installTranslator(_translator())
