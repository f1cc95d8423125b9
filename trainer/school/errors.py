"""The troubles of a school that people can be told of, each with a message in both languages."""

from __future__ import annotations

from typing import Any

from trainer.texts import Language, Message, text


class SchoolError(Exception):
    """A known trouble; ``message`` says what happened and what to do, ``id`` is what goes over the wire."""

    id = "trouble"

    def __init__(self, **params: Any) -> None:
        said = {key: value if isinstance(value, Message) else str(value) for key, value in params.items()}
        self.message = Message(f"school.error.{self.id}", said)
        super().__init__(text(self.message.id, Language.EN, **self.message.params))


class CannotOpenSchoolError(SchoolError):
    """The store cannot be opened or reached."""

    id = "cannot-open"


class SchoolTooNewError(SchoolError):
    """The store was made by a later program; it is left untouched."""

    id = "too-new"


class StorageError(SchoolError):
    """Reading or writing failed below us; nothing of the change was kept."""

    id = "storage"


class NoFormatError(SchoolError):
    """A table is to be written as something that it is not written as."""

    id = "no-format"


class NotACertificateError(SchoolError):
    """What is to be given is no certificate, or none of this school's."""

    id = "not-a-certificate"


class NotAStoreError(SchoolError):
    """An address of a kind of database that a school cannot be kept in."""

    id = "not-a-store"


class NoDriverError(SchoolError):
    """PostgreSQL is asked for, and its driver is not installed."""

    id = "no-driver"


class BadServiceIdentityError(SchoolError):
    """The service's certificate or key is missing or damaged, or they do not belong together; nothing was changed."""

    id = "bad-identity"


class SwappedIdentityError(BadServiceIdentityError):
    """The files of the service's certificate and of its key have each other's names."""

    id = "swapped-identity"


class NotAnIdentityCopyError(SchoolError):
    """A file that is to be restored does not hold a certificate with its key."""

    id = "not-an-identity"


class NotAllowedError(SchoolError):
    """The table of rights says no."""

    id = "not-allowed"


class UnknownError(SchoolError):
    """There is no such person, class, laptop or assignment."""

    id = "unknown"


class TakenError(SchoolError):
    """A name or a login that somebody else has."""

    id = "taken"


class ConflictError(SchoolError):
    """What is to be written goes against what is there: the same id twice, or something that is nowhere."""

    id = "conflict"


class EmptyNameError(SchoolError):
    """A name without a letter, or one that is too long."""

    id = "empty-name"


class WrongPasswordError(SchoolError):
    """Wrong name or wrong password: which of the two is not said."""

    id = "wrong-password"


class WeakPasswordError(SchoolError):
    id = "weak-password"


class SlowDownError(SchoolError):
    """Too many wrong tries."""

    id = "slow-down"


class WrongCodeError(SchoolError):
    """The code is wrong or has run out, or another service answers than the one that showed it."""

    id = "wrong-code"


class StaleJoinError(SchoolError):
    """A join that was heard before, or began too long ago."""

    id = "stale-join"


class NotJoinedError(SchoolError):
    """The laptop's key is not known here, or was withdrawn."""

    id = "not-joined"


class SessionOverError(SchoolError):
    """The session has ended: sign in again."""

    id = "session-over"


class OtherCertificateError(SchoolError):
    """Somebody answers with another certificate than the one that was pinned."""

    id = "other-certificate"


class MalformedError(SchoolError):
    """A message that is none of ours."""

    id = "malformed"


class TamperedError(SchoolError):
    """A batch or a bundle whose signature does not fit what it holds."""

    id = "tampered"


class NotABundleError(SchoolError):
    """A file that is no bundle, or not whole."""

    id = "not-a-bundle"


class BadRosterError(SchoolError):
    """A roster that cannot be read, with the line and the field."""

    id = "bad-roster"


class NotABackupError(SchoolError):
    """A file that is no whole backup of a school."""

    id = "not-a-backup"


class NotEmptyError(SchoolError):
    """A backup is only restored into an empty store."""

    id = "not-empty"
