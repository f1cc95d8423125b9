"""The command line: starts the desk, and offers every other task to scripts, schools and tests."""

from trainer.cli.main import main

__all__ = ["main"]
