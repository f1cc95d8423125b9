"""Short animations, and whether the system asks programs to reduce motion."""

from __future__ import annotations

import configparser
import ctypes
import os
import plistlib
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, QEasingCurve, QObject, QPropertyAnimation, QVariantAnimation
from PySide6.QtWidgets import QWidget

_SPI_GETCLIENTAREAANIMATION = 0x1042
_OFF = ("0", "false", "no")


_GNOME = ("GNOME", "Unity", "Budgie", "Pantheon", "X-Cinnamon")  # desktops whose settings `gsettings` tells
_PATIENCE_SECONDS = 1.0


def reduces_motion(
    platform: str = sys.platform, home: Path | None = None, environment: Mapping[str, str] = os.environ
) -> bool:
    """Whether the system asks programs to reduce motion; `False` if that cannot be found out."""
    home = home or Path.home()
    try:
        if platform == "win32":
            return not _windows_animates()
        if platform == "darwin":
            return _mac_reduces(home / "Library" / "Preferences" / "com.apple.universalaccess.plist")
        if not set(environment.get("XDG_CURRENT_DESKTOP", "").split(":")).isdisjoint(_GNOME):
            return _gnome_stands_still(environment)
        return _kde_stands_still(home / ".config" / "kdeglobals") or any(
            _gtk_stands_still(home / ".config" / version / "settings.ini") for version in ("gtk-4.0", "gtk-3.0")
        )
    except (OSError, ValueError, AttributeError, configparser.Error, plistlib.InvalidFileException):
        return False
    except subprocess.SubprocessError:
        return False


def _gnome_stands_still(environment: Mapping[str, str]) -> bool:
    """Ask GNOME's settings database, which has no file to read; raises `OSError` or `SubprocessError`."""
    said = subprocess.run(
        ["gsettings", "get", "org.gnome.desktop.interface", "enable-animations"],
        capture_output=True,
        check=True,
        text=True,
        timeout=_PATIENCE_SECONDS,
        env=dict(environment),
    )
    return said.stdout.strip().lower() in _OFF


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


Animation = TypeVar("Animation", bound=QVariantAnimation)


def slide(milliseconds: int, parent: QObject) -> QVariantAnimation:
    """An animation of a number from 0 to 1, decelerating; the caller starts it."""
    return _soft(QVariantAnimation(parent, startValue=0.0, endValue=1.0), milliseconds)


def evenly(milliseconds: int, parent: QObject) -> QVariantAnimation:
    """An animation of a number from 0 to 1 at an even pace, for movements with an easing of their own."""
    animation = QVariantAnimation(parent, startValue=0.0, endValue=1.0)
    animation.setDuration(milliseconds)
    return animation


def slide_in(widget: QWidget, milliseconds: int) -> QPropertyAnimation:
    """A decelerating animation of a widget's position; the caller sets both ends and starts it."""
    return _soft(QPropertyAnimation(widget, QByteArray(b"pos"), widget), milliseconds)


def _soft(animation: Animation, milliseconds: int) -> Animation:
    animation.setDuration(milliseconds)
    animation.setEasingCurve(QEasingCurve.Type.OutCubic)
    return animation
