"""The errors of the records that a trainee can be told about, each with a message in both languages.

`trainer.records.sqlite_errors` makes them from errors of SQLite; without it the start of the desk needs no SQLite.
"""

from __future__ import annotations

from typing import Any

from trainer.texts import Language, Message, text


class RecordsError(Exception):
    """An error with a ``message`` that says what happened and what to do."""

    id = ""

    def __init__(self, **params: Any) -> None:
        self.message = Message(f"records.error.{self.id}", {key: str(value) for key, value in params.items()})
        super().__init__(text(self.message.id, Language.EN, **self.message.params))


class RecordsFileError(RecordsError, OSError):
    """An error of the file or its disk, as opposed to wrong input."""


class TooNewError(RecordsFileError):
    """A newer program wrote the file. It is left untouched."""

    id = "too-new"


class NotRecordsError(RecordsFileError):
    """The file belongs to another program."""

    id = "not-records"


class DamagedError(RecordsFileError):
    """The file cannot be read completely."""

    id = "damaged"


class AlteredError(DamagedError):
    """The file contains something that this program did not make: a trigger, a view, a changed table."""

    id = "altered"


class InUseError(RecordsFileError):
    """Another instance of the program has the file open for writing."""

    id = "in-use"


class LockFileError(RecordsFileError):
    """The lock file beside the records has content, which this program never writes. The records may be in order."""

    id = "lock-file"


class DiskFullError(RecordsFileError):
    """The disk is full. The last change was not stored; everything before it was."""

    id = "full"


class ReadOnlyError(RecordsFileError):
    """The file or its folder cannot be written."""

    id = "read-only"


class EarlierFormError(RecordsFileError):
    """An older program wrote the file; it has to be migrated before it can be read."""

    id = "earlier-form"


class CannotOpenError(RecordsFileError):
    """The file cannot be opened at all."""

    id = "cannot-open"


class DiskError(RecordsFileError):
    """The disk failed while reading or writing."""

    id = "disk"


class CopyFailedError(RecordsFileError):
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
    """A line of an exported profile has an invalid field."""

    id = "bad-line"


class TooLargeError(NotAnExportError):
    """An import file is larger than any profile can be."""

    id = "too-large"


class PinNeededError(RecordsError):
    """The profile has a PIN that was not given yet."""

    id = "pin-needed"


class WrongPinError(RecordsError):
    id = "wrong-pin"


class NoBackupError(RecordsError):
    id = "no-backup"


class ExistsError(RecordsError):
    id = "exists"
