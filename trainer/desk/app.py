"""Opening the desk: the application, its fonts, settings and window."""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Protocol
from uuid import UUID

import shiboken6
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication

from trainer.desk.offers import Offers
from trainer.desk.recording import Recording
from trainer.desk.settings import load_settings
from trainer.desk.window import MainWindow, Workplace
from trainer.rulebooks import Library
from trainer.texts import Language, Message, text

_STARTED_MILLISECONDS = 1000  # after which the first screen is painted


class Places(Protocol):
    """The folders of one user, as the command line finds them."""

    data: Path
    config: Path

    @property
    def progress(self) -> Path: ...

    def library(self) -> Library: ...


def open_window(
    places: Places, clock: Callable[[], int], now: Callable[[], datetime], straight_on: bool = False
) -> MainWindow:
    """The main window for a user's folders, at home or ``straight_on`` at a question; it is not shown yet."""
    settings_path = places.config / "settings.json"
    settings, aside = load_settings(settings_path, f"{now():%Y%m%d-%H%M%S}")
    recording = Recording(places.progress, now, lambda: text("desk.profile.first", settings.language))
    workplace = Workplace(
        offers=Offers(places.library()),
        recording=recording,
        settings_path=settings_path,
        reports=places.data / "reports",
        pictures=places.data / "pictures",
        clock=clock,
        now=now,
        rng=random.Random(),
    )
    recording.wanted = UUID(hex=settings.profile) if settings.profile else None
    window = MainWindow(workplace, settings)
    window.go_on() if straight_on else window.show_home()
    if settings.asks_pin:
        window.study.show_profiles(is_locked=True)
    if aside is not None:
        window.notices.tell(Message("desk.window.settings-set-aside", {"path": str(aside)}))
    return window


def run(
    places: Places,
    language: str | None = None,
    straight_on: bool = False,
    clock: Callable[[], int] = time.monotonic_ns,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> int:
    """Open the desk and stay until it is closed; returns the exit status.

    ``language`` goes before the one last used; ``straight_on`` asks a question at once. ``clock`` counts nanoseconds
    and never goes back; ``now`` is the time of day with its zone.
    """
    application = QApplication.instance() or QApplication([])
    application.setApplicationName("croupier-trainer")
    window = open_window(places, clock, now, straight_on)
    if language and language != window.settings.language:
        window.change_settings(language=Language(language))
    before = sys.excepthook

    def fail(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        before(kind, error, trace)
        window.show_fault(error)

    sys.excepthook = fail
    QTimer.singleShot(_STARTED_MILLISECONDS, window, _collect_garbage)
    try:
        window.showFullScreen() if window.settings.full_screen else window.show()
        return application.exec()
    finally:
        sys.excepthook = before
        # Qt takes the window down in its own order; Python's collector might begin with the children.
        shiboken6.delete(window)


def _collect_garbage() -> None:
    """Begin to collect garbage, if the start was without; what the start made stays for good and is left alone."""
    gc.freeze()
    gc.enable()
