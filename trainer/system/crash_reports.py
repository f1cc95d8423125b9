"""Crash reports: a text file with the traceback and the versions involved."""

from __future__ import annotations

import platform
import traceback
from datetime import datetime
from pathlib import Path

from trainer import __version__
from trainer.system.private_files import write_atomically


def write_crash_report(folder: Path, error: BaseException, now: datetime, besides: str = "") -> Path:
    """A file with all that is needed to find the fault, and nothing about the user; raises `OSError`.

    ``besides`` names what else takes part, such as Qt with its version.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"fault-{now:%Y%m%d-%H%M%S-%f}.txt"
    taking_part = [f"croupier-trainer {__version__}", f"Python {platform.python_version()}", besides]
    lines = [
        ", ".join(filter(None, (*taking_part, platform.platform()))),
        now.isoformat(timespec="seconds"),
        "",
        *traceback.format_exception(error),
    ]
    write_atomically(path, "\n".join(lines).encode(errors="replace"))
    return path
