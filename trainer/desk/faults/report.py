"""A report of a failure of the program, as a file."""

from __future__ import annotations

import platform
import traceback
from datetime import datetime
from pathlib import Path

from PySide6.QtCore import qVersion

from trainer import __version__


def write_report(folder: Path, error: BaseException, now: datetime) -> Path:
    """A file with all that is needed to find the fault, and nothing about the user; raises `OSError`."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fault-{now:%Y%m%d-%H%M%S-%f}.txt"
    lines = [
        f"croupier-trainer {__version__}, Python {platform.python_version()}, Qt {qVersion()}, {platform.platform()}",
        now.isoformat(timespec="seconds"),
        "",
        *traceback.format_exception(error),
    ]
    path.write_text("\n".join(lines), encoding="utf-8")
    return path
