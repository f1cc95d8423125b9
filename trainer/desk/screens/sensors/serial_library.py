"""Qt's serial ports, if this computer has them: without the library all else works, and the page says what to do."""

from __future__ import annotations

from types import ModuleType

serial: ModuleType | None
try:
    from PySide6 import QtSerialPort
except ImportError:  # not installed, or not allowed here
    serial = None
else:
    serial = QtSerialPort
