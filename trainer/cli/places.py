"""Where the program keeps its files on this machine, and the rulebooks it finds there."""

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
    """Nobody knows where this user's files belong."""


class Places(msgspec.Struct, frozen=True):
    """The folders of one user: progress and own rulebooks in ``data``, settings in ``config``.

    ``cache`` holds what the program can make again; it may be deleted at any time.
    """

    data: Path
    config: Path
    cache: Path

    @property
    def rulebooks(self) -> Path:
        """Where a school puts its own rulebooks and overlays."""
        return self.data / "rulebooks"

    @property
    def exams(self) -> Path:
        """The school's exams on this machine: keys, staff, papers, sittings, results."""
        return self.data / "exams"

    @property
    def schemes(self) -> Path:
        """Where a school puts its own exams, beside its rulebooks."""
        return self.data / "schemes"

    @property
    def progress(self) -> Path:
        return self.data / "progress.db"

    def library(self, with_school: bool = True) -> Library:
        """The shipped rulebooks and, if wanted, the school's own."""
        return Library([SHIPPED, self.rulebooks] if with_school else [SHIPPED], self.data / "reports")


def user_places() -> Places:
    """This user's folders; ``TRAINER_HOME`` puts them all under one folder, as on a USB stick.

    Raises `NoHomeError` where there is neither that nor a home.
    """
    home = os.environ.get("TRAINER_HOME")
    if home:
        return Places(Path(home) / "data", Path(home) / "config", Path(home) / "cache")
    if sys.platform == "linux":  # three variables of the XDG standard: quicker than any library can be loaded
        return Places(
            _xdg("XDG_DATA_HOME", ".local/share"),
            _xdg("XDG_CONFIG_HOME", ".config"),
            _xdg("XDG_CACHE_HOME", ".cache"),
        )
    return Places(user_data_path(_PROGRAM, False), user_config_path(_PROGRAM, False), user_cache_path(_PROGRAM, False))


def _xdg(variable: str, usual: str) -> Path:
    folder = Path(os.environ.get(variable, ""))  # the standard has relative paths ignored
    try:
        return (folder if folder.is_absolute() else Path.home() / usual) / _PROGRAM
    except RuntimeError:  # an account without a home
        raise NoHomeError from None
