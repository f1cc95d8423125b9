"""One window for each user's folder: a second start brings the first window to the front and ends."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QLockFile, QObject

from trainer.system.digests import sha256
from trainer.system.lazy_imports import lazily

with lazily():  # only for a second start, and after the first screen has been painted
    from PySide6.QtNetwork import QLocalServer, QLocalSocket

_WAIT_MILLISECONDS = 1500
_DONE = b"shown"


class SingleInstance(QObject):
    """Holds a lock file in the user's folder, and a local socket on which later starts ask for the window.

    If the folder cannot be written, every start opens a window of its own.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._lock = QLockFile(str(folder / "desk.lock"))
        self._lock.setStaleLockTime(0)  # stale only if its process is gone
        self._name = f"croupier-trainer-{sha256(str(folder).encode()).hexdigest()[:16]}"
        self._server: QLocalServer | None = None

    def hands_over(self) -> bool:
        """Whether another start has the window and has brought it to the front; `False` if it does not answer."""
        if self._lock.tryLock(0) or self._lock.error() is not QLockFile.LockError.LockFailedError:
            return False
        socket = QLocalSocket()
        socket.connectToServer(self._name)
        if not socket.waitForConnected(_WAIT_MILLISECONDS):
            return False
        return socket.waitForReadyRead(_WAIT_MILLISECONDS) and bytes(socket.readAll().data()) == _DONE

    def listen(self, show: Callable[[], object]) -> None:
        """Call ``show`` whenever a later start asks for the window."""
        if not self._lock.isLocked():
            return
        QLocalServer.removeServer(self._name)  # left by a program that was killed
        self._server = QLocalServer(self)
        self._server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        self._server.newConnection.connect(lambda: self._answer(show))
        self._server.listen(self._name)

    def _answer(self, show: Callable[[], object]) -> None:
        while self._server is not None and (socket := self._server.nextPendingConnection()) is not None:
            show()
            socket.write(_DONE)
            socket.flush()
            socket.disconnected.connect(socket.deleteLater)

    def close(self) -> None:
        """Release the lock and stop listening."""
        if self._server is not None:
            self._server.close()
        self._lock.unlock()
