"""Asking for a PIN in the terminal."""

from __future__ import annotations

import getpass
import sys

from trainer.records.errors import WrongPinError
from trainer.records.profiles import Profile, Roster
from trainer.texts import Language, text


def ask_pin(store: Roster, profile: Profile, language: Language) -> None:
    """Ask for the PIN of a profile that has one, without showing it on a terminal; raises `WrongPinError`."""
    if not profile.has_pin:
        return
    if not store.pin_opens(profile.id, read_secret(text("records.pin", language, name=profile.name))):
        raise WrongPinError(name=profile.name)


def read_secret(prompt: str) -> str:
    """What is typed, without showing it, or a line of what is piped in; nothing if the input has ended or was never
    open."""
    try:
        if sys.stdin is not None and sys.stdin.isatty():
            return getpass.getpass(prompt)
        print(prompt, end="", file=sys.stderr, flush=True)
        return sys.stdin.readline().strip() if sys.stdin is not None else ""
    except (EOFError, OSError, UnicodeDecodeError, ValueError):
        return ""
