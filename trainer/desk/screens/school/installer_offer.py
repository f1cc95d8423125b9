"""Offers the installers of the school, and writes them in a thread of its own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from trainer.desk.screens.school.installer_line import InstallerLine
from trainer.desk.shell.protocol import Shell
from trainer.desk.widgets.system_files import show_in_folder
from trainer.school.installers.download import Done, InstallerDownload, Job, Stage, run_now
from trainer.school.installers.saved_file import downloads_folder
from trainer.texts import Message


class InstallerOffer(QObject):
    """Shows the download of the current link in the attached lines; where none is in sight, a notice tells how it
    ended."""

    _finished = Signal(object)

    def __init__(self, shell: Shell, parent: QObject) -> None:
        super().__init__(parent)
        self._shell = shell
        self._download: InstallerDownload | None = None
        self._lines: list[InstallerLine] = []
        self._thread: ThreadPoolExecutor | None = None  # started by the first download
        self.folder: Callable[[], Path] = downloads_folder
        self._finished.connect(self._deliver)

    def follow(self, download: InstallerDownload | None) -> None:
        """Show another link's download; one that is under way is cancelled."""
        if self._download is not None:
            self._download.on_change = lambda: None
            self._download.cancel()
        self._download = download
        if download is not None:
            download.work, download.on_change = self._work, self._changed
        self._show()

    def attach(self, line: InstallerLine) -> None:
        """Show the download in a line from now on."""
        if line not in self._lines:
            self._lines.append(line)
            line.pressed.connect(self._act)
        line.show_download(self._download)

    def close(self) -> None:
        """Cancel a download and wait until what was written is removed."""
        self.follow(None)
        if self._thread is not None:
            self._thread.shutdown()

    def _show(self) -> None:
        for line in self._lines:
            line.show_download(self._download)

    def _changed(self) -> None:
        self._show()
        download = self._download
        if download is None or download.message is None or any(line.isVisible() for line in self._lines):
            return
        has_failed = download.stage is Stage.OFFERED and download.problem is not None
        if has_failed or download.stage is Stage.SAVED:  # somebody pressed the button and then left the screen
            self._shell.tell(download.message, "installers.")

    def _act(self) -> None:
        download = self._download
        if download is None:
            return
        if download.stage is Stage.OFFERED:
            download.begin(self.folder())
        elif download.stage is Stage.SAVED and download.path is not None:
            if not show_in_folder(download.path):
                self._shell.tell(Message("settings.program.no-folder", {"path": str(download.path.parent)}))
        else:
            download.cancel()

    # Work on the disk

    def _work(self, job: Job, done: Done) -> None:
        if self._thread is None:
            self._thread = ThreadPoolExecutor(1, "installer")
        self._thread.submit(self._run, job, done)

    def _run(self, job: Job, done: Done) -> None:
        def deliver(result: Path | bool | Exception | None) -> None:
            with suppress(RuntimeError):  # the window was closed meanwhile, and this object with it
                self._finished.emit(lambda: done(result))

        run_now(job, deliver)

    def _deliver(self, finished: Callable[[], None]) -> None:
        finished()
