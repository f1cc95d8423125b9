"""Entry point of the program: ``trainer``, or ``python -m trainer``."""

from __future__ import annotations

import sys

from trainer.system.lazy_imports import lazily
from trainer.system.signals import exit_on_signals

with lazily():  # when Ctrl-C is seen to
    from trainer.cli import main


def run() -> int:
    """Run the command that was typed; returns the exit status."""
    exit_on_signals()
    return main()


if __name__ == "__main__":
    sys.exit(run())
