"""Qt's serial port library, if it is installed; without it everything else works, and the page says what to do."""

from __future__ import annotations

from types import ModuleType

serial: ModuleType | None
try:
    from PySide6 import QtSerialPort
except ImportError:  # not installed, or blocked
    serial = None
else:
    serial = QtSerialPort
