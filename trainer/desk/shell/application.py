"""Opens the application and its main window, and runs the event loop until the window is closed."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from contextlib import ExitStack, closing
from types import TracebackType

import shiboken6
from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication, QIcon
from PySide6.QtWidgets import QApplication

from trainer.desk.shell.start.display import without_display
from trainer.desk.shell.start.garbage import begin_collecting_when_told, collect_due
from trainer.desk.shell.start.interrupt import Interrupt
from trainer.desk.shell.start.single_instance import SingleInstance
from trainer.desk.shell.window import MainWindow
from trainer.desk.shell.window_geometry import restore_geometry
from trainer.desk.shell.workplace import Prepared
from trainer.system.lazy_imports import lazily
from trainer.system.resources import folder
from trainer.texts import Language

with lazily():  # imported after the first screen has been painted, or only for a first-time user
    from trainer.desk.screens.home.first_run import system_appearance, system_language
    from trainer.desk.shell.start.heap import keep_pictures_apart
    from trainer.desk.shell.start.signal_wakeup import Waking

_log = logging.getLogger(__name__)

_STARTED_MILLISECONDS = 1000  # by then the first screen has been painted
_LOOKS_MILLISECONDS = 50  # how often Ctrl-C is polled until then
_COLLECTS_MILLISECONDS = 500


def open_window(prepared: Prepared, straight_on: bool = False) -> MainWindow:
    """Create the main window without showing it: at home, at the first screen of a new user or, with
    ``straight_on``, at a question. A profile with a PIN is asked for it, and the notices of the start are shown."""
    settings = prepared.settings
    window = MainWindow(prepared.workplace, settings)
    restore_geometry(window, settings.place)
    window.fit()  # before it has content, so that nothing is styled twice
    try:
        if straight_on:
            window.go_on()
        elif prepared.is_first:
            window.change_settings(language=system_language(), appearance=system_appearance())
            window.show_first_run()
        else:
            window.show_home()
        if settings.asks_pin:
            window.study.show_profiles(is_locked=True)
        for notice in prepared.notices:
            window.notices.tell(notice)
    except BaseException:
        shiboken6.delete(window)  # parent first, as Qt does it, before a safe start is tried
        raise
    return window


def show(window: MainWindow) -> None:
    """Show the window as it was when it was closed: full screen, maximised or at its old place. The first time it is
    maximised."""
    state = window.windowState()
    if window.settings.maximised or window.settings.place is None:
        state |= Qt.WindowState.WindowMaximized
    if window.settings.full_screen:
        state |= Qt.WindowState.WindowFullScreen
    window.setWindowState(state)
    window.show()


def run(
    prepared: Prepared,
    language: str | None = None,
    straight_on: bool = False,
    started: Callable[[], None] = lambda: None,
    no_display: Callable[[], object] = lambda: None,
) -> int:
    """Open the desk and run it until the window is closed; returns the exit status.

    If another window of the same user is open, bring that one to the front instead, unless this is a safe start.

    An exception that nothing catches is logged; the window mends its cause or shows it, and stays open.

    ``language`` overrides the language in the settings; ``straight_on`` asks a question at once; ``started`` is called
    when the first screen has been painted; ``no_display`` is called if there is no display. Raises `KeyboardInterrupt`
    after everything is closed if Ctrl-C closed it.
    """
    with without_display(no_display):
        application = QApplication.instance() or QApplication([])
    application.setApplicationName("croupier-trainer")
    QGuiApplication.setDesktopFileName("croupier-trainer")  # the icon on Wayland
    instance = SingleInstance(prepared.workplace.folders.settings_path.parent)
    if not prepared.is_safe and instance.hands_over():
        return 0
    with closing(instance), Interrupt() as interrupt:
        window = open_window(prepared, straight_on)
        if language and language != window.settings.language:
            window.change_settings(language=Language(language))
        before = sys.excepthook

        def fail(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
            _log.error("unexpected exception", exc_info=error)
            if window.crash_handler.mends(error):
                return
            before(kind, error, trace)
            window.crash_handler.show(error)

        def leave() -> None:
            window.close()
            application.quit()  # even with unsaved answers: Ctrl-C is not confirmed

        waking = ExitStack()

        def begin() -> None:
            looking.stop()
            _log.info("the desk is open")
            begin_collecting_when_told()
            collecting.start(_COLLECTS_MILLISECONDS)
            started()
            instance.listen(window.come_to_front)
            QGuiApplication.setWindowIcon(QIcon(str(folder("assets") / "icon.png")))
            keep_pictures_apart()
            waking.enter_context(Waking(interrupt, leave))
            if interrupt.came:
                leave()

        collecting = QTimer(window)
        collecting.timeout.connect(collect_due)
        looking = QTimer(window)
        looking.timeout.connect(lambda: leave() if interrupt.came else None)
        looking.start(_LOOKS_MILLISECONDS)
        sys.excepthook = fail
        QTimer.singleShot(_STARTED_MILLISECONDS, window, begin)
        try:
            show(window)
            with waking:
                status = 0 if interrupt.came else application.exec()
        finally:
            sys.excepthook = before
            # Delete the window from Qt's side, parent first; Python's collector might begin with its children.
            shiboken6.delete(window)
    if interrupt.came:
        raise KeyboardInterrupt
    return status
