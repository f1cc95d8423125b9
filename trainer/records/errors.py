"""The troubles with records that a trainee can be told of, each with a message in both languages."""

from __future__ import annotations

from typing import Any

from trainer.texts import Language, Message, text


class RecordsError(Exception):
    """A known trouble with the records; ``message`` says what happened and what to do."""

    id = ""

    def __init__(self, **params: Any) -> None:
        self.message = Message(f"records.error.{self.id}", {key: str(value) for key, value in params.items()})
        super().__init__(text(self.message.id, Language.EN, **self.message.params))


class FileTroubleError(RecordsError, OSError):
    """Something about the file or its disk, as opposed to what was asked for."""


class TooNewError(FileTroubleError):
    """The file has a schema this program does not know; it is left untouched."""

    id = "too-new"


class NotRecordsError(FileTroubleError):
    """An SQLite file of another program, or no SQLite file at all."""

    id = "not-records"


class DamagedError(FileTroubleError):
    """The file cannot be read as it should."""

    id = "damaged"


class AlteredError(DamagedError):
    """The file holds something that this program did not make: a trigger, a view, a table that is not as ours."""

    id = "altered"


class InUseError(FileTroubleError):
    """Another instance of the program writes to this file."""

    id = "in-use"


class DiskFullError(FileTroubleError):
    """There is no room: what was being written was not kept, all before it is."""

    id = "full"


class ReadOnlyError(FileTroubleError):
    """The file or its folder may not be written."""

    id = "read-only"


class EarlierFormError(FileTroubleError):
    """The file was written by an earlier program and must be brought up to date before it can be read."""

    id = "earlier-form"


class CannotOpenError(FileTroubleError):
    """The file cannot be opened at all."""

    id = "cannot-open"


class DiskError(FileTroubleError):
    """Reading or writing failed below SQLite."""

    id = "disk"


class CopyFailedError(FileTroubleError):
    """A backup, or the file that a backup is restored into, could not be written; the records are untouched."""

    id = "copy-failed"


class NameEmptyError(RecordsError):
    id = "name-empty"


class NameTakenError(RecordsError):
    id = "name-taken"


class NoProfileError(RecordsError):
    id = "no-profile"


class NotAnExportError(RecordsError):
    id = "not-an-export"


class ExportTooNewError(RecordsError):
    id = "export-too-new"


class BadLineError(NotAnExportError):
    """A line of an exported profile that cannot be kept."""

    id = "bad-line"


class TooLargeError(NotAnExportError):
    """More than any profile can be."""

    id = "too-large"


class PinNeededError(RecordsError):
    """The profile has a PIN, and nobody has given it yet."""

    id = "pin-needed"


class WrongPinError(RecordsError):
    id = "wrong-pin"


class NoBackupError(RecordsError):
    id = "no-backup"


class ExistsError(RecordsError):
    id = "exists"
