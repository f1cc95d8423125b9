"""The command line: the desk for people, JSON lines and plain text for scripts, schools and tests."""

from trainer.cli.main import main

__all__ = ["main"]
