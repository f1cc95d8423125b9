"""Open the records for commands that only read them, and ask for a profile's PIN."""

from __future__ import annotations

from pathlib import Path

from trainer.cli.streams import print_stderr, read_secret
from trainer.records.errors import EarlierFormError, ReadOnlyError, WrongPinError
from trainer.records.profiles import Profile, ProfileBook
from trainer.records.store import Store
from trainer.texts import Language, say, text


def open_read_only(path: Path, language: Language) -> Store:
    """Open the records for reading, also while the desk is open.

    A file of an earlier format is migrated first, as at the desk; then the notices are printed and the store is
    writable. Raises `EarlierFormError` if the file cannot be written.
    """
    try:
        return Store(path, read_only=True)
    except EarlierFormError as error:
        try:
            store = Store(path)
        except ReadOnlyError:
            raise error from None
    for notice in store.notices:
        print_stderr(say(notice, language))
    return store


def ask_pin(store: ProfileBook, profile: Profile, language: Language) -> None:
    """Ask for the PIN of a profile that has one, without echoing it; raises `WrongPinError`."""
    if not profile.has_pin:
        return
    if not store.check_pin(profile.id, read_secret(text("records.pin", language, name=profile.name))):
        raise WrongPinError(name=profile.name)
