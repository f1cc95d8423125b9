"""Where the program keeps its files on this machine, and the rulebooks it finds there."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec

from trainer.rulebooks import Library
from trainer.rulebooks.library import SHIPPED


class Places(msgspec.Struct, frozen=True):
    """The folders of one user: progress and own rulebooks in ``data``, settings in ``config``."""

    data: Path
    config: Path

    @property
    def rulebooks(self) -> Path:
        """Where a school puts its own rulebooks and overlays."""
        return self.data / "rulebooks"

    @property
    def progress(self) -> Path:
        return self.data / "progress.db"

    def library(self) -> Library:
        """The shipped rulebooks and the school's own."""
        return Library([SHIPPED, self.rulebooks])


def user_places() -> Places:
    """This user's folders; ``TRAINER_HOME`` puts them all under one folder, as on a USB stick."""
    home = os.environ.get("TRAINER_HOME")
    if home:
        return Places(Path(home) / "data", Path(home) / "config")
    from platformdirs import user_config_path, user_data_path  # noqa: PLC0415 - not needed with TRAINER_HOME

    return Places(user_data_path("croupier-trainer", False), user_config_path("croupier-trainer", False))
