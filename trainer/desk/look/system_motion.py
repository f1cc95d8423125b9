"""Whether the system asks programs to move little: what the person has chosen there holds here too."""

from __future__ import annotations

import configparser
import ctypes
import plistlib
import sys
from pathlib import Path

_SPI_GETCLIENTAREAANIMATION = 0x1042
_OFF = ("0", "false", "no")


def reduces_motion(platform: str = sys.platform, home: Path | None = None) -> bool:
    """Whether it does; no where that cannot be found out."""
    home = home or Path.home()
    try:
        if platform == "win32":
            return not _windows_animates()
        if platform == "darwin":
            return _mac_reduces(home / "Library" / "Preferences" / "com.apple.universalaccess.plist")
        return _kde_stands_still(home / ".config" / "kdeglobals") or any(
            _gtk_stands_still(home / ".config" / version / "settings.ini") for version in ("gtk-4.0", "gtk-3.0")
        )
    except (OSError, ValueError, AttributeError, configparser.Error, plistlib.InvalidFileException):
        return False


def _windows_animates() -> bool:
    animates = ctypes.c_int(1)
    user = ctypes.windll.user32  # type: ignore[attr-defined]
    user.SystemParametersInfoW(_SPI_GETCLIENTAREAANIMATION, 0, ctypes.byref(animates), 0)
    return bool(animates.value)


def _mac_reduces(path: Path) -> bool:
    with path.open("rb") as file:
        return bool(plistlib.load(file).get("reduceMotion"))


def _read(path: Path) -> configparser.ConfigParser:
    found = configparser.ConfigParser(interpolation=None, strict=False)
    found.read(path, encoding="utf-8")
    return found


def _kde_stands_still(path: Path) -> bool:
    return float(_read(path).get("KDE", "AnimationDurationFactor", fallback="1")) == 0


def _gtk_stands_still(path: Path) -> bool:
    return _read(path).get("Settings", "gtk-enable-animations", fallback="1").strip().lower() in _OFF
