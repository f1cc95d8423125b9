"""Measures the machine before an exam: screens, painting and response time, free disk space, assistive technology."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median

from PySide6.QtCore import QObject, QTimer
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QWidget

from trainer.exams.sitting import Machine

_FRAMES = 12
_USUAL_RATE = 60.0


class MachineCheck(QObject):
    """Paints a widget several times through the event loop, as an exam does; then calls ``done`` with all that was
    measured and deletes itself."""

    def __init__(self, painted: QWidget, folder: Path, done: Callable[[Machine], None]) -> None:
        super().__init__(painted)
        self._painted = painted
        self._folder = folder
        self._done = done
        self._paints: list[float] = []
        self._waits: list[float] = []
        self._asked = 0.0
        self._next()

    def _next(self) -> None:
        self._asked = time.perf_counter()
        QTimer.singleShot(0, self, self._measure)

    def _measure(self) -> None:
        begin = time.perf_counter()
        self._waits.append(begin - self._asked)
        self._painted.repaint()
        self._paints.append(time.perf_counter() - begin)
        if len(self._paints) < _FRAMES:
            self._next()
            return
        screen = self._painted.screen()
        size = screen.size()
        rate = screen.refreshRate() or _USUAL_RATE
        folder = next(place for place in (self._folder, *self._folder.parents) if place.exists())
        readers = ("assistive technology",) if QAccessible.isActive() else ()
        self._done(
            Machine(
                screen=f"{size.width()}x{size.height()}",
                screens=len(QGuiApplication.screens()),
                frame_ms=round(1000 * median(self._paints) + 1000 / rate),
                latency_ms=round(1000 * median(self._waits) + 1000 / rate),
                free_mb=shutil.disk_usage(folder).free // 1_000_000,
                readers=readers,
            )
        )
        self.deleteLater()
