"""Folders of the program on this machine, and the rulebook library in them."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import msgspec

from trainer.rulebooks import Library
from trainer.rulebooks.library import SHIPPED
from trainer.system.lazy_imports import lazily

with lazily():  # not needed on Linux
    from platformdirs import user_cache_path, user_config_path, user_data_path

_PROGRAM = "croupier-trainer"


class NoHomeError(Exception):
    """The user has no home folder."""


class Places(msgspec.Struct, frozen=True):
    """Folders of one user: records and own rulebooks in ``data``, settings in ``config``.

    ``cache`` holds what the program can make again; it may be deleted at any time.
    """

    data: Path
    config: Path
    cache: Path

    @property
    def rulebooks(self) -> Path:
        """Folder of the school's own rulebooks and overlays."""
        return self.data / "rulebooks"

    @property
    def exams(self) -> Path:
        """Folder of the school's exams: keys, staff, papers, sittings, results."""
        return self.data / "exams"

    @property
    def schemes(self) -> Path:
        """Folder of the school's own exam schemes."""
        return self.data / "schemes"

    @property
    def progress(self) -> Path:
        return self.data / "progress.db"

    def library(self, with_school: bool = True) -> Library:
        """Rulebook library of the shipped rulebooks and, unless ``with_school`` is false, the school's own."""
        return Library([SHIPPED, self.rulebooks] if with_school else [SHIPPED], self.data / "reports")


def user_places() -> Places:
    """Folders of this user. ``TRAINER_HOME`` puts them all in one folder, for example on a USB stick.

    Raises `NoHomeError` if there is neither that variable nor a home folder.
    """
    home = os.environ.get("TRAINER_HOME")
    if home:
        return Places(Path(home) / "data", Path(home) / "config", Path(home) / "cache")
    if sys.platform == "linux":  # three XDG variables: faster than importing platformdirs
        return Places(
            _xdg("XDG_DATA_HOME", ".local/share"),
            _xdg("XDG_CONFIG_HOME", ".config"),
            _xdg("XDG_CACHE_HOME", ".cache"),
        )
    return Places(user_data_path(_PROGRAM, False), user_config_path(_PROGRAM, False), user_cache_path(_PROGRAM, False))


def _xdg(variable: str, usual: str) -> Path:
    folder = Path(os.environ.get(variable, ""))  # XDG: relative paths are ignored
    try:
        return (folder if folder.is_absolute() else Path.home() / usual) / _PROGRAM
    except RuntimeError:  # no home folder
        raise NoHomeError from None
